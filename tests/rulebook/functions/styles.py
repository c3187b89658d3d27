"""``sty_*``: The Kleptonomicon's functions, as requests to the rules and readings of their replies."""

from typing import Any

from tests.rulebook.asking import Handle, Table

SHEET = {"styles", "interrupts", "hooks", "goods_total", "goods_filled", "heavy_nonbuoyant"}
SHEET |= {"sneaking", "athletics"}

SWITCHES = {
    "pool_refresh": "pool_refresh",
    "dash_hook_cost": "dash_hook_cost",
    "dash_until": "dash_until",
    "crawl_round": "crawl_round",
    "round": "crawl_round",
    "stand_charges_walk": "stand_charges_walk",
    "jump_interrupt": "jump_interrupt",
    "pass_score": "pass_score",
    "at_least": "pass_score",
    "score": "pass_score",
    "needed": "pass_score",
    "target": "pass_score",
    "advantage": "advantage",
}
OWN = {
    "sty_cap": ("size", "dash"),
    "sty_pool": ("dash", "improvised"),
    "sty_plan": ("plan", "dash", "improvised", "spent", "pool_spent", "prone"),
    "sty_crawl": ("spent",),
    "sty_crawl_cost": ("distance", "d"),
    "sty_swim_interrupted": (),
    "sty_interrupt": ("active", "style"),
    "sty_slowed": ("before", "after"),
    "sty_odds": ("modifier", "mode"),
}
"""The inputs of each function that are neither sheet nor switch."""
LEANINGS = {"adv": "advantage", "dis": "disadvantage", "advantage": "advantage"}
LEANINGS |= {"disadvantage": "disadvantage", "normal": "normal", "none": "normal"}


def table(handle: Handle, name: str, given: dict[str, Any]) -> Table:
    """Return the table that the inputs describe; raises ``KeyError`` for an input the function does not know."""
    character: dict[str, Any] = {}
    switches: dict[str, Any] = {}
    for key, value in given.items():
        if key in SHEET:
            character[key] = value
        elif key in SWITCHES:
            switches[SWITCHES[key]] = value
        elif key not in OWN[name]:
            raise KeyError(f"{name} has no input {key!r}")
    return Table(handle, "styles", character=character, house_rules=switches)


def _did(player: Table, act: str, **options: Any) -> dict[str, Any]:
    """Tell an act, under a name of its own."""
    name = (
        f"c{len((player.ledger or {'commits': []})['commits'])}-{(player.ledger or {'number': 0})['number']}"
    )
    return player.apply(name, {"kind": "did", "act": act, "options": options})


def _moved(player: Table, mode: str, length: Any, **fields: Any) -> dict[str, Any]:
    """Tell a move of one stretch."""
    name = f"m{(player.ledger or {'number': 0})['number']}"
    route = {"segments": [{"mode": mode, "length": length}]}
    return player.apply(name, {"kind": "moved", "route": route, **fields})


def _allowance(state: dict[str, Any], name: str) -> dict[str, Any]:
    return next(part for part in state["allowances"] if part["id"] == name)


def _counter(state: dict[str, Any], name: str) -> Any:
    return next(part["value"] for part in state["counters"] if part["id"] == name)


def _dashed(player: Table, given: dict[str, Any]) -> Table:
    """Return the table after a Dash, if the inputs say so; without one, no Hook is left for it."""
    if given.get("dash", False):
        player.character |= {"hooks": None}
        _did(player, "dash")
    player.character |= {"hooks": 0}
    if player.house_rules.get("dash_hook_cost") == 0:
        player.house_rules |= {"dash_hook_cost": 1}
    return player


def _granted(player: Table, given: dict[str, Any]) -> Table:
    for style, size in given.get("improvised", {}).items():
        _did(player, "improvise", style=style, size=size)
    return player


