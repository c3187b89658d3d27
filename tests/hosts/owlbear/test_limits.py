"""What the host bounds: how much is kept and said at once; and tables on a phone."""

import json

import pytest
from playwright.sync_api import expect

from py_rules import systems
from tests.hosts.foundry.worlds import CHARACTERS
from tests.hosts.owlbear.client import TOOL
from tests.hosts.owlbear.worlds import CELL, rules, token, world
from tests.hosts.targets import small_targets

ROOM = 16_384
"""Bytes that the host keeps of a room for all extensions together, and passes on in one message."""
MOVES = 16
"""More than anybody makes in a turn."""
PHONE = {"viewport": {"width": 390, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("system", systems.names())
def test_what_is_kept_and_said_of_each_game_is_far_from_the_hosts_limits(sit_down, system):
    at = world(room={})
    at["items"].append(token("Blank", 4, 9))
    at["items"].append(
        token(
            "Full",
            4,
            12,
            metadata={"footwork/character": {system: CHARACTERS.get(system, {"speed": 30})}},
        )
    )
    client = sit_down(at, ready=False)
    client.popover().get_by_test_id("system").select_option(system)
    client.page.wait_for_function(
        "(id) => table.room['footwork/rules']?.system === id", arg=system, timeout=90_000
    )
    client.use(TOOL)
    for name in ("blank", "full"):
        client.page.evaluate("(id) => select([id])", name)
        client.drag(name, 1)
        client.page.wait_for_function(
            "(id) => table.items.find((one) => one.id === id).metadata['footwork/turn']",
            arg=name,
            timeout=90_000,
        )
    room = client.page.evaluate("JSON.stringify(table.room).length")
    kept = [len(json.dumps(client.item(name)["metadata"])) for name in ("blank", "full")]
    said = client.page.evaluate("largest()")
    assert room < ROOM / 64
    assert max(kept) < ROOM / 8
    assert said < ROOM


def test_the_whole_of_every_games_house_rules_fits_into_a_room():
    for name in systems.names():
        chosen = systems.find(name).HouseRules().model_dump(mode="json")
        assert len(json.dumps(rules(system=name, house_rules=chosen))) < ROOM / 2, name


def test_a_long_turn_among_many_tokens_stays_far_from_the_hosts_limits(sit_down):
    at = world(room={"footwork/rules": rules(system="custom")})
    runner = {"footwork/character": {"custom": {"speed": 5_000}}}
    at["items"].append(token("Runner", 4, 9, metadata=runner))
    at["items"].extend(token(f"Crowd {n}", 12 + n % 12, 8 + n // 12, metadata=runner) for n in range(60))
    client = sit_down(at)
    room = client.page.evaluate("JSON.stringify(table.room)")
    client.use(TOOL)
    for move in range(MOVES):
        client.drag("runner", 1 if move % 2 == 0 else -1)
        client.page.wait_for_function(
            "(count) => table.items.find((one) => one.id === 'runner')"
            ".metadata['footwork/turn']?.ledger.commits.length === count",
            arg=move + 1,
            timeout=90_000,
        )
    assert client.page.evaluate("JSON.stringify(table.room)") == room
    assert len(json.dumps(client.item("runner")["metadata"])) < ROOM / 2
    assert client.page.evaluate("largest()") < ROOM


def test_a_finger_on_a_phone_drags_a_token(sit_down):
    client = sit_down(browser=PHONE)
    client.use(TOOL)
    hand = client.page.context.new_cdp_session(client.page)
    x, y = client.middle_of("jenny")

    def touch(kind, east):
        points = [{"x": x + east * CELL, "y": y}] if kind != "touchEnd" else []
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for east in (1, 2, 3):
        touch("touchMove", east)
    expect(client.label).to_contain_text("15\u00a0ft")
    touch("touchEnd", 3)
    client.expect_at("jenny", 7, 5)
    client.expect_moved(15)


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_what_a_drag_says_is_no_wider_than_a_phone(sit_down, language):
    client = sit_down(browser={**PHONE, "locale": language})
    client.page.evaluate("select(['jenny'])")
    expect(client.headline).to_contain_text("%")
    width = PHONE["viewport"]["width"]
    assert client.headline.bounding_box()["width"] < 2 / 3 * width
    client.use(TOOL)
    client.pick_up("jenny", -4, 10)
    expect(client.label).to_contain_text("CON-07")
    assert client.label.bounding_box()["width"] < 2 / 3 * width
    client.page.keyboard.press("Escape")
    client.page.mouse.up()


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("width", [320, 390])
def test_the_legend_is_no_wider_than_a_phone_and_in_its_language(sit_down, width, language):
    phone = {"viewport": {"width": width, "height": 740}, "locale": language}
    client = sit_down(browser=phone)
    client.page.evaluate("select(['jenny'])")
    expect(client.legend.last).to_have_text("Nicht möglich" if language == "de-DE" else "Not possible")
    for entry in client.legend.all():
        box = entry.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= 740


@pytest.mark.parametrize("system", ["contract", "sr5"])
def test_a_finger_hits_what_it_means(sit_down, system):
    share = {"share_cell": True} if system == "sr5" else {}
    at = world(room={"footwork/rules": rules(system=system, house_rules=share)})
    client = sit_down(at, browser=PHONE)
    client.page.evaluate("select(['jenny'])")
    popover = client.popover()
    for tab in ("sheet", "turn", "house"):
        popover.get_by_test_id(f"tab-{tab}").tap()
        expect(popover.get_by_test_id(f"tab-{tab}")).to_have_attribute("aria-selected", "true")
        expect(popover.locator("#panel :is(input, select)").first).to_be_visible()
        assert small_targets(popover.locator("main")) == []
