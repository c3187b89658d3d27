"""Every kind of board: hexes, no grid, levels, ground, sizes; and ways that lead round what is refused."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.hosts.contract.workers import SEEN, Workers
from tests.hosts.foundry.client import SELECTABLE, Client
from tests.hosts.foundry.worlds import CHARACTERS, COLS, ROWS, SIZE, token, world

FLAGS = {"footwork": {"character": {"contract": CHARACTERS["contract"]}}}
EITHER = pytest.mark.parametrize("generation", [13, 14], ids=["v13", "v14"])
DRAWN = "[data-layer='footwork.destinations'] > path"
# Rows of hexes are so far apart.
STEP = SIZE * 3**0.5 / 2


def board(*tokens: dict[str, Any], grid: int = 1, **scene: Any) -> dict[str, Any]:
    """A world without walls and ground, but for what is named."""
    made = world()
    made["scene"] = {**made["scene"], "walls": [], "regions": [], **scene}
    made["scene"]["grid"] = {**made["scene"]["grid"], "type": grid}
    made["tokens"] = {one["_id"]: one for one in tokens}
    return made


def jenny(x: float, y: float, **more: Any) -> dict[str, Any]:
    """Jenny, with her top left at a pixel."""
    return {**token("jenny", 0, 0, flags=FLAGS, owners=["player"]), "x": round(x), "y": round(y), **more}


def wall(x0: float, y0: float, x1: float, y1: float, **more: Any) -> dict[str, Any]:
    """A wall between two pixels."""
    return {"id": "wall", "c": [x0, y0, x1, y1], "move": 20, "door": 0, "ds": 0, **more}


LEVELS = [
    {"id": "hall", "name": "Hall", "elevation": {"bottom": 0, "top": 10}},
    {"id": "attic", "name": "Attic", "elevation": {"bottom": 10, "top": 20}},
]


def ground(col: int, row: int, cols: int, rows: int, system: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A region of this module's behaviour."""
    shape = {"type": "rectangle", "x": col * SIZE, "y": row * SIZE}
    behavior = {"type": "footwork.ground", "disabled": False, "system": system}
    shape |= {"width": cols * SIZE, "height": rows * SIZE}
    return {"id": "ground", "name": "Ground", "shapes": [shape], "behaviors": [behavior], **more}


def drag_by(client: Client, east: float, south: float, name: str = "jenny") -> None:
    """Take a token to a place some pixels away, and hold it there."""
    client.pick_up(name, east / SIZE, south / SIZE)


def cancel(client: Client) -> None:
    """Put back what is in the hand."""
    client.page.keyboard.press("Escape")
    client.page.mouse.up()


# ---------------------------------------------------------------- hexes

ROW_HEXES = [pytest.param(2, id="rows, odd"), pytest.param(3, id="rows, even")]
COLUMN_HEXES = [pytest.param(4, id="columns, odd"), pytest.param(5, id="columns, even")]


def at_hex(grid: int, along: int, line: int) -> tuple[float, float]:
    """The top left of the box around a hex: how far along its line, and which line."""
    shifted = (line % 2 == 1) == (grid % 2 == 0)
    x, y = along * SIZE + (SIZE / 2 if shifted else 0), line * STEP
    return (x, y) if grid in (2, 3) else (y, x)


@pytest.mark.parametrize("grid", ROW_HEXES + COLUMN_HEXES)
def test_hexes_are_measured_drawn_and_walled(sit_down, grid):
    (x, y), (far_x, far_y) = at_hex(grid, 4, 3), at_hex(grid, 8, 3)
    middle = at_hex(grid, 4, 4)
    across = wall(middle[0] + 25 - 60, y + 50, middle[0] + 25 + 60, y + 50)
    if grid in (4, 5):
        across = wall(x + 50, middle[1] + 25 - 60, x + 50, middle[1] + 25 + 60)
    client = sit_down(at=board(jenny(x, y), grid=grid, walls=[across]))
    client.page.evaluate("game.settings.set('core', 'unconstrainedMovement', true)")
    drag_by(client, far_x - x, far_y - y)
    expect(client.label()).to_contain_text("20 ft · 20 ft left")
    lines = client.page.locator(DRAWN).evaluate_all("paths => paths.map(path => path.getAttribute('d'))")
    assert len(lines) > 60
    assert {line.count("L") for line in lines} == {5}
    marked = client.page.locator("[data-ruler=jenny] polygon[data-cell]")
    assert marked.evaluate_all("cells => new Set(cells.map(cell => cell.getAttribute('fill'))).size") == 1
    client.let_go()
    expect(client.mark("jenny")).to_have_attribute("data-x", str(round(far_x)))
    expect(client.mark("jenny")).to_have_attribute("data-y", str(round(far_y)))
    assert client.moved_feet() == [20]
    drag_by(client, x - far_x, y - far_y)
    client.let_go()
    down = at_hex(grid, 4, 5)
    drag_by(client, down[0] - x, down[1] - y)
    expect(client.label()).to_contain_text("A wall or closed door stands in the way.")
    cancel(client)