def sty_cap(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sty_cap", given)
    player.character |= {"styles": {"walk": given["size"]}}
    return _allowance(_dashed(player, given).state(), "walk")["limit"]


def sty_pool(handle: Handle, given: dict[str, Any]) -> Any:
    player = _granted(table(handle, "sty_pool", given), given)
    return _allowance(_dashed(player, given).state(), "pool")["limit"]


def sty_plan(handle: Handle, given: dict[str, Any]) -> Any:
    player = _spent(table(handle, "sty_plan", given), given)
    player = _granted(_dashed(player, given), given)
    if given.get("prone", False):
        _did(player, "prone")
    for mode, length in given["plan"]:
        why = _stand(player) if mode == "stand" else _step(player, mode, length)
        if why:
            return {"ok": False, "why": why}
    return {"ok": True, "pool_left": _allowance(player.state(), "pool")["left"]}


def _spent(player: Table, given: dict[str, Any]) -> Table:
    """Return the table after what the inputs say was spent; a pool of its own is spent after a refresh."""
    player.circumstances = {"allowed_off_turn": True}
    for style, amount in given.get("spent", {}).items():
        _moved(player, style, amount, override=True)
    if "pool_spent" in given:
        player.apply("refresh", {"kind": "end", "scope": "turn"})
        _moved(player, "phase", given["pool_spent"], override=True)
    if given.get("spent") or given.get("pool_spent"):
        _did(player, "use", style="walk")
    return player


def _stand(player: Table) -> str:
    """Stand up, from the ground if need be, and return why that cannot be."""
    if all(badge["id"] != "prone" for badge in player.state()["statuses"]):
        _did(player, "use", style="walk")
        _did(player, "prone")
    return "pool" if _did(player, "stand")["refused"] else ""


def _step(player: Table, mode: str, length: Any) -> str:
    """Move one part of the plan, and return why that cannot be."""
    plan = player.plan({"segments": [{"mode": mode, "length": length}]})
    if plan["verdict"] != "impossible":
        _moved(player, mode, length)
        return ""
    if any(band["rule"] == "STY-29" for band in plan["bands"]):
        return "no_style"
    # With a pool that is no bar, only what the style's own meter holds is.
    sheet = player.character
    player.character = {**sheet, "styles": {**sheet["styles"], "boundless": 1000}}
    alone = player.plan({"segments": [{"mode": mode, "length": length}]})
    player.character = sheet
    return "style" if alone["verdict"] == "impossible" else "pool"


def sty_crawl(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sty_crawl", given)
    player.character |= {"styles": {"walk": given["spent"]}}
    _did(player, "prone")
    return _allowance(player.state(), "crawl")["limit"]


def sty_crawl_cost(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sty_crawl_cost", given)
    player.character |= {"styles": {"walk": 1000}}
    _did(player, "prone")
    length = given["distance"] if "distance" in given else given["d"]
    plan = player.plan({"segments": [{"mode": "ground", "length": length}]})
    spends = [spend["amount"] for spend in plan["spends"] if spend["resource"] == "pool"]
    return spends[0] if spends else 0


def sty_swim_interrupted(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sty_swim_interrupted", given)
    _moved(player, "swim", 1)
    state = _did(player, "interrupt")["state"]
    return next(part["numbers"] for part in state["hazards"] if part["id"] in {"float", "sink"})


def sty_interrupt(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sty_interrupt", given)
    state = _did(player, "use", style=given["active"] if "active" in given else given["style"])["state"]
    return _counter(state, "interrupt_effect")


def sty_slowed(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sty_slowed", given)
    before = _did(player, "slowed", stacks=given["before"])["state"]
    after = _did(player, "slowed", stacks=given["after"])["state"]
    return _counter(before, "interrupts") != _counter(after, "interrupts")


def sty_odds(handle: Handle, given: dict[str, Any]) -> Any:
    player = table(handle, "sty_odds", given)
    player.character |= {"sneaking": given.get("modifier", 0)}
    player.circumstances = {"obscured": True, "test": LEANINGS[given.get("mode") or "normal"]}
    plan = player.plan({"segments": [{"mode": "ground", "length": 1}]})
    return round(next(check["chance"] for check in plan["checks"] if check["id"] == "sneaking"), 4)


FUNCTIONS = {name: function for name, function in list(globals().items()) if name in OWN}
