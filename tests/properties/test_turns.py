"""Random turns: previews, moves, acts, rolls, undo and new rounds in any order, held against a replay."""

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.asking import Turn, moved, reply_to
from tests.properties.worlds import acted, characters, paths, rolled, routes, scenes, tables

KNOWN = {"ruling_unknown", "choice_unknown", "commit_unknown", "path_starts_elsewhere"}
PARTS = ("allowances", "counters", "modifiers", "statuses", "rulings", "hazards", "pending")


class Turns(RuleBasedStateMachine):
    """One token through a few rounds, measured by the host and on the map by turns."""

    @initialize(character=characters, table=tables(), scene=scenes())
    def sit_down(self, character, table, scene):
        """Begin with an empty ledger."""
        self.turn = Turn(mover={"character": character, "token": "jenny"}, scene=scene, **table)
        jenny = scene["tokens"][0]
        self.turn.mover["at"] = {"col": jenny["col"], "row": jenny["row"]}
        self.scene = scene
        self.told = []
        self.counted = 0

    # -------------------------------------------------------- telling

    def tell(self, *events):
        """Tell a commit; remember it, where the token then stands, and the ledger before it."""
        self.counted += 1
        name = f"c{self.counted}"
        before = self.turn.ledger, self.turn.state(), dict(self.turn.mover["at"])
        reply = reply_to(
            {
                "op": "apply",
                "system": "contract",
                **self.turn.fields,
                "mover": {**self.turn.mover, "ledger": self.turn.ledger},
                "commit": {"id": name, "events": list(events)},
            }
        )
        if not reply["ok"]:
            assert reply["problem"]["code"] in KNOWN, reply
            return
        value = reply["value"]
        if value["refused"] is not None:
            assert value["ledger"] == (self.turn.ledger or value["ledger"])
            assert value["moves"] == []
            return
        assert not value["replayed"]
        self.turn.ledger = value["ledger"]
        for move in value["moves"]:
            if move["to"] is not None:
                self.turn.mover["at"] = move["to"]
        self.told.append((name, list(events), *before))

    @rule(route=routes(), how=st.sampled_from([{}, {}, {}, {"override": True}, {"forced": True}]))
    def drag_measured(self, route, how):
        """Drop at the end of a measured route."""
        self.tell(moved(route, **how))

    @rule(data=st.data(), how=st.sampled_from([{}, {}, {}, {"override": True}, {"forced": True}]))
    def drag_on_the_map(self, data, how):
        """Drop at the end of a path."""
        here = {**self.scene, "tokens": [{**self.scene["tokens"][0], **self.turn.mover["at"]}]}
        self.tell(moved({"path": data.draw(paths(here))}, **how))

    @rule(col=st.integers(0, 6), row=st.integers(0, 5))
    def drag_to(self, col, row):
        """Drop on a cell, by the best way."""
        self.tell(moved({"to": {"col": col, "row": row}}))

    @rule(event=acted)
    def act(self, event):
        """Use the Action."""
        self.tell(event)

    @rule(event=rolled)
    def roll(self, event):
        """Roll whatever check."""
        self.tell(event)

    @precondition(lambda self: self.turn.state()["pending"])
    @rule(result=st.integers(-3, 8))
    def roll_what_is_open(self, result):
        """Settle the move that waits."""
        check = self.turn.state()["pending"]["check"]["id"]
        before = len(self.told)
        self.tell({"kind": "rolled", "check": check, "result": result})
        assert len(self.told) == before + 1

    @precondition(lambda self: self.turn.state()["rulings"])
    @rule(data=st.data())
    def rule_on_it(self, data):
        """Answer an open ruling; it is no longer open then."""
        ruling = data.draw(st.sampled_from(self.turn.state()["rulings"]))
        choice = data.draw(st.sampled_from([choice["id"] for choice in ruling["choices"]]))
        self.tell({"kind": "ruled", "ruling": ruling["id"], "choice": choice})
        assert ruling["id"] not in [still["id"] for still in self.turn.state()["rulings"]]

    @rule()
    def end_turn(self):
        """End the round and begin the next."""
        self.tell({"kind": "end", "scope": "round"}, {"kind": "begin", "scope": "round"})

    # -------------------------------------------------------- taking back and telling twice

    @precondition(lambda self: self.told)
    @rule()
    def undo_the_newest(self):
        """Take the newest commit back: everything is as it was before it."""
        name, _, ledger, state, at = self.told.pop()
        if name not in [made["id"] for made in self.turn.ledger["commits"]]:
            return
        told = self.turn.undo(name)
        assert told["refused"] is None
        after = self.turn.state()
        assert {part: after[part] for part in PARTS} == {part: state[part] for part in PARTS}
        if ledger is not None and ledger["base"] == self.turn.ledger["base"]:
            assert json.dumps(self.turn.ledger) == json.dumps(ledger)
        for move in told["moves"]:
            if move["to"] is not None:
                assert (move["to"]["col"], move["to"]["row"]) == (at["col"], at["row"])
        self.turn.mover["at"] = at

    @precondition(lambda self: self.told)
    @rule(data=st.data())
    def tell_again(self, data):
        """Tell a commit twice: nothing happens."""
        name, events, *_ = data.draw(st.sampled_from(self.told))
        before = self.turn.ledger
        told = self.turn.tell(*events, name=name)
        assert told["replayed"]
        assert told["ledger"] == before

    # -------------------------------------------------------- looking

    @rule(route=routes())
    def preview(self, route):
        """Look at a route: nothing happens."""
        before = self.turn.state()
        self.turn.plan(route)
        assert self.turn.state() == before

    @rule(col=st.integers(0, 6), row=st.integers(0, 5))
    def preview_on_the_map(self, col, row):
        """Look at the map: nothing happens."""
        before = self.turn.state()
        self.turn.ask("destinations")
        self.turn.plan({"to": {"col": col, "row": row}})
        assert self.turn.state() == before

    def teardown(self):
        """Tell all that happened anew, each where the token then stood: the state is the same."""
        if not hasattr(self, "turn"):
            return
        again = Turn(mover={**self.turn.mover}, **self.turn.fields)
        for name, events, _, _, at in self.told:
            again.mover["at"] = at
            assert again.tell(*events, name=name)["refused"] is None
        again.mover["at"] = self.turn.mover["at"]
        first, second = self.turn.state(), again.state()
        assert {part: second[part] for part in PARTS} == {part: first[part] for part in PARTS}
        # An undone beginning has folded older commits away already.
        if self.told and again.ledger.get("base") == self.turn.ledger["base"]:
            assert again.ledger == self.turn.ledger
            assert first == second

    @invariant()
    def nothing_is_used_up_below_zero(self):
        """Hold what is left and used within bounds."""
        for allowance in self.turn.state()["allowances"]:
            assert allowance["used"] >= 0
            assert allowance["left"] is None or allowance["left"] >= 0


class TestTurns(Turns.TestCase):
    settings = settings(max_examples=30, stateful_step_count=20)