@pytest.mark.parametrize("grid", [1, *ROW_HEXES, *COLUMN_HEXES])
def test_the_plan_of_the_next_cell_is_known_before_the_token_is_held_there(sit_down, grid):
    at = (lambda along: (along * SIZE, 3 * SIZE)) if grid == 1 else (lambda along: at_hex(grid, along, 3))
    (x, y), held, following = map(at, (4, 6, 7))
    client = sit_down(at=board(jenny(x, y), grid=grid), script=SEEN)
    workers = Workers(client.page, lambda: client.page.main_frame)
    drag_by(client, held[0] - x, held[1] - y)
    client.page.wait_for_function("() => workers.open.size === 0")
    asked = workers.asked_ways()
    workers.hold()
    client.page.mouse.move(following[0] + SIZE / 2, following[1] + SIZE / 2)
    expect(client.label()).to_contain_text("15 ft · 25 ft left")
    client.page.mouse.up()
    client.page.wait_for_function("!canvas.tokens.idle")
    workers.release()
    client.settle()
    there = (7, 3) if grid in (1, 2, 3) else (3, 7)
    assert asked.count(there) == 1
    # While the move is judged, no more than what was under way is asked ahead.
    *further, judged = workers.asked_ways()[len(asked) :]
    assert judged == there
    assert there not in further
    assert len(further) == 3
    assert client.moved_feet() == [15]


def test_a_large_token_covers_seven_hexes(sit_down):
    x, y = at_hex(2, 4, 3)
    guard_x, guard_y = at_hex(2, 9, 4)
    large = jenny(x - SIZE / 2, y, width=3, height=3, shape=0)
    guard = {**token("guard", 0, 0, disposition=-1), "x": round(guard_x), "y": round(guard_y)}
    client = sit_down(at=board(large, guard, grid=2))
    drag_by(client, 2 * SIZE, 0)
    expect(client.label()).to_contain_text("10 ft · 30 ft left")
    client.page.mouse.move(*beside(client, SIZE))
    expect(client.label()).to_contain_class("footwork-impossible")
    cancel(client)


def beside(client: Client, east: float) -> tuple[float, float]:
    """Where the pointer has to go for the token in the hand to be so much farther east."""
    at = client.page.evaluate("({...canvas.tokens.drag.to, grab: canvas.tokens.drag.grab})")
    box = client.page.locator("#board").bounding_box()
    assert box is not None
    return box["x"] + at["x"] + at["grab"]["x"] + east, box["y"] + at["y"] + at["grab"]["y"]


# ---------------------------------------------------------------- no grid


LENGTHS = {
    "equidistant": "15 ft · 25 ft left",
    "exact": "21.21 ft · 18.8 ft left",
    "approximate": "22.5 ft · 17.5 ft left",
    "rectilinear": "30 ft",
    "alternating, 1-2-1": "20 ft · 20 ft left",
    "alternating, 2-1-2": "25 ft · 15 ft left",
    "illegal": "does not allow diagonal steps",
}


def test_diagonals_count_by_the_rule_of_the_scene(sit_down):
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE)))
    for rule, text in enumerate(LENGTHS.values()):
        client.page.evaluate("(rule) => { canvas.scene.grid.diagonals = rule; }", rule)
        drag_by(client, 3 * SIZE, 3 * SIZE)
        expect(client.label()).to_contain_text(text)
        cancel(client)


