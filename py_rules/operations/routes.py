"""The paths that a request asks for: measured where they are drawn, else the best there is."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby, pairwise

from py_rules.board.floors import Floors
from py_rules.board.steps import AFOOT, WALKED
from py_rules.gridless import Worth, best_line, from_path, hindrances, nearest_place, on_map, worth_of
from py_rules.operations.mover_context import MoverContext
from py_rules.operations.neighbours import middle_of
from py_rules.operations.reading import check_word, check_words
from py_rules.paths import holding, stretches
from py_rules.paths.aslant import leaning
from py_rules.paths.best_way import best_way, last_within, nearest_cell
from py_rules.paths.ground import storey_of
from py_rules.paths.path import At, Path, Waypoint, cell_of
from py_rules.paths.scene_checks import on_cells
from py_rules.protocol.map_data import Cell, Token
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import BestRoute, PathCell, PathRoute, Route, SegmentRoute
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction, to_number

Place = tuple[int | float, int | float, int | float]
"""Column, row and elevation."""


class Routes:
    """Measures the routes of one mover, on a map with cells, without, or on none."""

    def __init__(self, context: MoverContext) -> None:
        self.context = context
        self.drifts = False
        """Whether it is pushed through the air."""

    def way(self, route: Route, path: str) -> Path | Cell:
        """Return the measured path of a route; a cell: no path leads there."""
        context, way = self.context, self._way(self._in_the_air(route, path), path)
        if isinstance(way, Cell) or context.aloft is None:
            return way
        way = holding.held_up(way, context.aloft, stands=context.stands, system=context.system)
        return self._as_high(way, route)

    def pushed(self, route: Route, path: str) -> Route:
        """Return a route as a push goes it: straight to its goal, and over the ground where no mode is named."""
        if isinstance(route, SegmentRoute) or self.context.scene is None:
            return route
        self._on_cells(route, path)
        token = self.context.token
        if isinstance(route, BestRoute):
            self._goals_on_map(route, path)
            begin = PathCell(col=token.col, row=token.row, elevation=token.elevation)
            route = PathRoute(path=[begin, *self._straight(begin, [*route.via, route.to])])
        first, *steps = route.path
        flies = self.context.system.flight(self.context.move) is not None
        here = (token.col, token.row, token.elevation, None)
        aside = any((step.col, step.row) != here[:2] for step in steps)
        self.drifts = (
            bool(self.context.aloft) and not flies and aside and not any(step.mode for step in steps)
        )
        in_air = (flies and self._hovers(token)) or (self.context.aloft and aside)
        if in_air or self._sunk(here) or (self._wet(here) and not aside):
            return route
        pushed = [step if step.mode else step.model_copy(update={"mode": "ground"}) for step in steps]
        return PathRoute(path=[first, *pushed])

    def stopped(self, way: Path, until: Fraction, *, path: str) -> Path:
        """Return a path that something stops within a jump as one whose jump ends there."""
        reached = way.within(until)[0]
        count, last = len(reached.segments), reached.segments[-1:]
        lands = any(
            one.mode != "jump" or (one.lands and reached.length == way.ends[count - 1]) for one in last
        )
        if reached.points is None or lands or not last:
            return way
        *points, end = (next(same) for _, same in groupby(reached.points, key=lambda at: at[:3]))
        low = to_number(self.context.stands(end).ground)
        return self._along([*points, (*end[:2], low, end[3])], path)

    def _as_high(self, way: Path, route: Route) -> Path:
        """Return a path that is barred where it is to be walked higher up than the ground it ends on."""
        if not way.points or not way.segments or isinstance(route, SegmentRoute):
            return way
        goal, last = route.to if isinstance(route, BestRoute) else route.path[-1], way.segments[-1]
        reached = max(up for _, _, up, _ in way.points)
        if last.mode not in WALKED or not self._rises(reached, goal):
            return way
        return replace(way, segments=(*way.segments[:-1], holding.forbidden(last, "rise")))

    def _in_the_air(self, route: Route, path: str) -> Route:
        """Return a route as it leads through the air: straight, and flown where no mode is named."""
        context = self.context
        if isinstance(route, SegmentRoute) or context.aloft is None:
            return route
        flight = context.system.flight(context.move)
        if flight is None and not context.loose:
            return route
        self._on_cells(route, path)
        return self._flown(route, flight) if isinstance(route, PathRoute) else self._flown_to(route, flight)

    def _flown_to(self, route: BestRoute, flight: str | None) -> Route:
        token = self.context.token
        if not self._hovers(token) and not self._rises(token.elevation, route.to):
            return route
        here = PathCell(col=token.col, row=token.row, elevation=token.elevation)
        cells = self._straight(here, [*route.via, route.to])
        return PathRoute(path=[here, *(cell.model_copy(update={"mode": flight}) for cell in cells)])

    def _flown(self, route: PathRoute, flight: str | None) -> PathRoute:
        aloft, steps = self._hovers(self.context.token), route.path[:1]
        if aloft:
            steps = [steps[0].model_copy(update={"elevation": self.context.token.elevation})]
        for step in route.path[1:]:
            flies = (
                flight is not None and step.mode is None and (aloft or self._rises(steps[-1].elevation, step))
            )
            steps.append(step.model_copy(update={"mode": flight}) if flies else step)
            aloft = steps[-1].mode in self.context.system.flying and self._hovers(step)
        return PathRoute(path=steps)

    def _hovers(self, at: Token | PathCell) -> bool:
        return self.context.stands((at.col, at.row, at.elevation, None)).hovers

    def _rises(self, up: float, goal: Cell | PathCell) -> bool:
        """Tell whether a step from some height leads up into the air."""
        return (
            goal.elevation > up and self.context.stands((goal.col, goal.row, goal.elevation, None)).aloft > 0
        )

    def _straight(self, here: PathCell, goals: Sequence[Cell]) -> list[PathCell]:
        """Return the cells, or on a map without them the places, on straight lines from one goal to the next."""
        found: list[PathCell] = []
        for goal in goals:
            up = here.elevation
            if "elevation" in goal.model_fields_set:  # 0: as high as the ground
                up = goal.elevation or to_number(self.context.stands((goal.col, goal.row, 0, None)).elevation)
            cells = self._cells_to(here, goal) or ([(goal.col, goal.row)] if up != here.elevation else [])
            _, *ups = self._ups([(here.col, here.row), *cells], here.elevation, last=up)
            found += (
                PathCell(col=col, row=row, elevation=high)
                for (col, row), high in zip(cells, ups, strict=True)
            )
            here = found[-1] if found else here
        return found

    def _ups(self, places: Sequence[At], first: float, *, last: float) -> list[int | float]:
        """Return how high the places of a straight line are: on cells whole cell sides above the first, but the last.

        Out of the water it leads as early as it can, and into it as late.
        """
        sunk, dips = (self._sunk((*places[at], up, None)) for at, up in ((0, first), (-1, last)))
        if dips and not sunk:
            return self._ups(places[::-1], last, last=first)[::-1]
        scene = self.context.scene
        side = to_fraction(scene.grid.distance) / self.context.rate if scene else Fraction(1)
        ups, end = [to_fraction(first)], to_fraction(last)
        if sunk and not dips:
            top = self.context.stands((*places[0], first, None)).ground
            for place in places[1:-1]:
                if ups[-1] == top or not self._wet((*place, first, None)):
                    break
                ups.append(min(ups[-1] + side, top))
        begun, steps = ups[-1], len(places) - len(ups)
        ups += (begun + round((end - begun) * step / steps / side) * side for step in range(1, steps))
        return [*map(to_number, ups), *([last] if steps else [])]

    def _cells_to(self, here: PathCell, goal: Cell) -> list[tuple[int | float, int | float]]:
        if self.context.gridless:
            return [(goal.col, goal.row)]
        board, _, token = self.context.board
        first, last = cell_of((here.col, here.row)), cell_of((goal.col, goal.row))
        (x, y), (far, low) = (middle_of(board.scene, token, place=cell) for cell in (first, last))
        return list(board.flat.straight(first, (far - x, low - y), side=board.distance, size=board.size))

    def _way(self, route: Route, path: str) -> Path | Cell:
        """Return the measured path of a route, as if the token was on the ground."""
        if isinstance(route, SegmentRoute):
            for index, segment in enumerate(route.segments):
                check_words(
                    self.context.system, segment, path=f"{path}.segments[{index}]", modes=self.context.modes
                )
            return self._off_ground(stretches.from_segments(route.segments))
        if isinstance(route, PathRoute):
            for index, step in enumerate(route.path):
                if not index or step.mode != stretches.PUT:
                    check_word(
                        step.mode, self.context.modes, path=f"{path}.path[{index}].mode", code="mode_unknown"
                    )
        self._on_cells(route, path)
        if isinstance(route, PathRoute):
            return self._along(self._drawn(route, path), f"{path}.path")
        self._goals_on_map(route, path)
        goal = f"{path}.to"
        points = self._best(route, goal)
        return route.to if points is None else self._along(self._to_height(points, route.to), goal)

    def _best(self, route: BestRoute, path: str) -> Sequence[Waypoint] | None:
        """Return the points of the best path there is; none: no path leads there."""
        token = self.context.token
        if not self.context.gridless:
            here = (*cell_of((token.col, token.row)), token.elevation)
            return best_way(self.context.survey(), here, route=route)
        begin = (token.col, token.row, token.elevation, None)
        worth = partial(self._worth, goal=route.to, path=path)
        return best_line(self.context.lines(), begin, route=route, worth=worth)

    def _to_height(self, points: Sequence[Waypoint], goal: Cell) -> Sequence[Waypoint]:
        """Return the points of a best path, at last straight up or down to the height that its goal names."""
        begin, *far = points
        deep = (goal.col, goal.row, goal.elevation, points[-1][3])
        swum = self.context.gridless and far and all(self._wet(at) and at[3] != "climb" for at in far)
        if swum and self._sunk(begin) and self._sunk(deep):
            dive = [begin, *(at if self._sunk(at) else (*at[:2], *begin[2:]) for at in far[:-1]), deep]
            if {segment.mode for segment in self._along(dive, "to").segments} == {"swim"}:
                return dive
        first = self.context.column(points[0]) if self.context.gridless and len(points) > 1 else None
        # Where a wall ends as high as its goal, nobody goes down to its foot.
        level = points[0][2] == points[-1][2] or self.context.climbs_on(points[0], points[:2][-1])
        if first is not None and not (level or (first[3] == "rappel" and points[0][2] < points[-1][2])):
            points = [points[0], first, *points[1:]]
        *_, (col, row, up, _) = points
        if goal.elevation == up or not (goal.elevation or len(points) == 1):
            return points
        low = to_number(self.context.stands(points[-1]).ground)
        last = self.context.column(points[-1], goal.elevation or low)
        if last is None and len(points) == 1 and goal.elevation:
            last = (col, row, goal.elevation, "ground")
        if last is None:
            return points
        far = [there for here, there in pairwise(points) if here[:2] != there[:2]]
        if not self.context.gridless and {point[3] for point in far} == {last[3]}:
            board, _, _ = self.context.board
            leant = leaning([points[0], *far], goal.elevation, side=board.distance / board.rate)
            if all(self.context.stands(point).holds != "air" for point in leant):
                return [points[0], *leant]
        return self._held_to(last, points)

    def _held_to(self, goal: Waypoint, points: Sequence[Waypoint]) -> Sequence[Waypoint]:
        """Return points to a goal in water or on a wall: not down past it and up again, or aslant where that holds."""
        down = [n for n, (here, there) in enumerate(pairwise(points), 1) if here[2] > there[2] < goal[2]]
        foot = down[-1] if down else len(points)
        if foot < len(points) and all(
            point[3] in {None, goal[3]} and self.context.column(point, goal[2]) for point in points[foot:]
        ):
            return [*points[:foot], *((*point[:2], goal[2], point[3]) for point in points[foot:])]
        level = self.context.gridless and [point[2] for point in points[-2:]] == [points[-1][2]] * 2
        if level and self.context.stands(points[-1]).holds != "ground":
            return [*points[:-1], (*goal[:3], points[-1][3])]
        return [*points, goal]

    def _by_columns(self, points: Sequence[Waypoint]) -> Iterator[Waypoint]:
        """Yield the points of a path that also gets to the surface, or down what it climbs, before it goes on.

        A flight ends at the surface, too: below it one swims.
        """
        yield points[0]
        flight = self.context.system.flight(self.context.move)
        for here, there in pairwise(points):
            flies = flight is not None and there[3] == flight
            dips, emerges = (flies and self._sunk(at) for at in (there, here))
            swims = (dips or emerges) and self._wet(here) and self._wet(there)
            leaves = self._leaves(here, there)
            upright = leaves and here[:2] == there[:2]
            foot = to_number(self.context.stands(here).ground) if upright else None
            first = self.context.column(here, foot) if leaves or emerges > swims else None
            if first is not None:
                yield first
                if upright and not self._sunk(there):  # that is all of it
                    continue
            if dips > swims:
                yield (*there[:2], to_number(self.context.stands(there).ground), flight)
            mode = "swim" if dips or swims else there[3]
            if mode is None and not self.context.gridless and all(map(self.context.clings, (here, there))):
                mode = "climb"  # from wall to wall
            yield (*there[:3], mode)

    def _sunk(self, point: Waypoint) -> bool:
        """Tell whether a point is below the surface of water."""
        return self._wet(point) and 0 != point[2] < self.context.stands(point).ground

    def _wet(self, point: Waypoint) -> bool:
        """Tell whether water holds the mover at a point."""
        return self.context.stands(point).holds == "water"

    def _leaves(self, here: Waypoint, there: Waypoint) -> bool:
        """Tell whether a step leads out of the water or away from what is climbed, by no way of its own."""
        if not here[2] or self.context.climbs_on(here, there):
            return False
        mode, begin, end = there[3], self.context.stands(here), self.context.stands(there)
        onto = end.holds
        if here[:2] == there[:2]:  # down beside what is climbed, to the foot of it
            held = begin.holds == "wall" and begin.storey == end.storey
            return mode is None and held and onto in {"ground", "water"}
        if begin.holds == "wall":
            return mode is None and onto not in {"wall", "air"} and end.elevation < here[2]
        if here[2] < begin.ground or here[2] < there[2]:
            return mode in {*AFOOT, "jump", "climb"} or (mode is None and onto != "water")
        return mode is None and onto not in {"wall", "air"}

    def nearest(self, wanted: Cell, points: Sequence[Waypoint] = ()) -> Place:
        """Return the place within reach that is nearest to the one wanted; of ``points`` on cells the last in reach."""
        token = self.context.token
        if self.context.gridless:
            return nearest_place(self.context.lines(), wanted, here=token.elevation)
        survey, here = self.context.survey(), (*cell_of((token.col, token.row)), token.elevation)
        last = last_within(survey, points) if points else None
        return last or nearest_cell(survey, here, wanted=wanted)

    def _goals_on_map(self, route: BestRoute, path: str) -> None:
        board, scene, _ = self.context.floors if self.context.gridless else self.context.board
        for place, cell in _named(route, path).items():
            if isinstance(board, Floors):
                open_map = board.at(cell.elevation)
                inside = open_map.holds(open_map.spot(cell.col, cell.row))
            else:
                at = board.lay(cell_of((cell.col, cell.row)), to_fraction(cell.elevation))
                inside = board.has(board.anchors, at)
            if not inside:
                raise ProblemError(
                    "off_map",
                    place,
                    message=f"{place}: the cell, or what the token would cover there, is off the map",
                    remedy=f"stay within {scene.grid.cols} columns and {scene.grid.rows} rows",
                )

    def _on_cells(self, route: PathRoute | BestRoute, path: str) -> None:
        """Raise :class:`ProblemError` for a route that leads between the cells of a grid."""
        if self.context.scene is None:
            return
        for place, cell in _named(route, path).items():
            on_cells(self.context.scene.grid, cell, path=place)

    def _drawn(self, route: PathRoute, path: str) -> list[Waypoint]:
        """Return the points of a drawn path; raises :class:`ProblemError` for one that begins elsewhere."""
        first = route.path[0]
        _, scene, token = self.context.floors if self.context.gridless else self.context.board
        here, there = (
            (to_fraction(at.col), to_fraction(at.row), storey_of(scene, at.elevation))
            for at in (token, first)
        )
        if here != there:
            up = f", at elevation {token.elevation}" if scene.storeys else ""
            raise ProblemError(
                "path_starts_elsewhere",
                f"{path}.path[0]",
                message=f"{path}.path[0]: the token stands at column {token.col}, row {token.row}{up}",
                remedy="begin the path where the token stands, or say with 'at' where that is",
            )
        # As high as its token is a path begins, whatever it says: only the storey must be the token's.
        begin = (first.col, first.row, token.elevation, first.mode)
        if self.drifts:
            return [begin, *((cell.col, cell.row, token.elevation, holding.DRIFT) for cell in route.path[1:])]
        return [begin, *((cell.col, cell.row, cell.elevation, cell.mode) for cell in route.path[1:])]

    def _along(self, points: Sequence[Waypoint], path: str) -> Path:
        """Return the path from point to point, with its teleports."""
        if self.context.gridless:
            on_map(self.context.floors[0].open_maps[0], points, path=path)
        points = points if self.drifts else list(self._by_columns(points))
        legs, done = [], 0
        for leg in stretches.legs_of(points, [mode for mode, _ in self.context.modes]):
            legs.append(self._leg(leg, path, first=done))
            done += len(leg)
        return self._off_ground(stretches.joined(legs))

    def _off_ground(self, way: Path) -> Path:
        """Return a path on which jumps start from ground only."""
        after = partial(self.context.system.held_after, self.context.move)
        return holding.off_ground(way, self.context.holds, after=after)

    def _leg(self, points: Sequence[Waypoint], path: str, *, first: int) -> Path:
        """Return the path from point to point, gone without a leap; ``first``: the number of its first point."""
        flying = self.context.system.flying | ({holding.DRIFT} if self.drifts else set())
        if self.context.gridless:
            floors, scene, _ = self.context.floors
            return from_path(floors, scene, points=points, path=path, flying=flying, rate=self.context.rate)
        board, scene, _ = self.context.board
        parity, _, _ = self.context.system.start_of(self.context.move.turn)
        made = partial(stretches.from_points, board, scene, points=points, parity=parity, path=path)
        return made(flying=flying, first=first, clings=self.context.clings)

    def _worth(self, points: Sequence[Waypoint], best: Worth | None, *, goal: Cell, path: str) -> Worth:
        """Return how good a path along straight lines is by the rules; where the map bars it more often, ``best``."""
        way = self._along(self._to_height(points, goal), path)
        if best is not None and hindrances(way) > best[:2]:
            return best
        return worth_of(way, self.context.system.judge(self.context.move, way.segments))


def _named(route: PathRoute | BestRoute, path: str) -> dict[str, Cell | PathCell]:
    """Return the cells that a route names, by where the request has them."""
    if isinstance(route, PathRoute):
        return {f"{path}.path[{index}]": cell for index, cell in enumerate(route.path)}
    return {**{f"{path}.via[{index}]": cell for index, cell in enumerate(route.via)}, f"{path}.to": route.to}
