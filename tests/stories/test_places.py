"""Twenty places where a simpler model of movement breaks, and what Footwork does there.

Five games disagree on what a turn is, what a metre costs and who pays for it. Each test takes one thing that
a model made for a single game takes for granted, shows a game in which it is wrong, and what the answers say
instead. All is asked through the five operations, as a host would ask it.
"""

from tests.asking import Turn, ask, ask_describe

HUMAN = {"agility": 4, "strength": 3, "running": 3, "swimming": 3, "body": 3, "acrobatics": 3}
RUNNER = {"quickness": 5, "athletics": 4}
ATHLETE = {"move": 10, "running": "4D+1", "swimming": "3D", "jumping": "3D"}
THIEF = {"styles": {"walk": "normal", "jump": "half", "swim": "half"}, "hooks": 1}
TURN_ENDS = {"kind": "end", "scope": "turn"}
TURN_BEGINS = {"kind": "begin", "scope": "turn"}


def player(system, character, **fields):
    """Return a token of a system at the table."""
    token = {"token": fields.pop("token")} if "token" in fields else {}
    return Turn(system=system, mover={"character": character, **token}, **fields)


def stretches(*parts):
    """Return a route of measured stretches: mode, length and perhaps more fields of each."""
    return {"segments": [{"mode": mode, "length": length, **dict(*more)} for mode, length, *more in parts]}


def along(*cells):
    """Return a route over cells."""
    return {"path": [{"col": col, "row": row} for col, row in cells]}


def initiative_pass(number, *, of=3, acts=True):
    return {"kind": "begin", "scope": "pass", "number": number, "of": of, "acts": acts}


def did(act, **options):
    return {"kind": "did", "act": act, "options": options}


def rolled(check, result):
    return {"kind": "rolled", "check": check, "result": result}


def allowance(state, name):
    """Return an allowance of a state: its limit, what is used and what is left of it."""
    found = next(one for one in state["allowances"] if one["id"] == name)
    return found["limit"], found["used"], found["left"]


def counter(state, name):
    return next(one["value"] for one in state["counters"] if one["id"] == name)


def kinds(plan):
    """Return where the bands of a plan end, and of what kind they are."""
    return [(band["end"], band["kind"]) for band in plan["bands"]]


def modifier(answer, rule):
    return next(one for one in answer["modifiers"] if one["rule"] == rule)


# ---------------------------------------------------------------- how far


def test_01_speed_is_not_one_number_per_turn():
    """An allowance has a scope and a rule for what is left over: in one game passes share a total, in another
    each pass has its part and loses what it did not use.
    """
    dealt_out = player("sr3", RUNNER)
    dealt_out.tell(initiative_pass(1))
    assert allowance(dealt_out.move(stretches(("run", 2)))["state"], "run_pass") == (5, 2, 3)
    state = dealt_out.tell(initiative_pass(2))["state"]
    assert allowance(state, "run_pass") == (5, 0, 5)  # and not 8: three metres were lost
    assert allowance(state, "run") == (15, 2, 13)
    scopes = {one["id"]: one["scope"] for one in state["allowances"]}
    assert (scopes["run_pass"], scopes["run"]) == ("pass", "turn")

    shared = player("sr5", HUMAN)
    shared.tell(initiative_pass(1))
    shared.move(stretches(("ground", 10)))
    assert allowance(shared.tell(initiative_pass(2))["state"], "run") == (16, 10, 6)


def test_02_there_need_not_be_a_maximum():
    """Bands may go on without end: each further Move of a runner is a harder roll, and none is the last."""
    plan = player("d6", ATHLETE).plan(stretches(("ground", 45)))
    assert kinds(plan) == [
        (5, "free"),
        (10, "penalised"),
        (20, "roll"),
        (30, "roll"),
        (40, "roll"),
        (45, "roll"),
    ]
    needed = [band["reason"]["params"]["needed"]["text"] for band in plan["bands"][2:]]
    assert needed == ["5 or more", "10 or more", "15 or more", "20 or more"]


def test_03_a_mode_may_draw_on_two_budgets_at_once():
    """A metre can be paid twice over, into a common pool and into the meter of its style; either may end it."""
    thief = player("styles", {**THIEF, "hooks": 0})
    state = thief.move(stretches(("jump", 2)))["state"]
    assert allowance(state, "pool") == (4, 2, 2)
    assert allowance(state, "jump") == (2, 2, 0)
    assert thief.plan(stretches(("jump", 1)))["bands"][0]["rule"] == "STY-06"  # the style is used up
    thief.move(stretches(("walk", 2)))
    assert allowance(thief.state(), "walk") == (4, 2, 0)
    assert thief.plan(stretches(("walk", 1)))["bands"][0]["rule"] == "STY-03"  # the pool is


