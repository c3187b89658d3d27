"""How quick the demo answers a hand in every game and on every scene: until reach, label and plan are drawn.

Each token is pressed once, since what a token was answered is kept: the first at once, as a finger does it; of the
others every second one once the hand has rested on it for a moment, as one with a mouse does, the rest after nobody
has done anything for a while. It is held until reach is drawn. Then the selected one is dragged to and fro, as far as
the window goes: first as quick as the plans come, then from cell to cell as a hand does it that looks where it goes.
"""

import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from build_scripts.crowd import SIDE, Crowd
from build_scripts.figures import calm_page, is_quick, percentile, rounds

PRESSES = 10
MOVES = 30
# From when the pointer is over a token until it is pressed; people take longer.
REST_SECONDS = 0.15
WATCHER = "tests/benchmarks/pointer-scenes.js"
# How long nobody does anything, so that the page looks ahead.
QUIET_MILLIS = 4000
READY_MILLIS = 90_000
# How many cells from where it stands a token is dragged, as far as the window goes.
ACROSS, DOWN = 6, 2
EDGE_PIXELS = 60
# Which of a game's scenes are measured, its own being the first.
ALL, OWN = slice(None), slice(1)
# How long a hand stays in a cell.
PACE_MILLIS = 60

WATCH = """async (address) => {
  const { watchHand } = await import(address);
  window.hand = watchHand();
}"""
EXPECT_REACH = "(token) => window.hand.expectReach(token)"
EXPECT_WAY = "() => window.hand.expectWay()"
TOLD = "() => window.hand.told()"
VALUES = "(select) => [...select.options].map((option) => option.value).filter(Boolean)"

Point = tuple[float, float]
Json = dict[str, Any]


@dataclass(slots=True)
class Waits:
    """Milliseconds that a hand waited in a game on a scene, by what it waited for."""

    system: str
    scene: str
    at_once: list[float] = field(default_factory=list)
    reach: list[float] = field(default_factory=list)
    quiet: list[float] = field(default_factory=list)
    label: list[float] = field(default_factory=list)
    plan: list[float] = field(default_factory=list)
    paced: list[float] = field(default_factory=list)

    @property
    def line(self) -> str:
        """A line of the table."""
        figures = (
            f"{statistics.median(times):7.1f} {percentile(times, 0.99):7.1f}"
            if times
            else f"{'-':>7} {'-':>7}"
            for times in (self.at_once, self.reach, self.quiet, self.label, self.plan, self.paced)
        )
        return f"  {self.system:<9} {self.scene:<10} {'  '.join(figures)}"


HEAD = (
    f"  {'ms: median, p99':<20} {'first reach':>15}  {'reach, rested':>15}  {'reach, quiet':>15}  "
    f"{'label drawn':>15}  {'plan drawn':>15}  {'plan, paced':>15}"
)


def crowd_scenes(folder: Path) -> None:
    """Make the maps of games' own scenes as large and as full as maps get, beyond where they are played."""
    for file in folder.glob("*.json"):
        game = json.loads(file.read_text(encoding="utf-8"))
        # Those that any game is played on name none.
        if "system" in game:
            file.write_text(json.dumps(_crowded(game, game["scene"])), encoding="utf-8")


def _crowded(game: Json, scene: Json) -> Json:
    crowd, own = Crowd(scene["grid"]["cols"]), scene.get("walls", [])
    walls = [
        {"id": f"wall-{number}", "a": [col, row], "b": [col + 1, row]}
        for number, (col, row) in enumerate(crowd.walls[len(own) :])
    ]
    mover = game["selected"]
    others = [
        {"id": f"other-{number}", "name": f"Other {number}", "col": col, "row": row}
        for number, (col, row) in enumerate(crowd.tokens[len(scene["tokens"]) :])
    ]
    sheets = {other["id"]: game["characters"][mover] for other in others}
    return game | {
        "scene": scene
        | {
            "grid": scene["grid"] | {"cols": SIDE, "rows": SIDE},
            "walls": [*own, *walls],
            "tokens": [*scene["tokens"], *others],
        },
        "characters": game["characters"] | sheets,
    }


def measure_scenes(
    browser: Browser, address: str, only: str = "", *, scenes: slice = ALL, moves: int = MOVES
) -> Iterator[Waits]:
    """Yield the waits of each game and scene, or of those whose ``game/scene`` begins so."""
    page = calm_page(browser.new_context(viewport={"width": 1280, "height": 800}))
    page.goto(address)
    _wait_until_reach(page)
    page.evaluate(WATCH, f"/{WATCHER}")
    chosen = page.get_by_test_id("system"), page.get_by_test_id("scene")
    for system in chosen[0].evaluate(VALUES):
        if not f"{system}/".startswith(only.partition("/")[0]):
            continue
        chosen[0].select_option(system)
        expect(page.get_by_test_id("board")).to_have_attribute("data-system", system)
        for scene in chosen[1].evaluate(VALUES)[scenes]:
            if not f"{system}/{scene}".startswith(only):
                continue
            chosen[1].select_option(scene)
            expect(page.get_by_test_id("board")).to_have_attribute("data-scene", scene)
            _wait_until_reach(page)
            yield _measured(page, Waits(system, scene), moves)
    page.context.close()