def high_flyer(**more: Any) -> dict[str, Any]:
    """A world of Any game where Jenny walks 30 ft, or flies 60 ft, and as far again for her action."""
    made = board(jenny(2 * SIZE, 2 * SIZE), **more)
    made["settings"]["footwork.system"] = "custom"
    made["tokens"]["jenny"]["flags"] = {
        "footwork": {"character": {"custom": {"speed": 30, "speeds": {"fly": 60}}}}
    }
    return made


CLIENTS_LENGTH = """() => {
  const token = canvas.tokens.get("jenny");
  const { foundPath } = token._plannedMovement[game.user.id];
  return token.document.measureMovementPath(foundPath).distance;
}"""
RISEN = {"equidistant": "15", "exact": "21.21", "approximate": "22.5", "rectilinear": "30"}
RISEN |= {"alternating, 1-2-1": "20", "alternating, 2-1-2": "25", "illegal": "30"}


@pytest.mark.parametrize("grid", [1, 2, 0], ids=["squares", "hexes", "no cells"])
def test_what_leads_over_and_up_is_as_long_for_the_rules_as_for_the_client(sit_down, grid):
    made = high_flyer(grid=grid)
    made["tokens"]["jenny"]["movementAction"] = "fly"
    client = sit_down(at=made)
    # On hexes the rules do not know the setting: there they agree where all diagonals count one.
    lengths = {1: RISEN, 2: {"equidistant": "15"}, 0: {"equidistant": "21.21"}}[grid]
    for rule, length in enumerate(lengths.values()):
        client.page.evaluate("(rule) => { canvas.scene.grid.diagonals = rule; }", rule)
        drag_by(client, 3 * SIZE, 0)
        client.page.evaluate("canvas.tokens.drag.token._changeDragElevation(15)")
        expect(client.label()).to_contain_text(f"{length} ft · ")
        assert round(client.page.evaluate(CLIENTS_LENGTH), 2) == float(length)
        cancel(client)
    drag_by(client, 3 * SIZE, 0)
    client.page.evaluate("canvas.tokens.drag.token._changeDragElevation(15)")
    client.let_go()
    assert client.moved_feet() == [pytest.approx(float(length), abs=0.01)]


@pytest.mark.parametrize("grid", [1, 2, 0], ids=["squares", "hexes", "no cells"])
@pytest.mark.parametrize(
    ("action", "up", "why"),
    [
        ("fly", 500, "380 ft too far"),
        ("walk", 500, "There is nothing to stand on at that height: climb, jump or fly."),
        ("fly", 30, None),
    ],
)
def test_straight_up_is_charged_or_refused_with_a_sentence(sit_down, grid, action, up, why):
    made = high_flyer(grid=grid)
    made["tokens"]["jenny"]["movementAction"] = action
    if action == "walk":
        made["tokens"]["jenny"]["flags"] = {"footwork": {"character": {"custom": {"speed": 30}}}}
    sit_down(at=made)
    player = sit_down("player")
    player.page.evaluate("(elevation) => canvas.scene.tokens.get('jenny').update({elevation})", up)
    player.settle()
    if why:
        player.expect_notice("Jenny", why)
        assert player.page.evaluate("canvas.scene.tokens.get('jenny')._source.elevation") == 0
    assert player.moved_feet() == ([] if why else [up])


def test_ground_that_cannot_be_where_it_is_is_named_when_a_token_is_picked_up(sit_down):
    table = ground(4, 0, 2, ROWS, {"kind": "ledge", "height": 5}, levels=["hall"])
    mover = jenny(2 * SIZE, 2 * SIZE, level="hall")
    client = sit_down(at=board(mover, grid=0, levels=LEVELS, regions=[table]))
    drag_by(client, 2 * SIZE, 0)
    client.expect_notice("Jenny", "send a grid")
    client.let_go()
    expect(client.mark("jenny")).to_have_attribute("data-x", str(4 * SIZE))
    expect(client.notices).to_have_count(1)


@EITHER
def test_without_a_grid_a_ledge_is_climbed(sit_down, generation):
    table = ground(4, 0, 2, ROWS, {"kind": "ledge", "height": 10})
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE), grid=0, regions=[table]), generation=generation)
    drag_by(client, SIZE, 0)
    expect(client.label()).to_contain_text("5 ft")
    cancel(client)
    drag_by(client, 2 * SIZE, 0)
    expect(client.label()).to_contain_text("Climb: Outcome 3 or better")
    cancel(client)


