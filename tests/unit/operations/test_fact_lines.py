"""What the log of a turn tells, why a move ended early, what carries a token, and which rolls are free to make."""

from typing import Any

import pytest

from tests.asking import ask

SR5 = {"agility": 4, "strength": 4, "body": 3, "acrobatics": 5, "running": 4}
MAGPIE = {"styles": {"walk": "normal", "jump": "half", "swim": "half"}}
END = {
    "sr5": [{"kind": "end", "scope": "turn"}, {"kind": "begin", "scope": "turn"}],
    "styles": [{"kind": "end", "scope": "turn"}, {"kind": "begin", "scope": "turn"}],
    "contract": [{"kind": "end", "scope": "round"}, {"kind": "begin", "scope": "round"}],
}


class Game:
    """One token's turn: each `do` is a commit, told on from the last ledger and place."""

    def __init__(self, system: str, character: dict[str, Any], scene: dict[str, Any] | None = None) -> None:
        self.about = {"system": system, "scene": scene}
        self.mover: dict[str, Any] = {"token": "me" if scene else None, "character": character}
        self.made = 0

    def do(self, *events: dict[str, Any]) -> dict[str, Any]:
        self.made += 1
        commit = {"id": f"k{self.made}", "events": list(events)}
        value = ask(**self.about, op="apply", mover=self.mover, commit=commit)
        assert value["refused"] is None
        self.mover |= {"ledger": value["ledger"]}
        if value["moves"] and value["moves"][-1]["to"]:
            self.mover |= {"at": value["moves"][-1]["to"]}
        return value


def free(game: Game, check: str) -> list[dict[str, Any]]:
    """The checks of that name which may be rolled without a path before them."""
    found = ask(**game.about, op="state", mover=game.mover)["checks"]
    return [one for one in found if one["id"] == check]


def log_of(value: dict[str, Any]) -> list[tuple[str, str | None]]:
    """The lines of the newest commit."""
    newest = value["state"]["commits"][-1]
    return [(label["text"], rule) for label, rule in zip(newest["labels"], newest["rules"], strict=True)]


def pond(current: list[float], *, col: int = 2, cols: int = 5, **more: Any) -> dict[str, Any]:
    """A pond of styles over the whole map, with a current, one cell a u."""
    return {
        "grid": {"cols": cols, "rows": 3, "distance": 1, "units": "u"},
        "regions": [{"id": "pond", "kind": "water", "area": {"rect": [0, 0, cols, 3]}, "current": current}],
        "tokens": [{"id": "me", "col": col, "row": 1}],
        **more,
    }


def swum(scene: dict[str, Any]) -> dict[str, Any]:
    """The end of a Turn in which one cell was swum to the east."""
    game = Game("styles", MAGPIE, scene)
    game.do({"kind": "moved", "route": {"to": {"col": scene["tokens"][0]["col"] + 1, "row": 1}}})
    return game.do(*END["styles"])


def test_a_roll_is_told_with_its_result_and_what_it_does():
    game = Game("contract", {"dexterity": 4, "brawn": 3, "athletics": 2})
    value = game.do({"kind": "moved", "route": {"segments": [{"mode": "ground", "length": 45}]}})
    assert log_of(value) == [("Set out, a roll is open: All-out Sprint", None)]
    value = game.do({"kind": "rolled", "check": "sprint", "result": 3})
    assert log_of(value) == [
        ("Rolled All-out Sprint: Outcome 3. Carries 50 ft", "CON-09"),
        ("Moved 45 ft", None),
    ]
    assert value["stopped"] is None


