"""The mod in a double of PlanarAlly: every way a token moves is judged, and what is refused never stays."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.hosts.contract.workers import SEEN, SLOW_START, Workers
from tests.hosts.planarally.conftest import FIGHT, TOKENS, WINDOW, Client
from tests.warm.pages import wait_until_quiet

Sit = Callable[..., Client]
HOME = (4, 6)
# Whether something is drawn over a point of the page.
PAINTED = """(x, y) => {
  const canvas = document.querySelector(".footwork-overlay");
  return canvas.width > 0 && canvas.getContext("2d").getImageData(x, y, 1, 1).data[3] > 0;
}"""

# Nobody gets into this cell.
CAGE: dict[str, Any] = {
    "id": 8,
    "uuid": "cage",
    "name": "cage",
    "at": [0, 0],
    "type": "polygon",
    "layer": "fow",
    "wall": [[750, 300], [800, 300], [800, 350], [750, 350], [750, 300]],
}

# A worker whose answers come as late as the page says.
LATE = """
globalThis.lateness = 0;
globalThis.Worker = class extends Worker {
  addEventListener(type, listener) {
    super.addEventListener(type, (event) => {
      if (lateness > 0) setTimeout(() => listener(event), lateness);
      else listener(event);
    });
  }
};
"""


def test_a_legal_drag_stays_at_its_price(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (9, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_have_text(
        "Jenny \u00b7 25\u00a0ft, 15\u00a0ft left, CON-05"
    )
    client.page.mouse.up()
    client.wait_kept("jenny", (9, 6))
    assert client.faults == []


def test_a_selected_token_shows_how_far_it_can_go(sit: Sit) -> None:
    client = sit(script=SEEN)
    client.fight()
    client.wait_clock("jenny")
    workers = Workers(client.page, lambda: client.page.main_frame)
    legend = client.page.locator(".footwork-legend")
    lengths = ("Free Movement 25\u00a0ft", "Extended Movement 15\u00a0ft", "Movement in all 40\u00a0ft")
    roll = "All-out Sprint: the whole Action, Outcome 2 or better, 45\u00a0ft, 50\u202f%"
    headline = " \u00b7 ".join([*lengths, roll])
    client.drag(HOME, HOME)
    expect(legend.locator("p")).to_have_text(headline)
    expect(client.page.locator(".footwork-said")).to_have_text(f"Jenny \u00b7 {headline}")
    client.page.wait_for_function("() => workers.open.size === 0")
    asked = workers.asked()
    client.drag(HOME, HOME)
    client.page.evaluate("position.panX = 100")
    client.page.wait_for_function(f"() => ({PAINTED})(900, 325)")
    expect(legend.locator("p")).to_have_text(headline)
    assert workers.asked() == asked
    client.page.evaluate("position.panX = 0")
    client.drag(HOME, (9, 6))
    expect(legend.locator("p")).to_contain_text("Free Movement 0\u00a0ft")
    client.page.evaluate("selected.clear()")
    expect(legend).to_be_hidden()
    expect(client.page.locator(".footwork-said")).to_be_empty()
    assert client.faults == []


def test_the_legend_has_room_on_a_phone(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, HOME)
    legend = client.page.locator(".footwork-legend")
    expect(legend.get_by_role("listitem")).to_have_text(["Free", "−1 … −3 dice", "Roll", "Not possible"])
    expect(legend.locator("p")).to_be_visible()
    client.page.set_viewport_size({"width": 360, "height": 700})
    boxes = legend.locator("p, li").evaluate_all("(parts) => parts.map((one) => one.getBoundingClientRect())")
    assert all(box["left"] >= 0 and box["right"] <= 360 for box in boxes)
    assert legend.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")
    client.page.set_viewport_size(WINDOW)


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


def test_a_drag_too_far_is_put_back_exactly_and_says_why(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)
    assert client.frames()[-1]["shapes"][0]["position"]["points"] == [[225, 325]]


def test_a_second_move_in_a_round_is_judged_by_what_the_first_has_used(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)
    client.drag((9, 6), (10, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("\u22121 die")
    client.page.mouse.up()
    client.wait_kept("jenny", (10, 6))


def test_walls_hold_outside_of_a_fight_too(sit: Sit) -> None:
    client = sit()
    client.drag(HOME, (4, 2))
    client.wait_kept("jenny", (4, 2))
    client.drag((4, 2), (9, 2), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("ft")
    client.page.mouse.up()
    client.wait_kept("jenny", (9, 2))


def test_arrow_keys_stop_where_the_allowance_ends(sit: Sit) -> None:
    client = sit(character={"dexterity": 0, "brawn": 0, "athletics": 0})
    client.fight()
    client.drag(HOME, HOME)
    for _ in range(12):
        client.page.keyboard.press("ArrowDown")
        client.page.wait_for_timeout(150)
    col, row = client.kept("jenny")
    assert col == HOME[0]
    assert HOME[1] < row < HOME[1] + 12
    assert client.at("jenny") == (col, row)


def test_a_held_key_never_leads_farther_than_steps_one_by_one(sit: Sit) -> None:
    client = sit(character={"dexterity": 0, "brawn": 0, "athletics": 0}, enforcement="block")
    client.fight()
    client.drag(HOME, HOME)
    for _ in range(30):
        client.page.keyboard.down("ArrowDown")
    client.page.keyboard.up("ArrowDown")
    wait_until_quiet(client.page)
    assert client.kept("jenny") == client.at("jenny")
    assert client.kept("jenny")[1] <= HOME[1] + 3


def test_a_path_that_needs_a_roll_asks_and_goes_when_told_to(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4})
    client.fight()
    client.drag(HOME, (13, 6))
    client.answer("Stay")
    client.wait_kept("jenny", HOME)
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_chat()
    assert client.at("jenny") == client.kept("jenny")


def test_a_rolled_move_ends_in_the_middle_of_a_cell_as_others_do(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 10}, is_fighting=True)
    client.drag(HOME, (13.3, 6.3))
    client.answer("Roll")
    client.wait_moves("jenny", 1)
    wait_until_quiet(client.page)
    col, row = client.at("jenny")
    assert (col % 1, row) == (0, 6)
    assert col > HOME[0]
    client.wait_kept("jenny", (col, row))


def test_dice_that_were_undone_stay_as_they_fell_and_all_are_told(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    told: list[list[str]] = []
    for _ in range(3):
        client.drag(HOME, (13, 6))
        client.answer("Roll")
        client.wait_moves("jenny", 1)
        wait_until_quiet(client.page)
        # What fell, and where it led.
        told.append([*client.page.evaluate("chat.splice(0)")[-1:], str(client.at("jenny"))])
        expect(client.notices).to_contain_text("Carries")
        client.page.keyboard.press("Control+z")
        client.wait_moves("jenny", 0)
        client.wait_kept("jenny", HOME)
        expect(client.notices).to_contain_text("A roll of Jenny was undone. Its result stays")
        (undone,) = client.page.evaluate("chat.splice(0)")
        assert "A roll of Jenny was undone" in undone
    assert told[0] == told[1] == told[2]
    assert "Carries" in told[0][0]
    expect(client.notices).to_contain_text("the dice stay as they fell")
    assert client.faults == []


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


def test_undo_takes_back_what_the_mod_has_moved_too(sit: Sit) -> None:
    client = sit(enforcement="confirm")
    client.fight()
    client.drag(HOME, (19, 12))
    client.answer("Allow")
    client.wait_kept("jenny", (19, 12))
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    assert client.dialog.count() == 0


def test_a_players_token_is_judged_though_it_is_said_to_block_movement(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.page.evaluate("properties.get(1).blocksMovement = true")
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)


def test_the_gm_is_told_when_a_player_takes_a_token_out_of_the_tracker(sit: Sit) -> None:
    gm = sit()
    player = sit("user=player")
    gm.fight()
    gm.wait_clock("jenny")
    player.page.evaluate("emit('Initiative.Remove', 'jenny')")
    expect(gm.notices).to_contain_text("Jenny was taken out of the tracker")
    assert player.notices.inner_text() == ""


def test_a_turning_token_is_not_judged(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    sent = len(client.frames())
    client.page.evaluate("rotate()")
    assert len(client.frames()) == sent + 1
    client.wait_kept("jenny", (9, 6))


def test_what_no_gesture_made_is_judged_on_the_wire(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.wait_clock("jenny")
    client.drag(HOME, HOME)
    client.page.evaluate("nudge(1, 750, 300)")
    expect(client.notices).to_contain_text("stays")
    client.wait_kept("jenny", HOME)


def test_a_place_without_numbers_never_leaves(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.page.mouse.move(225, 325)
    client.page.mouse.down()
    client.page.mouse.up()
    assert client.faults == ["ert"]
    assert client.frames()[-1]["shapes"][0]["position"]["points"] == [[225, 325]]


def test_other_messages_pass_untouched_and_another_wrapper_keeps_its_place(sit: Sit) -> None:
    client = sit(script="""addEventListener("DOMContentLoaded", () => { globalThis.counted = 0; });""")
    client.page.evaluate(
        """() => { const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (data) { counted += 1; return send.call(this, data); }; }"""
    )
    client.page.evaluate("""emit("Ping", {"x": 1, "é": "\\u2028"})""")
    assert client.page.evaluate("counted") == 1
    last = '42/planarally,["Ping",{"x":1,"é":"\u2028"}]'
    assert last in client.page.evaluate("frames")


def test_a_player_asks_the_gm_and_two_browsers_agree(sit: Sit) -> None:
    gm = sit(enforcement="confirm")
    gm.fight()
    player = sit("user=player")
    wait_until_quiet(player.page)
    player.drag(HOME, (19, 12))
    gm.answer("Refuse")
    player.wait_kept("jenny", HOME)
    assert gm.at("jenny") == HOME
    player.drag(HOME, (19, 12))
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 12))
    gm.wait_kept("jenny", (19, 12))


def test_who_moves_what_another_holds_is_told_of_and_wins(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    player = sit("user=player")
    gm.drag(HOME, (6, 6), drop=False)
    # What one drags the others see where the hand is.
    player.drag((6, 6), (6, 8))
    expect(gm.notices).to_contain_text("Someone else moved this token at the same time")
    gm.page.mouse.up()
    wait_until_quiet(gm.page)
    wait_until_quiet(player.page)
    assert gm.kept("jenny") == gm.at("jenny") == player.at("jenny")


def moves_in_ledger(client: Client, uuid: str = "jenny") -> Any:
    """Where each of a token's moves in this turn began, as it is written down."""
    kept = client.page.evaluate(f"JSON.parse(localStorage.getItem('block shape token {uuid}'))")
    return [(begin["x"] / 50 - 0.5, begin["y"] / 50 - 0.5) for begin in kept["starts"]]