def test_04_whether_modes_share_a_budget_is_told_by_the_game():
    """One game has all styles draw on one pool, others give each way of moving its own count."""
    thief = player("styles", THIEF)
    thief.move(stretches(("walk", 3)))
    assert allowance(thief.state(), "pool")[2] == 1
    athlete = player("d6", ATHLETE)
    athlete.move(stretches(("ground", 10)))
    assert kinds(athlete.plan(stretches(("swim", 2.5)))) == [(2.5, "free")]


def test_05_an_allowance_may_be_known_only_after_a_roll():
    """A sprint, a climb, a swim: the reach comes from dice thrown in mid-move, and may hold for a later scope."""
    jenny = player("contract", {"dexterity": 4, "brawn": 3, "athletics": 2})
    assert allowance(jenny.state(), "sprint")[0] is None
    jenny.move(stretches(("ground", 45)))
    assert jenny.state()["pending"]["check"]["id"] == "sprint"
    told = jenny.tell(rolled("sprint", 3))
    assert told["moves"][0]["distance"] == 45
    assert allowance(told["state"], "sprint") == (50, 45, 5)

    runner = player("sr3", RUNNER)
    runner.tell(initiative_pass(1))
    now = runner.tell(rolled("sprint", 2))["state"]
    then = runner.tell(initiative_pass(2))["state"]
    assert [allowance(state, "run_pass")[0] for state in (now, then)] == [5, 7]


# ---------------------------------------------------------------- what it costs


def test_06_a_penalty_need_not_depend_on_the_distance():
    """In one game a single metre costs what the whole rate does: the price hangs on the pace and the ground."""

    def tn(mode, metres, **ground):
        return modifier_of(player("sr3", RUNNER).plan(stretches((mode, metres, ground))))

    def modifier_of(plan):
        return plan["modifiers"][0]["amount"]

    assert [tn("walk", 0.5), tn("walk", 5)] == [1, 1]
    assert [tn("run", 1), tn("run", 15)] == [4, 4]
    assert [tn("walk", 1, grade="rough"), tn("run", 1, grade="rough")] == [2, 6]
    bought = player("contract", {"dexterity": 4, "brawn": 3})
    prices = [bought.plan(stretches(("ground", feet)))["modifiers"][0]["amount"] for feet in (30, 35, 40)]
    assert prices == [-1, -2, -3]


def test_07_a_penalty_has_its_own_beginning_end_and_target():
    """One holds from the metre that passed the Walk Rate until the Combat Turn ends, also for a token at rest;
    one lies on a single action; one ends with the pass.
    """
    gunner = player("sr5", HUMAN)
    gunner.tell(initiative_pass(1))
    gunner.move(stretches(("ground", 8)))
    assert counter(gunner.tell(did("shoot"))["state"], "action_dice") == 0
    gunner.tell(initiative_pass(2), {"kind": "begin", "scope": "phase"})
    gunner.move(stretches(("ground", 1)))
    assert counter(gunner.tell(did("shoot"))["state"], "action_dice") == -2
    gunner.tell(initiative_pass(3), {"kind": "begin", "scope": "phase"})
    standing_still = gunner.tell(did("shoot"))["state"]
    assert counter(standing_still, "action_dice") == -2
    off_actions = modifier(standing_still, "SR5-08")
    assert off_actions["since"]["key"] == "sr5.since.running"
    assert off_actions["until"]["key"] == "sr5.until.turn"
    assert gunner.tell(TURN_ENDS, TURN_BEGINS)["state"]["modifiers"] == []

    jenny = player("contract", {"dexterity": 4, "brawn": 3})
    jenny.move(stretches(("ground", 35)))
    on_action = modifier(jenny.state(), "CON-07")
    assert (on_action["on"]["key"], on_action["until"]["key"]) == (
        "contract.on.action",
        "contract.until.round",
    )

    runner = player("sr3", RUNNER)
    runner.tell(initiative_pass(1))
    assert runner.move(stretches(("walk", 1)))["state"]["modifiers"][0]["until"]["key"] == "sr3.until.pass"
    assert runner.tell(initiative_pass(2))["state"]["modifiers"] == []


