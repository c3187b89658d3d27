"""Requests of hosts: movers, routes, events, operations."""

import json
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from py_rules.protocol.bounds import (
    MAX_REQUEST_CHARS,
    Amount,
    Difficulty,
    Factor,
    Index,
    Json,
    ModeName,
    Name,
    Number,
    Options,
    Ordinal,
    SurfaceName,
    Version,
    Wire,
    shape,
    shape_of,
)
from py_rules.protocol.map_data import AnyScene, Cell, TerrainRoll
from py_rules.protocol.problems import ProblemError, from_validation
from py_rules.values.footing import Slick


class PathCell(Cell):
    """One cell of a path; ``mode`` overrules what the map proposes for the step into it.

    By ``put`` the step leads to any cell, whatever is between, and costs nothing.
    """

    mode: ModeName | None = None


class PathRoute(Wire):
    """An explicit path, cell by cell; the first cell is where the mover stands."""

    path: Annotated[list[PathCell], Field(min_length=1, max_length=5_000, fail_fast=True)]


class BestRoute(Wire):
    """The cheapest path to a cell, through the ``via`` cells in order."""

    to: Cell
    via: Annotated[list[Cell], Field(max_length=50, fail_fast=True)] = []


class MeasuredSegment(Wire):
    """A stretch measured by the host, in the system's unit.

    ``length`` is measured along the path; for a jump it is the horizontal distance and ``rise`` the
    vertical one.
    """

    mode: ModeName = "ground"
    length: Amount
    rise: Number = 0
    cost_multiplier: Factor = 1
    flat_cost: Amount = 0
    difficult: Annotated[str, Field(max_length=200)] = ""
    """Name or id of the difficult region this stretch runs through; empty: none."""
    roll: TerrainRoll | None = None
    surface: SurfaceName | None = None
    slick: Slick = "none"
    difficulty: Difficulty | None = None
    grade: SurfaceName | None = None
    modifier: Difficulty | None = None
    current: tuple[Number, Number] | None = None
    """In water: which way and how far it carries per Turn, columns and rows."""
    depth: Amount | None = None
    """How far down it is, where it may be fallen into."""
    heading: Annotated[str, Field(max_length=40)] = ""
    """Any label of the direction; equal labels in a row are one straight line."""
    run_up: bool | None = None
    """For a jump: forces the running or the standing jump; null: computed from what went before."""


class SegmentRoute(Wire):
    """A path already measured by the host; needs no scene."""

    segments: Annotated[list[MeasuredSegment], Field(max_length=5_000, fail_fast=True)]


Route = Annotated[
    Annotated[PathRoute, shape(PathRoute)]
    | Annotated[BestRoute, shape(BestRoute)]
    | Annotated[SegmentRoute, shape(SegmentRoute)],
    shape_of(PathRoute, BestRoute, SegmentRoute, own=("path", "to", "segments")),
]


class Clock(Wire):
    """What the host's tracker says; scopes begin and end by events in ``apply``."""

    in_combat: bool = True


class MoverRequest(Wire):
    """One mover: its token in the scene, its character sheet, its ledger and, for a plan, its route."""

    token: Name | None = None
    at: Cell | None = None
    """Where it stands, if the scene's token does not say it (any more)."""
    character: dict[str, Json] = {}
    ledger: dict[str, Json] | None = None
    route: Route | None = None


class Request(Wire):
    """Fields every request but ``describe`` carries."""

    v: Version = 1
    system: Name
    house_rules: dict[str, Json] = {}
    circumstances: dict[str, Json] = {}
    """What the GM said about this one move; fields per system, see ``describe``."""
    clock: Clock = Clock()
    scene: AnyScene | None = None
    view: Literal["player", "referee"] = "player"


class DescribeRequest(Wire):
    """Asks which games there are."""

    v: Version = 1
    op: Literal["describe"]


class StateRequest(Request):
    """Asks how a token's turn stands."""

    op: Literal["state"]
    mover: MoverRequest = MoverRequest()


class DestinationsRequest(Request):
    """Asks where a token can go."""

    op: Literal["destinations"]
    mover: MoverRequest


