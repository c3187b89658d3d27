"""The parts of an answer, as JSON has them."""

from typing import Literal

from py_rules.protocol.bounds import Json, Params, Quantity, Text, Wire
from py_rules.protocol.requests import PathCell

Kind = Literal["free", "penalised", "roll", "impossible"]


class Price(Wire):
    """What a stretch costs besides distance: ``amount`` of ``quantity`` (dice, action …)."""

    quantity: str
    amount: Quantity


class Odds(Wire):
    """The chance of this result or better, and the distance that result gives, if it gives one."""

    result: int
    at_least: float
    distance: Quantity | None = None


class Check(Wire):
    """A roll attached to a stretch of the path."""

    id: str
    rule: str
    label: Text
    at: Quantity
    pool: int
    dice: Text
    difficulty: int
    needed: int
    needed_text: Text
    chance: float
    mean: float
    odds: list[Odds]
    alternatives: list[Text] = []
    optional: bool = False
    """The move does not wait for it or depend on it: the player may skip it."""
    sides: int = 6
    again: Literal["never", "each", "first"] = "never"
    """How ``pool`` dice of ``sides`` sides are thrown: on their highest face never again; each again, and added to its
    face; or only the first of them, its further faces listed after the others."""


class Band(Wire):
    """A stretch of the path with one price; ``start`` and ``end`` along the path in the system's unit."""

    start: Quantity
    end: Quantity
    kind: Kind
    mode: str
    rule: str
    reason: Text
    price: Price | None = None
    chance: float | None = None
    check: str | None = None


class Modifier(Wire):
    """A change to later rolls."""

    rule: str
    bearer: str
    on: Text
    quantity: str
    amount: Quantity
    since: Text
    until: Text


class Spend(Wire):
    """A resource used up: ``amount`` of ``resource``; ``left`` after it, if it is limited."""

    rule: str
    resource: str
    label: Text
    amount: Quantity
    left: Quantity | None = None
    is_length: bool
    """Whether it is counted in the game's unit; if not, in what the label says."""


class Reaction(Wire):
    """What others may do because of the path; ``waits``: the move stops there until it is played."""

    id: str
    rule: str
    token: str | None
    """Who; null: nobody on the map in particular, the label says who."""
    at: Quantity
    label: Text
    waits: bool


class Hazard(Wire):
    """What the place or a failure does; ``stops``: the move ends there."""

    id: str
    rule: str
    at: Quantity
    label: Text
    stops: bool
    numbers: Params


class Choice(Wire):
    """One answer to a ruling."""

    id: str
    label: Text


class Ruling(Wire):
    """A question for the GM, with its default."""

    id: str
    rule: str
    at: Quantity
    question: Text
    choices: list[Choice]
    default: str


class Trace(Wire):
    """One rule used, with its numbers."""

    rule: str
    name: str
    reference: str
    sentence: str
    working: Text
    numbers: Params = {}


class Allowance(Wire):
    """How far a mode reaches in which scope; ``limit`` null: no limit, or not known before a roll."""

    id: str
    mode: str
    rule: str
    label: Text
    scope: str
    limit: Quantity | None
    used: Quantity
    left: Quantity | None
    vertical: Quantity | None = None
    """For jumps: the vertical reach; ``limit`` is the horizontal one."""


class Status(Wire):
    """A state of the token that hosts show as a badge."""

    id: str
    rule: str
    label: Text


class Counter(Wire):
    """A ledger field, for the turn panel."""

    id: str
    rule: str
    label: Text
    value: str | int | float | bool | None
    shown: Text | None
    """The value in words, where it is a name and not a number."""
    is_length: bool
    """Whether it is counted in the game's unit; if not, in what the label says."""


class Assumed(Wire):
    """A field of the sheet that is asked for and was not sent, and the value that it is played with."""

    field: str
    label: Text
    value: Json
    shown: Text | None
    """The value in words, where it is no number."""


class Pending(Wire):
    """A move that waits: for a check to be rolled or a reaction to be played, and what is left of the path."""

    commit: str
    check: Check | None
    reaction: Reaction | None
    rest: list[PathCell] | None
    distance: Quantity


class CommitSummary(Wire):
    """One commit of the ledger, for the turn panel; ``refusal`` says why it cannot be undone.

    ``rules`` names for each label the rule that carried, stopped or judged; null: none did.
    """

    id: str
    number: int
    labels: list[Text]
    rules: list[str | None]
    in_turn: bool
    """Whether it is from the turn, pass or round that goes on."""
    undoable: bool
    refusal: Text | None = None