@pytest.mark.parametrize(
    ("system", "character", "faces"),
    [
        ("custom", {}, [9]),
        ("contract", {"dexterity": 4, "brawn": 3, "athletics": 2}, [8]),
        ("d6", {}, [5]),
        ("sr3", {"quickness": 4, "athletics": 3}, [5]),
        ("sr5", SR5, [6]),
        ("styles", MAGPIE, [9]),
    ],
)
@pytest.mark.parametrize("later", [2, 40, -40])
def test_a_roll_is_told_with_the_modifier_that_it_was_made_with(system, character, faces, later):
    roll = {"name": "Balance", "pool": 3, "difficulty": 5}
    game = Game(system, character)
    game.about["circumstances"] = {"test_modifier": -2}
    moved = {"kind": "moved", "route": {"segments": [{"length": 1, "difficult": "ice", "roll": roll}]}}
    dice = game.do(moved)["state"]["pending"]["check"]["pool"]
    told = log_of(game.do({"kind": "rolled", "check": "gate:ice", "faces": faces * dice}))
    game.about["circumstances"] = {"test_modifier": later}
    after = ask(**game.about, op="state", mover=game.mover)
    assert log_of({"state": after}) == told


@pytest.mark.parametrize(
    ("system", "character", "route", "check", "faces"),
    [
        ("contract", {"dexterity": 4, "brawn": 3, "athletics": 2}, [{"length": 45}], "sprint", [8]),
        ("d6", {}, [{"length": 20}], "run", [5]),
        ("d6", {}, [{"mode": "jump", "length": 3}], "jump:1", [5]),
        ("sr3", {"quickness": 4, "athletics": 3}, [{"length": 14}], "sprint", [5]),
        ("sr5", SR5, [{"mode": "jump", "length": 3}], "jump:1", [6]),
        ("sr5", SR5, [{"length": 18}], "sprint", [6]),
        ("sr5", SR5, [{"mode": "climb", "length": 1}], "climb", [6]),
    ],
)
@pytest.mark.parametrize("later", [3, 40, -40])
def test_a_roll_that_carries_is_told_as_it_was_made(system, character, route, check, faces, later):
    game = Game(system, character)
    game.about["circumstances"] = {"test_modifier": 1}
    pool = next((one["pool"] for one in free(game, check)), 0)
    if not pool:
        pool = game.do({"kind": "moved", "route": {"segments": route}})["state"]["pending"]["check"]["pool"]
    told = log_of(game.do({"kind": "rolled", "check": check, "faces": faces * pool}))
    game.about["circumstances"] = {"test_modifier": later}
    assert log_of({"state": ask(**game.about, op="state", mover=game.mover)}) == told


def test_a_roll_that_falls_short_says_what_ends_the_move():
    game = Game("contract", {"dexterity": 4, "brawn": 3, "athletics": 2})
    game.do({"kind": "moved", "route": {"segments": [{"mode": "ground", "length": 45}]}})
    value = game.do({"kind": "rolled", "check": "sprint", "result": 0})
    assert value["moves"][0]["distance"] == 35
    assert value["stopped"]["rule"] == "CON-09"
    line, rule = log_of(value)[-1]
    assert line.startswith("Moved 35 ft, then stopped: ")
    assert rule == "CON-09"


def test_a_failed_jump_is_told_as_one_and_ends_the_move():
    game = Game("sr5", SR5)
    jump = {"mode": "jump", "length": 3}
    game.do({"kind": "moved", "route": {"segments": [jump, {"mode": "ground", "length": 1}]}})
    value = game.do({"kind": "rolled", "check": "jump:1", "result": 0})
    assert value["stopped"]["reason"]["text"] == "Did not make it"
    assert log_of(value) == [
        ("Rolled Jump, 3 m: Hits 0. Did not make it", "SR5-22"),
        ("Fell short of 3 m", None),
    ]


def test_a_ruling_is_told_with_question_and_answer():
    game = Game("styles", MAGPIE)
    value = game.do({"kind": "did", "act": "improvise", "options": {"style": "climb"}})
    assert log_of(value) == [("Improvise a style (climb)", "STY-29")]
    value = game.do({"kind": "ruled", "ruling": "improvise:climb", "choice": "half"})
    assert log_of(value) == [
        ("Climb is not on the sheet: does it work as an improvised style? Yes, half", "STY-29")
    ]


