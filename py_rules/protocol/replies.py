"""What comes back: plans, destinations, states, problems."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from fractions import Fraction
from functools import cache, reduce
from operator import or_
from types import GenericAlias
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from pydantic import GetCoreSchemaHandler, create_model
from pydantic_core import CoreSchema

from py_rules.protocol.bounds import Json, Params, Quantity, Sha256, Text, Wire
from py_rules.protocol.descriptions import DescribeValue, Problem, WordEntry
from py_rules.protocol.map_data import Cell
from py_rules.protocol.requests import AnyRequest, Event, PathCell
from py_rules.values import sentences
from py_rules.values.answer_parts import (
    Check,
    Judgement,
    Kind,
    Price,
    ReactionOffer,
    Refusal,
    RollResult,
    Standing,
    shown_of,
)

T = TypeVar("T")
ValueT = TypeVar("ValueT", bound=Wire)


class _AsSent:
    """Has pydantic read the type of a field as replies send it: of records their fields, of fractions numbers."""

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401 - any type
        return handler.generate_schema(_sent(kind))


Sent = Annotated[T, _AsSent()]
"""A type of the core's own, as replies send it."""


@cache
def _sent(kind: Any) -> Any:  # noqa: ANN401 - any type
    """Return the type that a type of the core's own is sent as."""
    if is_dataclass(kind):
        return Text if kind is sentences.Sentence else _model(kind)
    plain = {Fraction: Quantity, Mapping[str, Any]: Params}.get(kind)
    if plain is not None or not get_args(kind) or get_origin(kind) is Literal:
        return plain or kind
    first, *others = map(_sent, get_args(kind))
    return GenericAlias(list, first) if get_origin(kind) is tuple else reduce(or_, others, first)


def _model(kind: Any) -> type[Wire]:  # noqa: ANN401 - a record
    """Return the model of a record: every field that is shown is always there."""
    hints = get_type_hints(kind)
    shown: dict[str, Any] = {name: (_sent(hints[name]), ...) for name in shown_of(kind)}
    return create_model(kind.__name__, __base__=Wire, __doc__=kind.__doc__, **shown)


class OnMap(Wire):
    """What is answered of a map."""

    scene_ref: Sha256 | None = None
    conversion: Text | None = None
    """What a cell of the map counts as in the system's unit, where the map is in another."""


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
    check: Sent[Check] | None
    reaction: Sent[ReactionOffer] | None
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
    refusal: Text | None


class StateValue(OnMap, _model(Standing)):  # type: ignore[misc]
    """Where the token stands: allowances, modifiers in force, badges, counters, open prompts."""

    modes: list[WordEntry]
    """The ways of moving that this character has a word for: those of ``describe``, and what its sheet adds."""
    pending: Pending | None
    checks: list[Sent[Check]]
    """Rolls that may be made now without a path before them."""
    acts: list[str]
    """The acts that nothing refuses now, by their ids; those that ask for something first are among them."""
    refused: dict[str, Text] = {}
    """Why each of the other acts is refused now, by their ids; left out: none is."""
    commits: list[CommitSummary]
    assumed: list[Assumed] = []
    """What the sheet lacks and is asked for; left out: nothing."""
    in_combat: bool
    """Outside combat distances are not counted: an allowance without a limit is then no roll."""


class Window(Wire):
    """The number of the ring that each cell is in, over a window of the grid.

    Each plane is a bitset: bit ``i`` is the cell ``(col + i % cols, row + i // cols)``; bit ``i`` is found
    in byte ``i // 8`` at value ``1 << (i % 8)``; the bytes are base64. A cell's number is the sum of
    ``2 ** k`` over the planes ``k`` that hold it: 0 is in no ring, 1 in the first of the layer, 2 in the
    second. For a token larger than one cell, the cell is the top left one of its footprint. ``cols`` may be
    one more than the grid has: nothing is set beyond it.
    """

    planes: list[str]
    col: int
    row: int
    cols: int
    rows: int


Outline = list[list[tuple[Quantity, Quantity]]]
"""Closed lines in lengths of ``distance``: the outer one clockwise as seen (rows go down), then its holes,
counter-clockwise. The last point joins the first; odd-even and winding rules fill alike."""


