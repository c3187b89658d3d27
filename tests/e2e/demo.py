"""The demo as a visitor uses it: by mouse, by keyboard, and by what is to be seen."""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Response, expect

from build_scripts.project import ROOT

SCENES = ROOT / "web" / "demo" / "scenes"
FILES = {
    "contract": "ambush",
    "sr5": "rooftops",
    "sr3": "alley",
    "d6": "chase",
    "styles": "minefield",
    "custom": "gorge",
}
# Where Jenny stands at first.
START = (4, 8)

# Python starts in the page within seconds; machines under load take longer.
START_MILLIS = 90_000
ANSWER_MILLIS = 30_000

# As one string of hundreds of events would do: enough to enter each cell on the way.
MOVES_PER_DRAG = 8


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the window, in pixels."""

    x: float
    y: float


class Demo:
    """A page with the demo, and what the browser had to complain about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.addresses: list[str] = []
        page.set_default_timeout(ANSWER_MILLIS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        page.on("request", lambda request: self.addresses.append(request.url))
        self.board = page.get_by_test_id("board")
        self.plan = page.get_by_test_id("plan")
        self.ledger = page.get_by_test_id("ledger")
        self.status = page.get_by_test_id("status")
        self.check = page.get_by_test_id("check")
        self.override = page.get_by_test_id("override")
        self.result = page.get_by_test_id("roll-result")
        self.notices = page.get_by_test_id("notice")
        self.act = page.get_by_test_id("act")
        self.undo = page.get_by_test_id("undo")
        self.end_turn = page.get_by_test_id("end-turn")
        self.spoken = page.locator("[aria-live=polite]")
        self._held = Point(0, 0)

    def _hear(self, message: Any) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    # Coming and going

    def open(self, address: str) -> Response | None:
        """Go to an address of the demo and wait until it judges moves."""
        response = self.page.goto(address)
        self.wait_until_ready()
        return response

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait for the rules, and for where the selected token stands in its turn."""
        expect(self.status).to_have_attribute("data-state", "ready", timeout=START_MILLIS)
        self.settle()

    def settle(self) -> None:
        """Wait until nothing is being recorded; the page must already show what was asked for."""
        expect(self.act).to_be_enabled(timeout=ANSWER_MILLIS)

    def reset(self) -> None:
        """Put everything back as it was at first."""
        self.choose("reset")
        expect(self.notices.filter(has_text="back to its start")).to_be_visible()
        self.settle()
        self.open_tab("play")
        self.page.get_by_test_id("fit").click()
        self.dismiss_notices()

    def choose(self, item: str) -> None:
        """Press an item of the menu."""
        self.page.get_by_test_id("menu").click()
        self.page.get_by_test_id(item).click()

    def dismiss_notices(self) -> None:
        """Close all notices, which leave by themselves only after a while."""
        while self.notices.count():
            self.notices.first.get_by_role("button", name="Dismiss").click()

    def open_tab(self, name: str) -> Locator:
        """Open a tab of the side panel; returns what it shows."""
        self.page.get_by_test_id(f"tab-{name}").click()
        return self.page.get_by_role("tabpanel")

    def set_enforcement(self, level: str) -> None:
        """Choose what happens to impossible moves."""
        self.page.get_by_test_id(f"enforcement-{level}").check()

    def load(self, name: str, text: str) -> None:
        """Load a file with this text."""
        with self.page.expect_file_chooser() as opened:
            self.choose("load")
        opened.value.set_files(
            [{"name": name, "mimeType": "application/json", "buffer": text.encode("utf-8")}]
        )

    def load_game(self, game: dict[str, Any]) -> None:
        """Load a game from a file, and wait until it is on the table."""
        self.load("game.json", json.dumps(game))
        expect(self.notices.filter(has_text=f"{game['title']} is loaded")).to_be_visible()
        self.settle()
        self.dismiss_notices()

    def saved_game(self) -> dict[str, Any]:
        """The game that the page saves as a file."""
        with self.page.expect_download() as downloaded:
            self.choose("save")
        return json.loads(Path(downloaded.value.path()).read_text(encoding="utf-8"))

    # Tokens

    def token(self, token: str = "jenny") -> Locator:
        """A token on the board."""
        return self.page.locator(f"[data-testid=token][data-token-id={token}]")

    def middle_of(self, token: str = "jenny") -> Point:
        """Where a token is in the window."""
        box = self.token(token).bounding_box()
        assert box is not None
        return Point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def point(self, east: float, south: float, *, token: str = "jenny") -> Point:
        """A point some cells away from a token."""
        middle, cell = self.middle_of(token), float(self.board.get_attribute("data-cell-px") or "nan")
        return Point(middle.x + east * cell, middle.y + south * cell)

    def pick_up(self, east: int, south: int = 0, *, token: str = "jenny") -> None:
        """Press the mouse on a token and pull it to a cell, without letting go."""
        goal = self.point(east, south, token=token)
        self._held = self.middle_of(token)
        self.page.mouse.move(self._held.x, self._held.y)
        self.page.mouse.down()
        self._pull_to(goal)

    def pull(self, east: int, south: int = 0) -> None:
        """Pull the token in hand to a cell, counted from where it was picked up."""
        cell = float(self.board.get_attribute("data-cell-px") or "nan")
        self._pull_to(Point(self._held.x + east * cell, self._held.y + south * cell))

    def _pull_to(self, goal: Point) -> None:
        self.page.mouse.move(goal.x, goal.y, steps=MOVES_PER_DRAG)

    def let_go(self) -> None:
        """Let the token in hand go."""
        self.page.mouse.up()

    def drop(self, east: int, south: int = 0, *, token: str = "jenny") -> None:
        """Drag a token and let it go, without waiting for what comes of it."""
        self.pick_up(east, south, token=token)
        self.let_go()

    def drag(self, east: int, south: int = 0, *, token: str = "jenny") -> None:
        """Drag the selected token and wait until the move is recorded."""
        with self.recording():
            self.drop(east, south, token=token)

    @contextmanager
    def recording(self, *, adds: int = 1) -> Iterator[None]:
        """What is done inside adds items to the ledger of this turn, one by default."""
        before = self.commits.count()
        yield
        expect(self.commits).to_have_count(before + adds, timeout=ANSWER_MILLIS)
        self.settle()

    def take_action(self, *, saved: int = 0) -> None:
        """Spend the Action, but for dice that are held back."""
        self.act.click()
        acts = self.page.get_by_test_id("acts")
        if saved:
            acts.get_by_role("spinbutton", name="Dice held back").fill(str(saved))
        with self.recording():
            acts.get_by_test_id("do-the-action").click()

    def take_back(self) -> None:
        """Undo what was done last."""
        before = self.commits.count()
        self.undo.click()
        expect(self.commits).to_have_count(before - 1, timeout=ANSWER_MILLIS)
        self.settle()

    def expect_at(self, col: float, row: float, *, token: str = "jenny") -> None:
        """The token stands on a cell."""
        expect(self.token(token)).to_have_attribute("data-col", str(col), timeout=ANSWER_MILLIS)
        expect(self.token(token)).to_have_attribute("data-row", str(row))

    def expect_height(self, height: float, *, token: str) -> None:
        """The token is so high above the ground of the map."""
        expect(self.token(token)).to_have_attribute("data-elevation", f"{height:g}", timeout=ANSWER_MILLIS)

    # Systems

    def open_system(self, system: str) -> None:
        """Choose a system, and find its game as it was left, on its own scene or another."""
        self.page.get_by_test_id("system").select_option(system)
        expect(self.board).to_have_attribute("data-system", system)
        self.settle()

    def open_scene(self, scene: str) -> None:
        """Choose a scene for the system on the table."""
        self.page.get_by_test_id("scene").select_option(scene)
        expect(self.board).to_have_attribute("data-scene", scene)
        self.settle()

    def choose_system(self, system: str, scene: str = "") -> None:
        """Choose a system and put its own scene, or another, back as it was at first."""
        self.open_system(system)
        self.open_scene(scene or FILES[system])
        self.reset()

    # Ways of moving, acts, rulings

    def move_as(self, mode: str) -> None:
        """Choose a way of moving by its id; "From the map" leaves it to the map."""
        self.page.get_by_test_id("move-as").select_option(mode)

    def end_at(self, height: float) -> None:
        """Say how high the next move ends."""
        field = self.page.get_by_test_id("end-height")
        field.fill(f"{height:g}")
        field.press("Tab")

    def do(self, act: str, *, adds: int = 1, **options: str | float | bool) -> None:
        """Do one of the acts of the menu, its options filled in by their names."""
        self.act.click()
        entry = self.page.get_by_test_id(f"act-{act}")
        if entry.evaluate("(entry) => entry.tagName") == "BUTTON":
            with self.recording(adds=adds):
                entry.click()
            return
        entry.click()
        form = self.page.get_by_test_id("acts").locator("details[open]")
        for name, value in options.items():
            field = form.locator(f"[data-field={name}] :is(input, select)")
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("(field) => field.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        with self.recording(adds=adds):
            self.page.get_by_test_id(f"do-{act}").click()

    def pass_turn(self) -> None:
        """End the turn and wait until it is told."""
        with self.recording():
            self.end_turn.click()

    def rule(self, choice: str, *, always: bool = False) -> None:
        """Answer the ruling that is open."""
        ruling = self.page.get_by_test_id("ruling").first
        if always:
            ruling.get_by_test_id("rule-always").check()
        with self.recording():
            ruling.get_by_test_id(f"rule-{choice}").click()

    def expect_recorded(self, *texts: str) -> None:
        """The newest line of the log tells of these."""
        for text in texts:
            expect(self.commits.last).to_contain_text(text, timeout=ANSWER_MILLIS)

    def expect_notice(self, *texts: str) -> None:
        """A notice tells of these."""
        notice = self.notices
        for text in texts:
            notice = notice.filter(has_text=text)
        expect(notice.first).to_be_visible(timeout=ANSWER_MILLIS)

    # The plan

    def expect_verdict(self, verdict: str) -> None:
        """The plan has come to a verdict."""
        expect(self.plan).to_have_attribute("data-verdict", verdict, timeout=ANSWER_MILLIS)

    def lines(self, rule: str) -> Locator:
        """The lines of the plan that tell of a rule."""
        return self.plan.locator(f"li[data-rule='{rule}']")

    # The ledger

    @property
    def commits(self) -> Locator:
        """What was done in this turn, one item each."""
        return self.ledger.locator("ol > li")

    def allowance(self, label: str) -> Locator:
        """The line of a movement allowance, such as "25 / 25 ft"."""
        return self.ledger.locator("ul > li").filter(has_text=re.compile(f"^\\s*{label}"))

    def counter(self, label: str) -> Locator:
        """The value of a counter of the ledger."""
        term = self.page.get_by_role("term").and_(self.page.get_by_text(label, exact=True))
        return self.ledger.locator("dl > div").filter(has=term).get_by_role("definition")

    def expect_used(self, feet: int) -> None:
        """This many feet of the Movement are used."""
        expect(self.counter("Feet on the ground")).to_have_text(str(feet), timeout=ANSWER_MILLIS)

    def expect_untouched(self) -> None:
        """Jenny stands where she did at first, and her turn has not begun."""
        self.expect_at(*START)
        self.expect_used(0)
        expect(self.commits).to_have_count(0)
        expect(self.counter("Movement")).to_have_text("unused")

    # Checks

    def type_result(self, result: int) -> None:
        """Enter the result of a roll made at the table."""
        self.check.get_by_text("Type the dice").click()
        self.page.get_by_test_id("roll-typed-as").select_option("result")
        self.page.get_by_test_id("roll-faces").fill(str(result))
        self.page.get_by_test_id("roll-typed").click()
        expect(self.result).to_have_attribute("data-result", str(result), timeout=ANSWER_MILLIS)
        self.settle()

    def roll_here(self) -> None:
        """Have the page roll."""
        self.page.get_by_test_id("roll-here").click()
        expect(self.result).to_be_visible(timeout=ANSWER_MILLIS)
        self.settle()

    def faces(self) -> list[int]:
        """The dice of the last roll."""
        dice = self.result.get_by_role("list", name="Dice").get_by_role("listitem")
        return [int(text) for text in dice.locator("text").all_text_contents()]

    def cancel_check(self) -> None:
        """Take back the move that waits for a roll."""
        self.page.get_by_test_id("roll-cancel").click()
        expect(self.check).to_be_hidden(timeout=ANSWER_MILLIS)
        self.settle()

    # The public interface

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Ask the rules as another program in the page would."""
        return self.page.evaluate("(request) => window.footwork.request(request)", request)


def game_of(
    system: str,
    *,
    at: tuple[int, int] | None = None,
    character: dict[str, Any] | None = None,
    house_rules: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A system's own game, with its first token put elsewhere, another sheet or other house rules."""
    game = json.loads((SCENES / f"{FILES[system]}.json").read_text(encoding="utf-8"))
    token = game["scene"]["tokens"][0]
    if at is not None:
        token["col"], token["row"] = at
    game["characters"][token["id"]].update(character or {})
    game["house_rules"].update(house_rules or {})
    return game


def ambush(**jenny: Any) -> dict[str, Any]:
    """The standard game, with changes to Jenny's token."""
    game = game_of("contract")
    game["scene"]["tokens"][0].update(jenny)
    return game


def foreign(addresses: Iterable[str], *, home: str) -> list[str]:
    """The addresses that are not of the page's own server."""
    own = (home, f"blob:{home}", "data:")
    return [address for address in addresses if not address.startswith(own)]