@EITHER
def test_without_a_grid_ways_are_measured_as_drawn_and_areas_have_outlines(sit_down, generation):
    barrier = wall(12 * SIZE, 0, 12 * SIZE, 8 * SIZE)
    client = sit_down(at=board(jenny(103, 111), grid=0, walls=[barrier]), generation=generation)
    client.page.evaluate("game.settings.set('core', 'unconstrainedMovement', true)")
    drag_by(client, 3 * SIZE, 4 * SIZE)
    expect(client.label()).to_contain_text("25 ft · 15 ft left")
    drawn = client.page.locator(DRAWN)
    expect(drawn.first).to_be_attached()
    assert max(drawn.evaluate_all("paths => paths.map(path => path.getAttribute('d').length)")) > 200
    assert set(drawn.evaluate_all("paths => paths.map(path => path.dataset.texture)")) >= {"dots", "lines"}
    client.let_go()
    expect(client.mark("jenny")).to_have_attribute("data-x", str(103 + 3 * SIZE))
    assert client.moved_feet() == [25]
    client.page.keyboard.press("Control+z")
    expect(client.mark("jenny")).to_have_attribute("data-x", "103")
    assert client.moved_feet() == []
    drag_by(client, 12 * SIZE, 0)
    expect(client.label()).to_contain_text("A wall or closed door stands in the way.")
    cancel(client)


# ---------------------------------------------------------------- levels


def stairs(col: int, row: int) -> dict[str, Any]:
    """Stairs between hall and attic."""
    shape = {"type": "rectangle", "x": col * SIZE, "y": row * SIZE, "width": SIZE, "height": SIZE}
    behavior = {"type": "changeLevel", "disabled": False, "system": {"movementActions": []}}
    both = ["hall", "attic"]
    return {"id": "stairs", "name": "Stairs", "shapes": [shape], "behaviors": [behavior], "levels": both}


def test_walls_stand_on_their_level_and_stairs_are_paid_for(sit_down):
    barrier = wall(4 * SIZE, 0, 4 * SIZE, ROWS * SIZE, levels=["attic"])
    tokens = [
        jenny(2 * SIZE, 2 * SIZE, level="hall"),
        token("guard", 2, 5, elevation=10, level="attic", flags=FLAGS),
    ]
    client = sit_down(at=board(*tokens, levels=LEVELS, walls=[barrier], regions=[stairs(5, 2)]))
    client.page.evaluate("game.settings.set('core', 'unconstrainedMovement', true)")
    drag_by(client, 4 * SIZE, 0, "guard")
    expect(client.label("guard")).to_contain_text("A wall or closed door stands in the way.")
    cancel(client)
    client.drag("jenny", 3)
    client.page.wait_for_function("canvas.scene.tokens.get('jenny')._source.level === 'attic'")
    client.expect_at("jenny", 5, 2)
    client.page.wait_for_function("canvas.scene.tokens.get('jenny').elevation === 10")
    assert client.moved_feet() == [15, 10]
    client.page.keyboard.press("Control+z")
    client.page.wait_for_function("canvas.scene.tokens.get('jenny')._source.level === 'hall'")
    assert client.moved_feet() == [15]
    client.page.keyboard.press("Control+z")
    client.expect_at("jenny", 2, 2)
    assert client.moved_feet() == []


def test_stairs_are_too_far_for_who_has_gone_enough(sit_down):
    guard = token(
        "jenny",
        2,
        2,
        level="hall",
        flags={"footwork": {"character": {"contract": {"dexterity": 1, "brawn": 0}}}},
    )
    client = sit_down(at=board(guard, levels=LEVELS, regions=[stairs(4, 2)]))
    client.drag("jenny", 2)
    client.expect_notice("Jenny stays")
    client.expect_at("jenny", 4, 2)
    assert client.page.evaluate("canvas.scene.tokens.get('jenny')._source.level") == "hall"
    assert client.moved_feet() == [10]


# ---------------------------------------------------------------- ground


