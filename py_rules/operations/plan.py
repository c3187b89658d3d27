"""What a path costs: verdict, price, rolls and rules of a route; or the nearest cell if there is none."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, takewhile

from py_rules.engine import tabletop
from py_rules.operations.mover_context import MoverContext
from py_rules.operations.reply_parts import Answer, path_of
from py_rules.operations.routes import Routes
from py_rules.operations.waiting import still_open
from py_rules.paths.ground import storey_of
from py_rules.paths.path import Path, cell_of
from py_rules.paths.scenes import SceneStore
from py_rules.protocol.map_data import Cell
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import BestRoute, PlanRequest, SegmentRoute
from py_rules.values import work
from py_rules.values.answer_parts import WRITERS, Hazard, Judgement, Trace
from py_rules.values.map_rules import CROWD
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction, to_number
from py_rules.values.stretch import Segment

LESS = "send a shorter path or name a nearer place, and fewer movers at once"
"""The remedy where routes are too much work for one question."""


def answer(request: PlanRequest, scenes: SceneStore) -> Answer:
    """Answer what a path costs; movers of one request do not block each other's old cells."""
    unseen = frozenset(mover.token for mover in request.movers if mover.token is not None)
    contexts = [
        MoverContext(request, mover, scenes=scenes, unseen=unseen, path=f"movers[{index}]")
        for index, mover in enumerate(request.movers)
    ]
    plans = []
    for context in contexts:
        with work.at(f"{context.path}.route", LESS):
            plans.append(_plan(context))
    return {"plans": plans, **contexts[0].named()}


def _plan(context: MoverContext) -> Answer:
    route = context.mover.route
    if route is None:
        raise ProblemError(
            "route_missing",
            f"{context.path}.route",
            message=f"{context.path}.route: there is nothing to plan",
            remedy="add a route",
        )
    way = Routes(context).way(route, f"{context.path}.route")
    if isinstance(way, Cell):
        return _no_way(context, way)
    judgement, pause = _judged(context, way)
    answer = _plan_value(context, way, judgement=judgement, pause=pause)
    if answer["verdict"] == "impossible" and isinstance(route, BestRoute):
        col, row, _ = Routes(context).nearest(route.to, way.points or ())
        if (col, row) != (context.token.col, context.token.row):
            answer["trace"] = [
                tabletop.no_way.trace(tabletop.texts("nearest", col=col, row=row)),
                *answer["trace"],
            ]
    if context.snapshot.pending is not None:
        reason = still_open(context.system, context.snapshot)
        answer |= {"verdict": "impossible", "reason": reason, "events": [], "pause": None}
        answer["trace"] = [tabletop.open_roll.trace(reason), *judgement.trace]
    return answer


def _judged(context: MoverContext, way: Path) -> tuple[Judgement, Answer | None]:
    """Return what the rules say of a path and where it pauses; none: it does not.

    A path that ends in a climb is judged as far as the climb gets; its bands still cover all of it.
    """
    judge = partial(context.system.judge, context.move)
    whole = judge(way.segments)
    held = None if whole.bar is None else way.held(whole.bar.start)
    if held is None or whole.bar is None:
        return whole, None
    reached, rest = held
    reason = tabletop.pause(
        _climbed(reversed(reached.segments)), _climbed(rest.segments), unit=context.system.unit
    )
    line = tabletop.pause.trace(reason)
    part = judge(reached.segments)
    pause = {"at": reached.length, "cell": _cell_of(reached), "rule": line.rule, "reason": reason}
    return replace(part, bands=whole.bands, trace=(*part.trace, line)), pause


def _climbed(segments: Iterable[Segment]) -> Fraction:
    """Return how far is climbed in one go, from the first of some stretches on."""
    climb = takewhile(lambda segment: segment.mode == "climb", segments)
    return sum((segment.length for segment in climb), Fraction(0))


def _plan_value(
    context: MoverContext, way: Path, *, judgement: Judgement, pause: Answer | None = None
) -> Answer:
    bands = tuple(band for band in judgement.bands if pause is None or band.kind != "impossible")
    verdict = replace(judgement, bands=bands).verdict
    worst = [band for band in judgement.bands if band.kind == verdict]
    # Of several rolls the least likely one is the reason; of equally likely ones the last.
    hardest = min(reversed(worst), key=lambda band: 1 if band.chance is None else band.chance, default=None)
    free_end = next((b.start for b in judgement.bands if b.kind in {"roll", "impossible"}), way.length)
    legal, _ = way.held(free_end) or way.cut(free_end)
    path, route = path_of(way), context.mover.route
    return {
        **WRITERS[Judgement](judgement),
        "token": context.mover.token,
        "verdict": verdict,
        "reason": hardest.reason if hardest else tabletop.texts("free"),
        "chance": judgement.chance,
        "length": way.length,
        "path": path,
        "hazards": _hazards(
            context, way, judgement=judgement, ends=verdict != "impossible" and pause is None
        ),
        "pause": pause,
        "last_legal": {"distance": legal.length, "cell": _cell_of(legal)},
        "events": [
            {
                "kind": "moved",
                "route": route.model_dump(mode="json")
                if way.points is None and isinstance(route, SegmentRoute)
                else {"path": path},
                "override": False,
                "forced": False,
            }
        ],
        "trace": _unique([*judgement.trace, *_table(context, way, judgement=judgement)]),
    }


