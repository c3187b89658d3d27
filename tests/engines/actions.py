"""Hands as the WebDriver standard describes them; its older and its newer protocol speak of them alike."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from tests.engines.driver import Driver, Point, Touch

# The standard has no names for keys: signs without a meaning of their own stand for them.
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}


class ActingDriver(Driver):
    """A driver to which hands are sources of input, each with a list of actions."""

    @abstractmethod
    def perform(self, source: dict[str, Any]) -> None:
        """Have one source of input do what it lists."""

    def _point(self, kind: str, actions: list[dict[str, Any]]) -> None:
        self.perform({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions})

    def move_mouse(self, way: Iterable[Point]) -> None:
        self._point("mouse", _moves(way))

    def press_mouse(self) -> None:
        self._point("mouse", [{"type": "pointerDown", "button": 0}])

    def release_mouse(self) -> None:
        self._point("mouse", [{"type": "pointerUp", "button": 0}])

    def press_key(self, key: str) -> None:
        value = KEYS.get(key, key)
        actions = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.perform({"type": "key", "id": "keyboard", "actions": actions})

    def touch(self, what: Touch, at: Iterable[Point]) -> None:
        presses = [] if what is Touch.SLIDE else [{"type": what.value, "button": 0}]
        self._point("touch", [*_moves(at), *presses])


def _moves(way: Iterable[Point]) -> list[dict[str, Any]]:
    return [{"type": "pointerMove", "x": round(point.x), "y": round(point.y), "duration": 0} for point in way]
