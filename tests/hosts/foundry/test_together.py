"""Tokens that move together: groups, and riders on their mounts."""

from tests.hosts.foundry.worlds import GUARD, JENNY, SIZE, token, world


def three(**more):
    """Jenny south of Ann, who goes 10 ft at most, and Bob beside them."""
    at = world()
    sheets = {"footwork": {"character": {"contract": JENNY}}}
    people = [
        token("ann", 4, 4, flags={"footwork": {"character": {"contract": GUARD}}}),
        token("jenny", 4, 7, flags=sheets),
        token("bob", 6, 5, flags=sheets),
    ]
    at["tokens"] = {one["_id"]: one for one in people}
    at["scene"]["walls"] = []
    at["combats"][0]["combatants"] = [{"id": f"of-{one}", "tokenId": one} for one in at["tokens"]]
    return at | more


TOGETHER = "(names) => { canvas.tokens.dragGroup = names.map((name) => canvas.tokens.get(name)); }"


def test_whoever_stays_of_a_group_is_gone_through_by_nobody(sit_down):
    gm = sit_down(at=three())
    gm.page.evaluate(TOGETHER, ["jenny", "ann", "bob"])
    gm.drag("jenny", 0, -3)
    gm.expect_at("ann", 4, 4)
    gm.expect_at("jenny", 4, 7)
    gm.expect_at("bob", 6, 2)
    gm.drag("jenny", 0, -2)
    for one, col, row in (("ann", 4, 2), ("jenny", 4, 5), ("bob", 6, 0)):
        gm.expect_at(one, col, row)
    assert [gm.moved_feet(one) for one in ("ann", "jenny", "bob")] == [[10], [10], [15, 10]]


def test_a_mount_and_its_riders_are_in_nobodys_way_and_riders_go_for_nothing(sit_down):
    at = world()
    at["tokens"]["jenny"]["flags"]["Rideable"] = {"RidersFlag": ["guard"]}
    at["tokens"]["guard"] |= {"x": 2 * SIZE, "y": 2 * SIZE, "disposition": 1}
    gm = sit_down(at=at)
    # What the module does for a rider.
    gm.page.evaluate("""() => Hooks.on("updateToken", (token, changed) => {
      const rider = canvas.scene.tokens.get("guard");
      const { x, y } = token._source;
      if (token.id === "jenny" && "x" in changed) rider.update({ x, y }, { RidingMovement: true });
    })""")
    gm.page.evaluate(f"canvas.scene.tokens.get('jenny').move({{x: 7 * {SIZE}, y: 2 * {SIZE}}})")
    for one in ("jenny", "guard"):
        gm.expect_at(one, 7, 2)
    assert gm.moved_feet() == [25]
    assert gm.moved_feet("guard") == []
    # Whoever gets off stands on its own feet.
    gm.drag("guard", 1)
    gm.expect_at("guard", 8, 2)
    assert gm.moved_feet("guard") == [5]
    assert gm.notices.all_inner_texts() == []
