"""Find browsers for the tests and measurements, or say how to get them.

Nothing is downloaded except from Debian, through apt, and that only as root.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from build_scripts.project import BUILD, stop


@dataclass(frozen=True, slots=True)
class Kind:
    """A browser engine, and where it may be found."""

    title: str
    variable: str  # of the environment, which tells where it is
    names: tuple[str, ...]  # on the PATH
    of_playwright: str  # a pattern of files
    is_playwrights_first: bool
    packages: tuple[str, ...]  # of Debian
    megabytes: int
    files: tuple[str, ...] = ()  # patterns of what it needs besides, each of which must be somewhere

    @property
    def advice(self) -> str:
        """How to get it."""
        return (
            f"install it from your package manager (Debian: apt-get install {' '.join(self.packages)}), "
            f"or say where it is with {self.variable}=/path/to/{self.names[0]}"
        )


# The browser that WebKit's driver drives: a window with a page in it, and little else.
MINI_BROWSER = "usr/lib*/*/webkit2gtk-4.*/MiniBrowser"

KINDS = {
    "chromium": Kind(
        title="Chromium",
        variable="CHROMIUM_PATH",
        names=("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
        of_playwright="chromium-*/chrome-linux*/chrome",
        is_playwrights_first=False,
        packages=("chromium", "chromium-headless-shell"),
        megabytes=160,
    ),
    "firefox": Kind(
        title="Firefox",
        variable="FIREFOX_PATH",
        names=("firefox-esr", "firefox"),
        of_playwright="firefox-*/firefox/firefox",
        is_playwrights_first=True,
        packages=("firefox-esr",),
        megabytes=70,
    ),
    "webkit": Kind(
        title="WebKit",
        variable="WEBKIT_DRIVER_PATH",
        names=("WebKitWebDriver",),
        of_playwright="webkit-*/pw_run.sh",
        is_playwrights_first=True,
        packages=("webkit2gtk-driver", "xserver-xorg-core", "xserver-xorg-video-dummy"),
        megabytes=60,
        files=(
            MINI_BROWSER,
            "usr/lib/xorg/modules/drivers/dummy_drv.so",
            "usr/lib/xorg/modules/input/inputtest_drv.so",
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Found:
    """A browser on this machine."""

    path: str
    is_playwrights: bool = False


def find(engine: str) -> Found | None:
    """A browser with this engine; installed on Debian if need be. None when there is none."""
    kind = KINDS[engine]
    own, elsewhere = (_of_playwright(kind), _on_path(kind))
    first, second = (own, elsewhere) if kind.is_playwrights_first else (elsewhere, own)
    return _named(kind) or first or second or _from_debian(kind)


def path_like(pattern: str) -> Path | None:
    """The last of the files of this machine whose path is like a pattern."""
    found = sorted(Path("/").glob(pattern))
    return found[-1] if found else None


def is_root() -> bool:
    """Whether this program may do everything."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _named(kind: Kind) -> Found | None:
    path = os.environ.get(kind.variable)
    if path and not shutil.which(path):
        stop(f"{kind.variable} is {path}, which cannot be run; correct it or unset it")
    return Found(path) if path else None


def _on_path(kind: Kind) -> Found | None:
    path = next(filter(None, map(shutil.which, kind.names)), None)
    return Found(path) if path and all(map(path_like, kind.files)) else None


def _of_playwright(kind: Kind) -> Found | None:
    """The browser that ``playwright install`` has put somewhere, where somebody ran it."""
    folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright"
    found = sorted(Path(folder).glob(kind.of_playwright))
    return Found(str(found[-1]), is_playwrights=True) if found else None


def _from_debian(kind: Kind) -> Found | None:
    if not (is_root() and shutil.which("apt-get")):
        return None
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "installing.lock").open("w") as lock:
        # Of tests that run beside each other one installs, and the others find it then.
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _on_path(kind) or _install(kind)


def _install(kind: Kind) -> Found | None:
    _tell(f"fetching {kind.title} with apt-get ({kind.megabytes} MB)")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "--no-install-recommends", *kind.packages],
    ):
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode:
            _tell(f"{' '.join(command)} failed: {done.stderr.strip()[-300:]}")
            return None
    return _on_path(kind)


def _tell(text: str) -> None:
    """Say on the error stream what is being done: the output of programs that look for browsers is their path."""
    print(f"footwork: {text}", file=sys.stderr, flush=True)
