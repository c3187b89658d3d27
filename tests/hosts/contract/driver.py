"""What the contract needs of a host: hands, eyes, and a look at what is kept."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from playwright.sync_api import Browser, FrameLocator, Locator, Page

from tests.hosts.contract.board import PIECES, Cell, State
from tests.hosts.contract.cases import Case
from tests.hosts.contract.workers import Workers

# Machines under load take long; what comes in time costs no time.
TIMEOUT_SECONDS = 40
LOOK_MILLIS = 15
MOVES_PER_DRAG = 5


class Driver(ABC):
    """One host with the built adapter in it, and the page of a player or of the GM there.

    A limit is what cannot hold for a host, and why; the test of the case then shows what holds instead.
    """

    title: ClassVar[str]
    limits: ClassVar[Mapping[Case, str]] = {}
    cell_pixels: float

    def __init__(self, browser: Browser, *, has_workers: bool = True, is_gm: bool = False) -> None:
        self.browser = browser
        self.has_workers = has_workers
        self.is_gm = is_gm
        self._grip = (0.0, 0.0)
        self.page: Page
        self.workers: Workers

    @abstractmethod
    def open(self) -> None:
        """Lay the board and sit down; if there are workers, wait until the rules run."""

    @abstractmethod
    def close(self) -> None:
        """Send everybody away."""

    @abstractmethod
    def reset(self) -> None:
        """Put everything back as it was at first, and forget what was told and kept."""

    @property
    @abstractmethod
    def complaints(self) -> list[str]:
        """What the browser had to complain about; that a worker died is no complaint."""

    # Hands

    @abstractmethod
    def grip(self, token: str) -> tuple[float, float]:
        """Where in the window to take hold of a token."""

    def settle(self) -> None:  # noqa: B027  # most hosts can be played on meanwhile
        """Wait until the host is through with what was dropped before, where it has to be."""

    def pick_up(self, token: str, east: int, south: int = 0) -> None:
        """Press the mouse on a token and pull it by some cells, without letting go."""
        self.settle()
        self._grip = self.grip(token)
        self.page.mouse.move(*self._grip)
        self.page.mouse.down()
        self.pull(east, south)

    def pull(self, east: int, south: int = 0) -> None:
        """Pull the token in the hand to a cell, counted from where it was picked up."""
        x, y = self._grip
        goal = (x + east * self.cell_pixels, y + south * self.cell_pixels)
        self.page.mouse.move(*goal, steps=MOVES_PER_DRAG)

    def drop(self) -> None:
        """Let the token in the hand go, without waiting for the result."""
        self.page.mouse.up()

    def drag(self, token: str, east: int, south: int = 0) -> None:
        """Drag a token by some cells and let it go."""
        self.pick_up(token, east, south)
        self.drop()

    def drag_together(self, tokens: list[str], east: int, south: int = 0) -> None:
        """Drag several tokens at once, by the first of them."""
        self.drag(tokens[0], east, south)

    @abstractmethod
    def panel(self, token: str) -> AbstractContextManager[Page | Locator | FrameLocator]:
        """The panel of a token's turn, for as long as it is needed."""

    def push_next(self, token: str) -> None:
        """Have the next move of a token be a push."""
        with self.panel(token) as panel:
            panel.get_by_test_id("push").click()

    def give(self, token: str, feet: int, button: str = "Give") -> None:
        """Give a token movement by hand, or take some."""
        with self.panel(token) as panel:
            form = panel.get_by_test_id("give")
            form.get_by_label("Movement (ft)").fill(str(feet))
            form.get_by_label("Reason").fill("A gust of wind")
            form.get_by_role("button", name=button).click()
            self.wait_until(self.workers.are_idle)

    def go_back(self, token: str) -> None:
        """Have a token go back to where its turn began."""
        with self.panel(token) as panel:
            panel.get_by_role("button", name="Back to the start of the turn").click()

    def select(self, token: str) -> None:
        """Click on a token."""
        self.page.mouse.click(*self.grip(token))

    @abstractmethod
    def deselect(self) -> None:
        """Have nothing selected."""

    def carry_home(self) -> None:
        """Pull the token in the hand back to where it was, and let it go."""
        self.pull(0)
        self.drop()

    @abstractmethod
    def undo(self, token: str) -> None:
        """Take back a token's newest move in the host's way."""

    @abstractmethod
    def call_other(self) -> None:
        """Have somebody else sit down at this table."""

    @abstractmethod
    def other_drags(self, token: str, east: int, south: int) -> State:
        """Somebody else moves a token, and this page knows of it; what is kept then."""

    # Eyes

    @property
    @abstractmethod
    def price(self) -> Locator:
        """What is told of the way of the token in the hand."""

    is_legend_kept: ClassVar = False
    """Whether the legend stays when nothing is drawn."""

    @property
    def legend(self) -> Locator:
        """The entries of the legend."""
        return self.page.get_by_role("list", name="Legend").get_by_role("listitem")

    @property
    @abstractmethod
    def headline(self) -> Locator:
        """What is told of how far the selected token can go."""

    def is_seen_through(self, panel: Locator) -> bool:
        """Whether a click on something over the map reaches the map."""
        return panel.evaluate("(part) => getComputedStyle(part).pointerEvents === 'none'")

    @property
    @abstractmethod
    def notices(self) -> Locator:
        """What this user was told, one each."""

    @abstractmethod
    def is_drawn(self, col: int, row: int) -> bool:
        """Whether a cell is drawn as one where the token in the hand can go."""

    @abstractmethod
    def is_waiting(self) -> bool:
        """Whether a drop waits for its verdict."""

    @abstractmethod
    def seen(self, token: str) -> Cell:
        """The cell on which this page shows a token."""

    # What is kept

    @abstractmethod
    def kept(self, token: str) -> State:
        """What the host keeps of a token."""

    @abstractmethod
    def history(self, token: str) -> list[State]:
        """What the host has kept of a token since the last look, one after the other."""

    # What the GM does with tokens

    @abstractmethod
    def put(self, token: str, col: int, row: int) -> None:
        """Put a token on another cell."""

    @abstractmethod
    def hide(self, token: str) -> None:
        """Hide a token from players."""

    @abstractmethod
    def rename(self, token: str, name: str) -> None:
        """Give a token another name."""

    @abstractmethod
    def set_sheet(self, token: str, sheet: dict[str, Any]) -> None:
        """Give a token another sheet."""

    # For all hosts alike

    def wait_for(self, what: Callable[[], Any], wanted: Any) -> None:
        """Wait until something is as it should be."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while (found := what()) != wanted and time.monotonic() < end:
            self.page.wait_for_timeout(LOOK_MILLIS)
        assert found == wanted, f"found {found}, told {self.notices.all_text_contents()}"

    def wait_until(self, what: Callable[[], bool]) -> None:
        """Wait until something is so."""
        self.wait_for(what, True)

    def expect(self, token: str, cell: Cell, *feet: float) -> None:
        """A token comes to stand on a cell, for the host and for all to see, after moves of just these lengths."""
        self.wait_for(lambda: (self.kept(token), self.seen(token)), (State(cell, feet), cell))

    def expect_home(self, token: str) -> None:
        """A token is where it was at first, and has done nothing."""
        self.expect(token, PIECES[token].cell)

    def tells(self, *texts: str) -> None:
        """A notice tells of these."""

        def is_told() -> bool:
            told = [" ".join(text.split()) for text in self.notices.all_text_contents()]
            return any(all(text in one for text in texts) for one in told)

        self.wait_until(is_told)

    def wait_for_price(self, *texts: str, but: str = "") -> None:
        """Wait until the price tells of these, and not of another."""

        def is_told() -> bool:
            told = " ".join(self.price.all_text_contents()).replace("\u00a0", " ")
            return all(text in told for text in texts) and not (but and but in told)

        self.wait_until(is_told)

    def count_of(self, selector: str) -> int:
        """How many such elements are on any page of this table, or in a frame of it."""
        return sum(frame.locator(selector).count() for page in self.pages() for frame in page.frames)

    def pages(self) -> list[Page]:
        """All pages of this table."""
        return [self.page]


def is_filled(paths: Locator, x: float, y: float) -> bool:
    """Whether a point is in one of some filled paths."""
    return paths.evaluate_all(
        "(paths, [x, y]) => paths.some((path) => path.isPointInFill(new DOMPoint(x, y)))", [x, y]
    )


def changes_in(states: list[State], first: State) -> list[State]:
    """States one after the other, without those that change nothing."""
    changed = [first]
    for state in states:
        if state != changed[-1]:
            changed.append(state)
    return changed[1:]
