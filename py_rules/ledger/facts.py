"""The memory of a token: a list of commits, each a list of facts, chained by hashes.

Facts say what happened, never what it cost, so that a changed house rule prices them anew. The ledger is
opaque to hosts; it comes back from outside and is checked as any other input.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, JsonValue, TypeAdapter

from py_rules.ledger.migrations import VERSION, corrupt, digest, seal, up_to_date
from py_rules.protocol.bounds import (
    Amount,
    Balance,
    Count,
    Difficulty,
    Factor,
    Index,
    ModeName,
    Name,
    Number,
    Options,
    Ordinal,
    Sum,
    SurfaceName,
    Wire,
)
from py_rules.protocol.problems import ProblemError
from py_rules.values.footing import Slick
from py_rules.values.rounding import to_fraction, to_point

KEPT_SCOPES = 2
KEPT_COMMITS = 200
KEPT_IDS = 64
MAX_COMMITS = 1_000
MAX_FACTS = 200
MAX_PARTS = 10_000


def _as_tuple(value: object) -> object:
    """Return a list as a tuple: JSON knows no tuples, and the models are strict."""
    return tuple(value) if isinstance(value, list) else value


Grade = Annotated[tuple[SurfaceName | None, Difficulty | None], BeforeValidator(_as_tuple)]
"""The grade of a difficult region, and the GM's own number for it."""
Pair = Annotated[tuple[Number, Number], BeforeValidator(_as_tuple)]


class GateFact(Wire):
    """A roll that entering a region demanded."""

    id: Name
    name: Name
    pool: Annotated[int, Field(ge=0, le=60)]
    difficulty: Difficulty | None = None
    needed: Annotated[int, Field(ge=-60, le=120)] = 1


class SegmentFact(Wire):
    """A stretch that was walked, climbed, jumped or swum, as it was measured."""

    mode: ModeName
    length: Sum  # equal stretches in a row are summed
    rise: Number = 0
    mult: Factor = 1
    flat: Amount = 0
    entered: Annotated[list[Name], Field(max_length=MAX_PARTS, fail_fast=True)] = []
    gates: Annotated[list[GateFact], Field(max_length=MAX_PARTS, fail_fast=True)] = []
    surface: SurfaceName | None = None
    slick: Slick = "none"
    difficulty: Difficulty | None = None
    grades: Annotated[list[Grade], Field(max_length=MAX_PARTS, fail_fast=True)] = []
    current: Pair | None = None
    wet: bool = False
    depth: Amount | None = None
    heading: str = ""
    run_up: bool | None = None
    diagonals: Count = 0
    lands: bool = True
    stand: bool = True
    failed: bool = False
    start: Pair | None = None
    end: Pair | None = None
    storeys: Annotated[tuple[Index, Index], BeforeValidator(_as_tuple)] = (0, 0)
    ups: Pair = (0, 0)
    sheer: bool = False
    footed: bool = False
    pit: Amount | None = None
    border: Annotated[int | float, Field(ge=0, le=1)] | None = None

    @property
    def extent(self) -> Fraction:
        """How much path it was: a jump up counts its height too."""
        length = to_fraction(self.length)
        return length + max(to_fraction(self.rise), Fraction(0)) if self.mode == "jump" else length

    @property
    def cost(self) -> Fraction:
        """What it took from its allowance."""
        return self.extent * to_fraction(self.mult) + to_fraction(self.flat)


def gates_passed(segments: Iterable[SegmentFact]) -> list[str]:
    """Return the gates that stretches passed."""
    return [gate.id for segment in segments for gate in segment.gates if not segment.failed]


def pit_of(segments: Iterable[SegmentFact]) -> tuple[Fraction | None, tuple[Fraction, Fraction]]:
    """Return how deep it is past the edge that a failed jump leaves, and how many columns and rows away that is.

    Of cells the first one counts that has nothing underfoot, of a straight line the point where that begins. No
    depth: nobody knows; no way there: no map tells it.
    """
    failed = [segment for segment in segments if segment.failed]
    part = next((segment for segment in failed if segment.depth is not None), None)
    if part is None or part.depth is None:
        return None, (Fraction(0), Fraction(0))
    depth, first = to_fraction(part.depth), failed[0]
    if first.start is None or part.start is None or part.end is None:
        return depth, (Fraction(0), Fraction(0))
    line = ":" in part.heading and part.length > 0
    share = to_fraction(part.pit or 0) / to_fraction(part.length) if line else Fraction(1)
    (x, y), (ax, ay), (bx, by) = (to_point(at) for at in (first.start, part.start, part.end))
    return depth, (ax + (bx - ax) * share - x, ay + (by - ay) * share - y)


