"""This happened: what becomes of ledger and token? Commits are told event by event, or undone."""

from typing import Any

from py_rules.engine import tabletop
from py_rules.engine.system import System
from py_rules.ledger import facts as ledgers
from py_rules.ledger.facts import Commit, Ledger, MovedFact
from py_rules.operations import story
from py_rules.operations.reading import check_difficulty, inputs, raise_fault
from py_rules.operations.seat import Seat
from py_rules.operations.state import state_value
from py_rules.operations.story import Chapter, Telling
from py_rules.operations.telling import Answer, told_path, told_point
from py_rules.paths.scenes import SceneStore
from py_rules.protocol.models import (
    ActedEvent,
    ApplyRequest,
    BeginEvent,
    Cell,
    DidEvent,
    EndEvent,
    Event,
    MovedEvent,
    ReactedEvent,
    RolledEvent,
    RuledEvent,
    SegmentRoute,
)
from py_rules.protocol.problems import Broken
from py_rules.values.answers import Refusal
from py_rules.values.exact import exact, measured, plain


def answer(request: ApplyRequest, scenes: SceneStore) -> Answer:
    """This happened: what becomes of ledger and token?"""
    if (request.commit is None) == (request.undo is None):
        given = request.commit is not None
        path, told = ("undo", "both commit and undo are given") if given else ("commit", "nothing happened")
        remedy = "remove one of commit and undo" if given else "add a commit, or name one to undo"
        raise Broken("commit_or_undo", path, f"{path}: {told}", remedy)
    seat = Seat(request, request.mover, scenes, unseen=frozenset(), path="mover")
    if request.undo is not None:
        return _undone(seat, request.undo)
    commit = request.commit
    if commit is None or seat.ledger.has(commit.id):
        return _applied(seat, seat.ledger, seat.chapter, replayed=True)
    telling = Telling(seat.system, seat.situation, seat.chapter, commit.id, seat.place)
    if seat.stood is not None:
        telling.facts.append(seat.stood)
    before = seat.situation
    for index, event in enumerate(commit.events):
        _tell(seat, telling, event, f"commit.events[{index}]")
        if telling.refused is not None:
            seat.situation = before
            return _applied(seat, seat.ledger, seat.chapter, refused=telling.refused)
        seat.follow(telling.moves[-1].way.points if telling.moves else None)
    grown = story.told(seat.ledger, telling, scope=seat.system.scopes[0].id)
    return _applied(seat, grown, telling.chapter, telling=telling)


def _tell(seat: Seat, telling: Telling, event: Event, path: str) -> None:
    """Tell one event; what cannot be is refused."""
    waiting = telling.chapter.pending
    if (
        waiting is not None
        and isinstance(event, MovedEvent | ActedEvent | DidEvent)
        and not getattr(event, "forced", False)
    ):
        telling.refuse(Refusal("X-06", story.still_open(telling.system, telling.situation, telling.chapter)))
    elif isinstance(event, MovedEvent):
        _tell_move(seat, telling, event, path)
    elif isinstance(event, ActedEvent):
        if _may_happen(seat, telling, event, path):
            telling.record(ledgers.ActedFact(reaction=event.reaction, saved=event.saved))
    elif isinstance(event, DidEvent):
        _tell_act(seat, telling, event, path)
    elif isinstance(event, RolledEvent):
        if event.difficulty is not None:
            check_difficulty(seat.system, event.difficulty, f"{path}.difficulty")
        telling.roll(event, path)
    elif isinstance(event, ReactedEvent):
        telling.react(event)
    elif isinstance(event, BeginEvent | EndEvent):
        _check_scope(seat.system, event.scope, f"{path}.scope")
        _tell_scope(seat, telling, event, path)
    else:
        _tell_ruling(seat, telling, event, path)


def _tell_scope(seat: Seat, telling: Telling, event: BeginEvent | EndEvent, path: str) -> None:
    """Tell that a scope begins or ends; a move that waited for it comes first."""
    if not _may_happen(seat, telling, event, path):
        return
    fact: ledgers.BeganFact | ledgers.EndedFact
    if isinstance(event, BeginEvent):
        fact = ledgers.BeganFact(scope=event.scope, number=event.number, of=event.of, acts=event.acts)
    else:
        fact = ledgers.EndedFact(scope=event.scope)
    telling.settle(fact)
    waiting = telling.chapter.pending
    if (
        isinstance(fact, ledgers.BeganFact)
        and waiting is not None
        and telling.chapter.commit == telling.commit
    ):
        # What was set out on in this very commit would be lost before anybody could answer it.
        telling.refuse(Refusal("X-06", story.still_open(telling.system, telling.situation, telling.chapter)))
    else:
        telling.record(fact)


def _may_happen(
    seat: Seat, telling: Telling, event: ActedEvent | DidEvent | BeginEvent | EndEvent, path: str
) -> bool:
    """Tell whether the system lets an event happen; raises :class:`Broken` for one that is told wrongly."""
    state = telling.chapter.state
    raise_fault(seat.system.fault(seat.situation, state, event), path)
    refusal = seat.system.refuse(seat.situation, state, event)
    if refusal is not None:
        telling.refuse(refusal)
    return refusal is None


