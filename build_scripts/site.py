"""Assemble ``dist/demo``: the static demo, ready for any static host.

Beside ``index.html`` there are ``main.js`` and ``rules-worker.js`` (bundled ES modules) and ``runtime/``.
Everything in ``web/demo`` that is not code is copied as it is, and so is the schema of the protocol.
``packages`` adds the runtime and the licences.
"""

from build_scripts.mirror import mirror
from build_scripts.packages import HostPackage, host_package
from build_scripts.project import ROOT, SITE, megabytes, say, stop

DEMO = ROOT / "web" / "demo"
SCHEMA = ROOT / "web" / "core" / "protocol.schema.json"
ENTRIES = (DEMO / "main.js", ROOT / "web" / "core" / "rules-worker.js")
COPIED = {".css", ".html", ".ico", ".json", ".png", ".svg", ".txt", ".webp", ".woff2"}


def site_package() -> HostPackage:
    """The demo: its files by path inside its folder, and whose work is in them."""
    for path in (*ENTRIES, DEMO / "index.html"):
        if not path.is_file():
            stop(f"{path.relative_to(ROOT)} is missing; the demo cannot be built without it")
    paths = (path for path in sorted(DEMO.rglob("*")) if path.is_file() and path.suffix in COPIED)
    copied = {path.relative_to(DEMO).as_posix(): path.read_bytes() for path in paths}
    return host_package({**copied, SCHEMA.name: SCHEMA.read_bytes()}, ENTRIES)


def make_site() -> HostPackage:
    """Bring ``dist/demo`` up to date."""
    package = site_package()
    mirror(SITE, package.files)
    size = megabytes(sum(map(len, package.files.values())))
    say(f"demo ready in {SITE.relative_to(ROOT)}: {len(package.files)} files, {size}")
    return package


if __name__ == "__main__":
    make_site()