def test_08_a_penalty_need_not_lie_on_who_moves():
    """A modifier names its bearer: those who shoot at a runner lose dice, and more if the target sprints."""
    running = player("sr5", HUMAN).plan(stretches(("ground", 9)))
    assert {one["bearer"] for one in running["modifiers"]} == {"mover", "shooters"}
    assert modifier(running, "SR5-10")["amount"] == -2
    sprinting = player("sr5", HUMAN).plan(stretches(("ground", 17)))
    assert modifier(sprinting, "SR5-11")["bearer"] == "shooters"
    assert modifier(sprinting, "SR5-11")["amount"] == -4
    assert "SR5-10" not in {one["rule"] for one in sprinting["modifiers"]}  # instead, not in addition


def test_09_worse_is_not_one_direction():
    """A modifier names what it changes: dice are taken away, a target number or a difficulty goes up."""
    found = {}
    for system, character, route in (
        ("contract", {"dexterity": 4, "brawn": 3}, ("ground", 35)),
        ("sr5", HUMAN, ("ground", 9)),
        ("sr3", RUNNER, ("run", 1)),
    ):
        first = player(system, character).plan(stretches(route))["modifiers"][0]
        found[system] = first["quantity"], first["amount"]
    assert found == {"contract": ("dice", -2), "sr5": ("dice", -2), "sr3": ("tn", 4)}
    tired = player("d6", {**ATHLETE, "fatigue_limit": 1})
    for name in "abc":
        tired.move(stretches(("ground", 20)))
        state = tired.tell(rolled("run", 20), name=name)["state"]
        tired.new_round()
    fatigue = modifier(state, "D6-20")
    assert (fatigue["quantity"], fatigue["amount"]) == ("difficulty", 6)


def test_10_moving_and_acting_have_an_order():
    """Before the Action or after it but never both, or mixed as one likes, or last of all in a pass without one."""
    jenny = player("contract", {"dexterity": 4, "brawn": 3})
    jenny.move(stretches(("ground", 10)))
    jenny.tell({"kind": "acted"})
    assert jenny.move(stretches(("ground", 5)))["refused"]["rule"] == "CON-02"

    thief = player("styles", THIEF)
    thief.move(stretches(("walk", 2)))
    thief.tell({"kind": "acted"})
    assert thief.move(stretches(("walk", 2)))["refused"] is None

    runner = player("sr3", RUNNER)
    runner.tell(initiative_pass(2, acts=False))
    queued = runner.move(stretches(("run", 4)))
    assert (queued["moves"], queued["state"]["pending"]["reaction"]["id"]) == ([], "queue")
    [move] = runner.tell({"kind": "reacted", "reaction": "queue", "stopped": False})["moves"]
    assert move["distance"] == 4


# ---------------------------------------------------------------- what lasts, and what goes otherwise


def test_11_a_turn_leaves_something_to_the_next():
    """Rates, run-ups, tired rounds, falls, gained Quickness, a Dash: each lasts until an event of its own."""
    athlete = player("d6", ATHLETE, house_rules={"acceleration": True})
    athlete.move(stretches(("ground", 20)))
    athlete.tell(rolled("run", 9))
    state = athlete.new_round()["state"]
    assert [counter(state, name) for name in ("ground_rate", "run_up", "fast_rounds")] == [20, 5, 1]
    state = athlete.new_round()["state"]
    assert [counter(state, name) for name in ("ground_rate", "run_up", "fast_rounds")] == [0, 0, 0]

    faller = player("sr5", HUMAN)
    told = faller.tell(did("fall", height=120)), faller.tell(TURN_ENDS, TURN_BEGINS)
    # 50 m in the first turn; the 100 m of the second would go past the ground.
    assert [reply["moves"][0]["distance"] for reply in told] == [50, 70]

    runner = player("sr3", RUNNER)
    runner.tell(initiative_pass(3))
    runner.tell(rolled("sprint", 2))
    waiting = runner.tell(TURN_ENDS, TURN_BEGINS, initiative_pass(1, acts=False))["state"]
    assert counter(waiting, "quickness") == 5
    assert counter(runner.tell(initiative_pass(2))["state"], "quickness") == 7

    thief = player("styles", THIEF)
    thief.tell(did("dash"))
    assert [badge["id"] for badge in thief.tell(TURN_ENDS)["state"]["statuses"]] == ["dash"]
    assert thief.tell(TURN_BEGINS)["state"]["statuses"] == []


