"""Assemble the mod for PlanarAlly: ``dist/planarally`` and ``dist/footwork-planarally.pam``, its zip.

The host takes uploads of at most 10 MiB, so that the memory snapshot stays out: the rules start the plain way.
"""

from build_scripts.mirror import mirror, write_if_changed
from build_scripts.packages import HostPackage, host_package, zipped
from build_scripts.packing import SNAPSHOT
from build_scripts.project import ROOT, megabytes, say, stop
from py_rules import __version__

HOST = ROOT / "web" / "hosts" / "planarally"
FOLDER = ROOT / "dist" / "planarally"
PAM = ROOT / "dist" / "footwork-planarally.pam"
ENTRIES = (HOST / "index.js", ROOT / "web" / "core" / "rules-worker.js")
MOST_BYTES = 10 * 2**20


def mod_package() -> HostPackage:
    """The mod: its files by path inside its zip, and whose work is in them."""
    mod = (HOST / "mod.toml").read_text(encoding="utf-8").replace("#{VERSION}#", __version__)
    return host_package(
        {"mod.toml": mod.encode(), "index.css": (HOST / "index.css").read_bytes()},
        ENTRIES,
        target="es2023",
        with_systems=True,
        without=SNAPSHOT,
    )


def make_mod() -> HostPackage:
    """Bring the folder and the zip up to date; stop if the host would not take it."""
    package = mod_package()
    content = zipped(package.files)
    if len(content) > MOST_BYTES:
        stop(f"the mod has {megabytes(len(content))}; PlanarAlly takes 10 MiB by its default settings")
    mirror(FOLDER, package.files)
    write_if_changed(PAM, content)
    size = megabytes(len(content))
    say(f"PlanarAlly mod ready in {PAM.relative_to(ROOT)}: {len(package.files)} files, {size}")
    return package


if __name__ == "__main__":
    make_mod()