def test_a_fall_is_told_each_turn_with_its_rule():
    game = Game("sr5", SR5)
    values = [game.do({"kind": "did", "act": "fall", "options": {"height": 120}}), game.do(*END["sr5"])]
    fell = [line for value in values for line in log_of(value) if line[0].startswith("Down")]
    assert fell == [("Down 50 m: Fall speed", "SR5-35"), ("Down 70 m: Fall speed", "SR5-35")]


def test_a_hazard_that_stops_a_move_is_told_with_its_rule():
    game = Game("styles", MAGPIE)
    ledge = [{"length": 1}, {"length": 1, "surface": "air", "rise": -3}]
    value = game.do({"kind": "moved", "route": {"segments": ledge}})
    assert value["stopped"]["rule"] == "STY-31"
    assert [rule for _, rule in log_of(value)] == ["STY-31", "STY-31"]
    assert log_of(value)[1][0].startswith("Met on the way: ")


def test_a_current_carries_and_says_so():
    value = swum(pond([1, 0], cols=8))
    assert value["moves"][0]["to"] == {"col": 4, "row": 1, "elevation": 0}
    assert [rule for _, rule in log_of(value) if rule] == ["STY-23"]


def test_a_current_carries_nobody_off_the_map():
    value = swum(pond([3, 0]))
    assert value["moves"][0]["to"] == {"col": 4, "row": 1, "elevation": 0}


def test_a_current_carries_nobody_through_a_wall():
    dam = {"id": "dam", "a": [5, 0], "b": [5, 3]}
    value = swum(pond([3, 0], cols=8, walls=[dam]))
    assert [(move["to"]["col"], move["distance"]) for move in value["moves"]] == [(4, 1)]


def test_a_reaction_that_ends_the_move_names_who_reacted():
    foe = {"active": True, "weapon_ready": True, "melee": 5}
    scene = {
        "grid": {"cols": 12, "rows": 3, "distance": 1, "units": "m"},
        "tokens": [
            {"id": "me", "col": 0, "row": 0},
            {"id": "blade", "name": "Blade", "col": 3, "row": 1, "disposition": "hostile", "facts": foe},
        ],
    }
    game = Game("sr3", {"quickness": 6}, scene)
    value = game.do({"kind": "moved", "route": {"to": {"col": 6, "row": 0}}})
    assert log_of(value)[-1] == ("Set out, Blade may react", None)
    value = game.do({"kind": "reacted", "reaction": "intercept:blade", "stopped": True})
    assert value["stopped"]["rule"] == "SR3-15"
    assert log_of(value) == [("Blade reacted and ended the move", None)]


def test_rolls_without_a_path_are_listed_until_they_cannot_be_made():
    game = Game("sr5", {**SR5, "running": 1})
    state = ask(**game.about, op="state", mover=game.mover)
    assert {"sprint", "long_jump"} <= {check["id"] for check in state["checks"]}
    assert "rappel_stop" not in {check["id"] for check in state["checks"]}
    value = game.do({"kind": "rolled", "check": "sprint", "result": 2})
    assert "sprint" not in {check["id"] for check in value["state"]["checks"]}


def test_no_roll_is_listed_while_a_move_waits_for_one():
    game = Game("sr5", SR5)
    value = game.do({"kind": "moved", "route": {"segments": [{"mode": "jump", "length": 3}]}})
    assert value["state"]["pending"] is not None
    assert value["state"]["checks"] == []


def test_of_several_open_questions_the_one_answered_is_told():
    game = Game("contract", {"dexterity": 4, "brawn": 3})
    route = {"segments": [{"length": 5, "difficult": "mud"}, {"length": 5, "difficult": "ice"}]}
    asked = game.do({"kind": "moved", "route": route})["state"]["rulings"]
    assert [ruling["id"] for ruling in asked] == ["terrain:mud", "terrain:ice"]
    value = game.do({"kind": "ruled", "ruling": "terrain:ice", "choice": asked[1]["choices"][0]["id"]})
    question, choice = asked[1]["question"]["text"], asked[1]["choices"][0]["label"]["text"]
    assert log_of(value) == [(f"{question} {choice}", "CON-10")]