class PlanRequest(Request):
    """Asks what a path costs. Several movers do not block each other's old cells."""

    op: Literal["plan"]
    movers: Annotated[list[MoverRequest], Field(min_length=1, max_length=200, fail_fast=True)]


class MovedEvent(Wire):
    """The token is dropped at the end of ``route``."""

    kind: Literal["moved"]
    route: Route
    override: bool = False
    """Let an illegal move through (the table allowed it); it is recorded and counts."""
    forced: bool = False
    """Pushed, dragged or carried: spends nothing (X-08)."""
    until: Amount | None = None
    """Something stopped the token this far along the path; what lies beyond is neither moved nor paid."""


class ActedEvent(Wire):
    """The Action is used; ``saved`` dice of it are held back for a later sprint (CON-08)."""

    kind: Literal["acted"]
    reaction: bool = False
    saved: Annotated[int, Field(ge=0, le=20)] = 0


class RolledEvent(Wire):
    """A check is rolled: by the faces, by the result, or here from a ``seed``."""

    kind: Literal["rolled"]
    check: Name
    faces: Annotated[list[Index], Field(max_length=200, fail_fast=True)] | None = None
    result: Annotated[int, Field(ge=-400, le=400)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    difficulty: Difficulty | None = None
    """Another Difficulty than the check's own, set by the GM for this roll."""


class DidEvent(Wire):
    """One of a system's ``acts`` was done, see ``describe``."""

    kind: Literal["did"]
    act: Name
    options: Options = {}


class ReactedEvent(Wire):
    """A reaction on the path that the move waited for was played; ``stopped``: it ends the move there."""

    kind: Literal["reacted"]
    reaction: Name
    stopped: bool


class BeginEvent(Wire):
    """A scope of the clock begins; the system's clock says what it clears."""

    kind: Literal["begin"]
    scope: Name
    number: Ordinal | None = None
    of: Ordinal | None = None
    """Which one it is, of how many, where the system counts them (Initiative Passes)."""
    acts: bool = True
    """Whether the character has an action in it."""


class EndEvent(Wire):
    """A scope of the clock ends."""

    kind: Literal["end"]
    scope: Name


class RuledEvent(Wire):
    """The GM answered a ruling."""

    kind: Literal["ruled"]
    ruling: Name
    choice: Name


class GrantedEvent(Wire):
    """The GM gives movement by hand, in the system's unit, or takes it: less than 0."""

    kind: Literal["granted"]
    length: Number
    reason: Annotated[str, Field(min_length=1, max_length=200)]


Event = Annotated[
    MovedEvent
    | ActedEvent
    | DidEvent
    | RolledEvent
    | ReactedEvent
    | BeginEvent
    | EndEvent
    | RuledEvent
    | GrantedEvent,
    Field(discriminator="kind"),
]


class CommitRequest(Wire):
    """Events that happened together, under the host's id for them."""

    id: Name
    events: Annotated[list[Event], Field(min_length=1, max_length=50, fail_fast=True)]


class ApplyRequest(Request):
    """Records what happened, or undoes it: exactly one of ``commit`` and ``undo`` is given."""

    op: Literal["apply"]
    mover: MoverRequest = MoverRequest()
    commit: CommitRequest | None = None
    undo: Name | None = None


AnyRequest = Annotated[
    DescribeRequest | StateRequest | DestinationsRequest | PlanRequest | ApplyRequest,
    Field(discriminator="op"),
]
REQUEST: TypeAdapter[Any] = TypeAdapter(AnyRequest)


def read_request(text: str) -> Any:  # noqa: ANN401 - any of the requests
    """Return the request in a text; raises :class:`ProblemError` for anything else."""
    if len(text) > MAX_REQUEST_CHARS:
        raise ProblemError(
            "too_large",
            "",
            message=f"request: {len(text)} characters are more than {MAX_REQUEST_CHARS}",
            remedy="send less at once: a scene by reference, or a part of the map",
        )
    try:
        return REQUEST.validate_json(text.encode("utf-8", errors="surrogatepass"))
    except ValidationError as error:
        raise from_validation(error, data=_parsed(text)) from error


def _parsed(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return the JSON of a text that the models refused; nothing if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
