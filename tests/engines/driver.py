"""What the stories need of a browser: hands, eyes, and an ear for what it complains about."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar

from build_scripts.browsers import Found
from tests.engines.stories import Story


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a browser's window in which pages are shown, in pixels."""

    width: int
    height: int
    has_touch: bool = False


DESKTOP = Window(1280, 800)
PHONE = Window(390, 844, has_touch=True)


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the page, in pixels from its upper left corner."""

    x: float
    y: float


class Touch(Enum):
    """What a finger does."""

    PRESS = "pointerDown"
    SLIDE = "pointerMove"
    LIFT = "pointerUp"


class Driver(ABC):
    """A browser with one page and nothing in its memory, from its making until it is closed.

    A limit is what cannot be done with an engine in this way, and why; the test of the story shows what holds instead.
    """

    limits: ClassVar[Mapping[Story, str]] = {}

    def __init__(self, found: Found, window: Window = DESKTOP) -> None:
        self.found = found
        self.window = window
        self.told: list[str] = []
        # What is to be done at the end, last things first.
        self.ending = ExitStack()

    @abstractmethod
    def start(self) -> None:
        """Start the browser."""

    def close(self) -> None:
        """End the browser and all that belongs to it."""
        self.ending.close()

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to an address, and wait until the page has loaded."""

    # Eyes

    @abstractmethod
    def json_of(self, expression: str) -> str:
        """What an expression of JavaScript that gives text, or a promise of it, gives in the page."""

    @abstractmethod
    def take_picture(self, path: Path) -> None:
        """Keep what is to be seen."""

    def run(self, function: str, *arguments: Any) -> Any:
        """Call a function of JavaScript in the page; arguments and what it gives are plain JSON."""
        values = ", ".join(json.dumps(argument) for argument in arguments)
        return json.loads(
            self.json_of(f"(async () => JSON.stringify(await ({function})({values}) ?? null))()")
        )

    def complaints(self) -> list[str]:
        """What the browser had to complain about since it was last asked: errors and warnings."""
        heard = self.run("() => (globalThis.heard ?? []).splice(0)")
        told, self.told = self.told, []
        return [*told, *heard]

    # Hands

    @abstractmethod
    def reload(self) -> None:
        """Load the page again."""

    @abstractmethod
    def move_mouse(self, way: Iterable[Point]) -> None:
        """Move the mouse from point to point."""

    @abstractmethod
    def press_mouse(self) -> None:
        """Press the mouse's main button."""

    @abstractmethod
    def release_mouse(self) -> None:
        """Let the mouse's main button go."""

    @abstractmethod
    def press_key(self, key: str) -> None:
        """Press a key and let it go; it is named as the standard for keyboard events names it."""

    @abstractmethod
    def touch(self, what: Touch, at: Iterable[Point]) -> None:
        """Have the finger do this at a point, or at one after the other."""