@EITHER
def test_the_modules_own_ground_is_offered_and_judged(sit_down, generation):
    dear = ground(4, 0, 2, ROWS, {"kind": "difficult", "multiplier": 3, "surcharge": 5})
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE), regions=[dear]), generation=generation)
    assert client.page.evaluate("CONFIG.RegionBehavior.typeLabels['footwork.ground']") == (
        "TYPES.RegionBehavior.footwork.ground"
    )
    system = client.page.evaluate("[...canvas.scene.regions][0].behaviors.contents[0].system")
    assert system["slick"] == "none"
    drag_by(client, 3 * SIZE, 0)
    # 5 ft, 15 ft and 5 ft, and 15 ft.
    expect(client.label()).to_contain_text("costs 40 ft")
    cancel(client)


def test_a_gap_that_only_the_gm_knows_is_no_gap_for_players(sit_down):
    trap = ground(4, 0, 1, ROWS, {"kind": "gap", "depth": 20, "secret": True})
    sit_down(at=board(jenny(2 * SIZE, 2 * SIZE), regions=[trap]))
    player = sit_down("player")
    drag_by(player, 4 * SIZE, 0)
    expect(player.label()).to_contain_text("20 ft · 20 ft left")
    cancel(player)


def test_a_known_gap_is_jumped_or_fallen_into(sit_down):
    trap = ground(4, 0, 1, ROWS, {"kind": "gap", "depth": 20})
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE), regions=[trap]))
    drag_by(client, 4 * SIZE, 0)
    expect(client.label()).not_to_contain_text("20 ft · 20 ft left")
    cancel(client)


def test_who_climbs_onto_raised_ground_is_as_high_as_that(sit_down):
    table = ground(4, 0, 2, ROWS, {"kind": "ledge", "height": 10})
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE), regions=[table]))
    client.page.evaluate("Math.random = () => 0.5")
    drag_by(client, 2 * SIZE, 0)
    expect(client.label()).to_contain_text("Climb: Outcome 3 or better")
    client.page.mouse.up()
    client.answer("yes")
    client.settle()
    client.expect_at("jenny", 4, 2)
    client.page.wait_for_function("canvas.scene.tokens.get('jenny').elevation === 10")


# ---------------------------------------------------------------- modes


@EITHER
def test_modes_are_added_to_the_clients_actions_and_each_segment_keeps_its_own(sit_down, generation):
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE)), generation=generation)
    actions = client.page.evaluate("Object.keys(CONFIG.Token.movement.actions)")
    assert actions[:9] == ["walk", "fly", "swim", "burrow", "crawl", "climb", "jump", "blink", "displace"]
    # Those of games that are not played are there as well, for the client takes none later.
    assert all(action.startswith("footwork-") for action in actions[9:])
    assert client.page.evaluate(SELECTABLE) == ["footwork-sprint All-out Sprint"]
    # The dice of a climb fall well.
    client.page.evaluate("Math.random = () => 0.5")
    drag_by(client, 2 * SIZE, 0)
    client.page.keyboard.down("Control")
    client.page.mouse.up()
    client.page.keyboard.up("Control")
    client.page.evaluate("canvas.scene.tokens.get('jenny').update({movementAction: 'climb'})")
    there = beside(client, SIZE)
    client.page.mouse.move(*there, steps=3)
    client.page.mouse.click(*there)
    client.answer("yes")
    client.settle()
    client.page.wait_for_function("canvas.scene.tokens.get('jenny').getFlag('footwork', 'turn')")
    turn = client.turn()
    assert turn is not None
    moves = [gone for commit in turn["ledger"]["commits"] for gone in commit.get("moves", [])]
    assert [mode for move in moves for *_, mode in move["way"][1:]] == ["ground", "ground", "climb"]
    assert [move["length"] for move in moves] == [10, 5]
    assert gone_by(client)[-2:] == ["walk", "climb"]


def gone_by(client: Client) -> list[str]:
    """The actions by which Jenny has moved, as the client remembers them."""
    history: list[str] = client.page.evaluate(
        "canvas.scene.tokens.get('jenny').movementHistory.map(({action}) => action)"
    )
    return history


def set_waypoint(client: Client, action: str | None = None) -> None:
    """Let the path have a waypoint where the pointer is, and go on by another action."""
    client.page.keyboard.down("Control")
    client.page.mouse.up()
    client.page.keyboard.up("Control")
    if action:
        client.page.evaluate(
            "(movementAction) => canvas.scene.tokens.get('jenny').update({movementAction})", action
        )


