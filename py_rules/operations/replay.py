"""What an event does: the facts it adds to a ledger, how far a move gets, and what it waits for then.

A move stops at its first roll. ``apply`` walks a path to the first check, records where it stopped and what is left,
and goes on when the roll is in: as far as the roll carries. The rest waits in the ledger, so a reload loses nothing.

Reactions that wait (an interception) stop a move in the same way until they are played; one that waits for the clock
(the end of a pass) is played by the clock's event, see the system's ``clocked``. Hazards that stop (a ledge) end a
move, and that is remembered as a fact of its own. The system says where a failed jump ends (``lands_by``), and what
carries a token along (``carry``: a current at the end of a Turn, a fall at once). That is recorded as forced moves;
on a map, walls and solid things stop them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from py_rules.board.steps import AFOOT
from py_rules.engine import Move, tabletop
from py_rules.engine.system import Carry, System
from py_rules.operations.fact_lines import Told, rolled, told, waits
from py_rules.operations.reading import check_difficulty
from py_rules.operations.snapshots import TurnSnapshot
from py_rules.operations.waiting import Waiting, asked, still_open, waiting
from py_rules.paths.carried import Place, carried, drop
from py_rules.paths.falling_short import short_of
from py_rules.paths.path import Path
from py_rules.paths.recorded import moved_fact, places_of, recorded
from py_rules.protocol import ledger as ledgers
from py_rules.protocol.bounds import Text
from py_rules.protocol.facts import Fact, IntendedFact, MetFact, MovedFact, RolledFact
from py_rules.protocol.ledger import Commit, Gone, Ledger, Line
from py_rules.protocol.problems import ProblemError
from py_rules.protocol.requests import BeginEvent, ReactedEvent, RolledEvent
from py_rules.values.answer_parts import Check, Hazard, Judgement, ReactionOffer, Refusal, RollResult, plain
from py_rules.values.dice import roll_dice, wrong_faces
from py_rules.values.holds import AIR
from py_rules.values.records import record, replace
from py_rules.values.rounding import on_grain, to_fraction, to_number
from py_rules.values.stretch import Fall

JUMPS = "jump:"
SOLID = {why: why for why in ("wall", "obstacle", "storey", "ledge")} | {"token": "occupied"}
"""What stops even a forced move, and why: nobody is pushed up a height or through another token either."""
FIRST_JUMP = "jump:1"
"""Jumps are counted along a path; a rest that waits for a jump begins with it."""


@record()
class Moved:
    """A stretch the host must now show: the path, whether it was forced, and the rule that moved it."""

    way: Path
    forced: bool
    rule: str


@dataclass(slots=True)
class CommitBuilder:
    """Builds a commit of events: their lines, moves and rolls; or why they are refused.

    ``find`` says where on the map the token stood before them; none: no map says it. ``tokens`` are the names of
    those that everybody sees.
    """

    system: System
    snapshot: TurnSnapshot
    commit: str
    find: Callable[[], Place | None]
    tokens: Mapping[str, str]
    gone: list[Gone] = field(default_factory=list)
    begins: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    moves: list[Moved] = field(default_factory=list)
    rolls: list[RollResult] = field(default_factory=list)
    rest: Path | None = None
    refused: Refusal | None = None
    ahead: Path | None = None
    """What lies behind the place where something on the map stops the token; none: nothing does."""
    stopped: Refusal | None = None
    """Why the move ended before the end of its path; none: it did not, or it waits."""

    @property
    def mover(self) -> Move:
        """Who moves, as it stands by now."""
        return self.snapshot.move

    def record(self, fact: Fact, *, found: Told | None = None) -> bool:
        """Add a fact and move on to where it leads; tell whether that carried the token along (a fall, a current).

        ``found``: the words of a fact that its event alone knows.
        """
        before = self.mover
        label, rule = found or told(self.system, fact, tokens=self.tokens)
        self.lines.append(Line(label=Text.model_validate(plain(label)), rule=rule))
        self.snapshot = self.snapshot.after(self.system, fact)
        place = self._place() if getattr(self.mover.turn, "fall", None) == Fall() else None
        if place is not None and (deep := drop(place)) and deep > 0:  # the map knows how far down
            self.snapshot = replace(self.snapshot, move=self.mover.with_turn(fall=Fall(deep)))
        if isinstance(fact, BeginEvent):
            self.begins.append(fact.scope)
        if isinstance(fact, MovedFact):
            way = None if fact.way is None else list(fact.way)
            self.gone.append(Gone(length=fact.length, way=way))
            if fact.forced:
                return False
        carries = self.system.carry(before, fact, after=self.mover.turn)
        carried = [self._carry(carry) for carry in carries]
        return any(carried)

    def _carry(self, carry: Carry) -> bool:
        """Let something carry the token along from where it stands now; tell whether it moved."""
        way, why = carried(carry, self._place())
        if why is not None:
            self.stopped = Refusal(*tabletop.BARRIERS[why])
        if way is not None:
            self._go(way, rule=carry.rule, forced=True, by=carry.rule)
        return way is not None

    def _place(self) -> Place | None:
        """Return where the token stands by now; none: no map says it."""
        place, points = self.find(), self.moves[-1].way.points if self.moves else None
        return place if place is None or points is None else replace(place, at=points[-1])

    def keep_waiting(self) -> None:
        """Refuse the whole commit for the move that waits."""
        self.refused = Refusal(tabletop.open_roll, still_open(self.system, self.snapshot))

    # ------------------------------------------------------------ moving

    def move(self, way: Path, *, override: bool, forced: bool, until: Fraction | None) -> None:
        """Move along a path as far as it goes without a roll; ``until``: something stops the token there."""
        if until is not None and way.segments and way.segments[-1].barrier == "gap":
            way = self._over_the_edge(way)
        held = None if until is None else way.held(until)
        if held is not None:  # as far as a climb is wanted: what comes after need not be in reach
            way, self.rest = held
        whole = self.system.judge(self.mover, way.segments)
        bar = None if forced or override else whole.bar
        if bar is not None:
            paused = way.held(bar.start)
            if paused is None:
                self.refused = Refusal(bar.rule, bar.reason)
                return
            way, self.rest = paused
            whole = self.system.judge(self.mover, way.segments)
        if held is None and until is not None and until < way.length:
            way, self.ahead = way.split_at(until)
            self.rest = self.ahead
            whole = self.system.judge(self.mover, way.segments)
        if forced:
            self._push(way if override else self._pushed(way))
        elif override:
            self._go(way, rule=tabletop.enforced, override=True)
        else:
            self._proceed(way, whole)
            if bar is not None and self.stopped is None and self.snapshot.pending is None:
                self.stopped = Refusal(bar.rule, bar.reason)

    def _push(self, way: Path) -> None:
        """Move along a forced path; one that cannot even begin is refused."""
        if not way.segments and self.stopped is not None:
            self.refused = self.stopped
        else:
            self._go(way, rule=tabletop.forced, forced=True)

    def _pushed(self, way: Path) -> Path:
        """Return a forced path as far as nothing solid ends it, or to the first place with nothing underfoot."""
        if way.segments and _straight_down(way):
            return self._over_the_edge(way)
        for index, segment in enumerate(way.segments):
            if segment.barrier in SOLID:
                way, self.rest = way.split(index)
                self.stopped = Refusal(*tabletop.BARRIERS[SOLID[segment.barrier]])
                break
            if segment.barrier == "gap":
                way, rest = way.split(index + 1) if segment.pit else way.onto(index)
                self.rest = rest if rest.segments else None
                self.stopped = Refusal(*tabletop.BARRIERS["fell"])
                return self._over_the_edge(way)
        free = max((end for end, segment in enumerate(way.segments, start=1) if segment.stand), default=0)
        if free < len(way.segments):  # on another token
            way, self.rest = way.split(free)
            self.stopped = self.stopped or Refusal(*tabletop.BARRIERS["occupied"])
        in_air = way.segments and way.segments[-1].barrier == AIR
        return self._over_the_edge(way) if in_air else way

    def _over_the_edge(self, way: Path) -> Path:
        """Return a path that ends over a gap or in the air as one that leads down it, as deep as that is known to be.

        Without cells it falls to the edge of a gap beside higher ground first: all of it is one fall.
        """
        before, last, place, points = list(way.segments[:-1]), way.segments[-1], self.find(), way.points
        depth, sheer = last.depth, _straight_down(way)
        if (sheer or last.barrier == AIR) and points is not None and place is not None:
            high = points[-2 if sheer else -1]
            depth = drop(replace(place, at=high))
            if sheer and (depth or 0) <= 0:  # what holds it lets nobody through
                self.stopped = Refusal(*tabletop.BARRIERS["obstacle"])
                return way.split(len(before))[0]
        down = replace(last, rise=-(depth or Fraction(0)), falls=True, barrier=None)
        down = replace(down, length=-down.rise) if sheer else down
        if before and before[-1].falls:
            edge = before.pop()
            down = replace(down, length=edge.length + down.length, rise=edge.rise + down.rise)
            points = None if points is None else (*points[:-2], points[-1])
        if points is not None and place is not None:
            (*_, begin, _), (col, row, _, mode) = points[-2:]
            end = on_grain(to_fraction(begin) + down.rise / place.rate)
            points = (*points[:-1], (col, row, to_number(end), mode))
        return replace(way, segments=(*before, down), points=points)

    def _proceed(self, way: Path, judgement: Judgement, *, made: frozenset[str] = frozenset()) -> None:
        """Walk a judged path: to the first thing it waits for, or as far as the rules let it, or whole.

        ``made``: what the path's next stretch demanded, and was made already.
        """
        bar = judgement.bar
        stopping = [hazard for hazard in judgement.hazards if hazard.stops]
        hazard = min(stopping, key=lambda hazard: hazard.at, default=None)
        met = hazard is not None and (bar is None or hazard.at <= bar.start)
        limit = hazard.at if hazard is not None and met else None if bar is None else bar.start
        # A roll for a move that is impossible anyway changes nothing: nobody is asked for it.
        open_to = way.length if bar is None else (way.held(bar.start) or way.cut(bar.start))[0].length
        stops: list[Check | ReactionOffer] = [
            check for check in judgement.checks if not check.optional and (bar is None or check.at < open_to)
        ]
        stops += [reaction for reaction in judgement.reactions if reaction.waits]
        stop = min(stops, key=lambda stop: stop.at, default=None)
        if stop is not None and (limit is None or stop.at <= limit):
            self._wait(way, stop, made=made)
        elif hazard is not None and met:
            self._meet(way, hazard)
        elif limit is not None and bar is not None:
            reached, self.rest = way.held(limit) or way.cut(limit)
            self.stopped = Refusal(bar.rule, bar.reason)
            self._go(reached, rule=bar.rule, by=bar.rule)
        else:
            self._go(way, rule=judgement.bands[-1].rule if judgement.bands else tabletop.open_roll)

    def _wait(self, way: Path, stop: Check | ReactionOffer, *, made: frozenset[str]) -> None:
        """Walk to where something is waited for, and keep the rest in mind."""
        before, rest = way.split_at(stop.at)
        self.rest = rest
        if self._go(before, rule=stop.rule):
            return
        self.record(
            IntendedFact(
                commit=self.commit,
                check=FIRST_JUMP if stop.id.startswith(JUMPS) else stop.id,
                segments=recorded(rest.segments),
                way=None if rest.points is None else list(rest.points),
                made=[] if before.segments else sorted(made),
            ),
            found=waits(stop, self.tokens.get(getattr(stop, "token", None) or "", "")),
        )

    def _meet(self, way: Path, hazard: Hazard) -> None:
        """Walk into a hazard, which ends the move."""
        before, rest = way.split_at(hazard.at)
        self.rest = rest
        self.stopped = Refusal(hazard.rule, hazard.label)
        if self._go(before, rule=hazard.rule, by=hazard.rule):
            return
        ahead = next(iter(recorded(rest.segments[:1])), None)
        met = tabletop.texts("commit.met", what=hazard.label), hazard.rule
        self.record(MetFact(hazard=hazard.id, ahead=ahead), found=met)

    def _go(
        self, way: Path, *, rule: str, forced: bool = False, override: bool = False, by: str = ""
    ) -> bool:
        """Move along a path; tell whether the token was carried off at its end."""
        if not way.segments:
            return False
        if way.length or not forced:
            self.moves.append(Moved(way, forced, rule))
        told: dict[str, Any] = {"forced": forced, "override": override, "by": by}
        if not forced:
            counted, used = self.system.counted(self.mover, way.segments)
            told["given"], way = to_number(used), replace(way, segments=tuple(counted))
        return self.record(moved_fact(way, ahead=self.ahead, **told))

    def settle(self) -> None:
        """Before a clock event, go on with a move that waited for it: the others have acted by now."""
        found = waiting(self.system, self.snapshot)
        reaction = None if found is None else found.reaction
        if found is not None and reaction is not None and reaction.id == self.system.clocked:
            self._react(found, reaction.id, stopped=False)

    # ------------------------------------------------------------ rolling

    def roll(self, event: RolledEvent, path: str) -> None:
        """Count a roll that is at ``path`` of the request, and carry on with the move that waited for it."""
        if event.difficulty is not None:
            check_difficulty(self.system, event.difficulty, path=f"{path}.difficulty")
        found = waiting(self.system, self.snapshot)
        if found is None or found.check is None or found.check.id != event.check:
            self._roll_alone(event, path)
            return
        check, way = found.check, found.way
        roll, carried = self._count(check, event, path=path)
        self.rest = way
        if carried:
            return
        if not self.system.made_or_not(self.mover, check):
            self._carry_on(way, found.made)
        elif roll.success:
            self._carry_on(way, found.made | {check.id})
        else:
            self.stopped = Refusal(roll.rule, roll.effect)
            if check.id.startswith(JUMPS):
                self._fall_short(way)

    def _roll_alone(self, event: RolledEvent, path: str) -> None:
        check = asked(self.system, self.snapshot, name=event.check)
        if check is None:
            self.refused = Refusal(tabletop.open_roll, tabletop.not_pending(event.check, self._open()))
            return
        self.refused = self.system.refuse(self.mover, event)
        if self.refused is None:
            self._count(check, event, path=path)

    def _open(self) -> str | None:
        return None if self.snapshot.pending is None else self.snapshot.pending.check

    def react(self, event: ReactedEvent) -> None:
        """Carry on after a reaction was played, unless it ended the move."""
        found = waiting(self.system, self.snapshot)
        if found is None or found.reaction is None or found.reaction.id != event.reaction:
            words = tabletop.not_pending(event.reaction, self._open(), reaction=True)
            self.refused = Refusal(tabletop.open_roll, words)
            return
        self._react(found, event.reaction, stopped=event.stopped)

    def _react(self, found: Waiting, reaction: str, *, stopped: bool) -> None:
        self.rest = found.way
        carried = self.record(ReactedEvent(kind="reacted", reaction=reaction, stopped=stopped))
        if stopped and found.reaction is not None:
            self.stopped = Refusal(found.reaction.rule, found.reaction.label)
        elif not carried:
            self._carry_on(found.way, found.made | {reaction})

    def _count(self, check: Check, event: RolledEvent, *, path: str) -> tuple[RollResult, bool]:
        """Return a roll as it is counted, and whether its outcome carried the token along."""
        faces = self._faces(check, event, path=path)
        fact = RolledFact(
            check=check.id,
            faces=faces,
            result=None if faces is not None else event.result,
            difficulty=check.difficulty if event.difficulty is None else event.difficulty,
            needed=check.needed,
        )
        roll = self.system.count(self.mover, check, fact=fact)
        self.rolls.append(roll)
        return roll, self.record(fact, found=rolled(self.system, check, roll=roll))

    def _faces(self, check: Check, event: RolledEvent, *, path: str) -> list[int] | None:
        given = [name for name in ("faces", "result", "seed") if getattr(event, name) is not None]
        if len(given) != 1:
            raise ProblemError(
                "roll_unclear",
                path,
                message=f"{path}: one of faces, result and seed tells a roll, not {', '.join(given) or 'none'}",
                remedy="send one of faces, result and seed",
            )
        if event.seed is not None:
            return list(roll_dice(check.pool, check.sides, seed=event.seed, again=check.again))
        if event.faces is not None:
            sides, again = check.sides, check.again
            wrong = wrong_faces(event.faces, check.pool, sides=sides, again=again, least=check.difficulty)
            if wrong:
                raise ProblemError(
                    "bad_faces", f"{path}.faces", message=wrong, remedy="correct the faces typed in"
                )
            return list(event.faces)
        least, result = self.system.least_result, event.result or 0
        if least is not None and result < least:  # no dice of this game show that
            message = f"{self.system.dice_words[0].text} cannot be {result}"
            raise ProblemError(
                "bad_result", f"{path}.result", message=message, remedy=f"send {least} or more"
            )
        return None

    def _fall_short(self, way: Path) -> None:
        """Land short of a jump's end: all that was leapt is used up."""
        leap, far = way.leap, getattr(self.mover.turn, "lands", Fraction(0))
        reached, _ = leap.within(far)
        if reached.segments:
            self.moves.append(Moved(reached, forced=False, rule=self.system.lands_by))
        self.rest = way.within(reached.length)[1]
        # It took all of the leap, and came down nowhere: what that would meet at its end is not met.
        failed = recorded([replace(part, entered=(), gates=(), falls=False) for part in leap.segments])
        self.record(
            MovedFact(
                segments=failed,
                length=to_number(reached.length),
                way=places_of(reached),
                by=self.system.lands_by if far else "",
                fall=short_of(failed, on_grain(reached.length)),
            )
        )

    def _carry_on(self, way: Path, made: frozenset[str]) -> None:
        """Go on along the rest of a path, whose next stretch demands nothing of what was ``made`` any more."""
        self.rest = None
        judgement = self.system.judge(self.mover, way.segments, cleared=made)
        self._proceed(way, judgement, made=made)


def _straight_down(way: Path) -> bool:
    """Tell whether a push leads straight down where it is neither flown, climbed nor swum."""
    begin, *_, end = way.points or ((0, 0, 0), (0, 0, 0))
    return way.segments[-1].mode in AFOOT and begin[:2] == end[:2] and begin[2] > end[2]


def committed(ledger: Ledger, builder: CommitBuilder, *, scope: str) -> Ledger:
    """Return the ledger with the builder's commit on it, and without commits of older scopes."""
    snapshot = builder.snapshot
    made = Commit(
        id=builder.commit,
        lines=builder.lines,
        turn=builder.system.dump(snapshot.move.turn),
        moves=builder.gone,
        waits=snapshot.pending,
        begins=builder.begins,
    )
    return ledgers.kept_of(ledger.grown(made), scope)
