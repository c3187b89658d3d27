"""The memory of a token: a ledger, which is a list of commits, each a list of facts.

A commit records what happened (five metres on rubble, these dice), never what it cost. The turn is folded from facts
under today's sheet and house rules, so a house rule changed in the middle of a turn prices anew what was done.
Commits are chained by hashes; ``undo`` names a commit and is refused when later ones stand on it. The last two rounds
can be undone, older ones are folded into a base. Hosts keep a ledger and send it back as it came; it is checked as
any other input. Ledgers of older versions are read too (``migrations``).
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from py_rules.protocol.bounds import Count, Json, Name, Wire, limits
from py_rules.protocol.facts import AnyFact
from py_rules.protocol.migrations import VERSION, corrupt, digest, seal, up_to_date
from py_rules.protocol.problems import ProblemError

KEPT_SCOPES = 2
KEPT_COMMITS = 200
KEPT_IDS = 64
MAX_COMMITS = 1_000
MAX_FACTS = 200


class Commit(Wire):
    """Facts that happened together, under the host's id."""

    id: Name
    facts: Annotated[list[AnyFact], limits(max_length=MAX_FACTS, fail_fast=True)]


class Base(Wire):
    """What older commits have been folded into."""

    number: Count = 0
    head: str = ""
    ids: Annotated[list[Name], limits(max_length=KEPT_IDS, fail_fast=True)] = []
    state: dict[str, Json] | None = None

    @property
    def seal(self) -> str:
        """The hash that the chain of commits begins with: of all that is in the base."""
        return seal(self.model_dump(mode="json"))


class Ledger(Wire):
    """A token's ledger: ``number`` counts its commits ever made, ``head`` is the hash of the chain."""

    v: Literal[2] = VERSION
    system: Name
    base: Base = Base()
    commits: Annotated[list[Commit], limits(max_length=MAX_COMMITS, fail_fast=True)] = []
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


def chain(head: str, commits: Iterable[Commit]) -> str:
    """Return the head hash after ``commits``."""
    for commit in commits:
        head = digest(head, _written(commit))
    return head


def _written(commit: Commit) -> dict[str, Any]:
    """Return a commit as JSON-ready data: defaults are left out, but what kind a fact is."""
    document = commit.model_dump(mode="json", exclude_defaults=True)
    facts = [
        {"kind": fact.kind, **fields} for fact, fields in zip(commit.facts, document["facts"], strict=True)
    ]
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
            remedy="send the token’s ledger of this system, or null for a new one",
        )
    ledger = Ledger.model_validate(document)
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


def begun(ledger: Ledger) -> int:
    """Return how many of the commits are from before the turn, pass or round that goes on, with that of its begin."""
    begins = (any(fact.kind == "began" for fact in commit.facts) for commit in ledger.commits)
    return max((index + 1 for index, begin in enumerate(begins) if begin), default=0)


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