def test_each_segment_of_a_mixed_path_is_labelled_and_coloured_by_its_own_mode(sit_down):
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE)))
    drag_by(client, 2 * SIZE, 0)
    set_waypoint(client, "jump")
    client.page.mouse.move(*beside(client, 2 * SIZE), steps=3)
    labels = client.page.locator("#token-ruler-jenny .waypoint-label")
    expect(labels.last).to_contain_text("Jump")
    expect(labels.last).to_contain_class("footwork-roll")
    expect(labels.last.locator(".delta-measurement")).to_have_text("(+10)")
    expect(labels.first).to_contain_text("10 ft · 30 ft left")
    expect(labels.first).to_contain_class("footwork-free")
    textures = client.page.locator("[data-ruler=jenny] polygon[data-cell]").evaluate_all(
        "cells => cells.map(cell => cell.dataset.texture)"
    )
    assert textures[:2] == ["dots", "dots"]
    assert textures[2] == textures[3] == "waves"
    cancel(client)


def flyer(**difficulties: float) -> dict[str, Any]:
    """A world where Jenny walks 4 u and flies 4 u, with ground in two columns that costs by how it is crossed."""
    made = world("styles")
    sheet = {"styles": {"walk": "normal", "fly": "normal"}, "hooks": 0}
    shape = {"type": "rectangle", "x": 4 * SIZE, "y": 0, "width": 2 * SIZE, "height": ROWS * SIZE}
    behavior = {"type": "modifyMovementCost", "disabled": False, "system": {"difficulties": difficulties}}
    mud = {"id": "mud", "name": "Mud", "shapes": [shape], "behaviors": [behavior]}
    made["scene"] = {**made["scene"], "walls": [], "regions": [mud]}
    made["tokens"] = {
        "jenny": jenny(2 * SIZE, 2 * SIZE, flags={"footwork": {"character": {"styles": sheet}}})
    }
    return made


@pytest.mark.parametrize(("flown", "verdict"), [(1, "free"), (2, "impossible")])
def test_each_segment_pays_for_ground_what_it_costs_that_way(sit_down, flown, verdict):
    gm = sit_down(at=flyer(walk=3, fly=flown))
    player = sit_down("player")
    drag_by(player, 1 * SIZE, 0)
    set_waypoint(player, "fly")
    player.page.mouse.move(*beside(player, 3 * SIZE), steps=3)
    expect(player.label()).to_contain_class(f"footwork-{verdict}")
    player.let_go()
    player.expect_at("jenny", 6 if verdict == "free" else 2, 2)
    # The GM's client comes to the same.
    gm.wait_for_commits(1 if verdict == "free" else 0)
    assert gm.notices.all_inner_texts() == []


def test_ground_that_is_not_counted_is_told_to_the_gm_once(sit_down):
    made = flyer()
    unread = "black-flag.difficultTerrain"
    made["system"] = {"id": "black-flag", "behaviors": [unread, "environment"]}
    (mud,) = made["scene"]["regions"]
    made["scene"]["regions"] = [
        {**mud, "id": name, "name": name, "behaviors": [{"type": kind, "disabled": False, "system": {}}]}
        for name, kind in [("Bog", unread), ("Scree", unread), ("Wood", "environment")]
    ]
    gm = sit_down(at=made)
    player = sit_down("player")
    expect(gm.notices).to_have_text(
        "The movement rules do not read the behavior black-flag.difficultTerrain of the region Bog. "
        "If it is to hinder movement, give the region the behavior “Ground for the movement rules”."
    )
    assert player.notices.all_inner_texts() == []
    # What is made meanwhile is told as well.
    pit = "{name: 'Pit', behaviors: [{type: 'terrain'}]}"
    gm.page.evaluate(f"Hooks.callAll('createRegionBehavior', {{type: 'terrain', parent: {pit}}})")
    expect(gm.notices.last).to_contain_text("the behavior terrain of the region Pit")
    expect(gm.notices).to_have_count(2)


def test_a_place_that_a_path_comes_by_twice_is_told_each_time_for_itself(sit_down):
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE)))
    drag_by(client, 1 * SIZE, 0)
    set_waypoint(client)
    client.page.mouse.move(*beside(client, 2 * SIZE), steps=3)
    set_waypoint(client)
    client.page.mouse.move(*beside(client, -2 * SIZE), steps=3)
    labels = client.page.locator("#token-ruler-jenny .waypoint-label")
    expect(labels.last).to_contain_text("25 ft · 15 ft left")
    expect(labels.nth(1)).to_contain_text("15 ft · 25 ft left")
    expect(labels.first).to_contain_text("5 ft · 35 ft left")
    cancel(client)


