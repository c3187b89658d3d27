"""Assemble ``dist/demo``: the static demo, ready for any static host.

Beside ``index.html`` there are ``main.js``, ``unstarted.js`` and ``rules-worker.js`` (bundled ES modules),
``styles.css`` and ``runtime/``. Everything else in ``web/demo`` that is not code is copied as it is, and so is the
schema of the protocol; only a language is put together, of the page's words, those that all pages share, and those of
the rules.
``packages`` adds the runtime and the licences.
"""

import json

from build_scripts.mirror import mirror
from build_scripts.packages import HostPackage, host_package
from build_scripts.project import ROOT, SITE, megabytes, say, stop
from build_scripts.texts import DEMO_LANGUAGES, LANGUAGES, WORDS, table

DEMO = ROOT / "web" / "demo"
SCHEMA = ROOT / "web" / "core" / "protocol.schema.json"
ENTRIES = (
    DEMO / "main.js",
    DEMO / "styles.css",
    ROOT / "web" / "core" / "rules-worker.js",
    ROOT / "web" / "core" / "unstarted.js",
)
COPIED = {".html", ".ico", ".json", ".png", ".svg", ".txt", ".webp", ".woff2"}


def site_package() -> HostPackage:
    """The demo: its files by path inside its folder, and whose work is in them."""
    for path in (*ENTRIES, DEMO / "index.html"):
        if not path.is_file():
            stop(f"{path.relative_to(ROOT)} is missing; the demo cannot be built without it")
    paths = (path for path in sorted(DEMO.rglob("*")) if path.is_file() and path.suffix in COPIED)
    copied = {
        path.relative_to(DEMO).as_posix(): path.read_bytes()
        for path in paths
        if path.parent != DEMO_LANGUAGES  # English is in main.js, others are put together
    }
    return host_package({**copied, **_languages(), SCHEMA.name: SCHEMA.read_bytes()}, ENTRIES)


def _languages() -> dict[str, bytes]:
    """What the page fetches to speak another language than English, by path beside it."""
    found = {}
    for path in sorted(LANGUAGES.glob("*.json")):
        tables = {
            "page": table(DEMO_LANGUAGES / path.name),
            "words": table(WORDS / path.name),
            "rules": table(path),
        }
        text = json.dumps(tables, ensure_ascii=False, separators=(",", ":"))
        found[f"languages/{path.name}"] = text.encode()
    return found


def make_site() -> HostPackage:
    """Bring ``dist/demo`` up to date."""
    package = site_package()
    mirror(SITE, package.files)
    size = megabytes(sum(map(len, package.files.values())))
    say(f"demo ready in {SITE.relative_to(ROOT)}: {len(package.files)} files, {size}")
    return package


if __name__ == "__main__":
    make_site()
