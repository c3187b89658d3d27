"""What is on the table outlives the page: in the browser, in a link, in a file; what is broken is refused."""

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.demo import ANSWER_MILLIS, ambush

HOSTILE = "<img src=x onerror=alert(1)>"


def overgrown(count):
    """A game on the largest map, with a count of thickets, each all over it."""
    game = ambush()
    scene = game["scene"]
    grid = scene["grid"] | {"cols": 200, "rows": 200}
    area = {"rect": [0, 0, 200, 200]}
    brush = [
        {"id": f"brush {n}", "kind": "difficult", "cost_multiplier": 2, "area": area} for n in range(count)
    ]
    return game | {"scene": scene | {"grid": grid, "regions": brush}}


def stacked(count):
    """A game whose map has a count of storeys."""
    game = ambush()
    storeys = [{"id": f"storey {n}", "elevation": n * 10} for n in range(count)]
    return game | {"scene": game["scene"] | {"storeys": storeys}}


def test_a_reload_keeps_place_ledger_and_open_check(open_demo):
    demo = open_demo()
    demo.drag(2)
    demo.drag(7)
    expect(demo.check).to_contain_text("All-out Sprint")
    demo.reload()
    demo.expect_at(6, 8)
    demo.expect_used(10)
    expect(demo.commits).to_have_count(2)
    expect(demo.check).to_contain_text("All-out Sprint")
    demo.type_result(2)
    demo.expect_at(13, 8)


def test_a_link_shares_scene_characters_and_ledgers(demo, open_demo, site_url):
    demo.ledger.get_by_label("Load").select_option("Partial")
    demo.drag(5)
    demo.choose("copy-link")
    expect(demo.notices.filter(has_text="link is copied")).to_be_visible()
    link = demo.page.evaluate("() => navigator.clipboard.readText()")
    assert link.startswith(site_url)

    friend = open_demo(link.removeprefix(site_url))
    friend.expect_at(9, 8)
    friend.expect_used(25)
    expect(friend.ledger.get_by_label("Load")).to_have_value("Partial")
    assert "#" not in friend.page.url
    friend.reload()
    friend.expect_at(9, 8)
    friend.expect_used(25)

    friend.drag(1)
    friend.page.evaluate("(link) => location.assign(link)", link)
    friend.expect_notice("The ambush is loaded")
    friend.expect_at(9, 8)
    friend.page.go_back()
    friend.expect_at(9, 8)
    friend.choose("restore-0")
    friend.expect_at(10, 8)
    friend.expect_used(30)
    friend.page.evaluate("(link) => location.assign(link)", link[:-40])
    friend.expect_notice("The link cannot be read")
    friend.reload()
    friend.expect_at(10, 8)
    assert friend.complaints == []


def test_a_saved_file_brings_the_game_back(demo):
    demo.drag(5)
    saved = demo.saved_game()
    demo.reset()
    demo.expect_untouched()
    demo.load_game(saved)
    demo.expect_at(9, 8)
    demo.expect_used(25)
    assert demo.saved_game() == saved
    demo.take_back()
    demo.expect_untouched()


def test_a_name_is_text_whatever_it_says(demo):
    demo.load_game(ambush(name=HOSTILE) | {"title": HOSTILE})
    expect(demo.token()).to_have_accessible_name(f"{HOSTILE}, column 5, row 9")
    expect(demo.token()).to_contain_text(HOSTILE)
    demo.drag(2)
    expect(demo.ledger).to_contain_text(HOSTILE)
    expect(demo.page.locator("img")).to_have_count(0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "is not JSON"),
        ("[]", "must be an object"),
        ('{"format": "something-else"}', "format"),
        (json.dumps(ambush() | {"scene": {"grid": {"cols": 1e9, "rows": 1}}}), "scene.grid.cols"),
        (json.dumps(ambush(col="here")), "scene.tokens"),
        (json.dumps(overgrown(1_000)), "scene.regions: cover more than 1000000 cells"),
        (json.dumps(stacked(20_000)), "scene.storeys: at most 50 are allowed"),
    ],
    ids=["no JSON", "no object", "no format", "grid", "token", "regions", "storeys"],
)
def test_a_broken_file_gives_one_notice_and_changes_nothing(demo, text, told):
    demo.drag(5)
    demo.load("broken.json", text)
    expect(demo.notices).to_have_count(1)
    expect(demo.notices).to_contain_text("broken.json cannot be loaded")
    expect(demo.notices).to_contain_text(told, ignore_case=True)
    demo.expect_at(9, 8)
    demo.expect_used(25)


def test_a_game_that_the_rules_refuse_says_why_where_its_turn_would_be(demo):
    game = ambush()
    game["scene"]["regions"] = [{"id": "off", "kind": "difficult", "area": {"rect": [900, 900, 2, 2]}}]
    demo.load("off.json", json.dumps(game))
    expect(demo.ledger).to_contain_text("scene.regions[0].area.rect", timeout=ANSWER_MILLIS)
    expect(demo.ledger).not_to_contain_text("loading")


@pytest.mark.parametrize("game", [overgrown(25), stacked(50)], ids=["regions", "storeys"])
def test_the_largest_map_that_is_taken_can_be_played(demo, game):
    demo.load_game(game)
    demo.drag(1)
    demo.expect_at(5, 8)
    assert demo.complaints == []


def test_a_broken_memory_gives_one_notice_and_the_standard_scene(open_demo, site_url):
    kept = {"origin": site_url.rstrip("/"), "localStorage": [{"name": "footwork.demo.game", "value": "{"}]}
    demo = open_demo(storage_state={"cookies": [], "origins": [kept]})
    expect(demo.notices).to_have_count(1)
    expect(demo.notices).to_contain_text("cannot be read")
    demo.expect_untouched()
    assert demo.complaints == []


def test_a_reset_can_be_taken_back(demo):
    demo.drag(5)
    demo.choose("reset")
    demo.expect_at(4, 8)
    demo.notices.get_by_role("button", name="Restore it").click()
    demo.expect_at(9, 8)
    expect(demo.commits).to_have_count(1, timeout=ANSWER_MILLIS)
    demo.settle()


def test_a_ledger_of_another_system_is_refused_and_the_game_left_alone(demo):
    game = ambush()
    game["ledgers"] = {"jenny": {"system": "no-such-system", "v": 1, "commits": []}}
    demo.load("foreign.json", json.dumps(game))
    expect(demo.notices.filter(has_text="ledger")).not_to_have_count(0, timeout=ANSWER_MILLIS)
    expect(demo.status).to_have_attribute("data-state", "ready")