def test_what_another_holds_is_judged_from_where_it_was_put_down_last(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    player.drag(HOME, HOME)
    player.page.evaluate("remake(1)")
    gm.drag(HOME, (7, 6), drop=False)
    wait_until_quiet(player.page)
    # From where the token stands it is farther than Jenny can go.
    player.drag((7, 6), (19, 12))
    expect(player.notices).to_contain_text("Jenny stays")
    expect(player.notices).to_contain_text("Someone else moved this token at the same time")
    gm.wait_kept("jenny", HOME)
    player.wait_kept("jenny", HOME)
    assert moves_in_ledger(gm) == []
    assert gm.faults == player.faults == []


def test_two_who_move_one_token_pay_for_all_of_its_way(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    gm.drag(HOME, (6, 6), drop=False)
    wait_until_quiet(player.page)
    player.drag((6, 6), (8, 6))
    player.wait_kept("jenny", (8, 6))
    player.wait_moves("jenny", 1)
    assert moves_in_ledger(player) == [HOME]
    # Still in the hand of the one who had it first.
    gm.page.mouse.move(*[(part + 0.5) * 50 + 6 for part in (7, 6)], steps=4)
    gm.page.mouse.up()
    gm.wait_moves("jenny", 2)
    wait_until_quiet(gm.page)
    assert moves_in_ledger(gm) == [HOME, (8, 6)]
    assert gm.kept("jenny") == gm.at("jenny") == player.at("jenny") != (8, 6)
    assert gm.faults == player.faults == []


def test_a_click_on_what_another_holds_moves_nothing(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    gm.drag(HOME, (7, 6), drop=False)
    wait_until_quiet(player.page)
    # A hand that is not quite still.
    player.drag((7, 6), (7.1, 6.1))
    wait_until_quiet(player.page)
    assert player.kept("jenny") == HOME
    assert gm.at("jenny") != HOME
    gm.page.mouse.up()
    gm.wait_kept("jenny", (7, 6))
    gm.wait_moves("jenny", 1)
    assert moves_in_ledger(gm) == [HOME]


def test_a_step_by_key_of_what_another_holds_is_judged_from_where_it_was_put_down(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    player.drag(HOME, HOME)
    gm.drag(HOME, (7, 6), drop=False)
    wait_until_quiet(player.page)
    player.page.keyboard.press("ArrowRight")
    player.wait_moves("jenny", 1)
    player.wait_kept("jenny", (8, 6))
    assert moves_in_ledger(player) == [HOME]


def test_what_is_in_the_hand_when_a_round_begins_is_judged_from_where_it_was_taken(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    gm.drag(HOME, (19, 12), drop=False)
    gm.page.evaluate("(fight) => emit('Initiative.Set', fight)", FIGHT | {"round": 2})
    gm.page.wait_for_function("() => JSON.parse(localStorage.getItem('block room fight 1 '))?.round === 2")
    gm.page.evaluate("openTab()")
    expect(gm.page.locator("#tab")).to_contain_text("Done so far")
    gm.page.mouse.up()
    expect(gm.notices).to_contain_text("Jenny stays")
    gm.wait_kept("jenny", HOME)


def test_a_new_turn_by_hand_is_told_to_all(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    client = sit("user=player")
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    client.page.get_by_role("button", name="End turn").click()
    expect(gm.notices).to_have_text("Jenny’s turn has ended; Jenny begins a new one.")
    client.wait_chat()
    assert "Jenny" in client.page.evaluate("chat")[0]
    assert "turn has ended" in client.page.evaluate("chat")[0]


def test_a_sheet_that_the_rules_cannot_read_is_not_kept(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    brawn = client.page.locator("#footwork-sheet-brawn")
    expect(brawn).to_have_value("3")
    brawn.fill("-7")
    expect(client.page.locator("#tab .field-error")).to_be_visible()
    kept = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny'))")
    assert kept["characters"]["contract"]["brawn"] == 3
    client.page.evaluate("closeTab(); scrollTo(0, 0)")
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")


def test_a_turn_that_cannot_be_read_counts_as_none(sit: Sit) -> None:
    client = sit(turn={"ledger": 7, "moves": "none"})
    client.fight()
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    assert client.faults == []


SPOILT = {
    "room asked ": {
        "a": None,
        "b": 7,
        "c": {"kind": "letThrough", "token": 7, "text": {"no": "text"}, "answer": None, "until": 9e15},
        "d": {"kind": "goOn", "token": "jenny", "text": "Go on?", "answer": None, "until": 9e15},
    },
    "room grounds ": {"wall": None, "pit": {"kind": "difficult", "multiplier": "many"}},
    "room fight 1 ": {"isActive": True, "round": "two", "members": 7},
    "shape token rook": {"characters": 7, "circumstances": None, "side": {}, "turn": [], "starts": 1},
}


def test_what_a_player_spoils_of_what_is_kept_keeps_nobodys_moves_from_being_judged(sit: Sit) -> None:
    first = sit(is_fighting=True)
    first.page.evaluate(
        "(all) => { for (const [key, kept] of Object.entries(all))"
        " localStorage.setItem(`block ${key}`, JSON.stringify(kept)); }",
        SPOILT,
    )
    gm = sit("again")
    wait_until_quiet(gm.page)
    gm.fight()
    gm.drag((4, 8), (4, 10))
    gm.wait_kept("rook", (4, 10))
    gm.drag(HOME, (19, 12))
    expect(gm.notices).to_contain_text("Jenny stays")
    gm.wait_kept("jenny", HOME)
    assert gm.faults == []


NO_RULES = "globalThis.Worker = class { constructor() { throw new Error('no worker here'); } };"


def test_held_tokens_stay_while_the_rules_do_not_run(sit: Sit) -> None:
    client = sit(script=NO_RULES, ready=False, failClosed=True)
    client.fight()
    client.drag(HOME, (6, 6))
    client.page.wait_for_timeout(300)
    client.wait_kept("jenny", HOME)


def test_a_question_that_breaks_every_worker_is_told_each_time_while_others_are_judged(sit: Sit) -> None:
    # Each question is asked three times: of a worker that dies of it, and of two more that can do nothing else.
    breaking = """globalThis.deaths = 0;
        const die = (worker) => {
            deaths -= 1;
            worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory, say" }));
        };
        const ready = { type: "ready", versions: { footwork: "0", pyodide: "0" }, millis: 0, because: "" };
        class Dying extends EventTarget {
            postMessage({ type }) {
                if (type === "start") this.dispatchEvent(new MessageEvent("message", { data: ready }));
                else setTimeout(() => die(this));
            }
            terminate() {}
        }
        globalThis.Worker = class extends Worker {
            constructor(...settings) {
                if (deaths > 0) return new Dying();
                super(...settings);
            }
            postMessage(message) {
                if (deaths > 0 && message.type === "request" && message.text.includes('"op":"apply"')) die(this);
                else super.postMessage(message);
            }
        };"""
    client = sit(script=breaking, is_fighting=True)
    told = client.notices.get_by_text("The movement rules cannot judge Jenny")
    for start, end in [(HOME, (6, 6)), ((6, 6), (8, 6))]:
        client.page.evaluate("deaths = 3")
        client.drag(start, end)
        expect(told).to_have_text(re.compile("out of memory, say"), timeout=60_000)
        client.wait_kept("jenny", end)
        expect(client.page.locator(".footwork-button")).to_have_attribute(
            "data-state", "ready", timeout=60_000
        )
        client.page.evaluate("document.querySelector('.footwork-notices').replaceChildren()")
    client.drag((8, 6), (9, 6))
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)
    expect(client.notices.locator("p")).to_have_count(0)


@pytest.mark.parametrize("size", ["{x: 60, y: 60}", "{x: -1, y: 1}", "{x: 1, y: NaN}"])
@pytest.mark.parametrize("grid", ["SQUARE", "POINTY_HEX"])
def test_no_size_has_a_token_move_without_the_rules(sit: Sit, grid: str, size: str) -> None:
    client = sit(is_fighting=True, location={"gridType": grid})
    client.page.evaluate(f"shapes.get(1).size = {size}")
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    expect(client.notices).not_to_contain_text("cannot judge")
    client.wait_kept("jenny", HOME)
    assert client.faults == []


def test_a_location_without_a_known_unit_is_told_once(sit: Sit) -> None:
    client = sit(location={"unitSizeUnit": "parsecs"})
    client.fight()
    for _ in range(2):
        client.drag(client.at("jenny"), (client.at("jenny")[0] + 4, 10))
    expect(client.notices.locator("p")).to_have_count(1)
    expect(client.notices).to_contain_text("parsecs")


def test_by_polling_a_drag_too_far_is_still_put_back(sit: Sit) -> None:
    client = sit("net=polling&loadLocation=no", is_fighting=True)
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("stays")
    client.wait_kept("jenny", HOME)


def test_a_preset_sets_all_house_rules_and_gives_back_what_was_there(sit: Sit) -> None:
    client = sit(system="sr5", houseRules={"share_cell": True})
    client.page.locator(".footwork-button").click()
    standing = client.dialog.get_by_test_id("presets").get_by_role("status")
    expect(standing).to_have_text("As edited, differs in 1 place")
    client.dialog.get_by_label("Preset").select_option("Core book")
    expect(standing).to_have_text("Core book, unchanged")
    client.dialog.get_by_role("button", name="Restore custom choices").click()
    expect(standing).to_have_text("As edited, differs in 1 place")
    expect(client.dialog.get_by_role("switch", name="Small tokens share a cell")).to_be_checked()
    client.dialog.get_by_role("button", name="Back to: off, Small tokens share a cell").click()
    expect(standing).to_have_text("As edited, unchanged")


def test_a_slow_start_is_told_on_the_button_and_in_its_dialog(sit: Sit) -> None:
    client = sit("user=player", script=SLOW_START)
    button = client.page.locator(".footwork-button")
    told = "could not be used: no room for it"
    expect(button).to_have_attribute("title", re.compile(f"^The movement rules are ready. .*{told}.$"))
    button.click()
    expect(client.dialog.get_by_text(told)).to_be_visible()


def test_the_gm_sets_the_table_and_a_sheet_in_forms(sit: Sit) -> None:
    client = sit()
    client.page.locator(".footwork-button").click()
    client.dialog.get_by_label("Rules", exact=True).select_option("sr5")
    expect(client.dialog.get_by_text("House rules to settle first")).to_be_visible()
    expect(client.dialog.get_by_text("Walk for free, run for dice")).to_be_visible()
    client.answer("Close")
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    client.page.locator("#footwork-sheet-agility").fill("7")
    expect(client.page.locator("#tab")).to_contain_text("Done so far")
    client.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block shape token jenny')).characters.sr5?.agility === 7"
    )


def test_what_a_sheet_lacks_is_told_and_set(sit: Sit) -> None:
    client = sit(character={"dexterity": 4})
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    assumed = client.page.locator("#tab").get_by_test_id("assumed")
    expect(assumed).to_have_text("Assumed: Brawn 1. Set it on the sheet.")
    assumed.get_by_role("button").click()
    brawn = client.page.locator("#footwork-sheet-brawn")
    expect(brawn).to_be_focused()
    expect(brawn).to_have_value("")
    brawn.fill("1")
    expect(assumed).to_have_count(0)


def test_a_token_that_was_in_focus_when_the_rules_were_chosen_has_its_tab(sit: Sit) -> None:
    gm = sit(system="")
    gm.drag(HOME, HOME)
    gm.page.evaluate("openTab()")
    expect(gm.page.locator("#tab")).to_contain_text("Choose the rules of this table first")
    gm.page.evaluate("closeTab()")
    gm.page.locator(".footwork-button").click()
    gm.dialog.get_by_label("Rules", exact=True).select_option("contract")
    gm.answer("Close")
    gm.page.evaluate("openTab()")
    expect(gm.page.locator("#tab")).to_contain_text("Done so far")
    assert gm.faults == []


def test_the_tab_shows_and_changes_the_token_in_focus_and_no_other(sit: Sit) -> None:
    client = sit(script=LATE)
    brawn = client.page.locator("#footwork-sheet-brawn")
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    expect(brawn).to_have_value("3")
    client.page.evaluate("lateness = 400; selected.clear(); selected.add(4)")
    expect(brawn).to_have_count(0)
    expect(brawn).to_have_value("")
    client.page.evaluate("closeTab(); selected.clear(); selected.add(1); openTab()")
    expect(brawn).to_have_value("3")
    client.page.evaluate("closeTab(); selected.clear(); selected.add(4); openTab()")
    assert brawn.count() == 0
    expect(brawn).to_have_value("")
    brawn.fill("6")
    client.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block shape token rook')).characters.contract?.brawn === 6"
    )
    jenny = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny'))")
    assert jenny["characters"]["contract"]["brawn"] == 3


def test_what_is_typed_for_one_token_never_reaches_another(sit: Sit) -> None:
    client = sit()
    client.drag(HOME, HOME)
    client.page.evaluate("openTab()")
    expect(client.page.locator("#footwork-sheet-brawn")).to_have_value("3")
    before = client.page.evaluate("({...localStorage})")
    client.page.evaluate("""() => {
        const input = document.getElementById("footwork-sheet-brawn");
        selected.clear();
        selected.add(4);
        input.value = "6";
        for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
    }""")
    expect(client.page.locator("#footwork-sheet-brawn")).to_have_value("")
    assert client.page.evaluate("({...localStorage})") == before


def test_a_modifier_to_tests_changes_the_chance_asked(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4})
    client.fight()
    client.drag(HOME, (13, 6))
    expect(client.dialog).to_contain_text("%")
    before = client.dialog.inner_text()
    client.answer("Stay")
    client.wait_kept("jenny", HOME)
    client.page.evaluate("openTab()")
    client.page.locator("#footwork-circumstances-test_modifier").fill("2")
    client.page.wait_for_function(
        "JSON.parse(localStorage.getItem('block shape token jenny'))"
        ".circumstances?.contract.test_modifier === 2"
    )
    client.page.evaluate("document.querySelector('#tab').remove(); scrollTo(0, 0)")
    client.drag(HOME, (13, 6))
    expect(client.dialog).to_contain_text("%")
    assert client.dialog.inner_text() != before
    client.answer("Stay")


def test_of_several_in_one_hand_only_those_go_that_may_and_undo_moves_only_them(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, HOME)
    client.page.evaluate("selected.add(4)")
    client.drag(HOME, (10, 6))
    expect(client.notices).to_contain_text("Rook stays")
    client.wait_kept("jenny", (10, 6))
    client.wait_kept("rook", (4, 8))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_kept("rook", (4, 8))
    assert client.faults == []


@pytest.mark.parametrize(("answer", "cell"), [("Allow", (11, 6)), ("Refuse", (13, 6))])
def test_a_foe_that_may_react_stops_a_move_only_if_the_gm_says_so(
    sit: Sit, answer: str, cell: tuple[int, int]
) -> None:
    character = {"styles": {"walk": "normal"}, "hooks": 1}
    client = sit(system="styles", character=character, houseRules={"reaction_reach_u": 1})
    client.drag(HOME, (13, 6))
    client.wait_kept("jenny", (13, 6))
    client.fight()
    client.drag((13, 6), (11, 6))
    expect(client.dialog).to_contain_text("Let the move go on?")
    client.answer(answer)
    client.wait_moves("jenny", 1)
    client.wait_kept("jenny", cell)


def test_the_gm_reads_which_foe_may_react_to_a_players_move(sit: Sit) -> None:
    character = {"styles": {"walk": "normal"}, "hooks": 1}
    gm = sit(system="styles", character=character, houseRules={"reaction_reach_u": 1})
    gm.drag(HOME, (13, 6))
    gm.wait_kept("jenny", (13, 6))
    gm.fight()
    gm.wait_clock("jenny")
    player = sit("user=player")
    wait_until_quiet(player.page)
    player.drag((13, 6), (11, 6))
    expect(gm.dialog).to_contain_text("Let the move go on?")
    gm.answer("Refuse")
    player.wait_moves("jenny", 1)
    player.wait_kept("jenny", (13, 6))
    assert gm.faults == player.faults == []


def test_a_collapsed_token_is_judged_when_it_is_expanded_by_its_whole_way(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, HOME)
    client.page.evaluate("collapse(1, 4)")
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("ArrowRight")
    client.wait_kept("jenny", (10, 6))
    assert client.kept("rook") == (4, 8)
    client.page.evaluate("expand(1)")
    expect(client.notices).to_contain_text("Rook stays")
    client.wait_kept("rook", (4, 8))


def test_what_is_put_back_goes_to_the_very_place_where_it_lay(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, HOME)
    client.page.evaluate("nudge(1, 7, 4)")
    client.drag((4.14, 6.08), (19, 12))
    expect(client.notices).to_contain_text("stays")
    client.wait_kept("jenny", (4.14, 6.08))


@pytest.mark.parametrize("lateness", [0, 400])
def test_what_is_undone_goes_to_the_very_place_where_it_lay(sit: Sit, lateness: int) -> None:
    client = sit(script=LATE, is_fighting=True)
    client.drag(HOME, HOME)
    client.page.evaluate("nudge(1, 7, 4)")
    client.drag((4.14, 6.08), (4.14, 6.08))
    wait_until_quiet(client.page)
    client.page.evaluate(f"lateness = {lateness}")
    client.drag((4.14, 6.08), (7, 6))
    client.wait_kept("jenny", (7, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", 0)
    client.wait_kept("jenny", (4.14, 6.08))


def test_undo_takes_back_what_the_mod_has_moved_under_what_the_host_has(sit: Sit) -> None:
    client = sit(script=LATE)
    client.fight()
    client.page.evaluate("lateness = 400")
    client.drag(HOME, (6, 6))
    client.wait_kept("jenny", (6, 6))
    client.wait_moves("jenny", 1)
    client.page.evaluate("lateness = 0")
    client.drag((6, 6), (8, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("10\u00a0ft")
    client.page.mouse.up()
    client.wait_kept("jenny", (8, 6))
    client.wait_moves("jenny", 2)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", (6, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_moves("jenny", 0)
    assert client.faults == []


def test_undo_takes_a_newer_deletion_back_before_a_rolled_move(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_chat()
    client.wait_moves("jenny", 1)
    there = client.at("jenny")
    client.page.evaluate("deleteShape(4)")
    client.page.keyboard.press("Control+z")
    assert client.page.evaluate("shapes.has(4)")
    wait_until_quiet(client.page)
    assert client.at("jenny") == there != HOME
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_moves("jenny", 0)
    assert client.faults == []


@pytest.mark.parametrize("deed", ["rotate()", "drawShape()"])
def test_what_the_host_tells_in_several_messages_is_one_step_to_undo(sit: Sit, deed: str) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    client.drag((4, 8), (6, 8))
    client.wait_kept("rook", (6, 8))
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_chat()
    client.wait_moves("jenny", 1)
    there = client.at("jenny")
    client.page.evaluate("selected.add(4)")
    client.page.evaluate(deed)
    client.page.keyboard.press("Control+z")
    wait_until_quiet(client.page)
    assert client.at("jenny") == there != HOME
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_moves("jenny", 0)
    client.wait_kept("rook", (6, 8))
    client.page.keyboard.press("Control+z")
    client.wait_kept("rook", (4, 8))
    assert client.faults == []


def test_a_refused_drag_leaves_no_step_to_undo(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (9, 6))
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)
    client.drag((9, 6), (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (9, 6))
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_moves("jenny", 0)


def test_a_step_by_key_that_was_refused_is_no_step_to_undo(sit: Sit) -> None:
    client = sit(character={"dexterity": 0, "brawn": 0, "athletics": 0}, is_fighting=True)
    client.drag(HOME, HOME)
    for step in range(1, 12):
        client.page.keyboard.press("ArrowDown")
        wait_until_quiet(client.page)
        if client.notices.inner_text():
            break
        client.wait_moves("jenny", step)
    assert client.kept("jenny") == (HOME[0], HOME[1] + step - 1)
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", step - 2)
    client.wait_kept("jenny", (HOME[0], HOME[1] + step - 2))
    assert client.faults == []


def test_undo_pressed_again_before_the_first_is_done_takes_back_one_move_each(sit: Sit) -> None:
    client = sit(script=LATE, is_fighting=True)
    client.drag(HOME, HOME)
    for step in range(1, 5):
        client.page.keyboard.press("ArrowRight")
        wait_until_quiet(client.page)
        client.wait_moves("jenny", step)
    client.page.evaluate("lateness = 200")
    for _ in range(3):
        client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", (HOME[0] + 1, HOME[1]))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny", 0)
    client.wait_kept("jenny", HOME)
    assert client.faults == []


def test_undo_pressed_again_takes_all_back_that_were_moved_by_the_step_before(sit: Sit) -> None:
    client = sit(script=LATE)
    client.fight()
    for token in ("jenny", "rook"):
        client.wait_clock(token)
    client.drag(HOME, HOME)
    client.page.evaluate("selected.add(4)")
    client.drag(HOME, (6, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("ft")
    wait_until_quiet(client.page)
    client.page.mouse.up()
    for token in ("jenny", "rook"):
        client.wait_moves(token, 1)
    client.page.evaluate("selected.delete(4)")
    client.drag((6, 6), (7, 6))
    wait_until_quiet(client.page)
    client.wait_moves("jenny", 2)
    client.page.evaluate("lateness = 200")
    for _ in range(2):
        client.page.keyboard.press("Control+z")
    for token, home in (("jenny", HOME), ("rook", (4, 8))):
        client.wait_moves(token, 0)
        client.wait_kept(token, home)
    assert client.faults == []


def test_undo_to_where_a_token_stands_already_writes_no_move_down(sit: Sit) -> None:
    gm = sit(script=LATE, is_fighting=True)
    player = sit("user=player")
    gm.page.evaluate("lateness = 1000")
    gm.drag(HOME, (6, 6))
    player.wait_kept("jenny", (6, 6))
    player.wait_moves("jenny", 1)
    gm.page.evaluate("lateness = 0")
    player.drag((6, 6), HOME)
    gm.wait_kept("jenny", HOME)
    player.wait_moves("jenny", 2)
    gm.page.keyboard.press("Control+z")
    wait_until_quiet(gm.page)
    gm.wait_kept("jenny", HOME)
    gm.wait_moves("jenny", 2)


def test_undo_of_several_in_one_hand_takes_them_back_though_the_first_was_refused(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.wait_clock("jenny")
    client.drag(HOME, HOME)
    client.page.evaluate("selected.clear(); selected.add(4); selected.add(1)")
    client.drag((4, 8), (10, 8))
    expect(client.notices).to_contain_text("Rook stays")
    client.wait_kept("jenny", (10, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    client.wait_kept("rook", (4, 8))
    client.wait_moves("jenny", 0)


@pytest.mark.parametrize("enforcement", ["confirm", "inform"])
def test_a_move_that_no_way_leads_along_is_undone_without_asking(sit: Sit, enforcement: str) -> None:
    client = sit(is_fighting=True, enforcement=enforcement, kept={"shapes": [*TOKENS, CAGE]})
    client.drag(HOME, (15, 6))
    if enforcement == "confirm":
        client.answer("Allow")
    client.wait_kept("jenny", (15, 6))
    wait_until_quiet(client.page)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny", HOME)
    wait_until_quiet(client.page)
    expect(client.dialog).to_have_count(0)
    client.wait_kept("jenny", HOME)


def test_out_of_the_window_a_token_is_let_go_and_judged(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (19, 12), drop=False)
    client.page.evaluate("document.getElementById('main').dispatchEvent(new MouseEvent('mouseleave'))")
    expect(client.notices).to_contain_text("stays")
    # Not in the hand any more, but still selected.
    expect(client.page.locator(".footwork-said")).to_contain_text("Free Movement 25\u00a0ft")
    client.wait_kept("jenny", HOME)


def test_letting_go_over_the_toolbar_is_a_drop(sit: Sit) -> None:
    client = sit()
    client.fight()
    mouse = client.page.mouse
    client.drag(HOME, (7, 6), drop=False)
    mouse.move(900, 650)
    mouse.up()
    client.wait_kept("jenny", (7, 6))
    client.wait_moves("jenny", 1)
    mouse.move(531, 331, steps=4)
    mouse.down()
    mouse.up()
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (7, 6))


def test_a_token_of_which_no_message_left_has_not_moved(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (7, 6), drop=False)
    client.page.evaluate("locked.add(1)")
    client.page.mouse.up()
    client.wait_kept("jenny", HOME)
    client.page.evaluate("locked.clear()")
    client.drag(HOME, (19, 12))
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", HOME)


def test_what_is_dropped_after_a_change_of_floor_is_recorded(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (7, 6), drop=False)
    client.page.keyboard.press("PageUp")
    client.page.mouse.move(431, 331, steps=4)
    client.page.mouse.up()
    client.wait_kept("jenny", (8, 6))
    client.wait_moves("jenny", 1)


def test_the_other_buttons_drop_nothing(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (7, 6), drop=False)
    client.page.mouse.down(button="right")
    client.page.mouse.up(button="right")
    client.page.mouse.move(481, 331, steps=4)
    client.page.mouse.up()
    client.wait_kept("jenny", (9, 6))
    client.wait_moves("jenny", 1)


def test_each_location_has_a_fight_of_its_own(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player")
    gm.page.evaluate("goTo(2)")
    gm.page.evaluate("emit('Initiative.Set', {isActive: false, round: 4, data: []})")
    gm.page.wait_for_function("() => JSON.parse(localStorage.getItem('block room fight 2 '))?.round === 4")
    for client in (player, sit("user=player&back")):
        client.drag(client.at("jenny"), (19, 12))
        expect(client.notices).to_contain_text("Jenny stays")
    turn = gm.page.evaluate("localStorage.getItem('block shape token jenny')")
    gm.fight()
    gm.page.evaluate("goTo(1)")
    gm.page.evaluate("goTo(2)")
    wait_until_quiet(gm.page)
    gm.page.evaluate("goTo(1)")
    wait_until_quiet(gm.page)
    kept = gm.page.evaluate("localStorage.getItem('block room fight 1 ')")
    assert '"isActive":true' in kept
    assert gm.page.evaluate("localStorage.getItem('block shape token jenny')") != turn


def test_a_gm_in_another_location_sets_rules_and_is_asked(sit: Sit) -> None:
    gm = sit("location=2", is_fighting=True)
    player = sit("user=player")
    gm.page.locator(".footwork-button").click()
    gm.dialog.get_by_label("Impossible moves").select_option("Ask: the GM decides")
    gm.answer("Close")
    player.page.wait_for_timeout(3_500)
    player.drag(HOME, (19, 12))
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 12))


@pytest.mark.parametrize("width", [1000, 360])
@pytest.mark.parametrize("locations", ["shown", "hidden"])
def test_the_button_covers_no_location_and_no_zoom(sit: Sit, width: int, locations: str) -> None:
    client = sit(f"locations={locations}")
    client.page.set_viewport_size({"width": width, "height": 700})
    boxes = client.page.evaluate("""() => ["#location-bar", "#zoom", ".footwork-button"].map((one) =>
        document.querySelector(one).getBoundingClientRect().toJSON())""")
    button = boxes.pop()
    assert button["width"] > 0
    assert button["right"] <= width
    for other in boxes:
        apart = (
            button["left"] >= other["right"]
            or button["right"] <= other["left"]
            or button["top"] >= other["bottom"]
            or button["bottom"] <= other["top"]
        )
        assert apart
    client.page.locator(".footwork-button").click()
    expect(client.dialog).to_be_visible()
    client.page.set_viewport_size(WINDOW)


def test_keys_in_a_dialog_and_in_the_tab_never_reach_the_host(sit: Sit) -> None:
    client = sit(is_fighting=True, enforcement="confirm")
    keyboard = client.page.keyboard
    client.drag(HOME, (19, 12))
    expect(client.dialog).to_be_visible()
    for key in ("Backspace", "Tab", "Control+z", "ArrowRight"):
        keyboard.press(key)
    client.dialog.locator("p").click()
    for key in ("Backspace", "Tab", "Control+z", "ArrowRight"):
        keyboard.press(key)
    client.answer("Refuse")
    client.wait_kept("jenny", HOME)
    client.page.evaluate("openTab()")
    client.page.get_by_role("button", name="End turn").focus()
    keyboard.press("Backspace")
    keyboard.press("Tab")
    assert client.page.evaluate("deleted") == []
    assert client.page.evaluate("document.body.dataset.mode") is None
    client.page.evaluate("document.activeElement.blur(); closeTab()")
    keyboard.press("Backspace")
    assert client.page.evaluate("deleted") == [1]


def test_variants_of_a_token_are_one_token(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.page.evaluate("addVariant(1, {id: 9, uuid: 'wolf', name: 'Jenny as a wolf'})")
    client.drag(HOME, (9, 6))
    client.wait_kept("wolf", (9, 6))
    client.wait_moves("jenny", 1)
    client.drag((9, 6), (6, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("Jenny as a wolf \u00b7 15\u00a0ft")
    expect(client.page.locator(".footwork-said")).to_contain_text("dice")
    client.page.mouse.up()
    client.wait_moves("jenny", 2)


WOLF = "addVariant(1, {id: 9, uuid: 'wolf', name: 'Wolf'})"


def test_another_variant_stands_where_the_token_stood_whoever_holds_it(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player")
    player.drag(HOME, HOME)
    gm.drag(HOME, (19, 12), drop=False)
    wait_until_quiet(player.page)
    assert player.at("jenny") == (19, 12)
    player.page.evaluate(WOLF)
    player.wait_kept("wolf", HOME)
    assert player.faults == gm.faults == []


def test_a_variant_that_somebody_holds_goes_nowhere_once_another_is_seen(sit: Sit) -> None:
    gm = sit(is_fighting=True)
    player = sit("user=player")
    for client in (gm, player):
        client.page.evaluate(WOLF)
        client.page.evaluate("switchVariant(9, 1)")
        client.wait_kept("jenny", HOME)
        client.drag(HOME, HOME)
        wait_until_quiet(client.page)
    player.drag(HOME, (7, 6), drop=False)
    wait_until_quiet(player.page)
    gm.page.evaluate("switchVariant(1, 9)")
    player.page.evaluate("showVariant(1, 9)")
    player.wait_kept("wolf", HOME)
    player.page.mouse.up()
    wait_until_quiet(player.page)
    player.wait_kept("wolf", HOME)
    assert moves_in_ledger(player) == []
    # What is seen now moves as before.
    player.drag(HOME, (6, 6))
    player.wait_kept("wolf", (6, 6))
    player.wait_moves("jenny", 1)
    assert gm.faults == player.faults == []


def test_switching_variants_to_and_fro_costs_nothing(sit: Sit) -> None:
    client = sit(is_fighting=True)
    other = sit("user=player&mod=none")
    client.drag(HOME, (6, 6))
    client.wait_moves("jenny", 1)
    client.page.evaluate(WOLF)
    # Somebody else moves what is seen now; nobody does anything here before the first one is back.
    position = {"uuid": "wolf", "position": {"angle": 0, "points": [[425, 325]]}}
    other.page.evaluate(
        "(moved) => emit('Shapes.Position.Update', { shapes: [moved], temporary: false })", position
    )
    client.wait_kept("wolf", (8, 6))
    wait_until_quiet(client.page)
    client.page.evaluate("switchVariant(9, 1)")
    client.wait_kept("jenny", (8, 6))
    wait_until_quiet(client.page)
    assert moves_in_ledger(client) == [HOME]
    assert client.faults == []


def test_a_switch_of_variants_is_no_step_to_undo(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.wait_clock("rook")
    client.drag(HOME, (6, 6))
    client.wait_moves("jenny", 1)
    client.drag((4, 8), (8, 8))
    client.answer("Roll")
    client.wait_moves("rook", 1)
    rolled = client.at("rook")
    assert rolled != (4, 8)
    client.page.evaluate(WOLF)
    client.page.keyboard.press("Control+z")
    client.wait_kept("rook", (4, 8))
    client.wait_kept("wolf", (6, 6))
    assert client.faults == []


# Nobody leaves this column.
CORRIDOR: list[dict[str, Any]] = [
    {**CAGE, "id": 30 + x, "uuid": f"wall at {x}", "wall": [[x, 0], [x, 600]]} for x in (200, 250)
]


def test_a_variant_is_of_the_side_of_who_may_move_the_token(sit: Sit) -> None:
    client = sit(kept={"shapes": [*TOKENS, *CORRIDOR]})
    client.page.evaluate("addVariant(1, {id: 9, uuid: 'wolf', name: 'Wolf'})")
    client.fight()
    client.wait_clock("rook")
    # Through the wolf, whom only a friend lets by.
    client.drag((4, 8), (4, 5))
    client.wait_kept("rook", (4, 5))
    client.wait_moves("rook", 1)
    assert client.faults == []


def test_a_token_that_everybody_may_move_is_of_the_party(sit: Sit) -> None:
    client = sit(kept={"shapes": [*TOKENS, *CORRIDOR]})
    client.page.evaluate("properties.get(1).name = 'Foe no more'; shared.add(1)")
    client.fight()
    client.wait_clock("rook")
    client.drag((4, 8), (4, 5))
    client.wait_kept("rook", (4, 5))
    client.wait_moves("rook", 1)


def test_a_deleted_token_that_comes_back_keeps_its_sheet_and_its_turn(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (9, 6))
    client.wait_moves("jenny", 1)
    before = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny'))")
    client.page.evaluate("deleteShape(1)")
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny again", 1)
    after = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token jenny again'))")
    assert (after["turn"], after["characters"]) == (before["turn"], before["characters"])
    assert client.faults == []


def test_a_rolled_move_of_a_token_that_was_deleted_and_is_back_can_be_undone(sit: Sit) -> None:
    client = sit(character={"dexterity": 4, "brawn": 3, "athletics": 4}, is_fighting=True)
    client.drag(HOME, (13, 6))
    client.answer("Roll")
    client.wait_chat()
    client.wait_moves("jenny", 1)
    client.page.evaluate("deleteShape(1)")
    client.page.keyboard.press("Control+z")
    client.wait_moves("jenny again", 1)
    client.page.keyboard.press("Control+z")
    client.wait_kept("jenny again", HOME)
    client.wait_moves("jenny again", 0)


def test_the_gm_is_told_when_a_player_deletes_a_token_of_the_fight(sit: Sit) -> None:
    gm = sit()
    player = sit("user=player")
    gm.fight()
    gm.wait_clock("jenny")
    player.page.evaluate("deleteShape(1)")
    expect(gm.notices).to_contain_text("Jenny was taken out of the tracker")
    assert "Rook" not in gm.notices.inner_text()
    assert player.notices.inner_text() == ""


def test_whom_one_entry_of_the_tracker_stands_for_are_all_in_the_fight(sit: Sit) -> None:
    gm = sit()
    gm.page.evaluate("groups.set(1, 'the brave').set(4, 'the brave')")
    one = {"isActive": True, "round": 1, "data": [{"shape": "jenny", "isGroup": True}]}
    gm.page.evaluate("(fight) => emit('Initiative.Set', fight)", one)
    gm.wait_clock("jenny")
    gm.wait_clock("rook")
    for client in (gm, sit("user=player")):
        client.page.evaluate("groups.set(1, 'the brave').set(4, 'the brave')")
        client.drag((4, 8), (19, 8))
        expect(client.notices).to_contain_text("Rook stays")
        client.wait_kept("rook", (4, 8))
    # As its players say in the tracker, the entry stands for one token only, or again for all.
    for stands_for_all in (False, True):
        option = {"shape": "jenny", "option": "isGroup", "value": stands_for_all}
        gm.page.evaluate("(option) => emit('Initiative.Option.Set', option)", option)
        gm.page.wait_for_function(
            "(count) => JSON.parse(localStorage.getItem('block room fight 1 ')).groups.length === count",
            arg=int(stands_for_all),
        )


def test_a_round_that_a_token_has_moved_in_counts_on_when_the_tracker_goes_back_and_forward(sit: Sit) -> None:
    gm = sit()
    gm.fight()
    gm.wait_clock("jenny")
    gm.page.evaluate("emit('Initiative.Round.Update', {round: 2})")
    wait_until_quiet(gm.page)
    gm.drag(HOME, (9, 6))
    gm.wait_moves("jenny", 1)
    gm.page.evaluate("emit('Initiative.Round.Update', {round: 1})")
    expect(gm.notices).to_contain_text("Undo what came later first")
    gm = sit()
    for tells, moves in ((2, 1), (3, 0)):
        gm.page.evaluate("(round) => emit('Initiative.Round.Update', {round})", tells)
        wait_until_quiet(gm.page)
        gm.wait_moves("jenny", moves)


def test_a_gm_who_looks_as_a_player_does_stays_the_gm(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    gm.page.evaluate("Object.assign(game, {isDm: false, isFakePlayer: true})")
    player = sit("user=player")
    player.drag(HOME, (19, 12))
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 12))
    player.wait_moves("jenny", 1)
    gm.page.evaluate("emit('Initiative.Round.Update', {round: 2})")
    player.wait_moves("jenny", 0)


def test_a_copy_has_the_sheet_of_what_it_was_copied_from_and_a_turn_of_its_own(sit: Sit) -> None:
    client = sit()
    client.fight()
    client.drag(HOME, (9, 6))
    client.wait_moves("jenny", 1)
    client.page.keyboard.press("Control+c")
    client.page.keyboard.press("Control+v")
    client.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block shape token copy of 1'))?.characters.contract.brawn === 3"
    )
    kept = client.page.evaluate("JSON.parse(localStorage.getItem('block shape token copy of 1'))")
    assert kept["turn"] == {"ledger": None, "moves": []}
    assert client.faults == []


# Whether a way is drawn over a point of the page.
WAY = """(x, y) => {
  const canvas = document.querySelector(".footwork-ways");
  return canvas.width > 0 && canvas.getContext("2d").getImageData(x, y, 1, 1).data[3] > 0;
}"""


UNSEEN: list[dict[str, Any]] = [
    {"id": 20, "uuid": "lurker", "name": "Foe Lurker", "at": [375, 425]},
    {**CAGE, "id": 21, "uuid": "unseen wall", "wall": [[350, 300], [350, 500]]},
    {**CAGE, "id": 22, "uuid": "unseen bog", "wall": [[320, 250], [500, 250], [500, 300], [320, 300]]},
]


def test_what_a_player_does_not_see_changes_nothing_that_is_told(sit: Sit) -> None:
    told = {}
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
        # Which ways were asked about in passing depends on the hand.
        reach = [answer for answer in answers if '"layers"' in answer]
        told[name] = [*reach, [answer for answer in answers if '"plans"' in answer][-1]]
    assert told["with"] == told["without"] != []


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


def test_the_gm_sees_who_asks_for_what_and_goes_on_meanwhile(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    player = sit("user=player")
    wait_until_quiet(player.page)
    player.drag(HOME, (19, 6))
    expect(gm.dialog).to_contain_text("Ann asks: Jenny, 75\u00a0ft")
    gm.page.wait_for_function(f"() => ({WAY})(600, 325)")
    gm.drag((4, 8), (4, 10))
    gm.wait_kept("rook", (4, 10))
    gm.answer("Allow")
    player.wait_kept("jenny", (19, 6))
    gm.page.wait_for_function(f"() => !({WAY})(600, 325)")


def test_a_question_that_nobody_waits_for_is_withdrawn_and_stays_away(sit: Sit) -> None:
    gm = sit(enforcement="confirm", is_fighting=True)
    player = sit("user=player")
    wait_until_quiet(player.page)
    player.page.clock.install()
    player.drag(HOME, (19, 12))
    expect(gm.dialog).to_be_visible()
    asked = gm.page.evaluate("localStorage.getItem('block room asked ')")
    player.page.clock.fast_forward(61_000)
    expect(gm.dialog).to_have_count(0)
    old = re.sub(r'"until":\d+', '"until":1', asked)
    gm.page.evaluate("(old) => localStorage.setItem('block room asked ', old)", old)
    again = sit("again")
    wait_until_quiet(again.page)
    expect(again.dialog).to_have_count(0)


def ask_by_hand(client: Client, **question: Any) -> None:
    """Have a question wait for the GM that no move has asked."""
    whole = {
        "kind": "letThrough",
        "token": "jenny",
        "location": 1,
        "user": "Ann",
        "answer": None,
        "at": {"x": 975, "y": 325},
        "text": "Shall I bring you a coffee?",
        "until": 9e15,
        **question,
    }
    client.page.evaluate(
        "(asked) => localStorage.setItem('block room asked ', JSON.stringify({ asked }))", whole
    )


def test_what_the_gm_is_asked_is_written_by_the_gms_browser(sit: Sit) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first)
    gm = sit("again")
    expect(gm.dialog).to_contain_text("Ann asks: Jenny, 75\u00a0ft")
    expect(gm.dialog).not_to_contain_text("coffee")
    gm.page.wait_for_function(f"() => ({WAY})(600, 325)")
    assert gm.faults == []


def test_the_gm_is_told_that_a_move_needs_no_permission(sit: Sit) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first, at={"x": 325, "y": 325})
    gm = sit("again")
    expect(gm.dialog).to_contain_text("Jenny, 10\u00a0ft: as far as is known here, the rules allow it")


@pytest.mark.parametrize("question", [{}, {"kind": "goOn", "ledger": {}}])
def test_the_gm_is_asked_in_plain_words_where_no_rules_answer(sit: Sit, question: dict[str, Any]) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first, **question)
    gm = sit("again", script=NO_RULES, ready=False)
    expect(gm.dialog).to_contain_text("Ann asks: Jenny: the rules do not answer here")
    expect(gm.dialog).not_to_contain_text("coffee")
    gm.page.wait_for_function(f"() => ({WAY})(600, 325)")
    gm.answer("Refuse")
    gm.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('block room asked ')).asked.answer === false"
    )
    assert gm.faults == []


@pytest.mark.parametrize("question", [{"token": "nobody"}, {"kind": "goOn", "ledger": None}])
def test_what_cannot_be_asked_is_not_put_to_the_gm(sit: Sit, question: dict[str, Any]) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first, **question)
    gm = sit("again")
    wait_until_quiet(gm.page)
    expect(gm.dialog).to_have_count(0)
    assert gm.faults == []


def test_what_comes_from_another_location_is_told_as_the_word_of_who_asks(sit: Sit) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    wait_until_quiet(first.page)
    ask_by_hand(first, location=2)
    gm = sit("again")
    expect(gm.dialog).to_contain_text("In another location, Ann’s browser says")
    expect(gm.dialog).to_contain_text("coffee")


def test_many_questions_are_a_few_at_a_time(sit: Sit) -> None:
    first = sit(enforcement="confirm", is_fighting=True)
    first.page.evaluate("""() => {
      const asked = {};
      const whose = { kind: "letThrough", token: "jenny", location: 2, at: { x: 0, y: 0 }, user: "Ann" };
      for (let n = 0; n < 40; n += 1)
        asked[`q${n}`] = { ...whose, text: `Ask ${n}`, answer: null, until: 9e15 };
      localStorage.setItem("block room asked ", JSON.stringify(asked));
    }""")
    gm = sit("again")
    expect(gm.dialog).to_have_count(3)
    gm.dialog.last.get_by_role("button", name="Refuse").click()
    expect(gm.dialog.last).to_contain_text("Ask 3")
    expect(gm.dialog).to_have_count(3)


def test_no_way_is_drawn_while_nothing_is_in_the_hand(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, HOME)
    legend = client.page.locator(".footwork-legend p")
    expect(legend).to_be_visible()
    client.drag((12, 9), (15, 11), drop=False)
    client.page.evaluate("selected.add(1)")
    client.page.mouse.move(800, 560, steps=3)
    assert not client.page.evaluate(f"({WAY})(225, 325)")
    client.page.mouse.up()


def test_what_is_held_is_drawn_anew_when_the_map_is_zoomed(sit: Sit) -> None:
    client = sit(is_fighting=True)
    client.drag(HOME, (6, 6), drop=False)
    expect(client.page.locator(".footwork-said")).to_contain_text("10\u00a0ft")
    client.page.wait_for_function(f"() => !({PAINTED})(900, 325)")
    client.page.evaluate("position.panX = 300")
    client.page.wait_for_function(f"() => ({PAINTED})(900, 325)")
    client.page.mouse.up()


ELEMENTS = "[class^='footwork-']"


@pytest.mark.parametrize("is_told", [True, False])
def test_who_leaves_the_room_leaves_nothing_of_it_and_finds_it_again(sit: Sit, is_told: bool) -> None:
    client = sit(is_fighting=True)
    page = client.page
    before = page.locator(ELEMENTS).count()
    page.evaluate("globalThis.theirs = WebSocket.prototype.send; leaveRoom()")
    expect(page.locator(ELEMENTS)).to_have_count(0)
    assert page.evaluate("WebSocket.prototype.send !== theirs")
    page.evaluate("enterRoom([])")
    client.drag(HOME, (17, 6))
    client.wait_kept("jenny", (17, 6))
    page.evaluate("leaveRoom()")
    page.evaluate("(isTold) => enterRoom([''], isTold)", is_told)
    button = page.locator(".footwork-button")
    expect(button).to_have_attribute("data-state", "ready", timeout=60_000)
    assert page.locator(ELEMENTS).count() == before
    client.drag((17, 6), (2, 12))
    expect(client.notices.locator("p")).to_have_count(1)
    expect(client.notices).to_contain_text("Jenny stays")
    client.wait_kept("jenny", (17, 6))
    client.drag((17, 6), (17, 6))
    page.evaluate("openTab()")
    expect(page.locator("#footwork-sheet-brawn")).to_have_value("3")
    assert client.faults == []


def test_another_room_never_gets_what_is_kept_of_the_one_before(sit: Sit) -> None:
    client = sit()
    client.page.evaluate("leaveRoom(); history.replaceState(null, '', '/another')")
    with client.page.expect_response("**/another") as told:
        client.page.evaluate("enterRoom([''])")
    told.value.finished()
    wait_until_quiet(client.page)  # a page whose rules still start may never close


@pytest.mark.parametrize("mods", ["0.9.0,0.10.0", "0.10.0,0.9.0"])
def test_of_two_versions_only_the_newer_runs(sit: Sit, mods: str) -> None:
    client = sit(f"mods={mods}", is_fighting=True)
    expect(client.page.locator(".footwork-button")).to_have_count(1)
    client.drag(HOME, (17, 6))
    client.answer("Stay")
    client.wait_kept("jenny", HOME)
    client.drag(HOME, (19, 12))
    expect(client.notices.locator("p")).to_have_count(1)
    client.wait_kept("jenny", HOME)
    assert client.faults == []


def test_a_newer_version_takes_over_while_the_older_runs(sit: Sit) -> None:
    client = sit("mods=0.9.0", is_fighting=True)
    client.page.evaluate("enterRoom(['0.10.0'])")
    expect(client.page.locator(".footwork-button")).to_have_attribute("data-state", "ready", timeout=60_000)
    expect(client.page.locator(".footwork-button")).to_have_count(1)
    client.drag(HOME, (9, 6))
    client.wait_moves("jenny", 1)
    gm = sit("mods=0.10.0")
    gm.page.locator(".footwork-button").click()
    gm.dialog.get_by_label("Impossible moves").select_option("Show only: allow them and say why")
    gm.answer("Close")
    client.page.wait_for_function("() => footwork.status().state === 'ready'")
    client.drag((9, 6), (19, 12))
    expect(client.notices).to_contain_text("Allowed, although the rules say no")


def test_undo_in_a_field_is_the_fields_own(sit: Sit) -> None:
    client = sit(enforcement="confirm")
    client.fight()
    client.drag(HOME, (19, 12))
    client.answer("Allow")
    client.wait_kept("jenny", (19, 12))
    client.page.evaluate("openTab()")
    client.page.locator("#footwork-sheet-brawn").press("Control+z")
    wait_until_quiet(client.page)
    client.wait_kept("jenny", (19, 12))


def test_in_a_fight_only_the_gm_takes_tokens_to_another_location(sit: Sit) -> None:
    leave = """() => {
        emit('Shapes.Location.Move', {shapes: ['jenny', 'wall'], target: {location: 2, x: 0, y: 0}});
        return JSON.parse(frames.at(-1).slice('42/planarally,'.length))[1].shapes;
    }"""
    gm = sit()
    gm.fight()
    assert gm.page.evaluate(leave) == ["jenny", "wall"]
    player = sit("user=player", is_fighting=True)
    wait_until_quiet(player.page)
    assert player.page.evaluate(leave) == ["wall"]
    expect(player.notices).to_contain_text("In combat only the GM")


def test_what_is_written_while_the_host_still_makes_the_block_is_kept(sit: Sit) -> None:
    client = sit()
    client.drag((14, 6), (14, 6))
    client.page.evaluate("openTab()")
    expect(client.page.locator("#footwork-sheet-brawn")).to_be_visible()
    client.page.evaluate("""() => {
        for (const [field, value] of [['dexterity', 5], ['brawn', 4]]) {
            const input = document.getElementById(`footwork-sheet-${field}`);
            input.value = value;
            for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, {bubbles: true}));
        }
    }""")
    client.page.wait_for_function("""() => {
        const { dexterity, brawn } =
            JSON.parse(localStorage.getItem('block shape token guard'))?.characters.contract ?? {};
        return dexterity === 5 && brawn === 4;
    }""")
    assert client.faults == []


def test_whose_browser_prefers_german_reads_german(sit: Sit) -> None:
    client = sit(script="Object.defineProperty(navigator, 'languages', {get: () => ['de-DE', 'en']});")
    client.fight()
    client.wait_clock("jenny")
    legend = client.page.locator(".footwork-legend")
    client.drag(HOME, HOME)
    expect(legend.locator("p")).to_contain_text("Freie Bewegung 25\u00a0ft")
    expect(legend.get_by_role("listitem").first).to_have_text("Frei")
    client.drag(HOME, (18, 6))
    expect(client.notices).to_contain_text("Jenny bleibt stehen:")
    client.page.locator(".footwork-button").click()
    expect(client.dialog).to_have_attribute("lang", "de")
    expect(client.dialog.get_by_label("Unmögliche Bewegungen")).to_contain_text(
        "Sperren: den Token zurücksetzen"
    )
    client.answer("Schließen")
    assert client.faults == []
