"""The state names the acts that nothing refuses now."""

from tests.asking import Turn, ask, ask_describe


def test_an_act_is_named_while_nothing_refuses_it():
    turn = Turn(mover={"character": {}}, system="custom")
    assert turn.state()["acts"] == ["drop", "withdraw"]
    turn.tell({"kind": "did", "act": "drop"})
    assert "stand" in turn.state()["acts"]


def test_one_that_asks_for_something_first_is_named():
    assert ask(op="state", system="sr3", mover={"character": {}})["acts"][0] == "declare"


def test_nobody_treads_water_on_a_roof():
    grid = {"kind": "square", "cols": 4, "rows": 4}
    pool = {"id": "pool", "kind": "water", "area": {"rect": [2, 0, 2, 4]}}
    acts = []
    for col in (0, 3):
        scene = {"grid": grid, "regions": [pool], "tokens": [{"id": "jax", "col": col, "row": 1}]}
        mover = {"token": "jax", "character": {}}
        acts.append(ask(op="state", system="sr5", scene=scene, mover=mover)["acts"])
    assert ["tread" in one for one in acts] == [False, True]


def test_each_of_the_others_is_refused_for_a_reason():
    for system in ask_describe()["systems"]:
        state = ask(op="state", system=system["id"], mover={"character": {}})
        refused = state.get("refused", {})
        assert {*state["acts"], *refused} == {act["id"] for act in system["acts"]}
        assert all(reason["text"] for reason in refused.values())
    assert (
        "Does not lie"
        in ask(op="state", system="custom", mover={"character": {}})["refused"]["stand"]["text"]
    )


def test_all_that_is_named_is_an_act_of_the_game():
    for system in ask_describe()["systems"]:
        known = [act["id"] for act in system["acts"]]
        named = ask(op="state", system=system["id"], mover={"character": {}})["acts"]
        assert named == [act for act in known if act in named]
