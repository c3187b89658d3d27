"""``d6_*``: OpenD6's functions, as requests to the rules and readings of their replies."""

from typing import Any

from tests.rulebook.asking import Handle, Table

SURE = "30D"
"""A code that makes any roll worth speaking of, for what only asks for a difficulty."""
SHEET = {
    "move": "move",
    "base": "move",
    "skilled": "has_climbing",
    "has_climbing": "has_climbing",
    "has_stamina": "has_stamina",
    "flying_move": "flying_move",
    "limit": "fatigue_limit",
    "fatigue_limit": "fatigue_limit",
}
SWITCHES = {
    "run_base": "run_base",
    "cap4": "cap_4x",
    "cap_4x": "cap_4x",
    "reading": "accel_reading",
    "accel_reading": "accel_reading",
    "tie_succeeds": "tie_succeeds",
    "tie": "tie_succeeds",
    "trip_margin": "trip_margin",
    "measure": "jump_measure",
    "jump_measure": "jump_measure",
    "short_needs_roll": "short_needs_roll",
    "fatigue_reset": "fatigue_reset",
    "reset": "fatigue_reset",
    "fly_base": "fly_base",
    "wild_die": "wild_die",
    "wild": "wild_die",
    "round_seconds": "round_seconds",
}
SAID = {"gm": "gm_modifier", "gm_modifier": "gm_modifier", "fatigue": "fatigue"}
BASES = {"d6_run": "run_base", "d6_fly": "fly_base", "d6_afford": "run_base"}
"""Where ``base`` is the difficulty of the first Move, not a Move."""
PLACE = ("terrain", "surface", "gm_terrain", "terrain_number", "modifier")
OWN: dict[str, tuple[str, ...]] = {
    "d6_count": ("metres", "distance"),
    "d6_run": ("metres", *PLACE),
    "d6_swim": ("metres", *PLACE),
    "d6_climb": ("metres", *PLACE),
    "d6_fly": ("metres", *PLACE),
    "d6_jump": ("horizontal", "vertical", *PLACE),
    "d6_swim_move": (),
    "d6_climb_move": (),
    "d6_jump_base": (),
    "d6_short": ("kind",),
    "d6_runup": ("rounds",),
    "d6_accel": ("current",),
    "d6_accel_round": ("current", "declared", "total", *PLACE),
    "d6_slow": ("current",),
    "d6_afford": ("total", *PLACE),
    "d6_fatigue": ("rounds_fast",),
    "d6_overcome": ("rounds_fast",),
    "d6_breath": ("roll", "prepared", "breath_bonus_s", "bonus_s", "bonus"),
    "d6_terrain": PLACE,
    "d6_odds": ("dice", "pips", "difficulty"),
}
"""The inputs of each function that are neither sheet, switch nor the GM's word."""
KINDS = {"run": "ground", "running": "ground", "land": "ground", "walk": "ground", "ground": "ground"}
KINDS |= {"swim": "swim", "swimming": "swim", "climb": "climb", "climbing": "climb", "jump": "jump"}
KINDS |= {"jumping": "jump", "fly": "fly", "flying": "fly"}


def table(handle: Handle, name: str, given: dict[str, Any], **switches: Any) -> Table:
    """Return the table that the inputs describe; raises ``KeyError`` for an input the function does not know."""
    character: dict[str, Any] = {"running": SURE, "swimming": SURE, "climbing": SURE, "jumping": SURE}
    said: dict[str, Any] = {}
    for key, value in given.items():
        if key == "base" and name in BASES:
            switches[BASES[name]] = value
        elif key in OWN[name]:
            continue
        elif key in SHEET:
            character[SHEET[key]] = value
        elif key in SWITCHES:
            switches[SWITCHES[key]] = value
        elif key in SAID:
            said[SAID[key]] = value
        else:
            raise KeyError(f"{name} has no input {key!r}")
    return Table(
        handle, "d6", character={**character, "flying": SURE}, house_rules=switches, circumstances=said
    )


def numbers(plan: dict[str, Any], rule: str) -> dict[str, Any]:
    """Return the numbers of a rule's line in the trace; none if it was not used."""
    lines = [line["numbers"] for line in plan["trace"] if line["rule"] == rule and line["numbers"]]
    return lines[-1] if lines else {}


