"""The wire format: pydantic models of every request and reply.

Everything that crosses the border of the core is declared here, frozen and with unknown fields
forbidden. The JSON Schema, the TypeScript types and ``docs/protocol.md`` are made from these models.
Numbers are JSON numbers; inside the core they become exact fractions (see :mod:`py_rules.values.exact`).
"""

from collections.abc import Sequence
from functools import cached_property
from math import ceil
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, JsonValue, Tag, TypeAdapter

from py_rules.values.exact import exact
from py_rules.values.footing import Slick

VERSION = 1
MAX_REQUEST_CHARS = 4_000_000
MAX_GRID_SIDE = 2_000
MAX_GRID_CELLS = 1_000_000
MAX_NUMBER = 1_000_000


class Wire(BaseModel):
    """Base of all wire models: frozen, strict, nothing unknown, no NaN or infinity."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )


def _told_by(*shapes: type[Wire], own: Sequence[str]) -> Discriminator:
    """Return what tells shapes apart: the first that has a field of those sent is meant, and no other is tried.

    ``own`` are the fields to name where an object has none of any; of what is no object, the first says so.
    """

    def shape(value: object) -> str | None:
        if not isinstance(value, dict):
            return shapes[0].__name__
        return next((one.__name__ for one in shapes if not value.keys().isdisjoint(one.model_fields)), None)

    names = ", ".join(own)
    return Discriminator(shape, "none_of", f"there is none of {names}; add one of {names}")


def _no_truth(value: object) -> object:
    """Refuse true as the number 1, which it equals in Python."""
    if isinstance(value, bool):
        raise ValueError("a version is a number; use 1")  # noqa: TRY004 - pydantic takes this one
    return value


def _whole(value: object) -> object:
    """Return a whole number as an integer, so that 3.0 and 3 are one place."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Version = Annotated[Literal[1], BeforeValidator(_no_truth)]
