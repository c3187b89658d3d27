"""What nobody is told who does not see it."""

import json
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.hosts.contract.workers import SEEN, Workers
from tests.hosts.planarally.conftest import CAGE, HOME, TOKENS, Sit
from tests.warm.pages import wait_until_quiet


def test_nothing_is_shown_of_tokens_of_others_nor_out_of_a_fight(sit: Sit) -> None:
    client = sit(script=SEEN)
    workers = Workers(client.page, lambda: client.page.main_frame)
    legend = client.page.locator(".footwork-legend")
    client.drag(HOME, HOME)
    client.page.wait_for_function("() => workers.open.size === 0")
    expect(legend).to_be_hidden()
    client.fight()
    expect(legend).to_be_visible()
    client.page.evaluate("barred.add(4)")
    asked = workers.asked()
    client.drag((4, 8), (4, 8))
    expect(legend).to_be_hidden()
    assert workers.asked() == asked


def test_of_a_hidden_token_only_who_moves_it_is_told_how_dice_fell(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    client.page.evaluate("properties.get(1).isInvisible = true")
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_moves("jenny", 1)
    expect(client.notices).to_contain_text("Carries")
    assert client.page.evaluate("chat") == []


def test_in_fog_the_dice_of_what_is_no_players_are_told_to_the_gm_alone(sit: Sit) -> None:
    gm = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    player = sit("user=player")
    gm.page.evaluate("properties.get(1).name = 'Foe Jenny'; place.fullFow.value = true")
    gm.drag(HOME, (13, 6))
    gm.answer("Roll")
    gm.wait_moves("jenny", 1)
    expect(gm.notices).to_contain_text("Foe Jenny")
    gm.page.keyboard.press("Control+z")
    gm.wait_moves("jenny", 0)
    expect(gm.notices).to_contain_text("A roll of Foe Jenny was undone")
    wait_until_quiet(player.page)
    assert gm.page.evaluate("chat") == player.page.evaluate("chat") == []


def test_a_name_that_is_not_shown_is_not_in_the_chat(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    client.page.evaluate("properties.get(1).nameVisible = false")
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_chat()
    assert client.page.evaluate("chat")[0].startswith("Unnamed token:")
    expect(client.notices).to_contain_text("Jenny:")


UNSEEN: list[dict[str, Any]] = [
    {"id": 20, "uuid": "lurker", "name": "Foe Lurker", "at": [375, 425]},
    {**CAGE, "id": 21, "uuid": "unseen wall", "wall": [[350, 300], [350, 500]]},
    {**CAGE, "id": 22, "uuid": "unseen bog", "wall": [[320, 250], [500, 250], [500, 300], [320, 300]]},
]


def test_what_a_player_does_not_see_changes_nothing_that_is_told(sit: Sit) -> None:
    told: dict[str, dict[Any, Any]] = {}
    grounds = {"block room grounds ": {"unseen bog": {"kind": "water", "multiplier": 1}}}
    for name, unseen in [("without", []), ("with", UNSEEN)]:
        kept = {"shapes": [*TOKENS, *unseen], **grounds}
        sit("mod=none", is_fighting=True).page.evaluate(
            "(kept) => { for (const key in kept) localStorage.setItem(key, JSON.stringify(kept[key])); }",
            kept,
        )
        player = sit(f"user=player&{name}", script=SEEN)
        player.page.evaluate("barred.add(20); light([150, 200, 150, 250])")
        workers = Workers(player.page, partial(getattr, player.page, "main_frame"))
        player.drag(HOME, (9, 8), drop=False)
        expect(player.page.locator(".footwork-said")).to_have_text(
            "Jenny \u00b7 25\u00a0ft, 15\u00a0ft left, CON-05"
        )
        player.page.wait_for_function("() => workers.open.size === 0")
        answers = workers.answers()
        told[name] = ways = {
            _end_of(plan): plan
            for answer in answers
            if '"plans"' in answer
            for plan in json.loads(answer)["value"]["plans"]
        }
        ways["reach"] = {answer for answer in answers if '"layers"' in answer}
    # Which ways were asked about in passing depends on the hand; those to the cells around it are asked about ahead.
    shared = told["with"].keys() & told["without"].keys()
    assert len(shared) >= 1 + 9
    assert len(told["with"]["reach"]) == 1
    assert [told["with"][end] for end in shared] == [told["without"][end] for end in shared]


def _end_of(plan: dict[str, Any]) -> tuple[int, int] | None:
    """Where the way leads that a plan is of."""
    path = plan["path"]
    return (path[-1]["col"], path[-1]["row"]) if path else None


def test_a_gm_sees_through_fog_and_a_player_what_light_falls_on(sit: Sit) -> None:
    gm = sit(kept={"shapes": [*TOKENS, *UNSEEN]}, is_fighting=True)
    for client in (gm, sit("user=player")):
        client.page.evaluate("light([150, 200, 600, 300])")
        client.drag(HOME, (7, 8))
        expect(client.notices).to_contain_text("Jenny stays")
        client.wait_kept("jenny", HOME)
    gm.page.evaluate("light()")
    gm.drag(HOME, (7, 8))
    wait_until_quiet(gm.page)
    gm.wait_kept("jenny", HOME)


# What light falls on where she stands, and on the cell that she is held over.
AROUND, OVER = [150, 200, 150, 250], [350, 400, 50, 50]


@pytest.mark.parametrize("is_renewed", [False, True])
@pytest.mark.parametrize("unseen", [UNSEEN[0], UNSEEN[2]], ids=["foe", "water"])
def test_what_a_token_sees_in_the_hand_alone_stops_it_nowhere(
    sit: Sit, unseen: dict[str, Any], *, is_renewed: bool
) -> None:
    there = (
        {**unseen, "wall": [[350, 400], [400, 400], [400, 450], [350, 450]]} if "wall" in unseen else unseen
    )
    grounds = {"block room grounds ": {"unseen bog": {"kind": "water", "multiplier": 1}}}
    gm = sit(kept={"shapes": [*TOKENS, there], **grounds}, is_fighting=True)
    player = sit("user=player")
    player.page.evaluate(f"barred.add(20); light({AROUND})")
    said = player.page.locator(".footwork-said")
    player.drag(HOME, (7, 8), drop=False)
    expect(said).to_contain_text("15\u00a0ft, 25\u00a0ft left")
    player.page.evaluate(f"light({AROUND}, {OVER})")
    if is_renewed:
        gm.drag((14, 6), (15, 6))
        gm.wait_kept("guard", (15, 6))
        wait_until_quiet(player.page)
    expect(said).to_contain_text("15\u00a0ft, 25\u00a0ft left")
    player.page.mouse.up()
    player.wait_moves("jenny", 1)
    player.wait_kept("jenny", (7, 8))
    expect(player.notices).not_to_contain_text("stays")
    player.drag((7, 8), (7, 8))
    expect(said).to_contain_text("Free Movement 10\u00a0ft")
    assert gm.faults == player.faults == []
