"""Where does this token stand now? Allowances, what is open, and the commits that made it so."""

from py_rules.engine import tabletop
from py_rules.ledger import facts as ledgers
from py_rules.ledger.facts import Ledger
from py_rules.operations import story
from py_rules.operations.chronicle import Chronicle
from py_rules.operations.seat import Seat
from py_rules.operations.story import Chapter
from py_rules.operations.telling import Answer, told_path, told_words
from py_rules.paths.scenes import SceneStore
from py_rules.protocol.models import (
    RolledEvent,
    StateRequest,
)
from py_rules.values.answers import Check


def answer(request: StateRequest, scenes: SceneStore) -> Answer:
    """Where does this token stand now?"""
    seat = Seat(request, request.mover, scenes, unseen=frozenset(), path="mover")
    return {**state_value(seat, seat.ledger, seat.chapter), **seat.named()}


def state_value(seat: Seat, ledger: Ledger, chapter: Chapter) -> Answer:
    """Return where a token stands after a chapter of its ledger."""
    standing = seat.system.standing(seat.situation, chapter.state)
    waiting = story.waiting(seat.system, seat.situation, chapter)
    pending = None
    if waiting is not None:
        pending = {
            "commit": chapter.commit,
            "check": waiting.check,
            "reaction": waiting.reaction,
            "rest": told_path(waiting.way),
            "distance": waiting.way.length,
        }
    return {
        "allowances": standing.allowances,
        "modes": told_words(seat.system.modes_of(seat.situation, chapter.state)),
        "modifiers": standing.modifiers,
        "statuses": standing.statuses,
        "counters": standing.counters,
        "pending": pending,
        "rulings": standing.rulings,
        "hazards": [*standing.hazards, *seat.in_the_air(chapter.state)],
        "checks": _free_checks(seat, chapter),
        "commits": _commits(seat, ledger),
        "trace": standing.trace,
    }


def _commits(seat: Seat, ledger: Ledger) -> list[Answer]:
    """Return the commits as the turn panel tells them."""
    shown = seat.shown.tokens if seat.shown is not None else []
    names = {token.id: token.name or token.id for token in shown}
    told = Chronicle(seat.system, seat.situation, names).lines(ledger)
    summaries = []
    for index, (commit, lines) in enumerate(zip(ledger.commits, told, strict=True)):
        blocker = ledgers.undo_blocker(ledger, commit.id)
        summaries.append(
            {
                "id": commit.id,
                "number": ledger.base.number + index + 1,
                "labels": [label for label, _ in lines],
                "rules": [rule for _, rule in lines],
                "undoable": blocker is None,
                "refusal": tabletop.undo(blocker.id) if blocker else None,
            }
        )
    return summaries


def _free_checks(seat: Seat, chapter: Chapter) -> list[Check]:
    """Return the rolls that may be made now without a path before them."""
    if chapter.pending is not None:
        return []
    found = []
    for name in seat.system.offered_checks(seat.situation):
        event = RolledEvent(kind="rolled", check=name, seed=0)
        check = seat.system.open_check(seat.situation, chapter.state, name)
        if check is not None and seat.system.refuse(seat.situation, chapter.state, event) is None:
            found.append(check)
    return found
