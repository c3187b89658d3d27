"""``con_*``: The Contract's functions, as requests to the rules and readings of their replies."""

from typing import Any

from tests.rulebook.asking import Handle, Table

SHEET = {"dex": "dexterity", "dexterity": "dexterity", "brawn": "brawn", "athletics": "athletics"}
SHEET |= {"ath": "athletics", "penalty": "penalty", "stunned": "stunned", "load": "load"}

SWITCHES = {
    "reading": "penalty_reading",
    "penalty_reading": "penalty_reading",
    "ext_penalty": "extension_penalty",
    "extension_penalty": "extension_penalty",
    "sprint_floor": "sprint_floor",
    "floor": "sprint_floor",
    "base": "base_difficulty",
    "base_difficulty": "base_difficulty",
    "difficulty": "base_difficulty",
    "max_difficulty": "max_difficulty",
    "excess": "jump_excess",
    "jump_excess": "jump_excess",
    "jump_counts": "jump_counts",
    "run_up_ft": "run_up_ft",
    "penalty_hits_pools": "penalty_hits_pools",
}
FLAGS = {
    "floor_free": ("sprint_floor", "free"),
    "flat": ("extension_penalty", "flat"),
}
"""Switches given as true or false."""
OWN = {
    "con_free": (),
    "con_ext": ("action", "dice_saved"),
    "con_move": ("feet", "action", "dice_saved"),
    "con_sprint": ("outcome",),
    "con_sprint_need": ("feet", "distance"),
    "con_jump_max": ("running",),
    "con_jump": ("h", "v", "running", "combat", "high_stakes"),
    "con_climb": ("outcome",),
    "con_swim": ("outcome",),
    "con_outcome": ("faces",),
    "con_odds": ("pool", "at_least"),
    "con_mean": ("pool",),
}
"""The inputs of each function that are neither sheet nor switch."""


def table(handle: Handle, name: str, given: dict[str, Any]) -> Table:
    """Return the table that the inputs describe; raises ``KeyError`` for an input the function does not know."""
    character: dict[str, Any] = {}
    switches: dict[str, Any] = {}
    for key, value in given.items():
        if key in SHEET:
            character[SHEET[key]] = value
        elif key in SWITCHES:
            switches[SWITCHES[key]] = value
        elif key in FLAGS:
            switches |= dict([FLAGS[key]]) if value else {}
        elif key not in OWN[name]:
            raise KeyError(f"{name} has no input {key!r}")
    return Table(
        handle,
        "contract",
        character=character,
        house_rules=switches,
        circumstances={"high_stakes": given.get("high_stakes", False)},
        in_combat=given.get("combat", True),
    )


def acted(handle: Handle, name: str, given: dict[str, Any]) -> Table:
    """Return the table after the Action, if the inputs say that it is spent."""
    player = table(handle, name, given)
    if given.get("action", "unspent") == "spent":
        player.apply("act", {"kind": "acted", "saved": given.get("dice_saved", 0)})
    return player


def allowance(state: dict[str, Any], name: str) -> dict[str, Any]:
    """Return one allowance of a state."""
    return next(part for part in state["allowances"] if part["id"] == name)


def numbers(plan: dict[str, Any], rule: str) -> dict[str, Any]:
    """Return the numbers of a rule's line in the trace; none if it was not used."""
    lines = [line["numbers"] for line in plan["trace"] if line["rule"] == rule and line["numbers"]]
    return lines[0] if lines else {}


def con_free(handle: Handle, given: dict[str, Any]) -> Any:
    return allowance(table(handle, "con_free", given).state(), "free")["limit"]


def con_ext(handle: Handle, given: dict[str, Any]) -> Any:
    return allowance(acted(handle, "con_ext", given).state(), "extended")["limit"]