def test_a_place_behind_a_wall_that_the_ruler_does_not_go_round_is_not_priced(sit_down):
    client = sit_down(at=board(jenny(3 * SIZE, 3 * SIZE), walls=[wall(4 * SIZE, 0, 4 * SIZE, 4 * SIZE)]))
    drag_by(client, 2 * SIZE, 0)
    expect(client.label()).to_contain_text("blocked on the way")
    expect(client.label()).to_contain_class("footwork-impossible")
    expect(client.label()).not_to_contain_text("ft left")
    cancel(client)


def test_a_way_is_found_for_who_walks_and_what_is_jumped_stays_as_it_is_drawn(sit_down):
    barrier = wall(4 * SIZE, 0, 4 * SIZE, 4 * SIZE)
    gap = ground(6, 0, 1, ROWS, {"kind": "gap", "depth": 20})
    client = sit_down(at=board(jenny(3 * SIZE, 3 * SIZE), walls=[barrier], regions=[gap]))
    client.set("ways", True)
    client.page.evaluate("Math.random = () => 0.95")
    drag_by(client, 2 * SIZE, 0)
    labels = client.page.locator("#token-ruler-jenny .waypoint-label")
    expect(labels.last).to_contain_text("15 ft · 25 ft left")
    set_waypoint(client, "jump")
    there = beside(client, 2 * SIZE)
    client.page.mouse.move(*there, steps=3)
    expect(labels.last).to_contain_text("Jump")
    expect(labels.last).not_to_contain_class("footwork-impossible")
    expect(labels.first).to_contain_text("15 ft · 25 ft left")
    client.page.mouse.click(*there)
    client.answer("yes")
    client.settle()
    client.expect_at("jenny", 7, 3)
    assert set(gone_by(client)) == {"walk", "jump"}
    assert gone_by(client)[-1] == "jump"
    moves = [gone for commit in client.turn()["ledger"]["commits"] for gone in commit.get("moves", [])]
    modes = [mode for move in moves for *_, mode in move["way"][1:]]
    assert modes == ["ground"] * 3 + ["jump"] * 2
    assert sum(move["length"] for move in moves) == 25


def test_who_goes_only_a_part_of_a_way_goes_that_by_its_mode(sit_down):
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE, movementAction="footwork-sprint")))
    client.page.evaluate("Math.random = () => 0.3")
    client.pick_up("jenny", 14)
    expect(client.label()).to_contain_text("Sprint")
    client.page.mouse.up()
    client.answer("yes")
    client.settle()
    client.page.wait_for_function("canvas.scene.tokens.get('jenny').movementHistory.length > 0")
    assert int(client.mark("jenny").get_attribute("data-x") or 0) < 16 * SIZE
    assert set(gone_by(client)[1:]) == {"footwork-sprint"}


def test_actions_that_are_added_are_named_in_the_language_of_the_client(sit_down):
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE)))
    client.page.goto(f"{client.page.url}&lang=de")
    client.page.wait_for_function("document.body.dataset.ready === 'true'")
    name = client.page.evaluate("CONFIG.Token.movement.actions['footwork-sprint'].label")
    assert name == "Voller Sprint"


def test_actions_of_others_stay_and_stand_for_the_mode_of_their_name(sit_down):
    made = {**board(jenny(2 * SIZE, 2 * SIZE)), "systemScripts": ["/systems/brings-actions.js"]}
    client = sit_down(at=made)
    actions = client.page.evaluate("Object.keys(CONFIG.Token.movement.actions)")
    assert [one for one in actions[9:] if not one.startswith("footwork-")] == ["sprint", "glide"]
    assert client.page.evaluate(SELECTABLE) == []
    assert client.page.evaluate("CONFIG.Token.movement.actions.sprint === ownSprint")
    client.page.evaluate("canvas.scene.tokens.get('jenny').update({movementAction: 'sprint'})")
    drag_by(client, 2 * SIZE, 0)
    expect(client.label()).to_contain_class("footwork-roll")
    cancel(client)


def test_teleporting_spends_nothing(sit_down):
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE, movementAction="blink")))
    client.drag("jenny", 15)
    client.expect_at("jenny", 17, 2)
    assert client.turn() is None


