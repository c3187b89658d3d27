"""What changes in the ledger and on the map when something happens: a commit, event by event, or its undo."""

from typing import Any

from py_rules.engine import tabletop
from py_rules.operations import replay, snapshots
from py_rules.operations.fact_lines import ruled
from py_rules.operations.mover_context import MoverContext
from py_rules.operations.reading import SHORTER, inputs
from py_rules.operations.replay import CommitBuilder
from py_rules.operations.reply_parts import Answer, path_of, point_of
from py_rules.operations.routes import Routes
from py_rules.operations.snapshots import TurnSnapshot
from py_rules.operations.state import state_value, undo_first
from py_rules.paths.scenes import SceneStore
from py_rules.protocol import ledger as ledgers
from py_rules.protocol.ledger import Commit, Ledger
from py_rules.protocol.map_data import Cell
from py_rules.protocol.problems import ProblemError, validating
from py_rules.protocol.requests import (
    ActedEvent,
    ApplyRequest,
    BeginEvent,
    DidEvent,
    EndEvent,
    Event,
    GrantedEvent,
    MovedEvent,
    ReactedEvent,
    RolledEvent,
    RuledEvent,
    SegmentRoute,
)
from py_rules.values import work
from py_rules.values.answer_parts import Refusal
from py_rules.values.rounding import measured, to_fraction, to_number

LESS = "tell a shorter move, or fewer events in one commit"
"""What to do where events are too much work for one question."""


def answer(request: ApplyRequest, scenes: SceneStore) -> Answer:
    """This happened: what becomes of ledger and token?"""
    if (request.commit is None) == (request.undo is None):
        given = request.commit is not None
        path, message = (
            ("undo", "both commit and undo are given") if given else ("commit", "nothing happened")
        )
        remedy = "remove one of commit and undo" if given else "add a commit, or name one to undo"
        raise ProblemError("commit_or_undo", path, message=f"{path}: {message}", remedy=remedy)
    context = MoverContext(request, request.mover, scenes=scenes, unseen=frozenset(), path="mover")
    if request.undo is not None:
        return _undone(context, request.undo)
    commit = request.commit
    if commit is None or context.ledger.has(commit.id):
        return _applied(context, context.ledger, snapshot=context.snapshot, replayed=True)
    builder = CommitBuilder(context.system, context.snapshot, commit.id, context.place, context.names)
    before = context.snapshot
    for index, event in enumerate(commit.events):
        path = f"commit.events[{index}]"
        with work.at(path, LESS):
            _tell(context, builder, event=event, path=path)
        if builder.refused is not None:
            context.snapshot = before
            return _applied(context, context.ledger, snapshot=before, refused=builder.refused)
        context.follow(builder.moves[-1].way.points if builder.moves else None)
        builder.snapshot = builder.snapshot.at(context.move.here)
    grown = replay.committed(context.ledger, builder, scope=context.system.scopes[0].id)
    return _applied(context, grown, snapshot=builder.snapshot, builder=builder)


def _tell(context: MoverContext, builder: CommitBuilder, *, event: Event, path: str) -> None:
    """Tell one event; what cannot be is refused."""
    free = builder.snapshot.pending is None or getattr(event, "forced", False)
    if isinstance(event, MovedEvent | ActedEvent | DidEvent) and not free:
        builder.keep_waiting()
    elif isinstance(event, MovedEvent):
        _tell_move(context, builder, event=event, path=path)
    elif isinstance(event, ActedEvent):
        if _may_happen(context, builder, event=event, path=path):
            builder.record(event)
    elif isinstance(event, DidEvent):
        _tell_act(context, builder, event=event, path=path)
    elif isinstance(event, RolledEvent):
        builder.roll(event, path)
    elif isinstance(event, ReactedEvent):
        builder.react(event)
    elif isinstance(event, RuledEvent):
        _tell_ruling(context, builder, event=event, path=path)
    elif isinstance(event, GrantedEvent):
        _tell_gift(builder, event=event, path=path)
    else:
        _tell_scope(context, builder, event=event, path=path)


def _tell_gift(builder: CommitBuilder, *, event: GrantedEvent, path: str) -> None:
    """Tell that the GM gave or took movement."""
    length = to_number(measured(event.length))
    if not length:
        raise ProblemError(
            "invalid",
            f"{path}.length",
            message="0 gives and takes nothing",
            remedy="send more than 0 to give, less to take",
        )
    builder.record(event.model_copy(update={"length": length}))


def _tell_scope(
    context: MoverContext, builder: CommitBuilder, *, event: BeginEvent | EndEvent, path: str
) -> None:
    """Tell that a scope begins or ends; a move that waited for it comes first."""
    scopes = [known.id for known in context.system.scopes]
    if event.scope not in scopes:
        raise ProblemError(
            "scope_unknown",
            f"{path}.scope",
            message=f"{path}.scope: {context.system.title} has no scope {event.scope!r}",
            remedy=f"use one of {', '.join(scopes)}",
        )
    if not _may_happen(context, builder, event=event, path=path):
        return
    builder.settle()
    pending = builder.snapshot.pending
    if isinstance(event, BeginEvent) and pending is not None and pending.commit == builder.commit:
        # It would be lost before anybody could answer it.
        builder.keep_waiting()
    else:
        builder.record(event)


def _may_happen(
    context: MoverContext,
    builder: CommitBuilder,
    *,
    event: ActedEvent | DidEvent | BeginEvent | EndEvent,
    path: str,
) -> bool:
    """Tell whether the system lets an event happen; raises :class:`ProblemError` for one that is wrong."""
    with validating(None, prefix=path):
        context.system.check_event(builder.mover.turn, event)
    builder.refused = context.system.refuse(builder.mover, event)
    return builder.refused is None


