"""Asks the rules: a request in, the value of the reply out."""

import json
from collections.abc import Callable
from typing import Any

Handle = Callable[[str], str]


class ProblemError(Exception):
    """The rules answered with a problem."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["message"])
        self.problem = problem


class Table:
    """One token's place at the table: its system, sheet, switches and ledger, from request to request."""

    def __init__(self, handle: Handle, system: str, **fields: Any) -> None:
        self._handle = handle
        self.system = system
        self.character = fields.get("character", {})
        self.house_rules = fields.get("house_rules", {})
        self.circumstances = fields.get("circumstances", {})
        self.in_combat = fields.get("in_combat", True)
        self.scene = fields.get("scene")
        self.token = fields.get("token")
        self.ledger: dict[str, Any] | None = None

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Return the value of the reply; raises :class:`ProblemError`."""
        request = {
            "op": op,
            "system": self.system,
            "house_rules": self.house_rules,
            "circumstances": self.circumstances,
            "clock": {"in_combat": self.in_combat},
            **fields,
        }
        if self.scene is not None:
            request["scene"] = self.scene
        reply = json.loads(self._handle(json.dumps(request)))
        if not reply["ok"]:
            raise ProblemError(reply["problem"])
        return reply["value"]

    def mover(self, **fields: Any) -> dict[str, Any]:
        """Return the mover as the protocol wants it."""
        return {"token": self.token, "character": self.character, "ledger": self.ledger, **fields}

    def describe(self) -> dict[str, Any]:
        """What is there?"""
        return json.loads(self._handle('{"op":"describe"}'))["value"]

    def state(self) -> dict[str, Any]:
        """Where does it stand now?"""
        return self.ask("state", mover=self.mover())

    def plan(self, route: dict[str, Any]) -> dict[str, Any]:
        """What does this route cost?"""
        return self.ask("plan", movers=[self.mover(route=route)])["plans"][0]

    def destinations(self) -> dict[str, Any]:
        """Where can it go?"""
        return self.ask("destinations", mover=self.mover())

    def apply(self, name: str, *events: dict[str, Any]) -> dict[str, Any]:
        """This happened; the ledger is kept, and the token stands where the reply puts it."""
        return self._kept(self.ask("apply", mover=self.mover(), commit={"id": name, "events": list(events)}))

    def undo(self, name: str) -> dict[str, Any]:
        """Take a commit back."""
        return self._kept(self.ask("apply", mover=self.mover(), undo=name))

    def _kept(self, value: dict[str, Any]) -> dict[str, Any]:
        self.ledger = value["ledger"]
        for move in value["moves"]:
            if self.scene is not None and move["to"] is not None:
                tokens = [
                    {**token, **move["to"]} if token["id"] == self.token else token
                    for token in self.scene["tokens"]
                ]
                self.scene = {**self.scene, "tokens": tokens}
        return value
