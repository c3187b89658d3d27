"""Build ``dist/site``: the pages of ``docs``, a page of rules to try for each game, and the demo.

What MkDocs reads is put together in ``build/manual/pages``; a page may not link to what is not on the site, and MkDocs
ends with an error where it does.
"""

import os
import re
import sys
from pathlib import PurePosixPath

from build_scripts.manual import rules
from build_scripts.mirror import mirror
from build_scripts.packages import bundled
from build_scripts.programs import output_of
from build_scripts.project import BUILD, ROOT, SITE, megabytes, say, stop

DOCS = ROOT / "docs"
WEB = ROOT / "web" / "manual"
PAGES = BUILD / "manual" / "pages"
PACKAGES = BUILD / "manual" / "packages"
MADE = ROOT / "dist" / "site"
LINK = re.compile(r"\[(?P<words>[^][]*)\]\((?P<target>(?!https?:|#)[^)#\s]+)(?P<place>#[^)\s]*)?\)")


def without_dead_links(text: str, page: str, known: set[str]) -> str:
    """Leave of links to files of the source their words.

    >>> without_dead_links("[Demo](demo.md#a), [code](../py_rules/service.py)", "web.md", {"demo.md"})
    '[Demo](demo.md#a), code'
    """

    def kept(link: re.Match[str]) -> str:
        target = os.path.normpath(PurePosixPath(page).parent / link["target"])
        return link[0] if target in known else link["words"]

    return LINK.sub(kept, text)


def pages() -> dict[str, bytes]:
    """All that MkDocs is to read, by path: pages, their pictures, script and style of the examples, and the demo."""
    files = {
        path.relative_to(DOCS).as_posix(): path.read_bytes() for path in DOCS.rglob("*") if path.is_file()
    }
    files |= {name: text.encode() for name, text in rules.pages().items()}
    known = set(files)
    for name, content in files.items():
        if name.endswith(".md"):
            files[name] = without_dead_links(content.decode(), name, known).encode()
    scripts, _ = bundled([WEB / "examples.js"], target="es2022")
    files |= {f"assets/{name}": content for name, content in scripts.items()}
    files["assets/examples.css"] = (WEB / "examples.css").read_bytes()
    demo = {path: path.read_bytes() for path in SITE.rglob("*") if path.is_file()}
    return files | {f"demo/{path.relative_to(SITE).as_posix()}": content for path, content in demo.items()}


def main() -> None:
    """Bring ``dist/site`` up to date."""
    if not (SITE / "index.html").is_file():
        stop("dist/demo is missing; run make build")
    mirror(PAGES, pages())
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    output_of(command, "MkDocs could not build the site", env={**os.environ, "PYTHONPATH": str(PACKAGES)})
    found = [path for path in MADE.rglob("*") if path.is_file()]
    size = megabytes(sum(path.stat().st_size for path in found))
    say(f"site ready in {MADE.relative_to(ROOT)}: {len(found)} files, {size}")


if __name__ == "__main__":
    main()
