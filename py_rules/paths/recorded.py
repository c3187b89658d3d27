"""Paths as the facts of a ledger have them."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from py_rules.paths.path import Path, Waypoint
from py_rules.protocol.facts import IntendedFact, MovedFact
from py_rules.values.records import replace
from py_rules.values.rounding import on_grain, to_number, to_point
from py_rules.values.stretch import Point, Segment

LINE = re.compile(r"-?\d+:-?\d+")
"""What ledgers know the direction of a straight line by; of a grid's, names."""


def recorded(segments: Sequence[Segment]) -> list[Segment]:
    """Return stretches as ledgers know them: on the grain, and without barriers, since a path is legal or allowed."""
    return [
        replace(
            segment,
            length=on_grain(segment.length),
            rise=on_grain(segment.rise),
            multiplier=on_grain(segment.multiplier),
            flat=on_grain(segment.flat),
            depth=_grained(segment.depth),
            pit=_grained(segment.pit),
            border=_grained(segment.border),
            ups=(on_grain(segment.ups[0]), on_grain(segment.ups[1])),
            start=_point(segment.start),
            end=_point(segment.end),
            current=_point(segment.current),
            barrier=None,
        )
        for segment in segments
    ]


def _grained(value: Fraction | None) -> Fraction | None:
    return None if value is None else on_grain(value)


def _point(point: Point | None) -> Point | None:
    return None if point is None else to_point((to_number(point[0]), to_number(point[1])))


def moved_fact(way: Path, *, ahead: Path | None = None, **told: Any) -> MovedFact:  # noqa: ANN401 - what else is told of it
    """Return the fact that a token moved along a path; ``ahead``: what it did not move any more."""
    moved = recorded(way.segments)
    return MovedFact(
        segments=moved,
        length=to_number(sum((segment.length for segment in moved), Fraction(0))),
        way=places_of(way),
        ahead=[] if ahead is None else recorded(ahead.segments),
        **told,
    )


def places_of(way: Path) -> list[Waypoint] | None:
    """Return where a path leads, as facts keep it; none: a host measured it."""
    return None if way.places is None else list(way.places)


def rest_of(fact: IntendedFact) -> Path:
    """Return the path that waits."""
    # Only a straight line has a direction of two numbers; those of a grid are numbered.
    straight = any(LINE.fullmatch(segment.heading) for segment in fact.segments)
    return Path(tuple(fact.segments), None if fact.way is None else tuple(fact.way), straight=straight)
