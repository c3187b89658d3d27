"""The requests to begin with: what the cases of the rulebook ask, with the ledgers they come to."""

import json
from functools import cache
from typing import Any

from py_rules import systems
from py_rules.service import Service
from tests.rulebook import cases

Request = dict[str, Any]
LONGEST = 20_000
"""Requests of more characters are left out: what is wrong with them shows on small ones."""
EVERY = 3
"""One of how many cases is played."""


@cache
def requests() -> tuple[str, ...]:
    """Return the requests of cases, each once, as JSON text."""
    asked: dict[str, None] = {}
    service = Service()

    def handle(text: str) -> str:
        if len(text) <= LONGEST and json.loads(text).get("op") != "describe":
            asked.setdefault(text)
        return service.handle(text)

    for system in systems.names():
        for case in cases.load(system)[::EVERY]:
            if "fn" not in case:
                cases.run(handle, system, case)
    return tuple(asked)


def ledgers_of(request: Request) -> list[tuple[Request, Request]]:
    """Return the ledgers in a request, each with the mover it is of."""
    movers = [request.get("mover"), *(request.get("movers") or ())]
    return [(mover, mover["ledger"]) for mover in movers if isinstance(mover, dict) and mover.get("ledger")]