def straight_run(segments: Iterable[SegmentFact], heading: str, *, run: Fraction) -> tuple[str, Fraction]:
    """Return heading and length of the straight run on foot that ends here, after one of ``run`` to ``heading``."""
    for segment in segments:
        if segment.mode not in {"ground", "sprint"}:
            heading, run = "", Fraction(0)
        else:
            run = (run if segment.heading == heading else Fraction(0)) + to_fraction(segment.length)
            heading = segment.heading
    return heading, run


Point = Annotated[tuple[Number, Number, Balance, ModeName | None], BeforeValidator(_as_tuple)]
"""Column, row, elevation and mode of one cell of a way."""
Points = Annotated[list[Point], Field(min_length=1, max_length=MAX_PARTS, fail_fast=True)]
Segments = Annotated[list[SegmentFact], Field(max_length=MAX_PARTS, fail_fast=True)]


class MovedFact(Wire):
    """The token moved along these stretches; ``landed``: it got only so far of a jump that failed."""

    kind: Literal["moved"] = "moved"
    segments: Segments
    way: Points | None = None
    in_combat: bool = True
    forced: bool = False
    override: bool = False
    by: Annotated[str, Field(max_length=40)] = ""
    """The rule that carried the token, or that stopped it before the end of its path; empty: neither."""
    landed: Amount | None = None
    ahead: Segments = []
    """What was left of the way when something on the map stopped the token."""

    @property
    def distance(self) -> int | float:
        """How far the token got."""
        return sum(segment.length for segment in self.segments) if self.landed is None else self.landed


class IntendedFact(Wire):
    """A move that waits for a roll: the check, and the rest of the path, from where the token stands."""

    kind: Literal["intended"] = "intended"
    check: Name
    segments: Segments
    way: Points | None = None
    in_combat: bool = True
    made: Annotated[list[Name], Field(max_length=MAX_PARTS, fail_fast=True)] = []
    """What else the next stretch demanded and was made already."""


class MetFact(Wire):
    """A hazard of the path stopped the move; ``ahead`` is the stretch that was not moved any more."""

    kind: Literal["met"] = "met"
    hazard: Name
    ahead: SegmentFact | None = None
    in_combat: bool = True


class ActedFact(Wire):
    """The Action was used."""

    kind: Literal["acted"] = "acted"
    reaction: bool = False
    saved: Annotated[int, Field(ge=0, le=20)] = 0


class DidFact(Wire):
    """One of the system's own acts."""

    kind: Literal["did"] = "did"
    act: Name
    options: Options = {}
    in_combat: bool = True


class ReactedFact(Wire):
    """A reaction was played; ``stopped``: it ended the move."""

    kind: Literal["reacted"] = "reacted"
    reaction: Name
    stopped: bool
    in_combat: bool = True


class RolledFact(Wire):
    """A check was rolled, against this Difficulty; ``modifier``: what the moment added to it (X-12)."""

    kind: Literal["rolled"] = "rolled"
    check: Name
    faces: Annotated[list[Index], Field(max_length=200, fail_fast=True)] | None = None
    result: Annotated[int, Field(ge=-400, le=400)] | None = None
    difficulty: Difficulty
    needed: Annotated[int, Field(ge=-400, le=400_000_000)] | None = None
    in_combat: bool = True
    modifier: Annotated[int, Field(ge=-60, le=60)] = 0


class BeganFact(Wire):
    """A scope of the clock began."""

    kind: Literal["began"] = "began"
    scope: Name
    number: Ordinal | None = None
    of: Ordinal | None = None
    acts: bool = True


class EndedFact(Wire):
    """A scope of the clock ended."""

    kind: Literal["ended"] = "ended"
    scope: Name


class RuledFact(Wire):
    """The GM answered a ruling."""

    kind: Literal["ruled"] = "ruled"
    ruling: Name
    choice: Name


class StoodFact(Wire):
    """The map showed the token elsewhere than what happened before left it: in water, or out of it, or in the air."""

    kind: Literal["stood"] = "stood"
    water: bool = False
    current: Pair | None = None
    aloft: Number = 0
    """How high above the ground it was with nothing to hold on to."""
    wall: bool = False
    """It was on a surface to climb."""
    elevation: Number = 0
    """How high it was, in the map's unit."""


Fact = (
    StoodFact
    | MovedFact
    | IntendedFact
    | MetFact
    | ActedFact
    | DidFact
    | RolledFact
    | ReactedFact
    | BeganFact
    | EndedFact
    | RuledFact
)


class Commit(Wire):
    """Facts that happened together, under the host's id."""

    id: Name
    facts: Annotated[
        list[Annotated[Fact, Field(discriminator="kind")]], Field(max_length=MAX_FACTS, fail_fast=True)
    ]