# ---------------------------------------------------------------- ways


@EITHER
def test_a_way_is_found_round_what_is_refused_if_that_is_wanted(sit_down, generation):
    barrier = wall(4 * SIZE, 0, 4 * SIZE, 5 * SIZE)
    client = sit_down(at=board(jenny(2 * SIZE, 3 * SIZE), walls=[barrier]), generation=generation)
    client.set("ways", True)
    drag_by(client, 3 * SIZE, 0)
    expect(client.label()).to_contain_text("25 ft · 15 ft left")
    client.let_go()
    client.expect_at("jenny", 5, 3)
    assert client.moved_feet() == [25]
    client.set("ways", False)
    client.drag("jenny", -3)
    client.expect_at("jenny", 4, 3)


def test_where_no_way_leads_the_clients_own_stays(sit_down):
    barrier = wall(4 * SIZE, 0, 4 * SIZE, ROWS * SIZE)
    client = sit_down(at=board(jenny(2 * SIZE, 3 * SIZE), walls=[barrier]))
    client.set("ways", True)
    client.drag("jenny", 3)
    client.expect_at("jenny", 3, 3)


# ---------------------------------------------------------------- sizes


def test_tokens_of_any_size_are_judged_on_what_they_cover(sit_down):
    tokens = [
        jenny(2 * SIZE, 2 * SIZE, width=2, height=2),
        token("mouse", 12, 6, width=0.5, height=0.5, flags=FLAGS),
        token("guard", 6, 3, disposition=-1),
    ]
    client = sit_down(at=board(*tokens))
    drag_by(client, 3 * SIZE, 0)
    expect(client.label()).to_contain_class("footwork-impossible")
    cancel(client)
    client.pick_up("mouse", 2.5)
    expect(client.label("mouse")).to_contain_class("footwork-free")
    client.let_go()
    expect(client.mark("mouse")).to_have_attribute("data-x", str(14 * SIZE + SIZE // 2))


def test_a_token_larger_than_the_map_is_told_once_and_moves_as_without_rules(sit_down):
    huge = jenny(0, 0, width=COLS + 1, height=2)
    client = sit_down(at=board(huge))
    client.drag("jenny", 1)
    client.drag("jenny", 1)
    client.expect_notice("Jenny is larger than this scene", "width and height")
    expect(client.notices).to_have_count(1)
    client.expect_at("jenny", 2, 0)
    assert client.turn() is None


# ---------------------------------------------------------------- what is hidden


def test_whom_a_player_does_not_see_is_in_nobodys_way_on_the_ruler(sit_down):
    lurker = token("guard", 4, 2, disposition=-1, unseenBy=["player"])
    gm = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE), lurker))
    gm.pick_up("jenny", 2)
    expect(gm.label()).to_contain_class("footwork-impossible")
    cancel(gm)
    player = sit_down("player")
    player.pick_up("jenny", 2)
    expect(player.label()).to_contain_text("10 ft · 30 ft left")
    player.expect_reach_over(4, 2)
    cancel(player)


# ---------------------------------------------------------------- one-way walls and heights


def test_a_one_way_wall_lets_one_side_through(sit_down):
    # From its upper end to its lower one, the east is on its left.
    barrier = wall(4 * SIZE, 0, 4 * SIZE, ROWS * SIZE, dir=1)
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE), walls=[barrier]))
    client.drag("jenny", 4)
    client.expect_at("jenny", 6, 2)
    client.page.evaluate("game.settings.set('core', 'unconstrainedMovement', true)")
    drag_by(client, -4 * SIZE, 0)
    expect(client.label()).to_contain_text("A wall or closed door stands in the way.")
    cancel(client)


def test_waypoints_have_heights(sit_down):
    client = sit_down(at=board(jenny(2 * SIZE, 2 * SIZE, movementAction="climb")))
    drag_by(client, 1 * SIZE, 0)
    client.page.evaluate("canvas.tokens.drag.token._changeDragElevation(10)")
    expect(client.label()).to_contain_text("Climb: Outcome 3 or better")
    client.page.evaluate("canvas.tokens.drag.token._changeDragElevation(10)")
    expect(client.label()).to_contain_text("Climb: Outcome 8 or better")
    cancel(client)
