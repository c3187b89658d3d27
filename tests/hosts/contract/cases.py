"""What every host must stand."""

from collections.abc import Callable
from enum import Enum
from typing import Any


class Case(Enum):
    """A case of the contract: its name, and what is wanted of a host."""

    PICK_UP = ("pick-up", "where the token can go is drawn, and nothing else")
    SELECT = (
        "selecting a token",
        "where it can go is drawn and what is left of its moves told, until it is selected no more",
    )
    DRAG = ("drag", "the price of this path is shown, and follows the pointer")
    LEGEND = (
        "legend",
        "it says what the colours of the dragged token mean, with units; clicks pass through it",
    )
    LEGAL = ("legal drop", "it goes there; position and ledger are written together")
    ILLEGAL = ("illegal drop", "it stays, with the reason; nothing is written")
    LATE = ("verdict late", "the token stays until it is in, and then goes or stays")
    DEAD = ("worker dead", "the question is asked again, and the move is judged")
    NO_RULES = ("no rules at all", "tokens move as without them, told once")
    UNDO = ("undo", "by the host's own undo: place and allowance come back")
    GROUP = ("group move", "all are judged together: nobody ends on one that stays, or goes through it")
    PUSH = ("push by the GM", "it goes and costs nothing; the next move is a move like others")
    BACK = ("back to the start of the turn", "in one press, up to a push; place and allowance come back")
    GIVE = ("movement given or taken by the GM", "what a token can go changes by it")
    TWO = ("two people move one token", "the second one's drop is not written, and a notice says so")
    HIDDEN = ("hidden token", "in no answer, label or notice of a player")
    HOSTILE = ("hostile names", "text, wherever they are drawn")
    BAD_INPUT = ("bad input", "one notice, and the host goes on")
    BROKEN = ("broken token", "it is set aside; the moves of all others are judged")

    def __init__(self, title: str, wanted: str) -> None:
        self.title = title
        self.wanted = wanted


def plays(case: Case) -> Callable[[Any], Any]:
    """Marks the test that plays a case."""

    def mark(test: Any) -> Any:
        test.case = case
        return test

    return mark
