"""Where a ledger leads: the state of its turn, and the move that waits."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from py_rules.engine.situation import Situation
from py_rules.engine.system import System
from py_rules.protocol.bounds import MAX_SUM
from py_rules.protocol.facts import BeganFact, Fact, IntendedFact, MovedFact, ReactedFact, RolledFact
from py_rules.protocol.ledger import Ledger
from py_rules.protocol.problems import ProblemError
from py_rules.values import work
from py_rules.values.records import record

COMMIT = 150
"""Steps of work that it takes to read a commit of a ledger."""
UNFIT_STATE = "this turn in the ledger does not fit this system"
SETTLING = (RolledFact, ReactedFact, MovedFact, BeganFact)
"""After these no move waits; also when the token was pushed, for the rest began elsewhere."""


@record()
class TurnSnapshot:
    """Where a token stands: the state, and the move that waits, with the commit it came from."""

    state: Any
    pending: IntendedFact | None = None
    commit: str = ""

    def after(
        self, system: System, situation: Situation, *, commit: str, facts: Iterable[Fact]
    ) -> "TurnSnapshot":
        """Return where the token stands after ``facts`` of a commit."""
        state, pending, source = self.state, self.pending, self.commit
        for fact in facts:
            state = system.fold(situation, state, fact=fact)
            if isinstance(fact, IntendedFact):
                pending, source = fact, commit
            elif isinstance(fact, SETTLING):
                pending, source = None, ""
        return TurnSnapshot(state, pending, source)


def read(system: System, *, ledger: Ledger) -> TurnSnapshot:
    """Return where the token of a ledger stands; raises :class:`ProblemError` for a turn of another system."""
    work.add(COMMIT * len(ledger.commits))
    pending, source = _pending(ledger)
    return TurnSnapshot(_loaded(system, ledger), pending, source)


def _pending(ledger: Ledger) -> tuple[IntendedFact | None, str]:
    """Return the move that waits since the newest facts, and the commit it came from."""
    for commit in reversed(ledger.commits):
        for fact in reversed(commit.facts):
            if isinstance(fact, IntendedFact):
                return fact, commit.id
            if isinstance(fact, SETTLING):
                return None, ""
    return None, ""


def _loaded(system: System, ledger: Ledger) -> Any:  # noqa: ANN401 - a system's state
    """Return the turn of the newest commit: all that was written, later fields at their default."""
    path, kept = ledger.turn
    try:
        state = system.load(kept)
        whole = kept is None or _holds(system.dump(state, whole=True), kept)
    except (ValueError, ArithmeticError):
        whole = False
    if not whole:
        raise unfit(path, UNFIT_STATE)
    for name, part in ({} if kept is None else _fields_of(state)).items():
        if not _is_bounded(part):
            raise unfit(f"{path}.{name}", UNFIT_STATE)
    return state


def unfit(path: str, message: str) -> ProblemError:
    """Return the problem of something in a ledger that its system never wrote."""
    return ProblemError(
        "ledger_corrupt",
        path,
        message=message,
        remedy="restore the last good ledger, or begin a new one (null)",
    )


def _fields_of(state: Any) -> dict[str, object]:  # noqa: ANN401 - a system's state, or a part of one
    """Return what is in a dataclass by its names."""
    return {field.name: getattr(state, field.name) for field in fields(state)}


def _is_bounded(part: object) -> bool:
    """Tell whether every number in a part of a state is one that a ledger may keep.

    >>> _is_bounded((5, [Fraction(1, 3)])), _is_bounded({"far": Fraction(10**16)})
    (True, False)
    """
    if isinstance(part, int | float | Fraction):
        return -MAX_SUM <= part <= MAX_SUM
    if isinstance(part, Mapping):
        return all(map(_is_bounded, part.values()))
    if isinstance(part, list | tuple | AbstractSet):
        return all(map(_is_bounded, part))
    return not is_dataclass(part) or all(map(_is_bounded, _fields_of(part).values()))


def _holds(loaded: object, written: object) -> bool:
    """Tell whether everything written is found in what was loaded.

    >>> _holds({"moved": 5, "prone": False}, {"moved": 5}), _holds({"moved": 5}, {"moved": 6})
    (True, False)
    """
    if isinstance(loaded, dict) and isinstance(written, dict):
        return all(key in loaded and _holds(loaded[key], part) for key, part in written.items())
    if isinstance(loaded, list) and isinstance(written, list):
        return len(loaded) == len(written) and all(map(_holds, loaded, written))
    return loaded == written
