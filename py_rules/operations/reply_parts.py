"""Parts of replies that several operations share."""

from collections.abc import Sequence
from typing import Any

from py_rules.paths.path import Path, Waypoint
from py_rules.values.sentences import Sentence

Answer = dict[str, Any]
"""A part of a reply."""


def path_of(way: Path | None) -> list[Answer] | None:
    """Return the cells of a path; none: it has none."""
    if way is None or way.places is None:
        return None
    return [point_of(point) for point in way.places]


def point_of(point: Waypoint) -> Answer:
    """Return a cell of a path."""
    return {"col": point[0], "row": point[1], "elevation": point[2], "mode": point[3]}


def words_of(words: Sequence[tuple[str, Sentence]]) -> list[Answer]:
    """Return words of a system with what a person reads for them."""
    return [{"id": name, "label": label} for name, label in words]
