"""Where a ledger leads: the state of its turn, and the move that waits."""

from collections.abc import Iterable
from typing import Any

from py_rules.engine.situation import Situation
from py_rules.engine.system import System
from py_rules.protocol.bounds import fields_of, holds_all, is_bounded
from py_rules.protocol.facts import Fact, IntendedFact, MovedFact, RolledFact
from py_rules.protocol.ledger import Ledger
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import BeginEvent, ReactedEvent
from py_rules.values import work
from py_rules.values.records import record

COMMIT = 150
"""Steps of work that it takes to read a commit of a ledger."""
UNFIT_STATE = "this turn in the ledger does not fit this system"
SETTLING = (RolledFact, ReactedEvent, MovedFact, BeginEvent)
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
        whole = kept is None or holds_all(system.dump(state, whole=True), kept)
    except (ValueError, ArithmeticError):
        whole = False
    if not whole:
        raise unfit(path, UNFIT_STATE)
    for name, part in ({} if kept is None else fields_of(state)).items():
        if not is_bounded(part):
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
