"""``sr3_*``: Shadowrun 3's functions, as requests to the rules and readings of their replies."""

from typing import Any

from tests.rulebook.asking import Handle, Table

SHEET = {name: name for name in ("quickness", "metatype", "athletics", "width")}
SHEET |= {"q": "quickness", "mover_width": "width"}

SWITCHES = {
    "split": "pass_split",
    "pass_split": "pass_split",
    "mode_change": "mode_change",
    "penalty_scope": "penalty_scope",
    "scope": "penalty_scope",
    "sprint_takes_penalty": "sprint_takes_penalty",
    "measure": "measure",
    "intercept_on_leave": "intercept_on_leave",
    "on_leave": "intercept_on_leave",
}
OWN = {
    "sr3_rate": ("mode",),
    "sr3_pass": ("mode", "passes", "pass_no"),
    "sr3_schedule": ("mode", "passes"),
    "sr3_tn": ("mode", "moved", "rough"),
    "sr3_boost": ("passes", "successes"),
    "sr3_intercept": ("min_dist", "passing", "attacking", "opp_active", "active", "opp_width"),
    "sr3_attack": (
        "ready",
        "weapon_ready",
        "melee",
        "martial",
        "martial_arts",
        "reach_mod",
        "move_mod",
        "condition_mod",
        "combat_pool",
    ),
    "sr3_die": ("tn",),
    "sr3_odds": ("pool", "tn", "at_least"),
}
"""The inputs of each function that are neither sheet nor switch."""
FACTS = {"ready": "weapon_ready", "martial": "martial_arts"}
"""What the tables call the facts of an opponent."""
WAY = {True: 4, False: 2}
"""Column where a way ends that passes the opponent in column 2, or stops beside it."""


def table(handle: Handle, name: str, given: dict[str, Any], **fields: Any) -> Table:
    """Return the table that the inputs describe; raises ``KeyError`` for an input the function does not know."""
    character: dict[str, Any] = {}
    switches: dict[str, Any] = {}
    for key, value in given.items():
        if key in SHEET:
            character[SHEET[key]] = value
        elif key in SWITCHES:
            switches[SWITCHES[key]] = value
        elif key == "run_modifier":
            switches |= {f"run_modifier_{metatype}": times for metatype, times in value.items()}
        elif key not in OWN[name]:
            raise KeyError(f"{name} has no input {key!r}")
    character = fields.pop("character", {}) | character
    return Table(handle, "sr3", character=character, house_rules=switches, **fields)


def _begin(player: Table, name: str, number: int, passes: int) -> None:
    """Begin a Combat Turn, if it is the first pass, and the pass."""
    turn = [{"kind": "begin", "scope": "turn"}] if number == 1 else []
    player.apply(name, *turn, {"kind": "begin", "scope": "pass", "number": number, "of": passes})


def _declare(player: Table, mode: str) -> None:
    player.apply("declare", {"kind": "did", "act": "declare", "options": {"mode": mode}})


def allowance(state: dict[str, Any], name: str) -> dict[str, Any]:
    """Return one allowance of a state."""
    return next(part for part in state["allowances"] if part["id"] == name)


def _numbers(plan: dict[str, Any], rule: str) -> dict[str, Any]:
    return next(line["numbers"] for line in plan["trace"] if line["rule"] == rule)


def sr3_rate(handle: Handle, given: dict[str, Any]) -> Any:
    return allowance(table(handle, "sr3_rate", given).state(), given["mode"])["limit"]