def wait_until_ready(page: Page) -> None:
    """Wait until the demo answers."""
    expect(page.get_by_test_id("status")).to_have_attribute("data-state", "ready", timeout=READY_MILLIS)
    expect(page.get_by_test_id("act")).to_be_enabled(timeout=READY_MILLIS)


def _wait_until_reach(page: Page) -> None:
    """Wait until the selected token shows where it can go."""
    wait_until_ready(page)
    expect(page.get_by_test_id("board")).to_have_attribute("data-reach", _mover(page), timeout=READY_MILLIS)


def _mover(page: Page) -> str:
    selected = page.locator("[data-testid=token][aria-pressed=true]").first
    return selected.get_attribute("data-token-id") or ""


def _measured(page: Page, waits: Waits, moves: int) -> Waits:
    mover = _mover(page)
    places = _tokens_in_sight(page)
    # The selected one last, so that it is the one in the hand afterwards.
    others = [name for name in places if name != mover]
    if others:
        waits.at_once.append(_pressed(page, others[0], places[others[0]], rest=0))
        pressed = others[1 : rounds(PRESSES) + 1]
        for name in pressed[::2]:
            waits.reach.append(_pressed(page, name, places[name]))
        page.wait_for_timeout(0 if is_quick() else QUIET_MILLIS)
        for name in pressed[1::2]:
            waits.quiet.append(_pressed(page, name, places[name], rest=0))
        _pressed(page, mover, places[mover])
    page.mouse.move(*places[mover])
    page.mouse.down()
    points = cycle(_points_around(page, places[mover]))
    for pace, plans in ((0, waits.plan), (0 if is_quick() else PACE_MILLIS, waits.paced)):
        for point in islice(points, rounds(moves)):
            page.wait_for_timeout(pace)
            page.evaluate(EXPECT_WAY)
            page.mouse.move(*point)
            answered = page.evaluate(TOLD)
            if answered:
                waits.label.append(answered["label"])
                plans.append(answered["plan"])
    page.keyboard.press("Escape")
    page.mouse.up()
    return waits


def press_all(page: Page) -> list[float]:
    """How long it takes until reach is drawn, of one token after the other, as soon as the demo is ready."""
    _wait_until_reach(page)
    page.evaluate(WATCH, f"/{WATCHER}")
    others = [(name, at) for name, at in _tokens_in_sight(page).items() if name != _mover(page)]
    return [_pressed(page, name, at, rest=0) for name, at in others]


def _pressed(page: Page, name: str, at: Point, *, rest: float = REST_SECONDS) -> float:
    """How long it took until the reach of a token that is pressed was drawn."""
    page.mouse.move(*at)
    time.sleep(rest)
    page.evaluate(EXPECT_REACH, name)
    page.mouse.down()
    told = float(page.evaluate(TOLD))
    page.mouse.up()
    return told


def _tokens_in_sight(page: Page) -> dict[str, Point]:
    """Where the tokens are that a hand can reach in the window."""
    found = page.evaluate(
        """() => [...document.querySelectorAll("[data-testid=token]")].flatMap((token) => {
          const { x, y, width, height } = token.getBoundingClientRect();
          const at = [x + width / 2, y + height / 2];
          return token.contains(document.elementFromPoint(...at)) ? [[token.dataset.tokenId, at]] : [];
        })"""
    )
    return {name: (x, y) for name, (x, y) in found}


def _points_around(page: Page, middle: Point) -> list[Point]:
    """The middles of cells around a point, from it on one beside the other, to and fro, inside of the board."""
    board = page.get_by_test_id("board")
    box = board.bounding_box()
    size = float(board.get_attribute("data-cell-px") or "nan")
    if box is None:
        raise LookupError("the page shows no board")
    rows = [
        [
            (col, row)
            for col in (range(-ACROSS, ACROSS + 1) if row % 2 == 0 else range(ACROSS, -ACROSS - 1, -1))
        ]
        for row in range(-DOWN, DOWN + 1)
    ]
    snake = [cell for row in rows for cell in row if cell != (0, 0)]
    # It begins in the hand's own row.
    ahead = [cell for cell in snake if cell[1] > 0 or (cell[1] == 0 and cell[0] > 0)]
    path = [*ahead, *reversed(snake), *[cell for cell in snake if cell not in ahead]]
    points = [(middle[0] + col * size, middle[1] + row * size) for col, row in path]
    return [
        (x, y)
        for x, y in points
        if box["x"] + EDGE_PIXELS < x < box["x"] + box["width"] - EDGE_PIXELS
        and box["y"] + EDGE_PIXELS < y < box["y"] + box["height"] - EDGE_PIXELS
    ]