def _hazards(context: MoverContext, way: Path, *, judgement: Judgement, ends: bool) -> Sequence[Hazard]:
    """Return what threatens on the way, and in the air: where the move ends, if it ``ends`` where the way does."""
    found = [*judgement.hazards, *_nothing_climbed(context, way)]
    if not ends or any(hazard.stops for hazard in judgement.hazards):
        return found or context.in_the_air(context.move)
    return [*found, *context.ends_in_the_air(way)]


def _nothing_climbed(context: MoverContext, way: Path) -> Iterator[Hazard]:
    """Yield what asks the GM about a climb along the level, where the map shows nothing that it holds on to."""
    for index, (segment, (begin, end)) in enumerate(
        zip(way.segments, pairwise(way.points or ()), strict=False)
    ):
        level = segment.mode == "climb" and not segment.rise and segment.barrier is None
        if level and "wall" not in {context.stands(begin).holds, context.stands(end).holds}:
            done = sum((before.extent for before in way.segments[:index]), Fraction(0))
            yield Hazard("no_wall", tabletop.holds, done, tabletop.texts("no_wall.ask"), stops=False)
            return


def _table(context: MoverContext, way: Path, *, judgement: Judgement) -> Iterator[Trace]:
    """Yield the rules of the table that apply to a plan."""
    for band in judgement.bands:
        if band.rule in tabletop.RULES:
            yield tabletop.RULES[band.rule].trace(band.reason)
    yield from (
        *_crowds(context, way),
        *_leaps(context, way),
        *_cover(context, way),
    )
    for segment in way.segments:
        if segment.storeys[0] != segment.storeys[1] and segment.barrier is None:
            text = tabletop.texts("passage", length=segment.length, unit=context.system.unit)
            yield tabletop.storey.trace(text)
    if context.measured is not None and context.measured.text is not None and way.points is not None:
        yield tabletop.converted.trace(context.measured.text)


def _crowds(context: MoverContext, way: Path) -> list[Trace]:
    """Return the hazards of tokens that slow on the way."""
    if way.points is None or context.gridless:
        return []
    board, _, _ = context.board
    if not board.terrain.slowing:
        return []
    cells = [board.lay(cell_of(point), to_fraction(point[2])) for point in way.points[1:]]
    if not any(board.has(board.terrain.slowing, cell) for cell in cells):
        return []
    return [tabletop.token.trace(tabletop.token(to_number(CROWD)))]


def _leaps(context: MoverContext, way: Path) -> list[Trace]:
    """Return the lines about jumps that are as long as the gap, where the rest of their steps is walked."""
    if way.points is None or way.straight or all(segment.mode != "jump" for segment in way.segments):
        return []
    on_cell = [one[:3] == next_one[:3] for one, next_one in pairwise(way.points)]
    walked = [s.length if inside else Fraction(0) for s, inside in zip(way.segments, on_cell, strict=True)]
    found, first = [], 0
    for index, segment in enumerate(way.segments):
        if segment.mode != "jump":
            first = index + 1
        elif segment.lands:
            rest = sum((*walked[max(first - 1, 0) : first], *walked[index + 1 : index + 2]), Fraction(0))
            if rest:
                far = sum((part.length for part in way.segments[first : index + 1]), Fraction(0))
                line = tabletop.leapt(to_number(far), to_number(rest), unit=context.system.unit)
                found.append(tabletop.leapt.trace(line))
            first = index + 1
    return found


def _cover(context: MoverContext, way: Path) -> list[Trace]:
    """Return the lines about the cover that a path ends in."""
    if not way.points or context.shown is None or not any(r.kind == "cover" for r in context.shown.regions):
        return []
    (col, row, elevation, _), token = way.points[-1], context.token
    storey = storey_of(context.shown, elevation)
    return [
        tabletop.cover.trace(tabletop.cover(region.name or region.id))
        for region in context.under(context.shown, token, cell=(col, row), storey=storey)
        if region.kind == "cover"
    ]


def _unique(lines: list[Trace]) -> list[Trace]:
    found: list[Trace] = []
    for line in lines:
        work.add(1 + len(found) // 2)
        if line not in found:
            found.append(line)
    return found


def _cell_of(way: Path) -> Answer | None:
    if way.points is None:
        return None
    col, row, elevation, _ = way.points[-1]
    return {"col": col, "row": row, "elevation": elevation}


def _no_way(context: MoverContext, wanted: Cell) -> Answer:
    """Answer for a cell that no path leads to: nothing moves; the nearest cell that can be reached is named."""
    token = context.token
    here = (token.col, token.row, token.elevation)
    col, row, up = Routes(context).nearest(wanted)
    reason = tabletop.no_way(col, row)
    empty = context.system.judge(context.move, ())
    answer = _plan_value(context, Path((), ((*here, None),)), judgement=empty)
    answer |= {"verdict": "impossible", "reason": reason, "path": None, "events": []}
    answer["last_legal"] = {"distance": 0, "cell": {"col": col, "row": row, "elevation": up}}
    answer["trace"] = [tabletop.no_way.trace(reason)]
    return answer
