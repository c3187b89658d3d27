"""The demo in a browser of any engine: by mouse, by keys, by finger, and by what is to be seen."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.engines.driver import Driver, Point, Touch

# Python starts in the page within seconds; machines under load take longer. What comes in time costs no time.
START_SECONDS = 90
ANSWER_SECONDS = 30
LOOK_SECONDS = 0.02
MOVES_PER_DRAG = 8
# Where Jenny stands at first.
START = (4, 8)

# Where something is and whether a hand would reach it there; null while it is not to be seen.
PLACE = """(selector) => {
  const element = document.querySelector(selector);
  if (!element) return null;
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const isSeen = getComputedStyle(element).visibility === "visible";
  if (!width || !height || !isSeen || element.matches(":disabled, [aria-disabled=true]")) return null;
  const met = document.elementFromPoint(x + width / 2, y + height / 2);
  const label = element.closest("label");
  const isFree = element.contains(met) || met?.contains(element) || Boolean(label?.contains(met));
  return isFree ? { x: x + width / 2, y: y + height / 2 } : null;
}"""
LOOK = """(selector, attribute) => {
  const element = document.querySelector(selector);
  return attribute ? element?.getAttribute(attribute) : element?.textContent.replaceAll("\\u00a0", " ");
}"""


def by_id(name: str) -> str:
    """The selector of what has a name for tests."""
    return f"[data-testid={name}]"


def token_of(name: str) -> str:
    """The selector of a token."""
    return f"{by_id('token')}[data-token-id={name}]"


STATUS, PLAN, CHECK, ACT, BOARD, ABOUT = map(by_id, ("status", "plan", "check", "act", "board", "about-box"))
COMMITS = f"{by_id('ledger')} ol > li"


class Demo:
    """The page of the demo."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self._held = Point(0, 0)

    # Waiting

    def wait_for(self, what: Callable[[], Any], wanted: Any, seconds: float = ANSWER_SECONDS) -> None:
        """Wait until something is as it should be."""
        end = time.monotonic() + seconds
        while (found := what()) != wanted and time.monotonic() < end:
            time.sleep(LOOK_SECONDS)
        assert found == wanted, f"found {found}, wanted {wanted}; notices: {self.notices()}"

    def wait_until(self, what: Callable[[], Any], seconds: float = ANSWER_SECONDS) -> Any:
        """Wait until something is so; gives it."""
        found: list[Any] = []

        def is_so() -> bool:
            found[:] = [what()]
            return bool(found[0])

        self.wait_for(is_so, wanted=True, seconds=seconds)
        return found[0]

    def wait_for_state(self, state: str) -> None:
        """Wait until the rules are loading, ready, or what else they can be."""
        self.wait_for(lambda: self.attribute(STATUS, "data-state"), state, START_SECONDS)

    def wait_until_ready(self) -> None:
        """Wait for the rules, and for where the selected token stands in its turn."""
        self.wait_for_state("ready")
        self.settle()

    def settle(self) -> None:
        """Wait until nothing is being recorded."""
        self.wait_until(lambda: self.count(f"{ACT}[aria-disabled=false]"))

    @contextmanager
    def recording(self, adds: int = 1) -> Iterator[None]:
        """What is done inside adds items to the ledger of this turn, one by default, or takes some away."""
        before = self.count(COMMITS)
        yield
        self.wait_for(lambda: self.count(COMMITS), before + adds)
        self.settle()

    # Eyes

    def text(self, selector: str) -> str:
        """What is written in something."""
        return self.driver.run(LOOK, selector) or ""

    def attribute(self, selector: str, name: str) -> str | None:
        """An attribute of something."""
        return self.driver.run(LOOK, selector, name)

    def count(self, selector: str) -> int:
        """How many such things there are."""
        return self.driver.run("(selector) => document.querySelectorAll(selector).length", selector)

    def place(self, selector: str) -> Point:
        """Where something is that can be reached; waits until it can."""
        found = self.wait_until(lambda: self.driver.run(PLACE, selector))
        return Point(found["x"], found["y"])

    def notices(self) -> list[str]:
        """What the page has told."""
        return self.driver.run(
            "(selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent)",
            by_id("notice"),
        )

    def tells(self, *texts: str) -> None:
        """A notice tells of these."""
        self.wait_until(lambda: any(all(text in one for text in texts) for one in self.notices()))

    def expect(self, selector: str, *texts: str) -> None:
        """These are written in something."""
        self.wait_until(lambda: all(text in self.text(selector) for text in texts))

    def expect_at(self, col: int, row: int, token: str = "jenny") -> None:
        """The token stands on a cell."""
        names = ("data-col", "data-row")
        self.wait_for(lambda: [self.attribute(token_of(token), name) for name in names], [str(col), str(row)])

    def expect_verdict(self, verdict: str) -> None:
        """The plan has come to a verdict."""
        self.wait_for(lambda: self.attribute(PLAN, "data-verdict"), verdict)

    def expect_used(self, feet: int) -> None:
        """This many feet of the Movement are used."""
        self.wait_for(lambda: self._counters().get("Feet on the ground"), str(feet))

    def _counters(self) -> dict[str, str]:
        return self.driver.run(
            """(selector) => Object.fromEntries([...document.querySelectorAll(selector)].map((one) =>
              [one.querySelector("dt").textContent.trim(), one.querySelector("dd").textContent.trim()]))""",
            f"{by_id('ledger')} dl > div",
        )

    def expect_untouched(self) -> None:
        """Jenny stands where she did at first, and her turn has not begun."""
        self.expect_at(*START)
        self.expect_used(0)
        self.wait_for(lambda: self.count(COMMITS), 0)

    def cell_pixels(self) -> float:
        """How large a cell is."""
        return float(self.attribute(BOARD, "data-cell-px") or "nan")

    # Hands

    def click(self, selector: str) -> None:
        """Click something."""
        self.driver.move_mouse([self.place(selector)])
        self.driver.press_mouse()
        self.driver.release_mouse()

    def choose(self, item: str) -> None:
        """Press an item of the menu."""
        self.click(by_id("menu"))
        self.click(by_id(item))

    def dismiss_notices(self) -> None:
        """Close all notices."""
        while before := len(self.notices()):
            self.click(f"{by_id('notice')} button[aria-label=Dismiss]")
            self.wait_until(lambda before=before: len(self.notices()) < before)

    def reset(self) -> None:
        """Put everything back as it was at first."""
        self.choose("reset")
        self.tells("back to its start")
        self.settle()
        self.click(by_id("tab-play"))
        self.dismiss_notices()

    def way(self, east: float, south: float = 0) -> list[Point]:
        """Points from where a token was picked up to a cell so far from there."""
        cell = self.cell_pixels()
        start, shares = self._held, [step / MOVES_PER_DRAG for step in range(1, MOVES_PER_DRAG + 1)]
        return [Point(start.x + east * cell * share, start.y + south * cell * share) for share in shares]

    def pick_up(self, east: int, south: int = 0, token: str = "jenny") -> None:
        """Press the mouse on a token and pull it to a cell, without letting go."""
        self._held = self.place(token_of(token))
        self.driver.move_mouse([self._held])
        self.driver.press_mouse()
        self.pull(east, south)

    def pull(self, east: int, south: int = 0) -> None:
        """Pull the token in hand to a cell, counted from where it was picked up."""
        self.driver.move_mouse(self.way(east, south))

    def drop(self, east: int, south: int = 0) -> None:
        """Drag Jenny and let her go, without waiting for what comes of it."""
        self.pick_up(east, south)
        self.driver.release_mouse()

    def drag(self, east: int, south: int = 0) -> None:
        """Drag Jenny and wait until the move is recorded."""
        with self.recording():
            self.drop(east, south)

    def tap(self, east: int, south: int = 0) -> None:
        """Click on a cell so far from where Jenny stands."""
        at, cell = self.place(token_of("jenny")), self.cell_pixels()
        self.driver.move_mouse([Point(at.x + east * cell, at.y + south * cell)])
        self.driver.press_mouse()
        self.driver.release_mouse()

    def press_finger(self, at: Point) -> None:
        """Put a finger down."""
        self._held = at
        self.driver.touch(Touch.PRESS, [at])

    def slide_finger(self, east: float, south: float = 0) -> None:
        """Slide the finger some cells from where it was put down."""
        self._way = self.way(east, south)
        self.driver.touch(Touch.SLIDE, self._way)

    def lift_finger(self) -> None:
        """Take the finger away."""
        self.driver.touch(Touch.LIFT, self._way[-1:])