def sr3_pass(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr3_pass", given)
    _begin(player, "begin", given.get("pass_no", 1), given.get("passes", 1))
    name = {"stationary": "stationary"}.get(given["mode"], f"{given['mode']}_pass")
    return allowance(player.state(), name)["limit"]


def sr3_schedule(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr3_schedule", given)
    passes, mode = given.get("passes", 1), given["mode"]
    metres = []
    for number in [*range(1, passes), passes]:
        _begin(player, f"begin {number}", number, passes)
        if number == 1:
            _declare(player, mode)
        name = {"stationary": "stationary"}.get(mode, f"{mode}_pass")
        left = allowance(player.state(), name)["left"]
        if left:
            route = {"segments": [{"length": left}]}
            player.apply(f"move {number}", {"kind": "moved", "route": route})
        metres.append(left)
    return metres


def sr3_tn(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr3_tn", given, character={"quickness": 50})
    if given["mode"] in {"stationary", "walk", "run"}:
        _declare(player, given["mode"])
    segment = {"length": given.get("moved", 0)} | ({"grade": "rough"} if given.get("rough") else {})
    modifiers = player.plan({"segments": [segment]})["modifiers"]
    return next((modifier["amount"] for modifier in modifiers if modifier["quantity"] == "tn"), 0)


def sr3_boost(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sr3_boost", given, character={"athletics": 20})
    passes = given.get("passes", 1)
    _begin(player, "first", 1, passes)
    player.apply("roll", {"kind": "rolled", "check": "sprint", "result": given["successes"]})
    _begin(player, "second", 1, passes)
    state = player.state()
    quickness = next(counter["value"] for counter in state["counters"] if counter["id"] == "quickness")
    run, walk = allowance(state, "run_pass")["limit"], allowance(state, "walk_pass")["limit"]
    return {"q": quickness, "pass_run": run, "pass_walk": walk}


def _met(handle: Handle, name: str, given: dict[str, Any], facts: dict[str, Any], side: Any) -> Table:
    """Return a table where an opponent stands beside column 2 of the mover's row, one side away, without cells.

    Bodies that do not count are so small that half a cell between them is less than a metre: only middles are near.
    """
    wide = 1 if given.get("measure") == "edge" else 0.1
    body = {"cols": wide, "rows": wide}
    grid = {"kind": "gridless", "cols": 5, "rows": 2, "distance": side, "units": "m"}
    tokens = [
        {"id": "mover", "col": 0, "row": 0, "disposition": "friendly", **body},
        {"id": "foe", "col": 2, "row": 1, "disposition": "hostile", "facts": facts, **body},
    ]
    attacking = ["foe"] if given.get("attacking") else []
    return table(
        handle,
        name,
        given,
        character={"quickness": 50},
        circumstances={"attacking": attacking},
        scene={"grid": grid, "tokens": tokens},
        token="mover",
    )


def _past(player: Table, *, passing: bool) -> dict[str, Any]:
    """Return the plan of a way along the row, past the opponent or up to it."""
    cells = [{"col": col, "row": 0} for col in [*range(WAY[passing]), WAY[passing]]]
    return player.plan({"path": cells})


def sr3_intercept(handle: Handle, given: dict[str, Any]) -> Any:
    facts = {"active": given.get("opp_active", given.get("active", True))}
    if "opp_width" in given:
        facts["width"] = given["opp_width"]
    player = _met(handle, "sr3_intercept", given, facts, given["min_dist"] or 0.000001)
    plan = _past(player, passing=given.get("passing", True))
    return any(reaction["rule"] == "SR3-15" for reaction in plan["reactions"])


def sr3_attack(handle: Handle, given: dict[str, Any]) -> Any:
    facts = {FACTS.get(key, key): value for key, value in given.items() if key in OWN["sr3_attack"]}
    plan = _past(_met(handle, "sr3_attack", given, facts, 1), passing=True)
    return {"dice": _numbers(plan, "SR3-16")["dice"], "tn": _numbers(plan, "SR3-17")["tn"]}


def _check(handle: Handle, name: str, given: dict[str, Any], pool: int) -> dict[str, Any]:
    """Return a check of some dice, as a region demands it; the mover has metres enough to reach it."""
    player = table(handle, name, given, character={"quickness": 50})
    roll = {"name": "roll", "pool": pool, "difficulty": given["tn"]}
    return player.plan({"segments": [{"length": 1, "difficult": "here", "roll": roll}]})["checks"][0]


def sr3_die(handle: Handle, given: dict[str, Any]) -> Any:
    return round(_check(handle, "sr3_die", given, 1)["chance"], 6)


def sr3_odds(handle: Handle, given: dict[str, Any]) -> Any:
    wanted = given.get("at_least", 1)
    rows = _check(handle, "sr3_odds", given, given["pool"])["odds"]
    return round(next((row["at_least"] for row in rows if row["result"] >= wanted), 0), 4)


FUNCTIONS = {name: function for name, function in list(globals().items()) if name in OWN}