def _tell_act(seat: Seat, telling: Telling, event: DidEvent, path: str) -> None:
    """Tell one of the system's own acts."""
    acts = {act.id: act for act in seat.system.acts}
    if event.act not in acts:
        raise Broken(
            "act_unknown",
            f"{path}.act",
            f"{path}.act: {seat.system.title} has no act {event.act!r}",
            f"use one of {', '.join(acts)}" if acts else "this system has no acts of its own",
        )
    options = inputs(acts[event.act].options, event.options, f"{path}.options")
    if _may_happen(seat, telling, event, path):
        # Whole numbers become integers: a ledger that goes through JavaScript keeps its hashes.
        told = seat.system.answered(seat.situation, telling.chapter.state, event.act, options.model_dump())
        plainly = {k: plain(exact(v)) if isinstance(v, float) else v for k, v in told.items()}
        telling.record(ledgers.DidFact(act=event.act, options=plainly))


def _tell_move(seat: Seat, telling: Telling, event: MovedEvent, path: str) -> None:
    if telling.moves and not isinstance(event.route, SegmentRoute):
        raise Broken(
            "one_move_per_commit",
            path,
            f"{path}: the token has moved in this commit already",
            "send each move on the map as a commit of its own",
        )
    seat.chapter = telling.chapter
    way = seat.way(event.route, f"{path}.route")
    if isinstance(way, Cell):
        col, row, _ = seat.nearest(way)
        telling.refuse(Refusal("MAP-07", tabletop.no_way(col, row)))
    else:
        until = None if event.until is None else measured(event.until)
        telling.move(way, override=event.override, forced=event.forced, until=until)


def _tell_ruling(seat: Seat, telling: Telling, event: RuledEvent, path: str) -> None:
    standing = seat.system.standing(seat.situation, telling.chapter.state)
    open_rulings = {ruling.id: ruling for ruling in standing.rulings}
    ruling = open_rulings.get(event.ruling)
    if ruling is None:
        ruling = seat.system.open_ruling(seat.situation, telling.chapter.state, event.ruling)
    if ruling is None:
        raise Broken(
            "ruling_unknown",
            f"{path}.ruling",
            f"{path}.ruling: no ruling {event.ruling!r} is open",
            f"answer one of {', '.join(open_rulings) or 'those that a later state names'}",
        )
    choices = [choice.id for choice in ruling.choices]
    if event.choice not in choices:
        raise Broken(
            "choice_unknown",
            f"{path}.choice",
            f"{path}.choice: {event.choice!r} is no answer to {event.ruling!r}",
            f"choose one of {', '.join(choices)}",
        )
    telling.record(ledgers.RuledFact(ruling=event.ruling, choice=event.choice))


def _check_scope(system: System[Any], scope: str, path: str) -> None:
    scopes = [known.id for known in system.scopes]
    if scope not in scopes:
        raise Broken(
            "scope_unknown",
            path,
            f"{path}: {system.title} has no scope {scope!r}",
            f"use one of {', '.join(scopes)}",
        )


def _undone(seat: Seat, commit_id: str) -> Answer:
    ledger = seat.ledger
    found = [commit for commit in ledger.commits if commit.id == commit_id]
    if not found:
        raise Broken(
            "commit_unknown",
            "undo",
            f"undo: the ledger holds no commit {commit_id!r}",
            "name a commit that the state lists",
        )
    blocker = ledgers.undo_blocker(ledger, commit_id)
    if blocker is not None:
        return _applied(seat, ledger, seat.chapter, refused=Refusal("X-07", tabletop.undo(blocker.id)))
    left = ledger.with_commits([commit for commit in ledger.commits if commit.id != commit_id])
    seat.follow(_way_back(found[0]))
    answer = _applied(seat, left, story.read(seat.system, seat.situation, left))
    back = _way_back(found[0])
    if len(back) > 1:
        length = sum(fact.distance for fact in found[0].facts if isinstance(fact, MovedFact))
        answer["moves"] = [_move(seat, back, length, forced=True, rule="X-07")]
    return answer


def _way_back(commit: Commit) -> list[Any]:
    """Return the cells of a commit's moves, last first."""
    points: list[Any] = []
    for fact in commit.facts:
        if isinstance(fact, MovedFact) and fact.way:
            points += fact.way[1:] if points else fact.way
    return points[::-1]


def _move(seat: Seat, points: Any, distance: Any, *, forced: bool, rule: str) -> Answer:  # noqa: ANN401 - points, numbers
    cells = None if points is None else [told_point(tuple(point)) for point in points]
    to = {key: cells[-1][key] for key in ("col", "row", "elevation")} if cells else None
    return {
        "token": seat.mover.token,
        "to": to,
        "way": cells,
        "distance": distance,
        "forced": forced,
        "rule": rule,
    }


def _applied(
    seat: Seat,
    ledger: Ledger,
    chapter: Chapter,
    *,
    telling: Telling | None = None,
    refused: Refusal | None = None,
    replayed: bool = False,
) -> Answer:
    moves = telling.moves if telling else []
    return {
        "ledger": ledgers.write(ledger),
        "moves": [
            _move(seat, moved.way.places, moved.way.length, forced=moved.forced, rule=moved.rule)
            for moved in moves
        ],
        "rest": told_path(telling.rest) if telling else None,
        "stopped": telling.stopped if telling else None,
        "rolls": telling.rolls if telling else [],
        "refused": refused,
        "replayed": replayed,
        "state": state_value(seat, ledger, seat.placed(chapter)),
        **seat.named(),
    }