class Ring(Wire):
    """Cells of a layer that cost the same: ``used`` allowance on the way, ``left`` without a roll after it."""

    used: Quantity
    left: Quantity | None
    area: list[Outline] = []
    """On a map without cells: where the token's middle may be; ``used`` is the most there, ``left`` the
    least."""


class Layer(Wire):
    """All cells of one price. Layers are disjoint, best first."""

    kind: Kind
    label: Text
    rule: str
    price: Sent[Price] | None
    chance: float | None
    elevation: Quantity = 0
    storey: str | None = None
    """The storey its cells are on; null: the map has none."""
    checks: list[Text] = []
    rings: list[Ring]
    cells: Window | None = None
    """Which cells are in which ring; null: the map has no cells."""


class Grounds(Wire):
    """Where the ground of a storey within reach is not as high as its floor: ledges and pits, from high to low.

    The number of a cell in ``cells`` says which of ``elevations`` its ground has, in the map's unit. A map without
    cells has one of them for each elevation, with its area.
    """

    storey: str | None = None
    elevations: list[Quantity]
    cells: Window | None
    area: list[Outline] = []


class DestinationsValue(OnMap):
    """Where the token can go; ``truncated``: what is unlikely, or takes too much work to find, is left out."""

    layers: list[Layer]
    truncated: bool
    heights: list[Grounds] = []
    """How high the ground is where that is not the elevation of the layers; empty: nowhere."""


class LastLegal(Wire):
    """The last point of the path where the token may stop without a roll or an override."""

    distance: Quantity
    cell: Cell | None = None


class Pause(Wire):
    """How far along the path a climb gets at the most, and where it holds on; the rest of the path is for later."""

    at: Quantity
    cell: Cell
    rule: str
    reason: Text


class Plan(_model(Judgement)):  # type: ignore[misc]
    """The answer for one path. ``verdict`` is the worst band's kind, ``free`` for no band.

    A path that pauses in a climb is judged as far as there: only its bands cover the rest.
    """

    token: str | None
    verdict: Kind
    reason: Text
    chance: float | None
    """The chance that all its checks succeed; null: there is no check."""
    length: Quantity
    path: list[PathCell] | None
    pause: Pause | None
    """Where a climb that no roll or allowance carries to its end pauses; null: none does."""
    last_legal: LastLegal
    events: list[Event]


class PlanValue(OnMap):
    """One plan per mover, in their order."""

    plans: list[Plan]


class TokenMove(Wire):
    """Where the host must now put the token, along ``way`` (null: the route was measured by the host)."""

    token: str | None
    to: Cell | None
    way: list[PathCell] | None
    distance: Quantity
    forced: bool
    rule: str


class ApplyValue(OnMap):
    """What a commit or an undo changed. A refused one changes nothing and says why in ``refused``."""

    ledger: dict[str, Json]
    moves: list[TokenMove]
    rest: list[PathCell] | None
    stopped: Sent[Refusal] | None
    """Why the move ended before the end of its path; null: it did not, or it waits."""
    rolls: list[Sent[RollResult]]
    refused: Sent[Refusal] | None
    replayed: bool
    """The id was known: nothing changed."""
    state: StateValue


class Reply(Wire, Generic[ValueT]):
    """The reply to a request that is answered."""

    ok: Literal[True]
    value: ValueT


class DescribeReply(Reply[DescribeValue]):
    """The reply to ``describe``."""


class StateReply(Reply[StateValue]):
    """The reply to ``state``."""


class DestinationsReply(Reply[DestinationsValue]):
    """The reply to ``destinations``."""


class PlanReply(Reply[PlanValue]):
    """The reply to ``plan``."""


class ApplyReply(Reply[ApplyValue]):
    """The reply to ``apply``."""


class ProblemReply(Wire):
    """The reply to a request that cannot be answered."""

    ok: Literal[False]
    problem: Problem


class Protocol(Wire):
    """The root of the generated schema: every message there is."""

    request: AnyRequest
    reply: DescribeReply | StateReply | DestinationsReply | PlanReply | ApplyReply | ProblemReply
