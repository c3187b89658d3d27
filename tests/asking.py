"""Questions to the core, and replies held against the protocol."""

import json
from typing import Any

from pydantic import BaseModel

from py_rules.protocol import replies
from py_rules.service import Service, handle

REPLIES: dict[str, type[BaseModel]] = {
    "describe": replies.DescribeReply,
    "state": replies.StateReply,
    "destinations": replies.DestinationsReply,
    "plan": replies.PlanReply,
    "apply": replies.ApplyReply,
}

JENNY = {"dexterity": 4, "brawn": 3, "athletics": 2}


def checked(text: str, *, op: str | None) -> dict[str, Any]:
    """Return a reply, after holding it against the model of its operation."""
    reply = json.loads(text)
    assert text.isascii()
    model = REPLIES[op] if reply["ok"] and op else replies.ProblemReply
    model.model_validate_json(text)
    return reply


def reply_to(request: object, *, service: Service | None = None) -> dict[str, Any]:
    """Return the reply to any JSON value."""
    answer = service.handle if service else handle
    op = request.get("op") if isinstance(request, dict) else None
    return checked(answer(json.dumps(request)), op=op if isinstance(op, str) else None)


def ask(*, service: Service | None = None, **request: Any) -> dict[str, Any]:
    """Return the value that a request is answered with; a problem fails the test."""
    reply = reply_to({"v": 1, "system": "contract", **request}, service=service)
    assert reply["ok"], reply
    return reply["value"]


def ask_describe() -> dict[str, Any]:
    """Return what there is."""
    reply = reply_to({"v": 1, "op": "describe"})
    assert reply["ok"], reply
    return reply["value"]


def problem_of(*, service: Service | None = None, **request: Any) -> dict[str, Any]:
    """Return the problem that a request is answered with; any other answer fails the test."""
    reply = reply_to({"v": 1, "system": "contract", **request}, service=service)
    assert not reply["ok"], reply
    return reply["problem"]


def mover(**fields: Any) -> dict[str, Any]:
    """Return Jenny as a mover."""
    return {"character": JENNY, **fields}


def feet(length: float, **fields: Any) -> dict[str, Any]:
    """Return a route of one measured stretch."""
    return {"segments": [{"length": length, **fields}]}


def moved(route: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return the event of a drop."""
    return {"kind": "moved", "route": route, **fields}


def commit(name: str, *events: dict[str, Any]) -> dict[str, Any]:
    """Return a commit."""
    return {"id": name, "events": list(events)}


class Turn:
    """A token whose events are told one commit after the other."""

    def __init__(self, *, service: Service | None = None, **fields: Any) -> None:
        self.mover: dict[str, Any] = mover(**fields.pop("mover", {}))
        self.fields = fields
        self.service = service
        self.ledger: dict[str, Any] | None = self.mover.pop("ledger", None)
        self._count = 0

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Return the answer to a question about the token where it stands."""
        extra = fields.pop("mover", {})
        someone = {**self.mover, "ledger": self.ledger, **extra}
        who = {"movers": [someone]} if op == "plan" else {"mover": someone}
        return ask(op=op, service=self.service, **{**self.fields, **who, **fields})

    def plan(self, route: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """Return the plan of a route."""
        return self.ask("plan", mover={"route": route}, **fields)["plans"][0]

    def state(self, **fields: Any) -> dict[str, Any]:
        """Return where the token stands."""
        return self.ask("state", **fields)

    def tell(self, *events: dict[str, Any], name: str | None = None, **fields: Any) -> dict[str, Any]:
        """Tell events as one commit, and keep the ledger."""
        self._count += 1
        told = self.ask("apply", commit=commit(name or f"c{self._count}", *events), **fields)
        self.ledger = told["ledger"]
        return told

    def undo(self, name: str, **fields: Any) -> dict[str, Any]:
        """Undo a commit, and keep the ledger."""
        told = self.ask("apply", undo=name, **fields)
        self.ledger = told["ledger"]
        return told

    def move(self, route: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """Drop the token at the end of a route."""
        return self.tell(moved(route), **fields)

    def new_round(self) -> dict[str, Any]:
        """End the turn."""
        return self.tell({"kind": "end", "scope": "round"}, {"kind": "begin", "scope": "round"})
