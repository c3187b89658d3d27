"""A scene as hosts send it: grid, walls, regions, storeys, tokens."""

from functools import cached_property
from math import ceil
from typing import Annotated, Literal

from py_rules.protocol.bounds import (
    MAX_NUMBER,
    Amount,
    Difficulty,
    Factor,
    Index,
    Name,
    Number,
    Options,
    Place,
    Sha256,
    Side,
    Size,
    SurfaceName,
    Wire,
    limits,
    shape,
    shape_of,
)
from py_rules.values.footing import Slick
from py_rules.values.rounding import to_fraction


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
    distance: Annotated[int | float, limits(ge=0.001, le=MAX_NUMBER)] = 5
    units: Name = "ft"
    diagonals: Literal[
        "equidistant", "exact", "approximate", "rectilinear", "alternating_1", "alternating_2", "illegal"
    ] = "equidistant"
    """What a diagonal step costs: 1, root two, 1.5, 2, 1-2-1, 2-1-2 cell sides, or not allowed; hexes have none.

    A cell over and a cell up or down in the air, in water or on a wall is a diagonal as well.
    """


class Storey(Wire):
    """A floor of the map; what stands at ``elevation`` or higher, but below the next storey, is on it."""

    id: Name
    name: Annotated[str, limits(max_length=200)] = ""
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
    length: Annotated[int | float, limits(gt=0, le=MAX_NUMBER)] | None = None
    """In the map's unit; empty: the straight line between its ends in three dimensions, to a hundredth.

    What is climbed is never shorter than it is high.
    """
    one_way: bool = False
    """It leads from ``a`` to ``b`` only."""
    name: Annotated[str, limits(max_length=200)] = ""
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
    """Whom it stops: everybody, or movers from its left or right side, looking from ``a`` to ``b``."""
    storey: Name | None = None
    """The storey it stands on; empty: all."""


class Cells(Wire):
    """An area given as a list of cells ``[col, row]``."""

    cells: Annotated[list[tuple[Index, Index]], limits(min_length=1, fail_fast=True)]

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
    cells, gaps, obstacles and difficult ground are where they are drawn (ground that is cheaper than plain ground is
    not); of other areas thirds of a cell count instead of cells.
    """

    polygon: Annotated[list[tuple[Number, Number]], limits(min_length=3, max_length=1_000, fail_fast=True)]


Area = Annotated[
    Annotated[Cells, shape(Cells)] | Annotated[Rect, shape(Rect)] | Annotated[Polygon, shape(Polygon)],
    shape_of(Cells, Rect, Polygon, own=("cells", "rect", "polygon")),
]


class RegionBase(Wire):
    """What all regions have."""

    id: Name
    area: Area
    name: Annotated[str, limits(max_length=200)] = ""
    hidden: bool = False
    """Only the referee's view knows it."""
    storey: Name | None = None
    """The storey it is on; empty: all."""


class TerrainRoll(Wire):
    """A roll that entering a difficult region demands, named by the GM."""

    name: Name
    pool: Annotated[int, limits(ge=0, le=60)]
    difficulty: Difficulty | None = None
    needed: Annotated[int, limits(ge=-60, le=120)] = 1


class Difficult(RegionBase):
    """Ground that costs more, or less: every foot times ``cost_multiplier``, plus ``flat_cost`` on entry."""

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
    """Which way is up on it, columns and rows; empty: as the elevations of the path say."""


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


class Bottom(Ledge):
    """The bottom of a gap, for somebody who is down there: it counts before any ledge that the gap is in."""


class Obstacle(RegionBase):
    """Solid: cannot be entered, and its corners are not cut."""

    kind: Literal["obstacle"]


class Cover(RegionBase):
    """Something to be behind: it costs nothing; a plan that ends in it says so."""

    kind: Literal["cover"]


Region = Annotated[
    Difficult | Water | Climbable | Gap | Ledge | Obstacle | Cover, limits(discriminator="kind")
]


class Token(Wire):
    """A piece on the map; ``col`` and ``row`` are the top left cell of what it covers.

    On hexes ``cols`` and ``rows`` are equal: 1 cell; 2: three; 3: seven; 4: twelve (see the page on the protocol).
    Without cells it is a circle, ``cols`` across, in the middle of its box; ``col`` and ``row`` may be fractions.
    """

    id: Name
    name: Annotated[str, limits(max_length=200)] = ""
    col: Place
    row: Place
    elevation: Number = 0
    cols: Size = 1
    rows: Size = 1
    """How large it is, in cells; a started cell counts whole."""
    disposition: Literal["friendly", "neutral", "hostile", "secret"] = "neutral"
    """Towards the mover: a house rule says whether it can be passed; nobody stops on its cells."""
    hidden: bool = False
    """Only the referee's view knows it."""
    facts: Options = {}
    """What a system's reactions need to know of it; fields per system, see ``describe``."""

    @property
    def size(self) -> tuple[int, int]:
        """The cells it covers, across and down."""
        return ceil(to_fraction(self.cols)), ceil(to_fraction(self.rows))


class Scene(Wire):
    """The map as a host sends it."""

    grid: Grid
    storeys: Annotated[list[Storey], limits(max_length=50, fail_fast=True)] = []
    """From low to high; empty: one, at elevation 0."""
    passages: Annotated[list[Passage], limits(max_length=1_000, fail_fast=True)] = []
    walls: Annotated[list[Wall], limits(max_length=50_000, fail_fast=True)] = []
    regions: Annotated[list[Region], limits(max_length=5_000, fail_fast=True)] = []
    tokens: Annotated[list[Token], limits(max_length=5_000, fail_fast=True)] = []


class SceneRef(Wire):
    """A scene sent before, by the ``scene_ref`` of that reply."""

    ref: Sha256


AnyScene = Annotated[
    Annotated[Scene, shape(Scene)] | Annotated[SceneRef, shape(SceneRef)],
    shape_of(SceneRef, Scene, own=("grid", "ref")),
]