Number = Annotated[int | float, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Amount = Annotated[int | float, Field(ge=0, le=MAX_NUMBER)]
Quantity = int | float
"""A number of an answer: sums may go beyond what a request may name."""
Factor = Annotated[int | float, Field(ge=1, le=1000)]
Index = Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Size = Annotated[int | float, Field(ge=0.1, le=50)]
Place = Annotated[int | float, BeforeValidator(_whole), Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
"""A column or a row; between two of them only on a map without cells."""
Side = Annotated[int, Field(ge=1, le=MAX_GRID_SIDE)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Params = dict[str, str | int | float | bool | None]
ModeName = Annotated[str, Field(min_length=1, max_length=60)]
"""A way of moving: one of the system's ``modes``, see ``describe``."""
SurfaceName = Annotated[str, Field(min_length=1, max_length=60)]
"""What is climbed: one of the system's ``surfaces``, see ``describe``."""
Difficulty = Annotated[int, Field(ge=0, le=200)]
Options = dict[str, str | int | float | bool | None]


class Text(Wire):
    """A sentence for people: translate by ``key`` and ``params``, or show ``text`` (English).

    A parameter that is a sentence itself is translated likewise.
    """

    key: str
    params: "dict[str, str | int | float | bool | Text | None]" = {}
    text: str


# ---------------------------------------------------------------- the scene


class Cell(Wire):
    """A place on the grid, by column and row from the top left; fractions only on a map without cells."""

    col: Place
    row: Place
    elevation: Number = 0


class Grid(Wire):
    """A grid of cells; ``distance`` is the length of one cell side in ``units``, of hexes from middle to middle.

    ``units`` is any of ft, m, yd, in, cm, km, mi, or u for cells; all lengths of the scene are in it.
    """

    kind: Literal[
        "square", "hex_rows_odd", "hex_rows_even", "hex_columns_odd", "hex_columns_even", "gridless"
    ] = "square"
    """Squares; or hexes in straight rows, of which the odd (even) ones are shifted half a cell right; or in
    straight columns, of which the odd (even) ones are shifted half a cell down. Rows and columns count from 0.
    ``gridless``: no cells; ``cols`` by ``rows`` is the size in lengths of ``distance``, every line is straight."""
    cols: Side
    rows: Side
    distance: Annotated[int | float, Field(ge=0.001, le=MAX_NUMBER)] = 5
    units: Name = "ft"
    diagonals: Literal[
        "equidistant", "exact", "approximate", "rectilinear", "alternating_1", "alternating_2", "illegal"
    ] = "equidistant"
    """What a diagonal step costs: 1, root two, 1.5, 2, 1-2-1, 2-1-2 cell sides, or not allowed; hexes have none."""


class Storey(Wire):
    """A floor of the map; what stands at ``elevation`` or higher, but below the next storey, is on it."""

    id: Name
    name: Annotated[str, Field(max_length=200)] = ""
    elevation: Number


class Landing(Wire):
    """A cell of a storey, where a passage begins or ends; without cells, a square of one length a side.

    Fractions only on a map without cells; there the square lies on the nearest thirds of a length.
    """

    col: Place
    row: Place
    storey: Name


class Passage(Wire):
    """A way between two storeys; for a token of several cells, its top left cell goes from end to end.

    Without cells its middle does, from any place of one square to the same place of the other.
    Stairs are walked, ladders and shafts are climbed.
    """

    id: Name
    kind: Literal["stairs", "ladder", "shaft"]
    a: Landing
    b: Landing
    length: Annotated[int | float, Field(gt=0, le=MAX_NUMBER)] | None = None
    """In the map's unit; empty: the straight line between its ends in three dimensions, to a hundredth.

    What is climbed is never shorter than it is high.
    """
    one_way: bool = False
    """It leads from ``a`` to ``b`` only."""
    name: Annotated[str, Field(max_length=200)] = ""
    surface: SurfaceName | None = None
    """What is climbed, in the words of the system's ``surfaces``; empty: for a ladder, the system's word for one."""
    slick: Slick = "none"
    difficulty: Difficulty | None = None
    """The Difficulty the GM set for climbing it; wins over ``surface``."""
    hidden: bool = False
    """Only the referee's view knows it."""


class Wall(Wire):
    """A segment that no step may cross or touch; ends in pitches, (0, 0) is the map's top left corner.

    A pitch leads from one column to the next, or one row to the next: for squares it is the side of a cell. The
    middle of a cell is at ``(col + 1/2, row + 1/2)``, half a pitch farther on if its row or column is shifted.
    Whether a door is shut, locked or barred is the host's matter: only ``open`` counts.
    """

    id: Name
    a: tuple[Number, Number]
    b: tuple[Number, Number]
    open: bool = False
    """A door that stands open: blocks nothing."""
    blocks: Literal["both", "left", "right"] = "both"
    """Whom it stops: all, or who comes from its left or right side, as seen looking from ``a`` to ``b``."""
    storey: Name | None = None
    """The storey it stands on; empty: all."""


class Cells(Wire):
    """An area given as a list of cells ``[col, row]``."""

    cells: Annotated[list[tuple[Index, Index]], Field(min_length=1, fail_fast=True)]

    @cached_property
    def lines(self) -> dict[int, int]:
        """The columns of each row, a bit each: found once, since an area may be most of a large map.

        What is left of the first column is on no map, and left out.
        """
        lines: dict[int, int] = {}
        for col, row in self.cells:
            if col >= 0:
                lines[row] = lines.get(row, 0) | 1 << col
        return lines


class Rect(Wire):
    """An area given as a rectangle of cells ``[col, row, cols, rows]``."""

    rect: tuple[Index, Index, Side, Side]


class Polygon(Wire):
    """An area given by its corners ``[x, y]``, in pitches from the map's top left corner.

    Cells with their middle inside belong to it; of a polygon that crosses itself, what is gone round an odd
    number of times is inside. A middle on the outline belongs to the area right of or below it. On a map without
    cells, thirds of a cell count instead of cells.
    """

    polygon: Annotated[list[tuple[Number, Number]], Field(min_length=3, max_length=1_000, fail_fast=True)]


Area = Cells | Rect | Polygon


class RegionBase(Wire):
    """What all regions have."""

    id: Name
    area: Area
    name: Annotated[str, Field(max_length=200)] = ""
    hidden: bool = False
    """Only the referee's view knows it."""
    storey: Name | None = None
    """The storey it is on; empty: all."""


class TerrainRoll(Wire):
    """A roll that entering a difficult region demands, named by the GM."""

    name: Name
    pool: Annotated[int, Field(ge=0, le=60)]
    difficulty: Difficulty | None = None
    needed: Annotated[int, Field(ge=-60, le=120)] = 1


class Difficult(RegionBase):
    """Ground that costs more: every foot times ``cost_multiplier``, plus ``flat_cost`` on entry."""

    kind: Literal["difficult"]
    cost_multiplier: Factor = 1
    flat_cost: Amount = 0
    roll: TerrainRoll | None = None
    grade: SurfaceName | None = None
    """How difficult, in the words of the system's ``grades``, see ``describe``."""
    modifier: Difficulty | None = None
    """The GM's own number for the grade, where the system lets it have one."""


class Water(RegionBase):
    """Water too deep to walk: steps into it are swum."""

    kind: Literal["water"]
    grade: SurfaceName | None = None
    current: tuple[Number, Number] | None = None
    """Which way and how far it carries per Turn: columns and rows, in the map's unit."""


class Climbable(RegionBase):
    """A surface: steps into it are climbed."""

    kind: Literal["climb"]
    surface: SurfaceName | None = None
    slick: Slick = "none"
    difficulty: Difficulty | None = None
    """The Difficulty the GM set; wins over ``surface``."""
    uphill: tuple[Number, Number] | None = None
    """Which way is up on it, columns and rows; empty: as the elevations of the path tell it."""


class Gap(RegionBase):
    """Nothing to stand on: it is jumped over, in a straight line."""

    kind: Literal["gap"]
    depth: Amount | None = None
    """How far down it is, in the map's unit; empty: to the storey below, if there is one."""


class Ledge(RegionBase):
    """Raised or sunken ground: a table, a roof, a pit. Where ledges overlap the highest counts."""

    kind: Literal["ledge"]
    elevation: Number
    """How high it is above the floor of its storey, or below it, in the map's unit."""
    surface: SurfaceName | None = None
    """What its sides are climbed on, in the words of the system's ``surfaces``; a climb region on the way wins."""
    slick: Slick = "none"
    difficulty: Difficulty | None = None
    """The Difficulty the GM set for its sides; wins over ``surface``."""


class Obstacle(RegionBase):
    """Solid: cannot be entered, and its corners are not cut."""

    kind: Literal["obstacle"]


class Cover(RegionBase):
    """Something to be behind: it costs nothing; a plan that ends in it says so."""

    kind: Literal["cover"]


Region = Annotated[
    Difficult | Water | Climbable | Gap | Ledge | Obstacle | Cover, Field(discriminator="kind")
]


class Token(Wire):
    """A piece on the map; ``col`` and ``row`` are the top left cell of what it covers.

    On hexes ``cols`` and ``rows`` are equal: 1 cell; 2: three; 3: seven; 4: twelve (see the page on the protocol).
    Without cells it is a circle, ``cols`` across, in the middle of its box; ``col`` and ``row`` may be fractions.
    """

    id: Name
    name: Annotated[str, Field(max_length=200)] = ""
    col: Place
    row: Place
    elevation: Number = 0
    cols: Size = 1
    rows: Size = 1
    """How large it is, in cells; a started cell counts whole."""
    disposition: Literal["friendly", "neutral", "hostile", "secret"] = "neutral"
    """Towards the mover: whether it can be passed is the table's choice by its house rules; nobody stops on any."""
    hidden: bool = False
    """Only the referee's view knows it."""
    facts: Options = {}
    """What a system's reactions need to know of it; fields per system, see ``describe``."""

    @property
    def size(self) -> tuple[int, int]:
        """The cells it covers, across and down."""
        return ceil(exact(self.cols)), ceil(exact(self.rows))


class Scene(Wire):
    """The map as a host sends it."""

    grid: Grid
    storeys: Annotated[list[Storey], Field(max_length=50, fail_fast=True)] = []
    """From low to high; empty: one, at elevation 0."""
    passages: Annotated[list[Passage], Field(max_length=1_000, fail_fast=True)] = []
    walls: Annotated[list[Wall], Field(max_length=50_000, fail_fast=True)] = []
    regions: Annotated[list[Region], Field(max_length=5_000, fail_fast=True)] = []
    tokens: Annotated[list[Token], Field(max_length=5_000, fail_fast=True)] = []


class SceneRef(Wire):
    """A scene sent before, by the ``scene_ref`` of that reply."""

    ref: Sha256


class PutWall(Wire):
    """Add a wall, or replace the one of that id."""

    put: Literal["wall"]
    value: Wall


class PutRegion(Wire):
    """Add a region, or replace the one of that id."""

    put: Literal["region"]
    value: Region


class PutToken(Wire):
    """Add a token, or replace the one of that id."""

    put: Literal["token"]
    value: Token


class PutPassage(Wire):
    """Add a passage, or replace the one of that id."""

    put: Literal["passage"]
    value: Passage


class Remove(Wire):
    """Take away what has that id."""

    remove: Literal["wall", "region", "token", "passage"]
    id: Name


PatchStep = PutWall | PutRegion | PutToken | PutPassage | Remove


class ScenePatch(Wire):
    """A scene sent before, with changes: ``put`` adds or replaces by id, ``remove`` takes away."""

    base: Sha256
    patch: Annotated[list[PatchStep], Field(min_length=1, max_length=10_000, fail_fast=True)]


AnyScene = Annotated[
    Annotated[Scene, Tag("Scene")]
    | Annotated[SceneRef, Tag("SceneRef")]
    | Annotated[ScenePatch, Tag("ScenePatch")],
    _told_by(SceneRef, ScenePatch, Scene, own=("grid", "ref")),
]


# ---------------------------------------------------------------- who moves, and which way


class PathCell(Cell):
    """One cell of a path; ``mode`` overrules what the map proposes for the step into it."""

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
    Annotated[PathRoute, Tag("PathRoute")]
    | Annotated[BestRoute, Tag("BestRoute")]
    | Annotated[SegmentRoute, Tag("SegmentRoute")],
    _told_by(PathRoute, BestRoute, SegmentRoute, own=("path", "to", "segments")),
]


class Clock(Wire):
    """What the host's tracker says; scopes begin and end by events in ``apply``."""

    in_combat: bool = True


class MoverRequest(Wire):
    """One mover: its token in the scene, its character sheet, its ledger and, for a plan, its route."""

    token: Name | None = None
    at: Cell | None = None
    """Where it stands, if the scene's token does not say it (any more)."""
    character: dict[str, JsonValue] = {}
    ledger: dict[str, JsonValue] | None = None
    route: Route | None = None


class Request(Wire):
    """Fields every request but ``describe`` carries."""

    v: Version = 1
    system: Name
    house_rules: dict[str, JsonValue] = {}
    circumstances: dict[str, JsonValue] = {}
    """What the GM said of this very move; fields per system, see ``describe``."""
    clock: Clock = Clock()
    scene: AnyScene | None = None
    view: Literal["player", "referee"] = "player"


class DescribeRequest(Wire):
    """What is there?"""

    v: Version = 1
    op: Literal["describe"]


class StateRequest(Request):
    """Where does this token stand now?"""

    op: Literal["state"]
    mover: MoverRequest = MoverRequest()


class DestinationsRequest(Request):
    """Where can it go?"""

    op: Literal["destinations"]
    mover: MoverRequest


class PlanRequest(Request):
    """What does this path cost? Several movers do not block each other's old cells."""

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
    faces: Annotated[list[int], Field(max_length=200, fail_fast=True)] | None = None
    result: Annotated[int, Field(ge=-400, le=400)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    difficulty: Difficulty | None = None
    """Another Difficulty than the check's own, set by the GM for this roll."""


class DidEvent(Wire):
    """Something a system has a word for: one of its ``acts``, see ``describe``."""

    kind: Literal["did"]
    act: Name
    options: Options = {}


class ReactedEvent(Wire):
    """A reaction on the path that the move waited for was played; ``stopped``: it ends the move there."""

    kind: Literal["reacted"]
    reaction: Name
    stopped: bool


class BeginEvent(Wire):
    """A scope of the clock begins; what it clears is told by the system's clock."""

    kind: Literal["begin"]
    scope: Name
    number: Annotated[int, Field(ge=1, le=1000)] | None = None
    of: Annotated[int, Field(ge=1, le=1000)] | None = None
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


Event = Annotated[
    MovedEvent | ActedEvent | DidEvent | RolledEvent | ReactedEvent | BeginEvent | EndEvent | RuledEvent,
    Field(discriminator="kind"),
]


class CommitRequest(Wire):
    """Events that happened together, under the host's id for them."""

    id: Name
    events: Annotated[list[Event], Field(min_length=1, max_length=50, fail_fast=True)]


class ApplyRequest(Request):
    """This happened: exactly one of ``commit`` and ``undo`` is given."""

    op: Literal["apply"]
    mover: MoverRequest = MoverRequest()
    commit: CommitRequest | None = None
    undo: Name | None = None


AnyRequest = Annotated[
    DescribeRequest | StateRequest | DestinationsRequest | PlanRequest | ApplyRequest,
    Field(discriminator="op"),
]


# ---------------------------------------------------------------- the parts of an answer

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
    """The move does not wait for it and does not hang on it: the player may leave it."""
    sides: int = 6
    again: Literal["never", "each", "first"] = "never"
    """How ``pool`` dice of so many sides are thrown: on their highest face never again; each again, and added to its
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


class Reaction(Wire):
    """What others may do because of the path; ``waits``: the move stops there until it is played."""

    id: str
    rule: str
    token: str | None
    """Who; null: nobody on the map by itself, the label says who."""
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
    undoable: bool
    refusal: Text | None = None


class ModeEntry(Wire):
    """A way of moving."""

    id: str
    label: Text


class StateValue(Wire):
    """Where the token stands: allowances, modifiers in force, badges, counters, open prompts."""

    allowances: list[Allowance]
    modes: list[ModeEntry]
    """The ways of moving that this character has a word for: those of ``describe``, and what its sheet adds."""
    modifiers: list[Modifier]
    statuses: list[Status]
    counters: list[Counter]
    pending: Pending | None
    rulings: list[Ruling]
    hazards: list[Hazard]
    checks: list[Check]
    """Rolls that may be made now without a path before them."""
    commits: list[CommitSummary]
    trace: list[Trace]
    scene_ref: Sha256 | None = None
    conversion: Text | None = None
    """What a cell of the map counts as in the system's unit, where the map is in another."""


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
    price: Price | None
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

    The number of a cell in ``cells`` tells which of ``elevations`` its ground has, in the map's unit. A map without
    cells has one of them for each elevation, with its area.
    """

    storey: str | None = None
    elevations: list[Quantity]
    cells: Window | None
    area: list[Outline] = []


class DestinationsValue(Wire):
    """Where the token can go; ``truncated``: chances below 1 in 10,000 were cut."""

    layers: list[Layer]
    truncated: bool
    heights: list[Grounds] = []
    """How high the ground is where that is not the elevation that the layers tell; empty: nowhere."""
    scene_ref: Sha256 | None = None
    conversion: Text | None = None
    """What a cell of the map counts as in the system's unit, where the map is in another."""


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


class Plan(Wire):
    """The answer for one path. ``verdict`` is the worst band's kind, ``free`` for no band.

    A path that pauses in a climb is judged as far as there: only its bands tell of the rest.
    """

    token: str | None
    verdict: Kind
    reason: Text
    chance: float | None
    """The chance that all its checks succeed; null: there is no check."""
    length: Quantity
    cost: Quantity
    left: Quantity | None
    """What remains of the ground allowance after it, without a roll."""
    path: list[PathCell] | None
    bands: list[Band]
    modifiers: list[Modifier]
    spends: list[Spend]
    checks: list[Check]
    reactions: list[Reaction]
    hazards: list[Hazard]
    rulings: list[Ruling]
    pause: Pause | None
    """Where a climb that no roll or allowance carries to its end pauses; null: none does."""
    last_legal: LastLegal
    events: list[Event]
    trace: list[Trace]


class PlanValue(Wire):
    """One plan per mover, in their order."""

    plans: list[Plan]
    scene_ref: Sha256 | None = None
    conversion: Text | None = None
    """What a cell of the map counts as in the system's unit, where the map is in another."""


class Move(Wire):
    """Where the host must now put the token, along ``way`` (null: the route was measured by the host)."""

    token: str | None
    to: Cell | None
    way: list[PathCell] | None
    distance: Quantity
    forced: bool
    rule: str


class Refusal(Wire):
    """Why nothing was recorded."""

    rule: str
    reason: Text


class Roll(Wire):
    """A roll as it was counted."""

    check: str
    rule: str
    faces: list[int] | None
    difficulty: int
    result: int
    needed: int | None
    success: bool
    effect: Text


class ApplyValue(Wire):
    """What became of it. A refused commit changes nothing and says why in ``refused``."""

    ledger: dict[str, JsonValue]
    moves: list[Move]
    rest: list[PathCell] | None
    stopped: Refusal | None
    """Why the move ended before the end of its path; null: it did not, or it waits."""
    rolls: list[Roll]
    refused: Refusal | None
    replayed: bool
    """The id was known: nothing changed."""
    state: StateValue
    scene_ref: Sha256 | None = None
    conversion: Text | None = None
    """What a cell of the map counts as in the system's unit, where the map is in another."""


class RuleEntry(Wire):
    """A rule as a player looks it up."""

    number: str
    name: str
    sentence: str
    reference: str
    kind: str


class HouseRuleEntry(Wire):
    """A switch of the system."""

    id: str
    title: str
    description: str
    rules: list[str]
    default: JsonValue
    required: bool
    """To be shown on the first page of settings."""
    json_schema: dict[str, JsonValue]


class PresetEntry(Wire):
    """House rules under one name, chosen all together; those that ``values`` does not name are at their default."""

    id: str
    label: Text
    help: Text
    values: dict[str, JsonValue]


class WordEntry(Wire):
    """A word the system has for a surface or a grade of terrain."""

    id: str
    label: Text


class ActEntry(Wire):
    """Something to do that matters for movement: the ``act`` of a ``did`` event."""

    id: str
    rule: str
    label: Text
    options: dict[str, JsonValue]
    """JSON Schema of its options."""


class ScopeEntry(Wire):
    """A scope of the clock, and what its begin and its end do to the fields of the ledger."""

    id: str
    label: Text
    clears: list[str]
    """Fields that its begin clears."""
    counts: list[str]
    """Fields that its begin sets by a rule of their own: last round's rate, the number of the pass."""
    end_clears: list[str]
    """Fields that its end clears."""
    end_counts: list[str]
    """Fields that its end sets by a rule of their own."""
    counted: bool
    """Its beginnings have a number out of so many, as Initiative Passes have."""


class ClockEntry(Wire):
    """The scopes that limit movement, and the events that "end turn" stands for."""

    scopes: list[ScopeEntry]
    end_turn: list[Event]


class DiceEntry(Wire):
    """What the game calls the result of a roll, and what it is rolled against."""

    result: Text
    target: Text


class SystemEntry(Wire):
    """A game system."""

    id: str
    title: str
    unit: str
    clock: ClockEntry
    character: dict[str, JsonValue]
    """JSON Schema of the character."""
    circumstances: dict[str, JsonValue]
    """JSON Schema of the circumstances."""
    modes: list[ModeEntry]
    surfaces: list[WordEntry]
    grades: list[WordEntry]
    acts: list[ActEntry]
    dice: DiceEntry
    token_facts: dict[str, JsonValue]
    """JSON Schema of what tokens' ``facts`` may hold."""
    house_rules: list[HouseRuleEntry]
    presets: list[PresetEntry]
    """The defaults first."""
    rules: list[RuleEntry]
    texts: dict[str, str]
    """Every text key with its English template; parameters stand in braces."""


class Problem(Wire):
    """What is wrong with a request: where (``path``), what (``message``) and what to do (``remedy``).

    A field of the wrong kind also says which, with the bounds and the value sent, to be translated by.
    """

    code: str
    message: str
    path: str
    remedy: str
    kind: str = ""
    params: Params = {}


class DescribeValue(Wire):
    """Everything there is."""

    v: Literal[1] = 1
    systems: list[SystemEntry]
    broken: list[Problem]
    """Systems that a host brings along and that do not load: the problem `system_broken` of each."""
    table_rules: list[RuleEntry]
    """Rules of every table, whatever the game: what the map forbids, undo, forced movement."""
    texts: dict[str, str]
    """Templates of the table rules' texts."""


class DescribeReply(Wire):
    """The reply to ``describe``."""

    ok: Literal[True]
    value: DescribeValue


class StateReply(Wire):
    """The reply to ``state``."""

    ok: Literal[True]
    value: StateValue


class DestinationsReply(Wire):
    """The reply to ``destinations``."""

    ok: Literal[True]
    value: DestinationsValue


class PlanReply(Wire):
    """The reply to ``plan``."""

    ok: Literal[True]
    value: PlanValue


class ApplyReply(Wire):
    """The reply to ``apply``."""

    ok: Literal[True]
    value: ApplyValue


class ProblemReply(Wire):
    """The reply to a request that cannot be answered."""

    ok: Literal[False]
    problem: Problem


class Protocol(Wire):
    """The root of the generated schema: every message there is."""

    request: AnyRequest
    reply: DescribeReply | StateReply | DestinationsReply | PlanReply | ApplyReply | ProblemReply


REQUEST: TypeAdapter[Any] = TypeAdapter(AnyRequest)


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of the protocol; all models stand in ``$defs``."""
    return Protocol.model_json_schema()
