"""The memory of a token: a ledger, which is a list of commits, each with what it led to.

A commit keeps the turn after it, the lines that people read of it, and the places that it led over. What was done
stays as it was: a sheet, a circumstance or a house rule that changes later changes what is left of the turn, and the
newest commit is taken back by going to the turn of the one before. The last two rounds are kept. Hosts keep a ledger
and send it back as it came; it is checked as any other input.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from py_rules.protocol.bounds import Count, Json, Name, Sum, Text, Wire, limits
from py_rules.protocol.facts import IntendedFact, Points
from py_rules.protocol.problems import ProblemError

VERSION: Literal[4] = 4
KEPT_SCOPES = 2
KEPT_COMMITS = 200
MAX_COMMITS = 1_000
MAX_LINES = 200

Turn = dict[str, Json]
"""A turn as the system of the ledger writes it."""


class Line(Wire):
    """What people read of something that happened, and the rule that made it so."""

    label: Text
    rule: Name | None = None


class Gone(Wire):
    """How far one move of a commit got, and over which places; none: a host measured it."""

    length: Sum = 0
    way: Points | None = None


class Commit(Wire):
    """What happened together, under the host's id: how people read it, and what it led to.

    ``waits``: the move that waits after it; ``begins``: the scopes of the clock that began.
    """

    id: Name
    lines: Annotated[list[Line], limits(max_length=MAX_LINES, fail_fast=True)] = []
    turn: Turn
    moves: Annotated[list[Gone], limits(max_length=MAX_LINES, fail_fast=True)] = []
    waits: IntendedFact | None = None
    begins: Annotated[list[Name], limits(max_length=MAX_LINES, fail_fast=True)] = []


class Ledger(Wire):
    """A token's ledger: ``number`` counts the commits that stand, with those that are no longer kept.

    ``before``: the turn that the oldest commit kept began in; none: a new one.
    """

    v: Literal[4] = VERSION
    system: Name
    number: Count = 0
    before: Turn | None = None
    commits: Annotated[list[Commit], limits(max_length=MAX_COMMITS, fail_fast=True)] = []

    @property
    def turn(self) -> tuple[str, Turn | None]:
        """Where the newest turn is kept, and that turn; none: a new one."""
        if not self.commits:
            return "ledger.before", self.before
        return f"ledger.commits[{len(self.commits) - 1}].turn", self.commits[-1].turn

    def has(self, commit_id: str) -> bool:
        """Tell whether a commit of this id is kept."""
        return any(commit.id == commit_id for commit in self.commits)

    def grown(self, *commits: Commit) -> "Ledger":
        """Return this ledger with more commits."""
        more = {"commits": [*self.commits, *commits], "number": self.number + len(commits)}
        return self.model_copy(update=more)


def read(document: dict[str, Any] | None, *, system: str) -> Ledger:
    """Return the ledger in ``document``; a missing one is a new one.

    Raises :class:`ProblemError` for another system's ledger or one of another version.
    """
    if document is None:
        return Ledger(system=system)
    version = document.get("v")
    if type(version) is not int or version != VERSION:
        raise ProblemError(
            "ledger_version",
            "v",
            message=f"this ledger has version {version!r}; this core reads version {VERSION}",
            remedy="begin a new ledger (null), or update Footwork on the side that is older",
        )
    if document.get("system") != system:
        raise ProblemError(
            "ledger_system",
            "system",
            message=f"this ledger belongs to system {document.get('system')!r}, the request is for {system!r}",
            remedy="send the token’s ledger of this system, or null for a new one",
        )
    ledger = Ledger.model_validate(document)
    if ledger.number < len(ledger.commits):
        raise ProblemError(
            "ledger_corrupt",
            "number",
            message=f"{ledger.number} is less than the {len(ledger.commits)} commits that are kept",
            remedy="restore the last good ledger, or begin a new one (null)",
        )
    return ledger


def write(ledger: Ledger) -> dict[str, Any]:
    """Return the ledger as JSON-ready data, defaults left out where the format allows it."""
    return {
        "v": ledger.v,
        "system": ledger.system,
        "number": ledger.number,
        "before": ledger.before,
        "commits": [commit.model_dump(mode="json", exclude_defaults=True) for commit in ledger.commits],
    }


def begun(commits: Sequence[Commit]) -> int:
    """Return how many of the commits are from before the turn, pass or round that goes on, with that of its begin."""
    return max((index + 1 for index, commit in enumerate(commits) if commit.begins), default=0)


def kept_of(ledger: Ledger, scope: str) -> Ledger:
    """Return a ledger without what need not be kept: the commits before the last two beginnings of ``scope``.

    Where no scope ever begins, as outside combat, those before the last :data:`KEPT_COMMITS`.
    """
    beginnings = [index for index, commit in enumerate(ledger.commits) if scope in commit.begins]
    ended = beginnings[-KEPT_SCOPES] if len(beginnings) > KEPT_SCOPES else 0
    first = max(ended, len(ledger.commits) - KEPT_COMMITS)
    kept = {"commits": ledger.commits[first:], "before": ledger.commits[first - 1].turn}
    return ledger.model_copy(update=kept) if first > 0 else ledger