def test_12_a_path_may_end_before_its_end():
    """A move stops at a point on the way, pays what was moved, and the reply hands back the rest."""
    alley = {
        "grid": {"cols": 12, "rows": 3, "distance": 1, "units": "m"},
        "tokens": [
            {"id": "runner", "col": 0, "row": 1},
            {"id": "guard", "col": 5, "row": 0, "disposition": "hostile", "facts": {"martial_arts": 3}},
        ],
    }
    runner = player("sr3", RUNNER, scene=alley, token="runner")
    told = runner.move(along(*((col, 1) for col in range(11))))
    assert told["moves"][0]["to"] == {"col": 5, "row": 1, "elevation": 0}
    assert [cell["col"] for cell in told["rest"]] == [5, 6, 7, 8, 9, 10]
    assert told["state"]["pending"]["reaction"]["token"] == "guard"
    hit = runner.tell({"kind": "reacted", "reaction": "intercept:guard", "stopped": True})
    assert hit["moves"] == []
    assert counter(hit["state"], "pass_moved") == 5

    athlete = player("d6", ATHLETE)
    athlete.move(stretches(("ground", 25)))
    failed = athlete.tell(rolled("run", 4))
    assert [move["distance"] for move in failed["moves"]] == [10]
    assert counter(failed["state"], "ground_used") == 10


def test_13_a_plan_may_be_all_or_nothing():
    """Where the whole plan must be affordable before anything moves, one step too many moves nothing."""
    thief = player("styles", {**THIEF, "hooks": 0})
    plan = thief.plan(stretches(("walk", 1), ("jump", 3)))
    assert plan["verdict"] == "impossible"
    told = thief.move(stretches(("walk", 1), ("jump", 3)))
    assert told["refused"]["rule"] == "STY-06"
    assert told["moves"] == []
    assert allowance(told["state"], "pool") == (4, 0, 4)


def test_14_cost_is_not_distance():
    """Crawling costs double, standing up costs without a metre, ground has its price, and a runner pays each pass."""
    thief = player("styles", THIEF)
    thief.tell(did("prone"))
    assert thief.plan(stretches(("walk", 1.5)))["cost"] == 3
    assert allowance(thief.tell(did("stand"))["state"], "pool") == (4, 1, 3)
    mud = {"difficult": "mud", "cost_multiplier": 2, "flat_cost": 5}
    assert player("contract", {"dexterity": 4}).plan(stretches(("ground", 5, mud)))["cost"] == 15
    runner = player("sr5", HUMAN)
    runner.tell(initiative_pass(1))
    runner.move(stretches(("ground", 9)))
    stands_still = runner.tell(initiative_pass(2))["state"]
    assert (counter(stands_still, "moved"), counter(stands_still, "bonus_spent")) == (9, 1)


def test_15_the_same_word_is_not_the_same_rule():
    """Modes belong to their game: these five jump by five rules; and within one, land and water differ."""
    jumps = {
        system["id"]: next(mode["label"]["key"] for mode in system["modes"] if mode["id"] == "jump")
        for system in ask_describe()["systems"]
    }
    assert (
        jumps.items()
        >= {name: f"{name}.mode.jump" for name in ("contract", "d6", "sr3", "sr5", "styles")}.items()
    )
    rules = {}
    for system, character in (
        ("contract", {"brawn": 3}),
        ("sr5", HUMAN),
        ("d6", ATHLETE),
        ("styles", THIEF),
    ):
        rules[system] = player(system, character).plan(stretches(("jump", 2)))["bands"][0]["rule"]
    assert rules == {"contract": "CON-12", "sr5": "SR5-22", "d6": "D6-11", "styles": "STY-05"}

    troll = {**HUMAN, "metatype": "troll", "agility": 5, "strength": 5}
    ashore, afloat = player("sr5", troll), player("sr5", troll)
    assert allowance(ashore.tell(rolled("sprint", 2))["state"], "movement")[0] == 20 + 2
    assert allowance(afloat.tell(rolled("swim_sprint", 2))["state"], "swim")[0] == 5 + 4


def test_16_rounding_belongs_to_each_formula():
    """Up here, down there, and often not at all: nothing is rounded but where a rule says so."""
    dwarf = player("sr3", {"quickness": 5, "metatype": "dwarf"})
    assert allowance(dwarf.tell(initiative_pass(1))["state"], "run_pass")[0] == 4  # 10 over 3 passes, up

    laden = player("contract", {"dexterity": 4, "brawn": 3, "load": "partial"})
    laden.move(stretches(("swim", 5)))
    assert allowance(laden.tell(rolled("swim", 3))["state"], "swim")[0] == 7.5  # half of 15, kept

    climber = player("sr5", HUMAN)
    climber.move(stretches(("climb", 2)))
    assert allowance(climber.tell(rolled("climb", 5))["state"], "climb")[0] == 2  # a metre per two hits, down
    assert allowance(climber.state(), "swim")[0] == 3.5  # an average, kept

    slow = player("d6", {"move": 7})
    assert counter(slow.state(), "swim_move") == 4  # half of 7, up
    assert kinds(slow.plan(stretches(("ground", 4))))[0] == (3.5, "free")  # half of 7, kept


