"""What the clock does to the memory of a token: each field of a state says which moments clear it.

A moment is the begin or the end of a scope, written ``begin round`` or ``end pass``, or what an act of the game ends,
written ``stop rappel``. The declaration stands beside the field and is what :func:`cleared` works by, so that the two
cannot differ.
"""

from collections.abc import Sequence
from dataclasses import field, fields
from functools import lru_cache
from typing import Any, TypeVar

from py_rules.values.records import record, replace
from py_rules.values.sentences import Sentence

StateT = TypeVar("StateT")


@record()
class Scope:
    """A scope of the clock: a round, a Combat Turn, a pass, one's own Turn."""

    id: str
    label: Sentence
    counted: bool = False
    """Whether each is numbered out of a total, as Initiative Passes are: pass 1 of 3."""


def kept(default: object, *cleared_at: str, counted_at: Sequence[str] = (), until: str = "") -> Any:  # noqa: ANN401 - as dataclasses.field
    """Return a field of a state: its default, the moments that bring it back to it, those that count it on.

    ``counted_at``: the moment sets the field by a rule of its own (last round's rate, the number of the
    pass). ``until``: what else ends it; a field that no moment clears must tell this.
    """
    marks = {"cleared_at": cleared_at, "counted_at": tuple(counted_at), "until": until}
    return field(default=default, metadata=marks)


def cleared_at(state: type[Any], moment: str) -> tuple[str, ...]:
    """Return the fields that a moment clears."""
    return tuple(part.name for part in fields(state) if moment in part.metadata["cleared_at"])


def cleared(state: StateT, moment: str) -> StateT:
    """Return the state with what a moment clears at its default, and all else as it was.

    >>> @record()
    ... class State:
    ...     moved: int = kept(0, "begin round")
    ...     prone: bool = kept(False, until="standing up")
    >>> cleared(State(moved=5, prone=True), "begin round")
    State(moved=0, prone=True)
    """
    before: Any = state
    changed: StateT = replace(before, **_defaults(before.__class__, moment))
    return changed


@lru_cache
def _defaults(state: Any, moment: str) -> dict[str, Any]:  # noqa: ANN401 - a class, which is hashable
    """Return the defaults of the fields that a moment clears."""
    new = state()
    return {name: getattr(new, name) for name in cleared_at(state, moment)}
