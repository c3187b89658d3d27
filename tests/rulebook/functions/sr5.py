"""``sr5_*``: Shadowrun 5's functions, as requests to the rules and readings of their replies."""

from typing import Any

from tests.rulebook.asking import Handle, Table

SHEET = {
    "metatype": "metatype",
    "agility": "agility",
    "agi": "agility",
    "strength": "strength",
    "str": "strength",
    "body": "body",
    "armour": "armour",
    "swimming": "swimming",
    "acrobatics": "acrobatics",
    "free_fall": "free_fall",
    "height": "height",
    "limit": "physical_limit",
    "physical_limit": "physical_limit",
    "stun_boxes": "stun_boxes",
    "bonus_actions": "bonus_actions",
    "assisted": "assisted",
}
SWITCHES = {
    "sprint_cost": "sprint_cost",
    "least_sprint_tests": "least_sprint_tests",
    "rappel_bonus": "rappel_bonus",
    "average_rounding": "average_rounding",
    "bonus_action_maps_to": "bonus_action_maps_to",
    "upkeep": "upkeep",
    "running_penalty_scope": "running_penalty_scope",
    "scope": "running_penalty_scope",
    "sprinting_until": "sprinting_until",
    "sprint_fatigue_turns": "sprint_fatigue_turns",
    "swim_cost_scope": "swim_cost_scope",
    "tread_minutes": "tread_minutes",
    "run_up_m": "run_up_m",
    "jumps": "jumps",
    "athletics": "athletics",
    "climb_rounding": "climb_rounding",
    "fall_distances": "fall_distances",
    "fall_rounding": "fall_rounding",
    "round_seconds": "round_seconds",
    "reading": "rappel_bonus",
}
ROUNDINGS = {"sr5_swim": "average_rounding", "sr5_tread": "average_rounding", "sr5_fall_dv": "fall_rounding"}
"""What ``rounding`` means to each function."""
SOFT = ("soft", "soft_landing")
OWN: dict[str, tuple[str, ...]] = {
    "sr5_rates": (),
    "sr5_band": ("moved", "sprint_hits"),
    "sr5_sprint_tests": ("running",),
    "sr5_sprint_max": ("hits",),
    "sr5_action_mod": ("running", "action"),
    "sr5_ranged_at": ("target",),
    "sr5_hits_needed": ("distance",),
    "sr5_swim": ("hits",),
    "sr5_tread": (),
    "sr5_tread_test": ("hits",),
    "sr5_jump_h": ("hits", "running"),
    "sr5_jump_v": ("hits", "running"),
    "sr5_climb": ("row", "hits"),
    "sr5_climb_pool": ("surface", "slick", "running"),
    "sr5_rappel": ("hits",),
    "sr5_rappel_mod": ("other_simple",),
    "sr5_fall_dv": ("metres", *SOFT),
    "sr5_fall_total": ("turns",),
    "sr5_fall_turns": ("height",),
    "sr5_hit_odds": ("pool", "at_least"),
}
"""The inputs of each function that are neither sheet nor switch."""
FAR = 1_000_000
TEST_RUNNING = 20
"""A Running rating that leaves no doubt about the number of Sprint Tests."""
ACTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "charge_melee": ("charge", {}),
    "charge": ("charge", {}),
    "melee": ("action", {"cost": "complex"}),
    "attack": ("action", {"cost": "complex"}),
    "shoot": ("shoot", {}),
    "sprint": ("sprint", {}),
    "jump": ("action", {"combat": False}),
    "climb": ("action", {"combat": False}),
    "swim": ("action", {"combat": False}),
}


def table(handle: Handle, name: str, given: dict[str, Any]) -> Table:
    """Return the table that the inputs describe; raises ``KeyError`` for an input the function does not know."""
    character: dict[str, Any] = {}
    switches: dict[str, Any] = {}
    for key, value in given.items():
        if key in OWN[name]:
            continue
        if key in SHEET:
            character[SHEET[key]] = value
        elif key in SWITCHES:
            switches[SWITCHES[key]] = value
        elif key == "partial":
            switches["climb_rounding"] = "exact" if value else "down"
        elif key == "rounding" and name in ROUNDINGS:
            switches[ROUNDINGS[name]] = value
        else:
            raise KeyError(f"{name} has no input {key!r}")
    return Table(handle, "sr5", character=character, house_rules=switches)


def allowance(state: dict[str, Any], name: str) -> dict[str, Any]:
    """Return one allowance of a state."""
    return next(part for part in state["allowances"] if part["id"] == name)