def con_move(handle: Handle, given: dict[str, Any]) -> Any:
    route = {"segments": [{"mode": "ground", "length": given["feet"]}]}
    event = {"kind": "moved", "route": route, "override": True}
    moved = acted(handle, "con_move", given).apply("move", event)
    player = acted(handle, "con_move", given)
    # The plan comes last: the pages of rules show the last question of a case.
    state, plan = player.state(), player.plan(route)
    legal = plan["verdict"] in {"free", "penalised"}
    price = plan["bands"][-1]["price"] if plan["bands"] else None
    return {
        "ok": legal,
        "free": allowance(state, "free")["limit"],
        "max": allowance(state, "movement")["limit"],
        "extra": allowance(moved["state"], "extended")["used"],
        "dice": (price["amount"] if price else 0) if legal else None,
    }


def con_sprint(handle: Handle, given: dict[str, Any]) -> Any:
    return _rolled(table(handle, "con_sprint", given), "sprint", given["outcome"])


def _rolled(player: Table, check: str, outcome: int) -> Any:
    value = player.apply("roll", {"kind": "rolled", "check": check, "result": outcome})
    return allowance(value["state"], check)["limit"]


def con_sprint_need(handle: Handle, given: dict[str, Any]) -> Any:
    feet = given["feet"] if "feet" in given else given["distance"]
    return _sprint_check(table(handle, "con_sprint_need", given), feet)["needed"]


def _sprint_check(player: Table, feet: Any) -> dict[str, Any]:
    plan = player.plan({"segments": [{"mode": "sprint", "length": feet}]})
    return next(check for check in plan["checks"] if check["id"] == "sprint")


def con_jump_max(handle: Handle, given: dict[str, Any]) -> Any:
    name = "jump_running" if given.get("running", True) else "jump_standing"
    reach = allowance(table(handle, "con_jump_max", given).state(), name)
    return {"h": reach["limit"], "v": reach["vertical"]}


def con_jump(handle: Handle, given: dict[str, Any]) -> Any:
    jump = {"mode": "jump", "length": given.get("h", 0), "rise": given.get("v", 0)}
    jump["run_up"] = given.get("running", True)
    plan = table(handle, "con_jump", given).plan({"segments": [jump]})
    possible = plan["verdict"] != "impossible"
    difficulty = numbers(plan, "CON-13").get("result", given.get("base", 6))
    return {"roll": bool(plan["checks"]) or not possible, "difficulty": difficulty, "possible": possible}


def con_climb(handle: Handle, given: dict[str, Any]) -> Any:
    return _rolled(table(handle, "con_climb", given), "climb", given["outcome"])


def con_swim(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "con_swim", given)
    plan = player.plan({"segments": [{"mode": "swim", "length": 1}]})
    if any(hazard["id"] == "sinking" for hazard in plan["hazards"]):
        return "sinks"
    return _rolled(player, "swim", given["outcome"])


def _pool(handle: Handle, name: str, given: dict[str, Any], dice: int) -> Table:
    """Return a table whose All-out Sprint is rolled with that many dice: Brawn, and what is over in Athletics."""
    player = table(handle, name, given)
    player.character |= {"brawn": len(range(dice)[:20]), "athletics": len(range(dice)[20:])}
    return player


def con_outcome(handle: Handle, given: dict[str, Any]) -> Any:
    faces = given["faces"]
    player = _pool(handle, "con_outcome", given, len(faces))
    value = player.apply("roll", {"kind": "rolled", "check": "sprint", "faces": faces})
    return value["rolls"][0]["result"]


def con_odds(handle: Handle, given: dict[str, Any]) -> Any:
    odds = _sprint_check(_pool(handle, "con_odds", given, given["pool"]), 1)["odds"]
    wanted = given.get("at_least", 1)
    better = [row["at_least"] for row in odds if row["result"] >= wanted]
    return round(better[0], 4) if better else 0


def con_mean(handle: Handle, given: dict[str, Any]) -> Any:
    return round(_sprint_check(_pool(handle, "con_mean", given, given["pool"]), 1)["mean"], 4)


FUNCTIONS = {name: function for name, function in list(globals().items()) if name in OWN}
