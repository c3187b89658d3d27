"""One token at a table of any system: what is asked and told of it, with every reply held to be sound."""

import json

from py_rules.service import Service, handle
from tests.asking import checked
from tests.properties.maps import MOVER, place_of
from tests.properties.sound import sound, sound_plan, sound_problem, sound_state

STANDING = ("allowances", "counters", "modifiers", "statuses", "rulings", "hazards", "pending")


ANSWERED = {}
"""Every reply of this run by its request: what was answered in between must not change it."""


def as_javascript(document):
    """Return a document as it comes back from a host: JavaScript writes whole numbers without a point."""
    return json.loads(json.dumps(document), parse_float=lambda text: _number(float(text)))


def _number(value):
    return int(value) if value.is_integer() else value


def standing(state):
    """Return what a token may do, bears and is asked; not by which commits it came there."""
    return {part: state[part] for part in STANDING}


class Play:
    """A token, its table and its ledger; ``fields`` are those of every request."""

    def __init__(self, world, *, character, fields, scene=None):
        self.world, self.fields = world, {**fields, "scene": scene}
        self.mover = {"character": character}
        if scene is not None:
            self.mover |= {"token": MOVER, "at": place_of(scene["tokens"][0])}
        self.ledger = None
        self.count = 0

    @property
    def scene(self):
        return self.fields["scene"]

    # ------------------------------------------------------------ asking

    def request(self, op, **fields):
        """Return a request about the token where it stands."""
        who = {**self.mover, "ledger": as_javascript(self.ledger), **fields.pop("mover", {})}
        return {"op": op, **self.fields, **({"movers": [who]} if op == "plan" else {"mover": who}), **fields}

    def answered(self, request):
        """Return the reply to a request: sound, and the same bytes from a core that knows nothing (INV-11)."""
        text = json.dumps(request)
        told = handle(text)
        assert ANSWERED.setdefault(text, told) == told
        if request["op"] != "state":
            assert Service().handle(text) == told
        reply = checked(told, op=request["op"])
        if reply["ok"]:
            sound(reply["value"], self.world)
        else:
            sound_problem(reply["problem"], request)
        return reply

    def ask(self, op, **fields):
        """Return the value of a reply; a problem fails the test."""
        reply = self.answered(self.request(op, **fields))
        assert reply["ok"], reply
        return reply["value"]

    def state(self, **fields):
        """Return where the token stands."""
        state = self.ask("state", **fields)
        sound_state(state, self.world)
        return state

    def plan(self, route, **fields):
        """Return the plan of a route."""
        [plan] = self.ask("plan", mover={"route": route}, **fields)["plans"]
        sound_plan(plan, self.world)
        return plan

    def destinations(self, **fields):
        """Return where the token can go."""
        return self.ask("destinations", **fields)

    # ------------------------------------------------------------ commits

    def name(self):
        """Return an id for the next commit."""
        self.count += 1
        return f"c{self.count}"

    def tell(self, *events, name=None):
        """Tell events as one commit, and keep what came of it; return the value, or none for a problem."""
        request = self.request("apply", commit={"id": name or self.name(), "events": list(events)})
        reply = self.answered(request)
        if not reply["ok"]:
            return None
        value = reply["value"]
        sound_state(value["state"], self.world)
        if value["refused"] is not None:
            assert value["moves"] == value["rolls"] == []
            assert value["rest"] is None
            assert value["ledger"] == (self.ledger or value["ledger"])
        return self.keep(value)

    def undo(self, name):
        """Undo a commit, and keep the ledger."""
        value = self.ask("apply", undo=name)
        sound_state(value["state"], self.world)
        return self.keep(value)

    def keep(self, value):
        """Keep the ledger of an answer, and stand where it says."""
        self.ledger = value["ledger"]
        for move in value["moves"]:
            if move["to"] is not None:
                self.mover["at"] = move["to"]
        return value

    def end_turn(self):
        """End the turn in the system's own way."""
        return self.tell(*self.world.end_turn)


def played(world, history, **fields):
    """Return a play in which a history was told; what is refused did not happen."""
    play = Play(world, **fields)
    for events in history:
        play.tell(*events)
    return play