def _counter(state: dict[str, Any], name: str) -> Any:
    """Return a counter's value; none if the state has no such counter."""
    return next((counter["value"] for counter in state["counters"] if counter["id"] == name), None)


def _stretch(given: dict[str, Any], mode: str, metres: Any) -> dict[str, Any]:
    """Return a stretch of the terrain that is given: a climb's is its surface."""
    place = given.get("terrain", given.get("surface"))
    number = given.get("gm_terrain", given.get("terrain_number", given.get("modifier")))
    kind = {"surface": place} if mode == "climb" and number is None else {"grade": place, "modifier": number}
    return {
        "mode": mode,
        "length": metres,
        **{key: value for key, value in kind.items() if value is not None},
    }


def _difficulty(handle: Handle, name: str, given: dict[str, Any], mode: str, rule: str) -> Any:
    stretch = _stretch(given, mode, given["metres"])
    return numbers(table(handle, name, given).plan({"segments": [stretch]}), rule).get("difficulty", 0)


def d6_run(handle: Handle, given: dict[str, Any]) -> Any:
    return _difficulty(handle, "d6_run", given, "ground", "D6-02")


def d6_swim(handle: Handle, given: dict[str, Any]) -> Any:
    return _difficulty(handle, "d6_swim", given, "swim", "D6-05")


def d6_climb(handle: Handle, given: dict[str, Any]) -> Any:
    return _difficulty(handle, "d6_climb", given, "climb", "D6-09")


def d6_fly(handle: Handle, given: dict[str, Any]) -> Any:
    known = {"flying_move": given.get("move", 10)} | given
    return _difficulty(handle, "d6_fly", known, "fly", "D6-24")


def d6_count(handle: Handle, given: dict[str, Any]) -> Any:
    metres = given["metres"] if "metres" in given else given["distance"]
    plan = table(handle, "d6_count", given).plan({"segments": [{"length": metres}]})
    return numbers(plan, "D6-01").get("moves", 0)


def d6_jump(handle: Handle, given: dict[str, Any]) -> Any:
    jump = {**_stretch(given, "jump", given.get("horizontal", 0)), "rise": given.get("vertical", 0)}
    plan = table(handle, "d6_jump", given).plan({"segments": [jump]})
    return numbers(plan, "D6-11")["difficulty"]


def d6_swim_move(handle: Handle, given: dict[str, Any]) -> Any:
    return _counter(table(handle, "d6_swim_move", given).state(), "swim_move")


def d6_climb_move(handle: Handle, given: dict[str, Any]) -> Any:
    return _counter(table(handle, "d6_climb_move", given).state(), "climb_move")


def d6_jump_base(handle: Handle, given: dict[str, Any]) -> Any:
    return _counter(table(handle, "d6_jump_base", given).state(), "jump_base")


def d6_short(handle: Handle, given: dict[str, Any]) -> Any:
    mode = KINDS[given.get("kind", "run")]
    player = table(handle, "d6_short", given)
    if mode == "fly":
        player.character = {"flying_move": given.get("move", 10)} | player.character
    short = [part["limit"] for part in player.state()["allowances"] if part["id"] == f"short_{mode}"]
    return short[0] if short else 0


def d6_terrain(handle: Handle, given: dict[str, Any]) -> Any:
    plan = table(handle, "d6_terrain", given).plan({"segments": [_stretch(given, "ground", 1)]})
    return numbers(plan, "D6-22")["terrain"]


def _new_round(player: Table, name: str) -> dict[str, Any]:
    ending = [{"kind": "end", "scope": "round"}, {"kind": "begin", "scope": "round"}]
    return player.apply(f"round {name}", *ending)["state"]


def _runs(player: Table, name: str, stretch: dict[str, Any], total: int) -> dict[str, Any]:
    """Run a stretch, with that total if it is rolled for, and return the state after it."""
    state = player.apply(f"run {name}", {"kind": "moved", "route": {"segments": [stretch]}})["state"]
    if state["pending"] is None:
        return state
    return player.apply(f"roll {name}", {"kind": "rolled", "check": "run", "result": total})["state"]