def numbers(answer: dict[str, Any], rule: str, name: str) -> Any:
    """Return a number of a rule's line in the trace; none if it was not used."""
    lines = (line["numbers"] for line in answer["trace"] if line["rule"] == rule)
    return next((line[name] for line in lines if name in line), None)


def _checked(plan: dict[str, Any], name: str) -> Any:
    """Return a number of the only test of a plan; 0 if it has none, as for want of dice."""
    return next((check[name] for check in plan["checks"]), 0)


def _counter(state: dict[str, Any], name: str) -> Any:
    return next(counter["value"] for counter in state["counters"] if counter["id"] == name)


def _did(player: Table, name: str, act: str, **options: Any) -> dict[str, Any]:
    """Tell an act and return what became of it; a refusal is no answer to a row."""
    return _told(player, name, {"kind": "did", "act": act, "options": options})


def _rolled(player: Table, name: str, check: str, hits: int) -> dict[str, Any]:
    return _told(player, name, {"kind": "rolled", "check": check, "result": hits})


def _told(player: Table, name: str, event: dict[str, Any]) -> dict[str, Any]:
    value = player.apply(name, event)
    if value["refused"] is not None:
        raise KeyError(value["refused"]["reason"]["text"])
    return value


def _run(player: Table) -> None:
    """Let the character run: all of the Run Rate, and never mind the Agility."""
    player.character = {"agility": 1, **player.character}
    value = player.apply("run", {"kind": "moved", "route": _ground(FAR), "override": True})
    if value["refused"] is not None:
        raise KeyError(value["refused"]["reason"]["text"])


def _ground(metres: Any) -> dict[str, Any]:
    return {"segments": [{"mode": "ground", "length": metres}]}


def sr5_rates(handle: Handle, given: dict[str, Any]) -> Any:
    state = table(handle, "sr5_rates", given).state()
    return {
        "walk": allowance(state, "walk")["limit"],
        "run": allowance(state, "run")["limit"],
        "per_hit": numbers(state, "SR5-04", "per_hit"),
    }


