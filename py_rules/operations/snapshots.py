"""Where a ledger leads: the state of its turn, and the move that waits."""

from typing import Any

from py_rules.engine import Move
from py_rules.engine.situation import Here
from py_rules.engine.system import System
from py_rules.protocol.bounds import fields_of, is_bounded
from py_rules.protocol.facts import Fact, IntendedFact, MovedFact, RolledFact
from py_rules.protocol.ledger import Ledger
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import BeginEvent, ReactedEvent
from py_rules.values import work
from py_rules.values.records import record, replace

COMMIT = 150
"""Steps of work that it takes to read a commit of a ledger."""
UNFIT_STATE = "this turn in the ledger does not fit this system"
SETTLING = (RolledFact, ReactedEvent, MovedFact, BeginEvent)
"""After these no move waits; also when the token was pushed, for the rest began elsewhere."""


@record()
class TurnSnapshot:
    """Where a token stands: its move with the turn so far, and the move that waits."""

    move: Move
    pending: IntendedFact | None = None

    def at(self, here: Here | None) -> "TurnSnapshot":
        """Return the same where the map shows the token now."""
        return replace(self, move=replace(self.move, here=here))

    def after(self, system: System, fact: Fact | Here) -> "TurnSnapshot":
        """Return where the token stands after a fact."""
        pending = None if isinstance(fact, SETTLING) else self.pending
        pending = fact if isinstance(fact, IntendedFact) else pending
        return TurnSnapshot(replace(self.move, turn=system.fold(self.move, fact)), pending)


def read(system: System, move: Move, *, ledger: Ledger) -> TurnSnapshot:
    """Return where the token of a ledger stands; raises :class:`ProblemError` for a turn of another system."""
    work.add(COMMIT * len(ledger.commits))
    pending = ledger.commits[-1].waits if ledger.commits else None
    return TurnSnapshot(replace(move, turn=_loaded(system, ledger)), pending)


def _loaded(system: System, ledger: Ledger) -> Any:  # noqa: ANN401 - a system's state
    """Return the turn of the newest commit, with fields that were not written at their default."""
    path, kept = ledger.turn
    try:
        state = system.load(kept)
    except (ValueError, ArithmeticError) as error:
        raise unfit(path, UNFIT_STATE) from error
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
