"""Assemble the extension for Owlbear Rodeo: ``dist/owlbear``, a folder that any static host can serve.

Nothing in it comes from elsewhere at run time: the runtime rides in it. Set ``OWLBEAR_URL`` to where the folder
will be found if that is not the root of its host, since the manifest names its parts by address.
"""

import os

from build_scripts.mirror import mirror
from build_scripts.packages import HostPackage, host_package
from build_scripts.project import ROOT, megabytes, say
from py_rules import __version__

HOST = ROOT / "web" / "hosts" / "owlbear"
FOLDER = ROOT / "dist" / "owlbear"
PAGES = ("background.js", "popover.js", "map-legend.js")
SHARED = ("rules-worker.js", "unstarted.js")
ENTRIES = (*(HOST / page for page in PAGES), *(ROOT / "web" / "core" / name for name in SHARED))
COPIED = {".css", ".html", ".svg"}


def extension_package(url: str) -> HostPackage:
    """The extension: its files by path inside its folder, and whose work is in them."""
    copied = (path for path in sorted(HOST.iterdir()) if path.suffix in COPIED)
    own = {path.name: path.read_bytes() for path in copied}
    return host_package({**own, "manifest.json": manifest(url)}, ENTRIES, with_systems=True)


def manifest(url: str) -> bytes:
    """The manifest with its addresses; without one, parts are looked for at the root of the host.

    >>> b'"https://example.org/footwork/background.html"' in manifest("https://example.org/footwork/")
    True
    >>> b'"/background.html"' in manifest("")
    True
    """
    template = (HOST / "manifest.json").read_text(encoding="utf-8")
    return template.replace("#{VERSION}#", __version__).replace("#{OWLBEAR_URL}#", url.rstrip("/")).encode()


def make_extension() -> HostPackage:
    """Bring the folder up to date."""
    package = extension_package(os.environ.get("OWLBEAR_URL", ""))
    mirror(FOLDER, package.files)
    size = megabytes(sum(map(len, package.files.values())))
    say(
        f"extension for Owlbear Rodeo ready in {FOLDER.relative_to(ROOT)}: {len(package.files)} files, {size}"
    )
    return package


if __name__ == "__main__":
    make_extension()