def sr5_band(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_band", given)
    if given.get("sprint_hits"):
        player.character |= {"running": TEST_RUNNING}
        _rolled(player, "sprint", "sprint", given["sprint_hits"])
    bands = player.plan(_ground(given["moved"]))["bands"]
    last = bands[-1] if bands else {"kind": "free", "rule": "SR5-02"}
    names = {"SR5-02": "walking", "SR5-05": "running", "SR5-12": "sprinting"}
    return names[last["rule"]] if last["kind"] in {"free", "penalised"} else "beyond"


def sr5_sprint_tests(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_sprint_tests", given)
    player.character |= {"running": given["running"]}
    return numbers(player.state(), "SR5-13", "tests")


def sr5_sprint_max(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_sprint_max", given)
    player.character |= {"running": TEST_RUNNING}
    hits = given.get("hits", [])
    for index in range(len(hits)):
        player.apply(f"phase{index}", {"kind": "begin", "scope": "phase"})
        _rolled(player, f"sprint{index}", "sprint", hits[index])
    return allowance(player.state(), "movement")["limit"]


def sr5_action_mod(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_action_mod", given)
    if given.get("running", False):
        _run(player)
    act, options = ACTIONS.get(given["action"], ("action", {}))
    if act == "sprint":
        player.character |= {"running": TEST_RUNNING}
        check = player.plan({"segments": [{"mode": "sprint", "length": 0}]})["checks"][0]
        return check["dice"]["params"]["change"]
    return _counter(_did(player, "act", act, **options)["state"], "action_dice")


def sr5_ranged_at(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_ranged_at", given)
    player.character |= {"running": TEST_RUNNING}
    if given["target"] == "running":
        _run(player)
    elif given["target"] == "sprinting":
        _rolled(player, "sprint", "sprint", 0)
    modifiers = player.state()["modifiers"]
    return next((part["amount"] for part in modifiers if part["bearer"] == "shooters"), 0)


def sr5_hits_needed(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_hits_needed", given)
    player.character |= {"running": TEST_RUNNING}
    return _checked(player.plan(_ground(given["distance"])), "needed")


def sr5_swim(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_swim", given)
    player.character = {"swimming": 20, **player.character}
    if given.get("hits"):
        _rolled(player, "sprint", "swim_sprint", given["hits"])
    return allowance(player.state(), "swim")["limit"]


def sr5_tread(handle: Handle, given: dict[str, Any]) -> Any:
    state = table(handle, "sr5_tread", given).state()
    return {name: numbers(state, "SR5-20", name) for name in ("minutes", "turns")}


def sr5_tread_test(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_tread_test", given)
    player.character |= {"strength": 0, "body": 0}
    _did(player, "tread", "tread")
    value = _rolled(player, "test", "tread", given["hits"])
    return {"ok": value["rolls"][0]["success"], "stun": _counter(value["state"], "stun")}


def _jumped(player: Table, check: str, hits: int) -> dict[str, Any]:
    return _rolled(player, "jump", check, hits)["rolls"][0]["effect"]["params"]


def sr5_jump_h(handle: Handle, given: dict[str, Any]) -> Any:
    check = "running_jump" if given.get("running", False) else "long_jump"
    jump = _jumped(table(handle, "sr5_jump_h", given), check, given.get("hits", 0))
    return {"cm": jump["cm"], "style": jump["style"]}


def sr5_jump_v(handle: Handle, given: dict[str, Any]) -> Any:
    return _jumped(table(handle, "sr5_jump_v", given), "high_jump", given.get("hits", 0))["cm"]


def sr5_climb(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_climb", given)
    row = given["row"]
    player.character = {"acrobatics": 20, **player.character, "assisted": not row.startswith("unassisted")}
    if row == "rappel":
        return allowance(_rolled(player, "rappel", "rappel", given["hits"])["state"], "rappel")["limit"]
    player.circumstances = {"climb_row": row}
    value = player.apply("climb", {"kind": "rolled", "check": "climb", "result": given["hits"]})
    if value["refused"] is not None:
        return 0 if value["refused"]["rule"] == "SR5-27" else value["refused"]["reason"]["text"]
    return allowance(value["state"], "climb")["limit"]


def sr5_climb_pool(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_climb_pool", given)
    if given.get("running", False):
        _run(player)
    climb = {"mode": "climb", "length": 0, "rise": 1}
    climb |= {"surface": given.get("surface", "broken"), "slick": given.get("slick", "none")}
    return _checked(player.plan({"segments": [climb]}), "pool")


def sr5_rappel(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_rappel", given)
    player.character |= {"assisted": True}
    value = _rolled(player, "rappel", "rappel", given["hits"])
    metres = allowance(value["state"], "rappel")["limit"]
    return {"controlled": value["rolls"][0]["success"], "metres": metres}


def sr5_rappel_mod(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_rappel_mod", given)
    player.circumstances = {"other_simple": given.get("other_simple", False)}
    modifiers = player.state()["modifiers"]
    return next((part["amount"] for part in modifiers if part["rule"] == "SR5-32"), 0)


def _falling(player: Table, height: Any) -> dict[str, Any]:
    """Return the numbers of a fall that begins, or is over at once; none for no fall at all."""
    value = player.apply("fall", {"kind": "did", "act": "fall", "options": {"height": height}})
    hazards = value["state"]["hazards"]
    return next((hazard["numbers"] for hazard in hazards if hazard["id"] in {"falling", "fall"}), {})


def sr5_fall_dv(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_fall_dv", given)
    soft = next((given[name] for name in SOFT if name in given), 0)
    player.circumstances = {"soft_landing": soft}
    return _falling(player, given["metres"]).get("dv", 0)


def sr5_fall_total(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr5_fall_total", given)
    state = player.state()
    for turn in range(given["turns"]):
        if turn:
            player.apply(f"end{turn}", {"kind": "end", "scope": "turn"})
            state = player.apply(f"begin{turn}", {"kind": "begin", "scope": "turn"})["state"]
        else:
            state = _did(player, "fall", "fall", height=FAR)["state"]
    return _counter(state, "fallen")


def sr5_fall_turns(handle: Handle, given: dict[str, Any]) -> Any:
    return _falling(table(handle, "sr5_fall_turns", given), given["height"]).get("turns", 0)


def sr5_hit_odds(handle: Handle, given: dict[str, Any]) -> Any:
    dice, wanted = given["pool"], given.get("at_least", 1)
    player = table(handle, "sr5_hit_odds", given)
    player.character |= {"running": len(range(dice)[:20]), "strength": len(range(dice)[20:])}
    checks = player.plan({"segments": [{"mode": "sprint", "length": 0}]})["checks"]
    better = [row["at_least"] for check in checks for row in check["odds"] if row["result"] >= wanted]
    return round(better[0], 4) if better else 0


FUNCTIONS = {name: function for name, function in list(globals().items()) if name in OWN}
