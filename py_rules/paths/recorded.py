"""Paths as the ledger keeps them, and read back from it."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from py_rules.engine.situation import Gate, Segment
from py_rules.paths.ground import vector
from py_rules.paths.path import Path, Waypoint
from py_rules.protocol.facts import GateFact, MovedFact, SegmentFact
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction, to_number, to_point

LINE = re.compile(r"-?\d+:-?\d+")
"""What ledgers know the direction of a straight line by; of a grid's, names."""


def facts_of(segments: Sequence[Segment]) -> list[SegmentFact]:
    """Return segments as facts, one each."""
    return [_fact(segment) for segment in segments]


def summed_facts(segments: Sequence[Segment]) -> list[SegmentFact]:
    """Return what was moved as facts; equal stretches in a row become one."""
    merged: list[Segment] = []
    for segment in segments:
        last = merged[-1] if merged else None
        if last is not None and _continues(last, segment):
            merged[-1] = replace(
                last, length=last.length + segment.length, diagonals=last.diagonals + segment.diagonals
            )
        else:
            storeys = (0, 0) if segment.level else segment.storeys
            ended = replace(segment, stand=True, start=None, end=None)
            merged.append(replace(ended, storeys=storeys, ups=(Fraction(0), Fraction(0))))
    return facts_of(merged)


def moved_fact(way: Path, *, in_combat: bool, ahead: Path | None = None, **told: Any) -> MovedFact:  # noqa: ANN401 - what else is told of it
    """Return the fact that a token moved along a path; ``ahead``: what it did not move any more."""
    return MovedFact(
        segments=summed_facts(way.segments),
        way=places_of(way),
        in_combat=in_combat,
        ahead=[] if ahead is None else facts_of(ahead.segments),
        **told,
    )


def places_of(way: Path) -> list[Waypoint] | None:
    """Return where a path leads, as facts keep it; none: a host measured it."""
    return None if way.places is None else list(way.places)


def _continues(last: Segment, segment: Segment) -> bool:
    """Tell whether a stretch only carries on the last one."""
    if (
        segment.mode == "jump"
        or segment.flat
        or segment.entered
        or segment.gates
        or segment.rise
        or last.rise
    ):
        return False
    same = (
        "mode",
        "multiplier",
        "surface",
        "slick",
        "difficulty",
        "grades",
        "current",
        "wet",
        "depth",
        "heading",
    )
    return all(getattr(last, name) == getattr(segment, name) for name in same)


def _fact(segment: Segment) -> SegmentFact:
    return SegmentFact(
        mode=segment.mode,
        length=to_number(segment.length),
        rise=to_number(segment.rise),
        mult=to_number(segment.multiplier),
        flat=to_number(segment.flat),
        entered=list(segment.entered),
        gates=[
            GateFact(
                id=gate.id, name=gate.name, pool=gate.pool, difficulty=gate.difficulty, needed=gate.needed
            )
            for gate in segment.gates
        ],
        surface=segment.surface,
        slick=segment.slick,
        difficulty=segment.difficulty,
        grades=list(segment.grades),
        current=_pair(segment.current),
        wet=segment.wet,
        depth=None if segment.depth is None else to_number(segment.depth),
        heading=segment.heading,
        run_up=segment.run_up,
        diagonals=segment.diagonals,
        lands=segment.lands,
        stand=segment.stand,
        failed=segment.failed,
        start=_pair(segment.start),
        end=_pair(segment.end),
        storeys=segment.storeys,
        ups=(to_number(segment.ups[0]), to_number(segment.ups[1])),
        sheer=segment.sheer,
        footed=segment.footed,
        pit=None if segment.pit is None else to_number(segment.pit),
        border=None if segment.border is None else to_number(segment.border),
    )


def _pair(point: tuple[Fraction, Fraction] | None) -> tuple[int | float, int | float] | None:
    return None if point is None else (to_number(point[0]), to_number(point[1]))


def from_facts(facts: Sequence[SegmentFact], way: Sequence[Waypoint] | None) -> Path:
    """Return the path that facts recorded; barriers are not recorded, a pending path was legal or allowed."""
    segments = tuple(
        Segment(
            mode=fact.mode,
            length=to_fraction(fact.length),
            rise=to_fraction(fact.rise),
            multiplier=to_fraction(fact.mult),
            flat=to_fraction(fact.flat),
            entered=tuple(fact.entered),
            gates=tuple(Gate(g.id, g.name, g.pool, g.difficulty, g.needed) for g in fact.gates),
            surface=fact.surface,
            slick=fact.slick,
            difficulty=fact.difficulty,
            grades=tuple(fact.grades),
            current=vector(fact.current),
            wet=fact.wet,
            depth=None if fact.depth is None else to_fraction(fact.depth),
            heading=fact.heading,
            run_up=fact.run_up,
            diagonals=fact.diagonals,
            lands=fact.lands,
            stand=fact.stand,
            failed=fact.failed,
            start=None if fact.start is None else to_point(fact.start),
            end=None if fact.end is None else to_point(fact.end),
            storeys=fact.storeys,
            ups=(to_fraction(fact.ups[0]), to_fraction(fact.ups[1])),
            sheer=fact.sheer,
            footed=fact.footed,
            pit=None if fact.pit is None else to_fraction(fact.pit),
            border=None if fact.border is None else to_fraction(fact.border),
        )
        for fact in facts
    )
    # Only a straight line has a direction of two numbers; those of a grid are numbered.
    straight = any(LINE.fullmatch(segment.heading) for segment in segments)
    return Path(segments, None if way is None else tuple(way), straight=straight)
