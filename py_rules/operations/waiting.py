"""What a move waits for, a roll or a reaction, and the rest of its path."""

from py_rules.engine import Move, tabletop
from py_rules.engine.system import System
from py_rules.operations.snapshots import TurnSnapshot
from py_rules.paths.path import Path
from py_rules.paths.recorded import rest_of
from py_rules.protocol.facts import IntendedFact
from py_rules.values.answer_parts import Check, ReactionOffer
from py_rules.values.cache import Cache
from py_rules.values.records import record, replace
from py_rules.values.sentences import Sentence


@record()
class Waiting:
    """What a move waits for, a roll or a reaction, and the rest of its path; ``made``: what is behind it there."""

    check: Check | None
    reaction: ReactionOffer | None
    way: Path
    made: frozenset[str]


def waiting(system: System, snapshot: TurnSnapshot) -> Waiting | None:
    """Return what a move waits for; none: nothing waits (any more)."""
    move, pending = snapshot.move, snapshot.pending
    if pending is None:
        return None
    # Asked again and again while one request is answered: for its reply, and for each line of its ledger.
    return _waited((system, move, pending), lambda: _waiting(system, move, pending=pending))


_waited = Cache(2)


def _waiting(system: System, move: Move, *, pending: IntendedFact) -> Waiting | None:
    way = rest_of(pending)
    made = frozenset(pending.made)
    judgement = system.judge(move, way.segments, cleared=made)
    for check in judgement.checks:
        if check.id == pending.check:
            return Waiting(check, None, way, made)
    for reaction in judgement.reactions:
        if reaction.id == pending.check:
            return Waiting(None, reaction, way, made)
    return None


def still_open(system: System, snapshot: TurnSnapshot) -> Sentence:
    """Return what a move waits for, in words; there is one that waits."""
    found = waiting(system, snapshot)
    name = "" if snapshot.pending is None else snapshot.pending.check
    return tabletop.open_roll(name, reaction=found is not None and found.reaction is not None)


def asked(system: System, snapshot: TurnSnapshot, *, name: str) -> Check | None:
    """Return the check of that name which may be rolled now: that of the open move, else one without a path."""
    found = waiting(system, snapshot)
    if found is not None:
        return found.check if found.check is not None and found.check.id == name else None
    check = system.open_check(snapshot.move, name)
    return None if check is None else replace(check, needed=check.odds[0].result)