def test_17_there_is_no_common_unit():
    """Each game measures in its own unit; a map in another is converted exactly, and the answer says so."""
    units = {system["id"]: system["unit"] for system in ask_describe()["systems"]}
    assert units.items() >= {"contract": "ft", "d6": "m", "sr3": "m", "sr5": "m", "styles": "u"}.items()
    in_feet = {
        "grid": {"cols": 3, "rows": 3, "units": "ft"},
        "tokens": [{"id": "runner", "col": 0, "row": 0}],
    }
    value = ask(op="state", system="sr3", scene=in_feet, mover={"token": "runner"})
    assert value["conversion"]["text"] == "1 cell of 5 ft counts as 1.524 m."


def test_18_failing_is_not_standing_still():
    """The rule of a roll says what a poor one leads to: some metres all the same, one Move, or going on unbraked."""
    climber = player("contract", {"dexterity": 2, "athletics": 1})
    climber.move(stretches(("climb", 10, {"surface": "cliff"})))
    assert [move["distance"] for move in climber.tell(rolled("climb", 0))["moves"]] == [5]

    athlete = player("d6", ATHLETE)
    athlete.move(stretches(("ground", 20)))
    assert [move["distance"] for move in athlete.tell(rolled("run", 4))["moves"]] == [10]

    on_the_rope = player("sr5", {**HUMAN, "assisted": True})
    on_the_rope.tell(did("rappel", height=60))
    on_the_rope.tell(rolled("rappel", 2))
    on_the_rope.tell(TURN_ENDS, TURN_BEGINS)
    braked = on_the_rope.tell(rolled("rappel_stop", 1))
    assert not braked["rolls"][0]["success"]
    assert [status["label"]["key"] for status in braked["state"]["statuses"]] == ["sr5.rappel.wild"]
    assert [move["distance"] for move in on_the_rope.tell(TURN_ENDS)["moves"]] == [20]


def test_19_standing_still_is_not_always_possible():
    """The clock moves tokens too: a current takes who floats in it, a fall goes on from turn to turn."""
    river = {
        "grid": {"cols": 9, "rows": 3, "distance": 1, "units": "u"},
        "regions": [{"id": "river", "kind": "water", "area": {"rect": [0, 0, 9, 3]}, "current": [2, 0]}],
        "tokens": [{"id": "thief", "col": 0, "row": 1}],
    }
    thief = player("styles", THIEF, scene=river, token="thief")
    [stroke] = thief.move(along((0, 1), (1, 1)))["moves"]
    thief.mover["at"] = stroke["to"]
    told = thief.tell(TURN_ENDS)
    assert [(move["to"]["col"], move["forced"], move["rule"]) for move in told["moves"]] == [
        (3, True, "STY-23")
    ]
    assert allowance(told["state"], "pool")[1] == 0

    faller = player("sr5", HUMAN)
    faller.tell(did("fall", height=120))
    [drop] = faller.tell(TURN_ENDS, TURN_BEGINS)["moves"]
    assert (drop["distance"], drop["forced"], drop["rule"]) == (70, True, "SR5-35")


def test_20_the_game_master_is_part_of_the_program():
    """A question for the GM is an answer like any other: it has choices and a default, and the word that was
    given is kept, asked no more, and taken back by undo.
    """
    jenny = player("contract", {"dexterity": 4, "brawn": 3})
    asked = jenny.move(stretches(("ground", 10, {"difficult": "rubble"})))["state"]["rulings"]
    [ruling] = asked
    assert (ruling["id"], ruling["rule"], ruling["default"]) == ("terrain:rubble", "CON-10", "as_shown")
    assert [choice["id"] for choice in ruling["choices"]] == ["as_shown", "stop"]
    word = {"kind": "ruled", "ruling": "terrain:rubble", "choice": "stop"}
    assert jenny.tell(word, name="the word")["state"]["rulings"] == []
    assert jenny.plan(stretches(("ground", 5, {"difficult": "rubble"})))["rulings"] == []
    assert jenny.move(stretches(("ground", 5)))["refused"]["rule"] == "CON-10"
    assert jenny.undo("the word")["state"]["rulings"] == asked
