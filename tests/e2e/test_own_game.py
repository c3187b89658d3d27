"""Authors see their own game on the demo's board, and what is wrong with it."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from build_scripts.project import ROOT, SITE
from build_scripts.serve import make_server, serving
from tests.e2e.demo import Demo

STRIDE = ROOT / "web" / "hosts" / "foundry" / "example" / "stride.py"


@pytest.fixture
def file(tmp_path) -> Path:
    file = tmp_path / "stride.py"
    file.write_bytes(STRIDE.read_bytes())
    return file


@pytest.fixture
def own(page, file):
    """The demo as `make demo GAME=stride.py` serves it, not yet opened, and its address."""
    with serving(make_server(SITE, games=[file])) as address:
        yield Demo(page), address


def test_a_game_brought_along_is_played_on_a_scene_that_all_games_have(own):
    demo, address = own
    demo.open(address)
    expect(demo.board).to_have_attribute("data-system", "stride")
    demo.open_scene("ford")
    demo.page.locator("[data-testid=token][data-token-id=mara]").focus()
    for key in ("Enter", *["ArrowRight"] * 8):
        demo.page.keyboard.press(key)
    expect(demo.page.get_by_test_id("plan")).to_contain_text("Hurrying")
    demo.page.keyboard.press("Escape")
    assert demo.complaints == []


def test_what_an_author_changes_is_there_after_a_reload(own, file):
    demo, address = own
    demo.open(address)
    file.write_text(file.read_text(encoding="utf-8").replace('"Hurrying"', '"Rushing"'), encoding="utf-8")
    demo.reload()
    demo.open_tab("rules")
    expect(demo.page.get_by_test_id("rules")).to_contain_text("Rushing")


def test_an_authors_error_is_told_with_its_line_and_the_other_games_are_played(own, file):
    demo, address = own
    file.write_text('"""A game."""\n\nimport nothing_like_it\n', encoding="utf-8")
    demo.open(address)
    expect(demo.notices).to_contain_text("stride.py, line 3")
    expect(demo.board).to_have_attribute("data-system", "contract")


def test_a_visit_without_the_game_opens_another_one(own, site_url):
    demo, address = own
    demo.open(address)
    expect(demo.board).to_have_attribute("data-system", "stride")
    kept = demo.page.evaluate("() => ({...localStorage})")
    demo.page.goto(site_url)
    demo.page.evaluate("(kept) => Object.assign(localStorage, kept)", kept)
    demo.reload()
    expect(demo.notices).to_contain_text("stride")
    expect(demo.board).to_have_attribute("data-system", "contract")
