"""The pages of the games say what the core describes."""

import json
import re

import pytest

from build_scripts import games
from build_scripts.project import ROOT
from py_rules.service import handle

SYSTEMS = {system["id"]: system for system in json.loads(handle('{"op": "describe"}'))["value"]["systems"]}


def page_of(system):
    """The page of a system, which `make types` begins."""
    path = games.PAGES / f"{system}.md"
    assert path.is_file(), (
        f"docs/games/{system}.md: run make types, and write some words on the game at its top"
    )
    return path


def test_the_pages_are_fresh():
    assert not games.stale_pages(), "run make types"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_switch_stands_on_a_page_with_its_readings(system):
    shared = (games.PAGES / "README.md").read_text(encoding="utf-8")
    page = page_of(system).read_text(encoding="utf-8")
    for rule in SYSTEMS[system]["house_rules"]:
        row = next(
            line for line in (page + shared).splitlines() if f"`{rule['id']}`" in line and "**" in line
        )
        for choice in rule["json_schema"].get("enum", []):
            name = rule["json_schema"].get("words", {}).get(choice, str(choice).replace("_", " "))
            assert name in row, (rule["id"], choice)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_page_begins_with_words_of_its_own(system):
    head = page_of(system).read_text(encoding="utf-8").partition(games.MARK)[0]
    assert head.startswith(f"# {SYSTEMS[system]['title']}\n")
    assert len(head.split()) > 30


def test_the_pages_are_linked():
    assert "docs/games/README.md" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_links_of_the_pages_lead_somewhere():
    for page in games.PAGES.glob("*.md"):
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
