"""One mover of a request, with everything that the rules need to judge it."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Final

from py_rules.board import Board, grid_of
from py_rules.board.between import Between
from py_rules.board.floors import Floors
from py_rules.board.spatial_index import Spot
from py_rules.engine import Move, tabletop
from py_rules.engine.situation import Chart, Here, Neighbour
from py_rules.gridless import OpenSearch, footings_of, from_path
from py_rules.operations.assumed import assumed_by
from py_rules.operations.neighbours import middle_of, neighbours, size_of
from py_rules.operations.reading import SHORTER, inputs, ledger_of, read, snapshot_of, system_of
from py_rules.operations.reply_parts import Answer
from py_rules.operations.snapshots import TurnSnapshot
from py_rules.paths.aslant import Exit
from py_rules.paths.carried import Place
from py_rules.paths.charts import CellChart, OpenChart
from py_rules.paths.destinations import Nearby, Survey, part_in_reach
from py_rules.paths.fares import Means, PlacePrices
from py_rules.paths.ground import TokenHeights, pits_under, storey_of, touches, vector
from py_rules.paths.path import At, Path, Waypoint, cell_of, is_cell
from py_rules.paths.recorded import moved_fact
from py_rules.paths.scene_checks import fits, on_cells
from py_rules.paths.scenes import LESS, SceneStore, seen, with_pits
from py_rules.paths.stretches import from_points
from py_rules.paths.units import Converted
from py_rules.protocol.map_data import AnyScene, Climbable, Gap, Obstacle, Region, Scene, Token, Water
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import MoverRequest, PlanRequest, Request
from py_rules.values import work
from py_rules.values.answer_parts import Hazard
from py_rules.values.holds import Hold
from py_rules.values.records import replace
from py_rules.values.rounding import on_grain, to_fraction, to_number

TOKEN: Final = 40
"""Steps of work that it takes to read a token for a mover."""
BESIDE: Final = 8
"""How many cells of a token are compared with a region in a step of work."""


class MoverContext:
    """One mover of a request with everything the rules need: system, situation, ledger, board."""

    def __init__(
        self, request: Request, mover: MoverRequest, *, scenes: SceneStore, unseen: frozenset[str], path: str
    ) -> None:
        self.request, self.mover, self.path = request, mover, path
        self.system = system_of(request.system)
        made = Move(
            character=inputs(self.system.Character, mover.character, path=f"{path}.character"),
            house_rules=inputs(self.system.HouseRules, request.house_rules, path="house_rules"),
            circumstances=inputs(self.system.Circumstances, request.circumstances, path="circumstances"),
            in_combat=request.clock.in_combat,
        )
        self.snapshot = TurnSnapshot(made)
        self.system = self.system.at_table(made.house_rules)
        self._scenes, self._unseen = scenes, unseen
        self.scene_ref: str | None = None
        self.scene: Scene | None = None
        """In the system's unit."""
        self.measured: Converted | None = None
        self.shown: Scene | None = None
        """The scene as the view knows it."""
        self._between: Between | None = None
        if request.scene is not None:
            self._read(request.scene)
        self.ledger = ledger_of(mover, self.system, path=path)
        with work.at(f"{path}.ledger", SHORTER):
            loaded = snapshot_of(self.system, self.move, ledger=self.ledger, path=path)
        self.snapshot = self.placed(loaded)
        self.modes = self.system.modes_of(self.move)

    def _read(self, sent: AnyScene) -> None:
        """Read the scene that was sent, and what the mover meets in it."""
        view, scenes, mover = self.request.view, self._scenes, self.mover
        self.scene_ref, whole = scenes.resolve(sent, view=view)
        known: tuple[str, ...] = (self.scene_ref, self.system.id, self.system.unit)
        measured = self.measured = scenes.cached(known, lambda: read(whole, self.system))
        self.scene = measured.scene
        token = self._standing()
        level = scenes.cached((*known, view), lambda: seen(measured.scene, view=view))
        pits = {} if token is None else pits_under(measured, token, ground=partial(self._ground, level))
        if token is not None and pits:
            storey = storey_of(whole, token.elevation)
            known = (*known, f"{storey} {pits}")
            self.measured = scenes.cached(known, lambda: with_pits(measured, pits, storey=storey))
        scene = self.scene = self.measured.scene
        shown = self.shown = scenes.cached((*known, view), lambda: seen(scene, view=view))
        self._between = scenes.cached((*known, view, "between"), lambda: Between(shown))
        own = self._own_token()
        if mover.at is not None:
            on_cells(scene.grid, mover.at, path=f"{self.path}.at")
        with work.at("scene", LESS):
            work.add(TOKEN * len(shown.tokens))
        move = replace(
            self.move,
            others=self._others(scene, shown),
            names={region.id: region.name for region in shown.regions if region.name},
            body=None if own is None else size_of(scene, own, side=to_fraction(scene.grid.distance)),
            here=None if token is None else self._standing_at(shown, token),
            chart=self._chart(scene, self._between),
        )
        self.snapshot = TurnSnapshot(move)

    @property
    def move(self) -> Move:
        """The mover as it stands now."""
        return self.snapshot.move

    @cached_property
    def assumed(self) -> list[Answer]:
        """What the sheet lacks and is asked for, and what it is played with; nothing where no sheet holds."""
        return assumed_by(self.system, self.move)

    @property
    def rate(self) -> Fraction:
        """How many of the system's units go to one of the map's, which elevations are in."""
        return Fraction(1) if self.measured is None else self.measured.rate

    def named(self) -> Answer:
        """Return the name of the scene, and what its cells count as where it measures otherwise."""
        text = None if self.measured is None else self.measured.text
        ref = self.scene_ref
        if ref is not None:
            movers = getattr(self.request, "movers", [self.mover])
            own = frozenset(mover.token for mover in movers if mover.token is not None)
            ref = self._scenes.name_for(ref, view=self.request.view, own=own)
        return {"scene_ref": ref, "conversion": text}

    def _key(self, what: str) -> tuple[str, ...]:
        """Return the name under which something of the map is kept, as this game and view have it."""
        pits = () if self.measured is None else self.measured.pits
        return (self.scene_ref or "", self.system.id, self.system.unit, self.request.view, what, *pits)

    def _others(self, scene: Scene, shown: Scene) -> tuple[Neighbour, ...]:
        """Return the tokens that may react to the mover, as far as the view knows them."""
        key = self._key("others")

        def everybody() -> tuple[Neighbour, ...]:
            return neighbours(self.system, scene, shown=shown, ground=self._ground(shown), rate=self.rate)

        left_out = {self.mover.token, *self._unseen}
        return tuple(token for token in self._scenes.cached(key, everybody) if token.id not in left_out)

    def _chart(self, scene: Scene, between: Between) -> Chart:
        """Return the map as the mover's places on it; one that is not there yet covers a single cell."""
        found, side = self._own_token(), to_fraction(scene.grid.distance)
        if scene.grid.kind == "gridless":
            return OpenChart(to_fraction(found.cols) if found else Fraction(1), side, between)
        return CellChart(grid_of(scene.grid), found.size if found else (1, 1), side, between)

    def _own_token(self) -> Token | None:
        """Return the mover's token, also where it is hidden from others; none: it is not in the scene."""
        tokens = [] if self.scene is None else self.scene.tokens
        return next((token for token in tokens if token.id == self.mover.token), None)

    def _standing(self) -> Token | None:
        """Return the mover's token where it stands now; none: nowhere in the scene."""
        token, at, name = self._own_token(), self.mover.at, self.mover.token
        if at is None or name is None:
            return token
        known = token or Token(id=name, col=0, row=0)
        return known.model_copy(update={"col": at.col, "row": at.row, "elevation": at.elevation})

    def _standing_at(self, shown: Scene, token: Token, *, point: Waypoint | None = None) -> Here:
        point = point or (token.col, token.row, token.elevation, None)
        cell, elevation = point[:2], point[2]
        storey = storey_of(shown, elevation)
        regions = self.under(shown, token, cell=cell, storey=storey)
        wall = any(isinstance(region, Climbable) for region in regions)
        ground = self._ground(shown)
        held = wall or ground.holds(token, cell, elevation=elevation)
        up = ground(token, cell, elevation=elevation)
        low = ground.under(token, cell, elevation=elevation)
        above = up - low
        waters = [region for region in regions if isinstance(region, Water)]
        gapes = not (above or held) and self._gapes(token, regions, cell=cell, storey=storey)
        swims = bool(waters) and not (wall or gapes) and above <= 0
        return Here(
            middle_of(shown, token, place=cell),
            holds="wall" if held else "water" if swims else "air" if above > 0 else "ground",
            storey=storey,
            up=on_grain(up * self.rate),
            current=vector(waters[-1].current) if swims else None,
            elevation=up,
            ground=low,
            amiss=_amiss(regions, elevation, low=low) or ("gap" if gapes else ""),
            above=on_grain(above * self.rate),
        )

    def _gapes(self, token: Token, regions: Sequence[Region], *, cell: At, storey: int) -> bool:
        """Tell whether nothing but gaps is under a token, of the regions that it stands in on a storey."""
        gaps = [region for region in regions if isinstance(region, Gap)]
        if not gaps or self.shown is None:
            return False
        if self.gridless:
            open_map = self._floors(self.shown, token).open_maps[storey]
            return open_map.midair(open_map.spot(*cell))
        grid = grid_of(self.shown.grid)
        body = grid.footprint(cell_of(cell), token.size)
        return all(any(touches(grid, gap, body=[at]) for gap in gaps) for at in body)

    def placed(self, snapshot: TurnSnapshot) -> TurnSnapshot:
        """Return a snapshot corrected to where the map shows the token; the same object if it leads there by itself."""
        here = snapshot.move.here
        if here is None:
            return snapshot
        placed = snapshot.after(self.system, here)
        return snapshot if placed.move == snapshot.move else placed

    def _ground(self, shown: Scene) -> TokenHeights:
        """Return the heights of tokens, as the view knows the map."""
        key = self._key("ground")

        def made() -> TokenHeights:
            with work.counted():  # the board that is compiled counts the same
                return TokenHeights(shown)

        with work.at("scene", LESS):
            return self._scenes.cached(key, made)

    def under(self, shown: Scene, token: Token, *, cell: At, storey: int) -> list[Region]:
        """Return the regions that a token at a cell or place of a storey stands in, in scene order.

        Where there are cells, without difficult ground: that is the board's.
        """
        if shown.grid.kind == "gridless":
            open_map = self._floors(shown, token).open_maps[storey]
            spot = open_map.spot(*cell)
            return [ground.region for ground in (*open_map.under(*spot), *open_map.solid_at(spot))]
        at, grid = cell_of(cell), grid_of(shown.grid)
        here = {None, shown.storeys[storey].id} if shown.storeys else {None}
        known = [region for region in self._ground(shown).regions if region.storey in here]
        body = grid.footprint(at, token.size)
        work.add(len(known) * (1 + len(body) // BESIDE))
        return [region for region in known if touches(grid, region, body=body)]

    @property
    def names(self) -> dict[str, str]:
        """The names of the tokens that everybody sees."""
        known = [] if self.scene is None else self.scene.tokens
        return {token.id: token.name or token.id for token in known if not token.hidden}

    def follow(self, points: Sequence[Waypoint] | None) -> None:
        """Stand where a path has led; one made without a map, or before it had cells, leads nowhere on it."""
        token = self._own_token()
        if not points or token is None or self.shown is None:
            return
        if self.gridless or is_cell(points[-1]):
            here = self._standing_at(self.shown, token, point=points[-1])
            hovers = here.hovers and self.system.flight(self.move) is not None
            self.snapshot = self.snapshot.at(here if hovers else replace(here, amiss=""))

    @cached_property
    def token(self) -> Token:
        """Return the mover's token where it stands now; raises :class:`ProblemError` if that is not on the map."""
        _, measured, shown = self._sent()
        token = self._standing()
        if token is None:
            path, wanted = f"{self.path}.token", self.mover.token
            wrong = "no token is named" if wanted is None else f"the scene has no token {wanted!r}"
            known = sorted(one.id for one in shown.tokens)[:5]
            names = ", ".join(known) or "a token that you put into the scene"
            raise ProblemError(
                "token_unknown", path, message=f"{path}: {wrong}", remedy=f"name one of the scene: {names}"
            )
        grid = measured.scene.grid
        if not fits(grid, token):
            path = f"{self.path}.token" if self.mover.at is None else f"{self.path}.at"
            raise ProblemError(
                "off_map",
                path,
                message=f"{path}: {token.id!r} at column {token.col}, row {token.row} is off the map",
                remedy=f"put the whole token within {grid.cols} columns and {grid.rows} rows",
            )
        return token

    def _sent(self) -> tuple[str, Converted, Scene]:
        """Return the map's name, the map converted and the map shown; raises :class:`ProblemError` if there is none."""
        if self.scene_ref is None or self.measured is None or self.shown is None:
            instead = ", or segments" if isinstance(self.request, PlanRequest) else ""
            raise ProblemError(
                "scene_missing",
                "scene",
                message="scene: this question needs a map",
                remedy=f"send the scene{instead}",
            )
        return self.scene_ref, self.measured, self.shown

    @cached_property
    def board(self) -> tuple[Board, Scene, Token]:
        """Return the board as this mover meets it, with the scene and the token."""
        compiled, scene, token = self._compiler
        return compiled(part=None), scene, token

    @cached_property
    def _compiler(self) -> tuple[Callable[..., Board], Scene, Token]:
        """Return what compiles the map, or a part of it, for this mover."""
        token = self.token
        ref, measured, shown = self._sent()
        compiled = partial(
            self._scenes.board,
            ref,
            measured,
            view=self.request.view,
            mover=token,
            unseen=self._unseen | {token.id},
            map_rules=self.move.house_rules.map_rules,
        )
        return cache(compiled), shown, token

    @cached_property
    def floors(self) -> tuple[Floors, Scene, Token]:
        """Return the map without cells as this mover meets it, with the scene and the token."""
        token = self.token
        _, measured, shown = self._sent()
        floors = self._floors(measured.scene, token)
        storey = floors.storey(token.elevation)
        open_map = floors.open_maps[storey]
        spot = open_map.spot(token.col, token.row)
        ground = floors.elevations[storey] + open_map.ground_heights.at(*spot).elevation
        up = (to_fraction(token.elevation) - ground) * self.rate
        return floors.perched(storey, spot, up=up), shown, token

    def _floors(self, scene: Scene, token: Token) -> Floors:
        ref, measured, _ = self._sent()
        return self._scenes.floors(
            ref,
            measured,
            scene=scene,
            view=self.request.view,
            mover=token,
            unseen=self._unseen | {token.id},
            map_rules=self.move.house_rules.map_rules,
        )

    @property
    def gridless(self) -> bool:
        """Whether the map has no cells."""
        return self.scene is not None and self.scene.grid.kind == "gridless"

    def place(self) -> Place | None:
        """Return where the token stands on the board; none: no map says it."""
        if self.scene is None or self.mover.token is None:
            return None
        board, _, token = self.floors if self.gridless else self.board
        return Place(board, (token.col, token.row, token.elevation, None), self.rate)

    def survey(self) -> Survey:
        """Return where the mover can go; the last one made is kept, since a pointer asks again and again."""
        compiled, scene, token = self._compiler
        means = self._means()
        board = compiled(part=part_in_reach(means, scene, token=token))
        cell = board.lay(cell_of((token.col, token.row)), to_fraction(token.elevation))
        key = (cell, self.system.id, self.move, board)  # the quickest to compare first

        # What lies beyond the part in reach may have changed: the search stays, the whole map is another.
        def searched() -> Nearby:
            exits = self._exits(cell)
            made_on = [*board.footings, *(first.footing for _, first in (exits or {}).values())]
            pricing = PlacePrices(means, self.move, scene=scene, made_on=made_on)
            return Nearby(board, pricing, cell=cell, exits=exits)

        near: Nearby = work.again(
            partial(self._scenes.searched, key, cells=board.anchors.bit_length()), searched
        )
        return self._scenes.again((near, self.scene_ref), lambda: Survey(near, partial(compiled, part=None)))

    def _exits(self, cell: tuple[int, int]) -> dict[tuple[int, int], Exit] | None:
        """Return how the token gets from what holds it up to where the map goes on; none: it is there.

        That is straight up or down, and up onto what is beside a wall or at the end of a ladder; nowhere over a gap.
        """
        here = (self.token.col, self.token.row, self.token.elevation, None)
        straight, walled = self.column(here), self.stands(here).holds == "wall"
        if straight is None and not walled:
            return None
        board, scene, _ = self.board  # all of the map, for whom it is more than the part in reach
        found = dict[tuple[int, int], Exit]()
        if straight is None:
            return found if board.has(board.gap, cell) else None
        ways = [(cell, straight)]
        if walled:
            ways += ((end, top) for end in board.ways(cell) if (top := self._top(board, cell, end=end)))
        measured = partial(from_points, board, scene, flying=self.system.flying, clings=self.clings)
        for end, point in ways:
            way = measured(points=(here, point), parity=0, path=self.path)
            if way.points and way.segments[0].barrier is None and not board.has(board.gap, end):
                found[end] = way.points[-1:], way.segments[0]
        return found

    def _top(self, board: Board, cell: tuple[int, int], *, end: tuple[int, int]) -> Waypoint | None:
        """Return a neighbouring cell as what a wall beside it leads up to; none: it is no higher than the token."""
        (flat, storey), up = board.place(end), board.ground(end)
        high = board.raised(cell, end) or storey > board.place(cell)[1]
        return (*flat, to_number(up), None) if high and up >= to_fraction(self.token.elevation) else None

    def lines(self) -> OpenSearch:
        """Return where the mover can go on a map without cells; the last few are kept."""
        floors, scene, token = self.floors
        storey = floors.storey(token.elevation)
        open_map = floors.open_maps[storey]
        spot, up = open_map.spot(token.col, token.row), to_fraction(token.elevation)
        here = (token.col, token.row, token.elevation, None)
        end = self.column(here)
        up = up if end is None and open_map.ground_heights.perch(spot, up) else Fraction(0)
        key = (spot, storey, up, self.system.id, self.move, floors)  # the quickest to compare first

        def searched() -> OpenSearch:
            measured = partial(from_path, floors, scene, flying=self.system.flying, rate=self.rate)
            ways = {} if end is None else {(storey, spot): end, **dict(_tops(floors, (storey, spot)))}
            exits = [(measured(points=(here, to), path=self.path).segments[0], at) for at, to in ways.items()]
            pricing = PlacePrices(self._means(), self.move, scene=scene, made_on=footings_of(floors))
            self._scenes.marks(floors, storey)  # too much work for these is too much of the scene
            made = partial(OpenSearch, pricing, floors, scene=scene, marks=self._scenes.marks)
            return made(atlases=self._scenes.atlases, at=(storey, spot), up=up, exits=exits or None)

        with work.at("scene", LESS):
            made: OpenSearch = work.again(
                partial(self._scenes.searched, key, cells=open_map.points), searched
            )
            return made

    def _means(self) -> Means:
        """Return what the mover may spend; what was made for the last few sheets and states is kept."""
        key = (self.system.id, self.move.bare)
        return self._scenes.means(key, lambda: Means(self.system, self.move))

    @property
    def holds(self) -> Hold:
        """What holds the mover up: as the map shows it, or else as its ledger tells."""
        here, told = self.move.here, self.system.holds(self.move)
        if here is not None and told != "rope":
            return here.holds
        return told or "ground"

    def in_the_air(self, move: Move) -> list[Hazard]:
        """Return the hazard of a token that is in the air and does not fly (MAP-15)."""
        here = self.move.here
        amiss = "" if here is None else here.amiss
        if amiss and not (self._let() or (amiss == "gap" and self._kept_up(move))):
            label = tabletop.texts(f"amiss.{amiss}")
            return [Hazard("amiss", tabletop.holds, Fraction(0), label, stops=False)]
        return self._fallible(self.aloft, move, at=Fraction(0))

    def _let(self) -> bool:
        """Tell whether the newest move of the ledger led to where the mover is: what was let happen is right."""
        ways = [gone.way for commit in self.ledger.commits for gone in commit.moves if gone.way]
        at = self._standing()
        return at is not None and bool(ways) and ways[-1][-1][:3] == (at.col, at.row, at.elevation)

    def ends_in_the_air(self, way: Path) -> list[Hazard]:
        """Return the hazard of a token that ends a path in the air and does not fly (MAP-15)."""
        if not way.points or not way.segments:
            return self.in_the_air(self.move)
        last, up = way.segments[-1], self.stands(way.points[-1]).aloft
        if not up or last.mode in self.system.flying or last.ends == "rope":
            return []
        after = self.snapshot.after(self.system, moved_fact(way))
        return self._fallible(up, after.move, at=way.length)

    def _fallible(self, up: Fraction | None, move: Move, *, at: Fraction) -> list[Hazard]:
        if not up or self._kept_up(move):
            return []
        label = tabletop.texts("aloft", height=up, unit=self.system.unit)
        return [Hazard("aloft", tabletop.air, at, label, stops=False, numbers={"height": to_number(up)})]

    def _kept_up(self, move: Move) -> bool:
        """Tell whether the ledger says what holds the mover where nothing is below, or it flies."""
        return self.system.holds(move) in {"rope", "air"} or self.system.flight(move) is not None

    @property
    def aloft(self) -> Fraction | None:
        """How high the mover is in the air, in the system's unit; none: no map shows it."""
        return None if self.move.here is None else self.move.here.aloft

    @property
    def loose(self) -> bool:
        """Whether the mover is in the air, and on no rope; over a gap, if it flies."""
        here, flies = self.move.here, self.system.flight(self.move) is not None
        return here is not None and here.aloft + flies > 0 and here.hovers and self.holds != "rope"

    def column(self, point: Waypoint, up: float | None = None) -> Waypoint | None:
        """Return where one gets from a point by swimming or climbing straight up or down; none: to no other height.

        ``up``: how high; none: to where the map goes on, the surface of the water or the foot of what is climbed.
        """
        col, row, high, _ = point
        if up is None and not high:
            return None
        roped = self.holds == "rope" and point[:3] == (self.token.col, self.token.row, self.token.elevation)
        shown = self.shown if up is None and self.gridless and not roped else None
        if shown is not None and self._ground(shown).clings(self.token, (col, row), elevation=high):
            return None  # there a line leads down a ledge by itself
        here = self.stands(point)
        end = to_number(here.ground) if up is None else up
        if roped and end < high:
            return col, row, end, "rappel"
        held = {here.holds, self.stands((col, row, end, None)).holds}
        mode = "climb" if "wall" in held else "swim" if held == {"water"} else None
        sent = here.elevation if mode == "climb" and high > 0 else high  # within a ledge one is on it
        return None if mode is None or end in {high, sent} or "air" in held else (col, row, end, mode)

    def climbs_on(self, here: Waypoint, there: Waypoint) -> bool:
        """Tell whether the mover is up a ladder at a point, and goes on to a higher storey."""
        _, _, shown = self._sent()
        higher = storey_of(shown, there[2]) > storey_of(shown, here[2])
        return higher and self._ground(shown).on_ladder(self.token, here[:2], elevation=here[2])

    def clings(self, point: Waypoint) -> bool:
        """Tell whether a wall holds the mover at a point, above the ground."""
        return bool(point[2]) and self.stands(point).clings

    def stands(self, point: Waypoint) -> Here:
        """Return where the mover is at a point, and what holds it up there."""
        _, _, shown = self._sent()
        return self._standing_at(shown, self.token, point=point)


def _tops(floors: Floors, at: tuple[int, Spot]) -> Iterator[tuple[tuple[int, Spot], Waypoint]]:
    """Yield where the ladders come out that lead up from a place."""
    for ladder in floors.crossings:
        spot, open_map = ladder.beyond(at[1]), floors.open_maps[ladder.target]
        if ladder.leads_up(*at) and open_map.holds(spot):
            up = floors.elevations[ladder.target] + open_map.ground_heights.at(*spot).elevation
            col, row = map(to_number, open_map.place(spot))
            yield (ladder.target, spot), (col, row, to_number(up), None)


def _amiss(regions: Sequence[Region], elevation: float, *, low: Fraction) -> str:
    """Return why nothing can be at an elevation where there are some regions; empty: it can."""
    if any(isinstance(region, Obstacle) for region in regions):
        return "inside"
    deep = any(isinstance(region, Water | Gap) for region in regions)
    return "below" if to_fraction(elevation) < min(low, Fraction(0)) and not deep else ""
