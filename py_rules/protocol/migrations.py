"""Ledgers of older versions, brought up to date one version at a time.

A ledger is kept by hosts for as long as a campaign lasts, so each version that was ever written is still
read. A migration takes a document as its version wrote it, checks it against the hashes of that version, and
returns it as the next version would have written it.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from py_rules.protocol.bounds import Count, Json, Name, Wire, limits
from py_rules.protocol.problems import ProblemError

VERSION: Literal[2] = 2
Document = dict[str, Any]
Facts = dict[str, Json]


class OldCommit(Wire):
    """A commit, as far as a migration reads it."""

    id: Name
    facts: Annotated[list[Facts], limits(fail_fast=True)]


class OldLedger(Wire):
    """A ledger of any version, as far as a migration reads it."""

    v: int
    system: str
    number: Count
    head: str
    base: dict[str, Json]
    commits: Annotated[list[OldCommit], limits(fail_fast=True)]


GONE_SINCE_1 = {"sr5": {"fell"}, "styles": {"asking", "buoyed"}}
"""Fields of states by system: never set, known from others, or asked of the GM again."""
EMPTY_BASE: Document = {"number": 0, "head": "", "ids": [], "state": None}


def digest(head: str, content: object) -> str:
    """Return the hash of ``content``, chained to the hash before it."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{head}\n{text}".encode()).hexdigest()


def seal(base: Mapping[str, Any]) -> str:
    """Return the hash that a chain of commits begins with: of all that is in the base."""
    whole = {**EMPTY_BASE, **base}
    return "" if whole == EMPTY_BASE else digest(whole["head"], whole)


def corrupt() -> ProblemError:
    """Return the problem of a ledger whose hashes do not hold."""
    return ProblemError(
        "ledger_corrupt",
        "ledger.head",
        message="number or head hash do not match the commits: the ledger was changed outside or cut off",
        remedy="restore the last good ledger, or begin a new one (null)",
    )


def up_to_date(document: Document) -> Document:
    """Return a ledger as today's version writes it; raises :class:`ProblemError` for one of an unknown version."""
    version = document.get("v")
    known = type(version) is int and (version in MIGRATIONS or version == VERSION)
    if not known or not isinstance(version, int):
        raise ProblemError(
            "ledger_version",
            "ledger.v",
            message=f"this ledger has version {version!r}; this core reads versions 1 to {VERSION}",
            remedy="update Footwork on this side, or begin a new ledger (null)",
        )
    for old in range(version, VERSION):
        document = MIGRATIONS[old](document)
    return document


def _from_1(document: Document) -> Document:
    """Return a ledger of version 1 as one of version 2.

    The hashes of version 1 left out the kind of a fact, and states had fields that are gone by now.
    """
    old = OldLedger.model_validate(document)
    head = seal(old.base)
    for commit in old.commits:
        facts = [{key: part for key, part in fact.items() if key != "kind"} for fact in commit.facts]
        head = digest(head, {"id": commit.id, "facts": facts})
    if head != old.head:
        raise corrupt()
    base, state = old.base, old.base.get("state")
    if isinstance(state, dict):
        gone = GONE_SINCE_1.get(old.system, set())
        base = {**base, "state": {key: part for key, part in state.items() if key not in gone}}
    head = seal(base)
    for commit in old.commits:
        head = digest(head, commit.model_dump(mode="json"))
    return {**document, "v": 2, "base": base, "head": head}


MIGRATIONS: Mapping[int, Callable[[Document], Document]] = {1: _from_1}
"""What turns a ledger of each version into one of the next."""
