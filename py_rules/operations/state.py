"""How a token's turn stands: allowances, what is open, and the commits that made it so."""

from collections.abc import Iterator

from py_rules.engine import Move, given, tabletop
from py_rules.engine.clock import cleared_at
from py_rules.operations.mover_context import MoverContext
from py_rules.operations.reading import SHORTER
from py_rules.operations.reply_parts import Answer, path_of, words_of
from py_rules.operations.snapshots import TurnSnapshot
from py_rules.operations.waiting import waiting
from py_rules.paths.scenes import SceneStore
from py_rules.protocol import ledger as ledgers
from py_rules.protocol.ledger import Ledger
from py_rules.protocol.requests import DidEvent, RolledEvent, StateRequest
from py_rules.values import work
from py_rules.values.answer_parts import WRITERS, Check, Modifier, Standing
from py_rules.values.sentences import Sentence, said


def answer(request: StateRequest, scenes: SceneStore) -> Answer:
    """Answer how a token's turn stands."""
    context = MoverContext(request, request.mover, scenes=scenes, unseen=frozenset(), path="mover")
    return {**state_value(context, context.ledger, snapshot=context.snapshot), **context.named()}


def state_value(context: MoverContext, ledger: Ledger, *, snapshot: TurnSnapshot) -> Answer:
    """Return where a token stands after a snapshot of its ledger."""
    with work.at(f"{context.path}.ledger", SHORTER):
        return _state_value(context, ledger, snapshot=snapshot)


def _state_value(context: MoverContext, ledger: Ledger, *, snapshot: TurnSnapshot) -> Answer:
    move = snapshot.move
    standing = context.system.standing(move)
    found = waiting(context.system, snapshot)
    refused = _refused(context, move)
    pending = None
    if found is not None and snapshot.pending is not None:
        pending = {
            "commit": snapshot.pending.commit,
            "check": found.check,
            "reaction": found.reaction,
            "rest": path_of(found.way),
            "distance": found.way.length,
        }
    return {
        **WRITERS[Standing](standing),
        "modes": words_of(context.system.modes_of(move)),
        "modifiers": [*standing.modifiers, *_given(context, move)],
        "pending": pending,
        "hazards": [*standing.hazards, *context.in_the_air(move)],
        "checks": _free_checks(context, snapshot),
        "acts": [act.id for act in context.system.acts if act.id not in refused],
        **({"refused": refused} if refused else {}),
        "commits": _commits(ledger),
        **({"assumed": context.assumed} if context.assumed else {}),
        "in_combat": move.in_combat,
    }


def _given(context: MoverContext, move: Move) -> Iterator[Modifier]:
    """Yield what the GM gave and is not moved yet (X-14)."""
    turn, scopes = move.turn, context.system.scopes
    if not given.left(move):
        return
    ends = next(scope for scope in scopes if "given" in cleared_at(type(turn), f"begin {scope.id}"))
    for reason, amount in turn.given:
        until = tabletop.texts("given.until", scope=ends.label)
        on, since = tabletop.texts("given.on", reason=reason), tabletop.texts("given.since")
        yield Modifier(tabletop.given, "mover", on, "distance", amount, since, until)


def _refused(context: MoverContext, move: Move) -> dict[str, Sentence]:
    """Return why acts are refused now; one that asks for something first counts as open."""
    reasons = {}
    for act in context.system.acts:
        event = DidEvent(kind="did", act=act.id)
        asks = any(option.is_required() for option in act.options.model_fields.values())
        refusal = None if asks else context.system.refuse(move, event)
        if refusal is not None:
            reasons[act.id] = refusal.reason
    return reasons


def _commits(ledger: Ledger) -> list[Answer]:
    """Return the commits as the turn panel lists them."""
    begun, last = ledgers.begun(ledger.commits), len(ledger.commits) - 1
    later = undo_first(ledger) if ledger.commits else None
    return [
        {
            "id": commit.id,
            "number": ledger.number - last + index,
            "labels": [line.label.model_dump() for line in commit.lines],
            "rules": [line.rule for line in commit.lines],
            "in_turn": index >= begun,
            "undoable": index == last,
            "refusal": None if index == last else later,
        }
        for index, commit in enumerate(ledger.commits)
    ]


def undo_first(ledger: Ledger) -> Sentence:
    """Return why an older commit is not undone: the newest one came later."""
    newest = ledger.commits[-1]
    if not newest.lines:
        return tabletop.undo(newest.id, newest.id)
    label = newest.lines[0].label
    return tabletop.undo(newest.id, said(label.key, label.model_dump()["params"], words=label.text))


def _free_checks(context: MoverContext, snapshot: TurnSnapshot) -> list[Check]:
    """Return the rolls that may be made now without a path before them."""
    if snapshot.pending is not None:
        return []
    found, move = [], snapshot.move
    for name in context.system.free_checks:
        event = RolledEvent(kind="rolled", check=name, seed=0)
        check = context.system.open_check(move, name)
        if check is not None and context.system.refuse(move, event) is None:
            found.append(check)
    return found