class Base(Wire):
    """What older commits have been folded into."""

    number: Count = 0
    head: str = ""
    ids: Annotated[list[Name], Field(max_length=KEPT_IDS, fail_fast=True)] = []
    state: dict[str, JsonValue] | None = None

    @property
    def seal(self) -> str:
        """The hash that the chain of commits begins with: of all that is in the base."""
        return seal(self.model_dump(mode="json"))


class Ledger(Wire):
    """A token's ledger: ``number`` counts its commits ever made, ``head`` is the hash of the chain."""

    v: Literal[2] = VERSION
    system: Name
    base: Base = Base()
    commits: Annotated[list[Commit], Field(max_length=MAX_COMMITS, fail_fast=True)] = []
    number: Count = 0
    head: str = ""

    def has(self, commit_id: str) -> bool:
        """Tell whether a commit of this id was ever made, as far back as ids are kept."""
        return commit_id in self.base.ids or any(commit.id == commit_id for commit in self.commits)

    def with_commits(self, commits: Sequence[Commit]) -> "Ledger":
        """Return this ledger with other commits after its base; number and head are counted anew."""
        return self.model_copy(
            update={
                "commits": list(commits),
                "number": self.base.number + len(commits),
                "head": chain(self.base.seal, commits),
            }
        )


_LEDGER: TypeAdapter[Ledger] = TypeAdapter(Ledger)


def chain(head: str, commits: Iterable[Commit]) -> str:
    """Return the head hash after ``commits``."""
    for commit in commits:
        head = digest(head, _written(commit))
    return head


def _written(commit: Commit) -> dict[str, Any]:
    """Return a commit as JSON-ready data: defaults are left out, but what kind a fact is."""
    document = commit.model_dump(mode="json", exclude_defaults=True)
    facts = [{"kind": fact.kind, **told} for fact, told in zip(commit.facts, document["facts"], strict=True)]
    return {**document, "facts": facts}


def read(document: dict[str, Any] | None, *, system: str) -> Ledger:
    """Return the ledger in ``document``; a missing one is a new one.

    Raises :class:`ProblemError` for another system's ledger, an unknown version or a chain that does not hold.
    """
    if document is None:
        return Ledger(system=system)
    document = up_to_date(document)
    if document.get("system") != system:
        raise ProblemError(
            "ledger_system",
            "ledger.system",
            message=f"this ledger belongs to system {document.get('system')!r}, the request is for {system!r}",
            remedy="send the token's ledger of this system, or null for a new one",
        )
    ledger = _LEDGER.validate_python(document)
    whole = ledger.number == ledger.base.number + len(ledger.commits)
    if not whole or ledger.head != chain(ledger.base.seal, ledger.commits):
        raise corrupt()
    return ledger


def write(ledger: Ledger) -> dict[str, Any]:
    """Return the ledger as JSON-ready data, defaults left out where the format allows it."""
    return {
        "v": ledger.v,
        "system": ledger.system,
        "number": ledger.number,
        "head": ledger.head,
        "base": ledger.base.model_dump(mode="json", exclude_defaults=True),
        "commits": [_written(commit) for commit in ledger.commits],
    }


def undo_blocker(ledger: Ledger, commit_id: str) -> Commit | None:
    """Return the first later commit that builds on ``commit_id``; none: it can be undone.

    What was moved, rolled or begun later starts from where the earlier commit left the token.
    """
    index = next(i for i, commit in enumerate(ledger.commits) if commit.id == commit_id)
    return next((later for later in ledger.commits[index + 1 :] if _stands_on_the_past(later)), None)


def _stands_on_the_past(commit: Commit) -> bool:
    return any(
        fact.kind in {"moved", "intended", "met", "rolled", "reacted", "acted", "did", "began"}
        for fact in commit.facts
    )


def old_commits(ledger: Ledger, scope: str) -> int:
    """Return how many commits can be folded away: those before the last two beginnings of ``scope``.

    Where no scope ever begins, as outside combat, those before the last :data:`KEPT_COMMITS`.
    """
    beginnings = [
        index
        for index, commit in enumerate(ledger.commits)
        if any(fact.kind == "began" and fact.scope == scope for fact in commit.facts)
    ]
    ended = beginnings[-KEPT_SCOPES] if len(beginnings) > KEPT_SCOPES else 0
    return max(ended, len(ledger.commits) - KEPT_COMMITS)


def compact(ledger: Ledger, count: int, *, state: dict[str, Any]) -> Ledger:
    """Return the ledger with its first ``count`` commits folded into the base, whose state is ``state``."""
    old = ledger.commits[:count]
    base = Base(
        number=ledger.base.number + count,
        head=chain(ledger.base.seal, old),
        ids=[*ledger.base.ids, *(commit.id for commit in old)][-KEPT_IDS:],
        state=state,
    )
    return ledger.model_copy(update={"base": base}).with_commits(ledger.commits[count:])