def d6_runup(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "d6_runup", given)
    state = player.state()
    for count in range(len(given["rounds"])):
        _runs(player, f"{count}", {"length": 20}, 100 if given["rounds"][count] else 0)
        state = _new_round(player, f"{count}")
    return _counter(state, "run_up")


def _chase(handle: Handle, name: str, given: dict[str, Any]) -> Table:
    """Return a table with a chase on, in which the last round's rate was the one given."""
    player = table(handle, name, given, acceleration=True)
    if given.get("current", 0):
        route = {"segments": [{"length": given["current"]}]}
        player.apply("before", {"kind": "moved", "route": route, "override": True})
        _new_round(player, "before")
    return player


def d6_accel(handle: Handle, given: dict[str, Any]) -> Any:
    state = _chase(handle, "d6_accel", given).state()
    return {"max": _counter(state, "ground_fastest"), "min": _counter(state, "ground_slowest")}


def d6_accel_round(handle: Handle, given: dict[str, Any]) -> Any:
    player = _chase(handle, "d6_accel_round", given)
    plan = player.plan({"segments": [_stretch(given, "ground", given["declared"])]})
    ends = [band["end"] for band in plan["bands"] if band["kind"] != "impossible"]
    if not ends:
        return {"rate": 0, "result": "ok"}
    state = _runs(player, "now", _stretch(given, "ground", ends[-1]), given["total"])
    return {"rate": _counter(state, "ground_used"), "result": _counter(state, "ground_result") or "ok"}


def d6_slow(handle: Handle, given: dict[str, Any]) -> Any:
    player = _chase(handle, "d6_slow", given)
    state = _runs(player, "now", {"length": given["current"], "grade": "hazardous"}, 0)
    return {"rate": _counter(state, "ground_used"), "result": _counter(state, "ground_result")}


def d6_afford(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "d6_afford", given)
    one = _stretch(given, "ground", given.get("move", 10))
    player.apply("run", {"kind": "moved", "route": {"segments": [one, one]}})
    state = player.apply("roll", {"kind": "rolled", "check": "run", "result": given["total"]})["state"]
    return _counter(state, "ground_affords")


def _tired(handle: Handle, name: str, given: dict[str, Any]) -> Table:
    """Return a table at which a token has moved fast in as many rounds as given, this one included."""
    player = table(handle, name, given)
    player.character = {"move": 1} | player.character
    for count in range(given["rounds_fast"]):
        if count:
            _new_round(player, f"{count}")
        route = {"segments": [{"length": 999}]}
        player.apply(f"run {count}", {"kind": "moved", "route": route, "override": True})
    return player


def d6_fatigue(handle: Handle, given: dict[str, Any]) -> Any:
    player = _tired(handle, "d6_fatigue", given)
    if given["rounds_fast"]:
        return _counter(player.state(), "fatigue")
    return numbers(player.plan({"segments": [{"length": 1}]}), "D6-20").get("fatigue", 0)


def d6_overcome(handle: Handle, given: dict[str, Any]) -> Any:
    player = _tired(handle, "d6_overcome", given)
    return player.apply("overcome", {"kind": "rolled", "check": "overcome", "result": 0})["rolls"][0][
        "difficulty"
    ]


def d6_breath(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "d6_breath", given)
    if given.get("prepared", False):
        bonus = given.get("breath_bonus_s", given.get("bonus_s", given.get("bonus")))
        player.apply("deep", {"kind": "did", "act": "breathe_deeply", "options": {"bonus_s": bonus}})
    state = player.apply("roll", {"kind": "rolled", "check": "breath", "result": given["roll"]})["state"]
    return {"seconds": _counter(state, "breath_seconds")}


def d6_odds(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "d6_odds", {"wild": "off"} | given)
    player.character |= {"running": f"{given['dice']}D+{given.get('pips', 0)}"}
    player.circumstances = {"gm_modifier": 1}
    checks = player.plan({"segments": [{"length": 10}]})["checks"]
    wanted = given["difficulty"]
    better = [row["at_least"] for check in checks for row in check["odds"] if row["result"] >= wanted]
    return round(better[0], 4) if better else 0


FUNCTIONS = {name: function for name, function in list(globals().items()) if name in OWN}
