"""What the demo must do in every engine."""

from collections.abc import Callable
from enum import Enum
from typing import Any


class Story(Enum):
    """A story: its name, and what a visitor sees."""

    START = ("start", "the rules come from the snapshot, and what was dragged meanwhile is judged then")
    DRAG = ("drag with price", "the price of this way is told, and follows the hand")
    ROLL = ("roll", "the check opens, the page rolls, and the token goes as far as that carries it")
    REFUSED = ("refused", "the token stays, with the rule that says so; nothing is recorded")
    UNDO = ("undo", "place and allowance come back")
    KEYBOARD = ("keyboard", "a token is found, carried and dropped by keys alone")
    SAVED = ("saved game", "after a reload all is as it was, and an open check is still open")
    KILLED = ("worker killed", "another one takes its place, and the drag is judged all the same")
    TAP = ("tap", "a tap tells what a way comes to, another one goes it, and a button gives it up")
    FOUND = ("found", "the way of this turn is shown on a key, a token found by its name, the keys told")
    FIRST = ("first visit", "the page shows itself round once, and opens the game that was chosen last")
    PHONE = ("phone", "the board is in the window, free, and its cells can be aimed at")
    TOUCH = ("touch", "a finger drags a token, and moves the map")
    NO_SNAPSHOT = (
        "no snapshot",
        "the rules start without it, the page says so and why, and answers the same",
    )

    def __init__(self, title: str, wanted: str) -> None:
        self.title = title
        self.wanted = wanted


def tells(story: Story) -> Callable[[Any], Any]:
    """Marks the test that tells a story."""

    def mark(test: Any) -> Any:
        test.story = story
        return test

    return mark
