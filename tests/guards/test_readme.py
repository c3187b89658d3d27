"""The first example runs, links lead somewhere, commands exist, and the site has every page."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_runs():
    result = doctest.testfile(str(ROOT / "docs" / "developers.md"), module_relative=False)
    assert result.attempted >= 7
    assert result.failed == 0


def test_links_lead_somewhere():
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_commands_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    pages = README + (ROOT / "docs" / "developers.md").read_text(encoding="utf-8")
    for command in re.findall(r"`make (\w+)", pages) + re.findall(r"^make (\w+)", pages, re.MULTILINE):
        assert re.search(rf"^{command}:", makefile, re.MULTILINE), command


# What is looked up and not read from end to end.
REFERENCE = {"protocol.md", "words.md", "games"}


def test_no_page_is_longer_than_one_reads():
    docs = ROOT / "docs"
    long = {
        path.relative_to(docs).as_posix(): len(path.read_text(encoding="utf-8").split())
        for path in docs.rglob("*.md")
        if path.relative_to(docs).parts[0] not in REFERENCE
    }
    assert {name: words for name, words in long.items() if words > 1_500} == {}


def test_the_site_has_every_page_in_its_menu():
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    docs = ROOT / "docs"
    pages = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    made = {f"rules/{path.stem}.md" for path in (docs / "games").glob("*.md") if path.stem != "README"}
    assert set(re.findall(r"[\w/-]+\.md", menu)) == pages | made | {"games/edited.md"}