def _tell_act(context: MoverContext, builder: CommitBuilder, *, event: DidEvent, path: str) -> None:
    """Tell one of the system's own acts."""
    acts = {act.id: act for act in context.system.acts}
    if event.act not in acts:
        raise ProblemError(
            "act_unknown",
            f"{path}.act",
            message=f"{path}.act: {context.system.title} has no act {event.act!r}",
            remedy=f"use one of {', '.join(acts)}" if acts else "this system has no acts of its own",
        )
    options = inputs(acts[event.act].options, event.options, path=f"{path}.options")
    if _may_happen(context, builder, event=event, path=path):
        # Whole numbers become integers: the line that tells of them names no .0.
        told = options.model_dump()
        plainly = {k: to_number(to_fraction(v)) if isinstance(v, float) else v for k, v in told.items()}
        builder.record(event.model_copy(update={"options": plainly}))


def _tell_move(context: MoverContext, builder: CommitBuilder, *, event: MovedEvent, path: str) -> None:
    if builder.moves and not isinstance(event.route, SegmentRoute):
        raise ProblemError(
            "one_move_per_commit",
            path,
            message=f"{path}: the token has moved in this commit already",
            remedy="send each move on the map as a commit of its own",
        )
    context.snapshot = builder.snapshot
    routes, where = Routes(context), f"{path}.route"
    way = routes.way(routes.pushed(event.route, where) if event.forced else event.route, where)
    if isinstance(way, Cell):
        col, row, _ = routes.nearest(way)
        builder.refused = Refusal(tabletop.no_way, tabletop.no_way(col, row))
    else:
        until = None if event.until is None else measured(event.until)
        if until is not None and not event.forced:
            way = routes.stopped(way, until, path=where)
        builder.move(way, override=event.override, forced=event.forced, until=until)


def _tell_ruling(context: MoverContext, builder: CommitBuilder, *, event: RuledEvent, path: str) -> None:
    standing = context.system.standing(builder.mover)
    open_rulings = {ruling.id: ruling for ruling in standing.rulings}
    ruling = open_rulings.get(event.ruling)
    if ruling is None:
        ruling = context.system.open_ruling(builder.mover, event.ruling)
    if ruling is None:
        raise ProblemError(
            "ruling_unknown",
            f"{path}.ruling",
            message=f"{path}.ruling: no ruling {event.ruling!r} is open",
            remedy=f"answer one of {', '.join(open_rulings) or 'those that a later state names'}",
        )
    choices = [choice.id for choice in ruling.choices]
    if event.choice not in choices:
        raise ProblemError(
            "choice_unknown",
            f"{path}.choice",
            message=f"{path}.choice: {event.choice!r} is no answer to {event.ruling!r}",
            remedy=f"choose one of {', '.join(choices)}",
        )
    builder.record(event, found=ruled(ruling, event.choice))


def _undone(context: MoverContext, commit_id: str) -> Answer:
    ledger = context.ledger
    if not ledger.has(commit_id):
        raise ProblemError(
            "commit_unknown",
            "undo",
            message=f"undo: the ledger holds no commit {commit_id!r}",
            remedy="name a commit that the state lists",
        )
    newest = ledger.commits[-1]
    if newest.id != commit_id:
        refusal = Refusal(tabletop.undo, undo_first(ledger))
        return _applied(context, ledger, snapshot=context.snapshot, refused=refusal)
    left = ledger.model_copy(update={"commits": ledger.commits[:-1], "number": ledger.number - 1})
    back = _way_back(newest)
    context.follow(back)
    with work.at("mover.ledger", SHORTER):
        snapshot = snapshots.read(context.system, context.move, ledger=left)
    answer = _applied(context, left, snapshot=snapshot)
    if len(back) > 1:
        length = sum(gone.length for gone in newest.moves)
        answer["moves"] = [_move(context, back, distance=length, forced=True, rule=tabletop.undo)]
    return answer


def _way_back(commit: Commit) -> list[Any]:
    """Return the cells of a commit's moves, last first."""
    points: list[Any] = []
    for gone in commit.moves:
        points += (gone.way or [])[1 if points else 0 :]
    return points[::-1]


def _move(context: MoverContext, points: Any, *, distance: Any, forced: bool, rule: str) -> Answer:  # noqa: ANN401 - points, numbers
    cells = None if points is None else [point_of(tuple(point)) for point in points]
    to = {key: cells[-1][key] for key in ("col", "row", "elevation")} if cells else None
    return {
        "token": context.mover.token,
        "to": to,
        "way": cells,
        "distance": distance,
        "forced": forced,
        "rule": rule,
    }


def _applied(
    context: MoverContext,
    ledger: Ledger,
    *,
    snapshot: TurnSnapshot,
    builder: CommitBuilder | None = None,
    refused: Refusal | None = None,
    replayed: bool = False,
) -> Answer:
    moves = builder.moves if builder else []
    return {
        "ledger": ledgers.write(ledger),
        "moves": [
            _move(context, moved.way.places, distance=moved.way.length, forced=moved.forced, rule=moved.rule)
            for moved in moves
        ],
        "rest": path_of(builder.rest) if builder else None,
        "stopped": builder.stopped if builder else None,
        "rolls": builder.rolls if builder else [],
        "refused": refused,
        "replayed": replayed,
        "state": state_value(context, ledger, snapshot=context.placed(snapshot)),
        **context.named(),
    }
