"""Random turns in any system: plans, moves, acts, rolls, reactions, rulings, undo and new rounds in any order.

Every step is held against what must be true of all replies (see :mod:`tests.properties.sound`); at the end all
that was told is told anew and leads to the same state.
"""

import copy
import json

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.asking import moved
from tests.properties.maps import goals, paths, place_of, routes, scenes
from tests.properties.play import Play, standing
from tests.properties.profiles import some
from tests.properties.sound import walked
from tests.properties.worlds import WORLDS, answers, hows

ORDINARY = {"ruling_unknown", "choice_unknown", "path_starts_elsewhere", "one_move_per_commit", "off_map"}


def first_of(ledger):
    """Return the oldest commit that a ledger still has, by its id; empty: it has none."""
    return next((commit["id"] for commit in ledger["commits"]), "")


class Turns(RuleBasedStateMachine):
    """One token through a few rounds, measured by the host and on the map by turns."""

    world = WORLDS[0]

    @initialize(data=st.data())
    def sit_down(self, data):
        """Begin with an empty ledger."""
        world = self.world
        scene = data.draw(scenes(world))
        fields = {**data.draw(world.tables), "view": data.draw(st.sampled_from(["player", "referee"]))}
        self.play = Play(world, character=data.draw(world.characters), fields=fields, scene=scene)
        self.state = self.play.state()
        self.told = []
        self.sent = {}
        self.epoch = 0

    # -------------------------------------------------------- commits

    def tell(self, *events):
        """Tell a commit; remember it, and where the token stood and what its ledger was before it."""
        play = self.play
        name = play.name()
        request = copy.deepcopy(play.request("apply", commit={"id": name, "events": list(events)}))
        before, at = play.ledger, play.mover["at"]
        value = play.tell(*events, name=name)
        if value is None or value["refused"] is not None:
            assert play.ledger == before or value is not None
            return value
        assert not value["replayed"]
        assert name in [commit["id"] for commit in play.ledger["commits"]]
        self.told.append({"name": name, "request": request, "ledger": before, "at": at, "epoch": self.epoch})
        self.sent[name] = value
        self.stand(value)
        return value

    def stand(self, value):
        """Take the state that was told as the one to be in."""
        self.state = {**value["state"], **{key: value[key] for key in ("scene_ref", "conversion")}}

    def drop(self, route, how):
        """Plan a route and drop the token at its end: what comes of it is what the plan said."""
        play = self.play
        plan = play.plan(route)
        waiting = self.state["pending"] is not None
        value = self.tell(moved(route, **how))
        assert value is not None
        if how:
            return
        assert (value["refused"] is not None) == (plan["verdict"] == "impossible"), (plan, value["refused"])
        if waiting:
            assert value["refused"]["rule"] == "X-06"
        elif walked(plan):
            self.went_whole(plan, value)
        elif plan["pause"] and play.mover.get("at") and value["state"]["pending"] is None:
            assert value["stopped"], plan

    def went_whole(self, plan, value):
        """Hold that a path that nothing stops was walked to its end."""
        assert sum(move["distance"] for move in value["moves"]) == pytest.approx(plan["length"])
        assert value["state"]["pending"] is None
        assert value["rest"] is None
        if plan["path"] and len(plan["path"]) > 1:
            *_, last = plan["path"]
            assert self.play.mover["at"] == {key: last[key] for key in ("col", "row", "elevation")}

    @rule(data=st.data(), how=hows)
    def drag_measured(self, data, how):
        """Drop at the end of a measured route."""
        self.drop(data.draw(routes(self.world)), how)

    @rule(data=st.data(), how=hows)
    def drag_on_the_map(self, data, how):
        """Drop at the end of a path."""
        path = data.draw(paths(self.world, self.play.scene, self.play.mover["at"]))
        self.drop({"path": path}, how)

    @rule(data=st.data(), how=hows)
    def drag_to(self, data, how):
        """Drop on a cell, by the best way."""
        self.drop(data.draw(goals(self.play.scene)), how)

    @rule(data=st.data())
    def act(self, data):
        """Do something that the system has a word for."""
        self.tell(data.draw(self.world.acts))

    @rule(data=st.data())
    def many_things_at_once(self, data):
        """Tell several events as one commit."""
        self.tell(*data.draw(st.lists(self.world.events, min_size=2, max_size=3)))

    @rule(data=st.data())
    def roll(self, data):
        """Roll whatever check."""
        self.tell(data.draw(self.world.rolled))

    @precondition(lambda self: self.state["pending"] and self.state["pending"]["check"])
    @rule(answer=answers)
    def roll_what_is_open(self, answer):
        """Settle the move that waits; dice typed in do what the same dice do when rolled here."""
        before = self.state["pending"]
        known = copy.deepcopy(self.play.ledger)
        check = {"kind": "rolled", "check": before["check"]["id"]}
        value = self.tell({**check, **answer})
        if value is None:
            assert answer.get("result", 0) < 0
            return
        assert value["refused"] is None
        assert value["state"]["pending"] != before
        [roll] = value["rolls"]
        assert roll["check"] == before["check"]["id"]
        if "seed" in answer and roll["faces"] is not None:
            request = copy.deepcopy(self.told[-1]["request"])
            request["commit"]["events"] = [{**check, "faces": roll["faces"]}]
            assert request["mover"]["ledger"] == known
            typed = self.play.answered(request)["value"]
            assert typed["ledger"] == value["ledger"]
            assert typed["moves"] == value["moves"]

    @precondition(lambda self: self.state["pending"] and self.state["pending"]["reaction"])
    @rule(stopped=st.booleans())
    def play_the_reaction(self, stopped):
        """Play the reaction that the move waits for."""
        before = self.state["pending"]
        value = self.tell({"kind": "reacted", "reaction": before["reaction"]["id"], "stopped": stopped})
        assert value["refused"] is None
        assert value["state"]["pending"] != before
        if stopped:
            assert value["state"]["pending"] is None
            assert value["moves"] == []

    @precondition(lambda self: self.state["rulings"])
    @rule(data=st.data())
    def rule_on_it(self, data):
        """Answer an open ruling; it is no longer open then."""
        ruling = data.draw(st.sampled_from(self.state["rulings"]))
        choice = data.draw(st.sampled_from([choice["id"] for choice in ruling["choices"]]))
        value = self.tell({"kind": "ruled", "ruling": ruling["id"], "choice": choice})
        assert value["refused"] is None
        assert ruling["id"] not in [still["id"] for still in value["state"]["rulings"]]

    @rule()
    def end_turn(self):
        """End the turn in the system's own way."""
        value = self.tell(*self.world.end_turn)
        assert value["refused"] is None

    @rule(data=st.data())
    def turn_the_clock(self, data):
        """Begin or end any scope; only what is said beyond that may be out of place."""
        event = data.draw(self.world.clock_events)
        value = self.tell(event)
        assert value["refused"] is None if value else event.keys() > {"kind", "scope"}

    @rule(data=st.data())
    def change_the_table(self, data):
        """Play on with another sheet, other house rules or another map."""
        world, play = self.world, self.play
        change = data.draw(st.sampled_from(["character", "table", "scene"]))
        if change == "character":
            play.mover["character"] = data.draw(world.characters)
        elif change == "table":
            play.fields |= data.draw(world.tables)
        else:
            play.fields["scene"] = data.draw(scenes(world))
            play.mover["at"] = place_of(play.scene["tokens"][0])
        self.epoch += 1
        self.state = play.state()

    # -------------------------------------------------------- undoing and sending twice

    @precondition(lambda self: self.told)
    @rule()
    def undo_the_newest(self):
        """Take the newest commit back: everything is as it was before it (INV-06)."""
        made = self.told[-1]
        if made["name"] not in [commit["id"] for commit in self.play.ledger["commits"]]:
            return
        self.told.pop()
        before, oldest = self.play.ledger["before"], self.play.ledger["commits"][0]["id"]
        value = self.play.undo(made["name"])
        assert value["refused"] is None
        self.stand(value)
        was = made["ledger"]
        # Of an undone beginning older commits are gone already.
        if was is not None and was["before"] == before and first_of(was) in {"", oldest}:
            assert self.play.ledger == was
        assert standing(self.state) == standing(self.play.state(mover={"ledger": made["ledger"]}))
        if made["epoch"] == self.epoch:
            for move in value["moves"]:
                assert move["to"] is None or move["to"] == made["at"]
            self.play.mover["at"] = made["at"]

    @precondition(lambda self: self.state["commits"])
    @rule(data=st.data())
    def undo_any(self, data):
        """Ask for an older commit back: it is refused just if the state said so, and then nothing changes."""
        wanted = data.draw(st.sampled_from(self.state["commits"][:-1] or self.state["commits"]))
        value = self.play.ask("apply", undo=wanted["id"])
        assert (value["refused"] is None) == wanted["undoable"]
        if not wanted["undoable"]:
            assert value["ledger"] == self.play.ledger
            assert value["moves"] == []

    @precondition(lambda self: self.told)
    @rule(data=st.data())
    def tell_again(self, data):
        """Tell a commit twice that is kept: nothing happens."""
        before = self.play.ledger
        kept = {commit["id"] for commit in before["commits"]}
        made = data.draw(st.sampled_from([made for made in self.told if made["name"] in kept] or [None]))
        if made is None:
            return
        value = self.play.ask("apply", commit=made["request"]["commit"])
        assert value["replayed"]
        assert value["ledger"] == before
        assert value["moves"] == value["rolls"] == []
        assert standing(value["state"]) == standing(self.state)

    @precondition(lambda self: self.told)
    @rule(data=st.data())
    def tell_from_a_stale_head(self, data):
        """Tell the ledger of then what was told then: the answer is that of then."""
        made = data.draw(st.sampled_from(self.told))
        assert self.play.answered(made["request"])["value"] == self.sent[made["name"]]

    # -------------------------------------------------------- looking

    @rule(data=st.data())
    def preview(self, data):
        """Look at routes of any kind, for several movers at once: nothing happens (INV-03)."""
        world, play = self.world, self.play
        path = data.draw(paths(world, play.scene, play.mover["at"]))
        given = [{"path": path}, data.draw(routes(world)), data.draw(goals(play.scene))]
        who = {**play.mover, "ledger": play.ledger}
        plans = play.ask("plan", movers=[{**who, "route": route} for route in given])["plans"]
        for route, plan in zip(given, plans, strict=True):
            assert play.plan(route) == plan

    @rule()
    def look_around(self):
        """Look at all destinations: they are disjoint, and nothing happens."""
        self.play.destinations()

    def teardown(self):
        """Tell all that happened anew, each as it was told: the state is the same."""
        if not getattr(self, "told", None):
            return
        ledger = None
        for made in self.told:
            request = copy.deepcopy(made["request"])
            request["mover"]["ledger"] = ledger
            value = self.play.answered(request)["value"]
            assert value["refused"] is None
            ledger = value["ledger"]
        # Of an undone beginning older commits are gone already.
        alike = first_of(ledger) == first_of(self.play.ledger)
        if alike and ledger["before"] == self.play.ledger["before"]:
            assert json.dumps(ledger) == json.dumps(self.play.ledger)
        assert standing(self.play.state(mover={"ledger": ledger})) == standing(self.state)

    @invariant()
    def the_ledger_tells_the_state(self):
        """Read the ledger anew, as it comes back from JavaScript: it leads to the state that was told."""
        if hasattr(self, "state"):
            assert self.play.state() == self.state


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_random_turns(world):
    machine = type(f"Turns of {world}", (Turns,), {"world": world, "__module__": __name__})
    run_state_machine_as_test(machine, settings=some(0.15, steps=20))
