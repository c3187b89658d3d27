"""Random small boards with a mover of any system, the same for the same name."""

import random
from itertools import pairwise, product
from math import ceil

from py_rules import systems
from py_rules.check.maps import drawn as values
from py_rules.engine.inputs import TableRules
from py_rules.service import handle
from tests.asking import ask_describe
from tests.oracle import shapes
from tests.oracle.worlds import DIAGONALS, HEXES, wall
from tests.rulebook import maps
from tests.rulebook.asking import Table

COLS, ROWS = 7, 5
OTHER_JUMPS = {"run_up_m": 2, "jumps": "core_book"}
"""Jumps of Shadowrun 5 by hits alone, as the core book has them."""
METATYPES = ("human", "dwarf", "elf", "ork", "troll")


def seeded(name):
    """Return the random numbers of a batch."""
    return random.Random(name)  # noqa: S311 - repeatable boards


def contract(rng):
    """Return a mover of The Contract, and what its map may hold."""
    character = {"dexterity": rng.randrange(5), "brawn": rng.randrange(4), "athletics": rng.randrange(3)}
    character |= {"load": rng.choice(["none", "none", "partial", "full"])}
    house_rules = rng.choice([{}, {"jump_counts": False}, {"run_up_ft": 10}])
    events = [{"kind": "acted", "saved": rng.randrange(3)}] if rng.random() < 0.3 else []
    return {
        "character": character,
        "house_rules": house_rules,
        "events": events,
        "legend": {
            "^": {"surface": rng.choice(["ladder", "cliff"])},
            "/": {"kind": "climb", "surface": rng.choice(["easy", "hard"])},
        },
        "distances": [5],
    }


def sr5(rng):
    """Return a runner, and what its map may hold."""
    character = {"metatype": rng.choice(METATYPES), "agility": rng.randrange(3), "strength": rng.randrange(5)}
    character |= {"running": rng.randrange(5), "swimming": rng.randrange(3), "acrobatics": rng.randrange(5)}
    character |= {"assisted": rng.random() < 0.3, "bonus_actions": rng.randrange(3)}
    character |= {"physical_limit": rng.choice([None, 1, 3]), "height": rng.choice([None, 0.4, 1])}
    house_rules = rng.choice([{}, {"run_up_m": 2}, {"run_up_m": 1, "climb_rounding": "exact"}, OTHER_JUMPS])
    house_rules |= rng.choice([{}, {"climb_rounding": "up", "athletics": "gymnastics"}])
    house_rules |= rng.choice([{}, {"least_sprint_tests": rng.randrange(3)}])
    swims = {"bonus_action_maps_to": rng.choice(["free", "simple"]), "swim_sprint_cost": "simple"}
    house_rules |= rng.choice([{}, {}, swims])
    return {
        "character": character,
        "house_rules": house_rules,
        "events": rng.choice([[], [], [{"kind": "acted"}]]),
        "legend": {
            "^": {"surface": rng.choice(["easy", "broken", "sheer"])},
            "/": {"kind": "climb", "surface": "flat", "slick": rng.choice(["none", "wet"])},
        },
        "distances": [1, 1, 1.5],
    }


def sr3(rng):
    """Return a runner of the third edition, and what its map may hold."""
    character = {"quickness": rng.randrange(1, 6), "metatype": rng.choice(METATYPES)}
    house_rules = rng.choice([{}, {"pass_split": "uncapped"}, {"pass_split": "even"}])
    passes = rng.choice([1, 1, 2, 3])
    begin = {"kind": "begin", "scope": "turn"}
    begins = [begin, {"kind": "begin", "scope": "pass", "number": 1, "of": passes}]
    return {
        "character": character,
        "house_rules": house_rules,
        "events": begins,
        "legend": {
            ":": rng.choice([{"grade": "rough"}, {"grade": "rough", "cost_multiplier": 1}]),
            "^": {"surface": None},
        },
        "distances": [1, 1, 1.5],
    }


def d6(rng):
    """Return a mover of OpenD6, and what its map may hold."""
    codes = ("running", "swimming", "climbing", "jumping")
    character = {code: f"{rng.randrange(1, 5)}D+{rng.randrange(3)}" for code in codes}
    character |= {"move": rng.choice([2, 3, 4]), "has_climbing": rng.random() < 0.5}
    house_rules = rng.choice([{}, {"cap_4x": True}, {"run_base": 5}, {"wild_die": "off"}])
    grades = ("easy", "moderate", "rough", "very_rough", "hazardous", "very_hazardous")
    return {
        "character": character,
        "house_rules": house_rules,
        "events": [{"kind": "begin", "scope": "round"}] if rng.random() < 0.3 else [],
        "legend": {
            ":": {"grade": rng.choice(grades)},
            ";": {"grade": rng.choice(grades), "flat_cost": rng.choice([0, 1])},
            "~": {"grade": rng.choice(grades)} if rng.random() < 0.3 else {},
            "^": {"surface": rng.choice(grades)} if rng.random() < 0.5 else {"surface": None},
        },
        "distances": [1, 1, 2],
    }


def styles(rng):
    """Return a mover of The Kleptonomicon, and what its map may hold."""
    chosen = {
        style: rng.choice(["half", "normal", "double", rng.randrange(1, 5)])
        for style in ("walk", "jump", "climb", "swim")
        if style == "walk" or rng.random() < 0.7
    }
    begin = [{"kind": "begin", "scope": "turn"}]
    return {
        "character": {"styles": chosen, "hooks": rng.choice([0, 1, 2])},
        "house_rules": rng.choice([{}, {"crawl_round": "down"}, {"reaction_reach_u": 0}]),
        "events": rng.choice([begin, begin, [*begin, {"kind": "did", "act": "prone", "options": {}}]]),
        "circumstances": rng.choice([{}, {"improvise": "test"}]),
        "legend": {"^": {"surface": "wall"}},
        "distances": [1, 1, 0.5],
    }


def drawn(system):
    """Return what makes a random mover of a system by its schemas alone, and what its map may hold."""
    entry = next(one for one in ask_describe()["systems"] if one["id"] == system)
    surfaces = [surface["id"] for surface in entry["surfaces"]]
    grades = [grade["id"] for grade in entry["grades"]]
    switches = {
        rule["id"]: rule["json_schema"] | {"default": rule["default"]} for rule in entry["house_rules"]
    }
    own = {name: switches[name] for name in switches if name not in TableRules.model_fields}
    cell = float(systems.find(system).cell)

    def made(rng):
        acts = [one for one in entry["acts"] if rng.random() < 0.3]
        rng.shuffle(acts)
        did = [
            {"kind": "did", "act": one["id"], "options": values(rng, one["options"], often=1)} for one in acts
        ]
        begin = [{"kind": "begin", "scope": scope["id"]} for scope in entry["clock"]["scopes"]]
        return {
            "character": values(rng, entry["character"]),
            "house_rules": values(rng, {"properties": own}, often=0.3),
            "events": [*rng.choice([[], begin]), *did[:2]],
            "circumstances": values(rng, entry["circumstances"], often=0.3),
            "legend": {
                "^": {"surface": rng.choice(surfaces) if surfaces else None},
                **({":": {"grade": rng.choice(grades)}} if grades else {}),
            },
            "distances": [cell, cell, 2 * cell],
        }

    return made


BY_HAND = {"contract": contract, "sr5": sr5, "sr3": sr3, "d6": d6, "styles": styles}
OFTEN = {"gap_measure"}
"""Switches that are drawn more often than others."""


def switched(system, by_hand):
    """Return what makes a mover written by hand, its house rules joined now and then by others of the schemas."""
    entry = next(one for one in ask_describe()["systems"] if one["id"] == system)
    switches = {rule["id"]: rule["json_schema"] for rule in entry["house_rules"]}
    presets = [preset["values"] for preset in entry["presets"]]

    def made(rng):
        found = by_hand(rng)
        if presets and rng.random() < 0.15:
            return found | {"house_rules": dict(rng.choice(presets))}
        others = sorted(switches.keys() - found["house_rules"].keys())
        chosen = rng.sample(others, rng.choice([0, 0, 1, 2]))
        chosen += [name for name in others if name in OFTEN and name not in chosen and rng.random() < 0.3]
        more = values(rng, {"properties": {name: switches[name] for name in chosen}}, often=1)
        return found | {"house_rules": found["house_rules"] | more}

    return made


SYSTEMS = {
    name: switched(name, BY_HAND[name]) if name in BY_HAND else drawn(name) for name in systems.names()
}
"""What makes a random mover, by system: written by hand, else drawn from its schemas."""


def table(rng, system, *, cols=COLS, rows=ROWS, signs="............::;~^_#hn", hexes=False, across=False):
    """Return a place at the table of a system, with a random map; ``across``: each of its columns is all alike."""
    made = SYSTEMS[system](rng)
    signs += "/" if "/" in made["legend"] else ""
    lines = [[rng.choice(signs) for _ in range(cols)] for _ in range(1 if across else rows)]
    lines = [list(line) for line in lines * (rows if across else 1)]
    lines[rng.randrange(rows)][rng.randrange(cols)] = "@"
    drawing = "\n".join("".join(sign + rng.choice("     |") for sign in line).rstrip(" |") for line in lines)
    grid = {
        "diagonals": rng.choice(DIAGONALS),
        "distance": rng.choice(made["distances"]),
        "units": systems.find(system).unit,
    }
    if hexes:
        grid |= {"kind": rng.choice(HEXES), "diagonals": "equidistant"}
    roll = {"roll": {"name": "Balance", "pool": 3}}
    ways = ["blocks", "slows", "passes"]
    made["house_rules"] |= {f"pass_{side}": rng.choice(ways) for side in ("hostile", "neutral")}
    legend = {**made["legend"], "grid": grid}
    if rng.random() < 0.4:
        legend[":"] = {
            **legend.get(":", {}),
            **rng.choice([{}, {"cost_multiplier": 1.5}, {"cost_multiplier": 0.5}, roll]),
        }
    found = Table(
        handle,
        system,
        character=made["character"],
        house_rules=made["house_rules"],
        circumstances=made.get("circumstances", {}),
        scene=maps.read(drawing, legend).scene,
        token="mover",
    )
    found.in_combat = rng.random() < 0.9
    found.circumstances = found.circumstances | rng.choice([{}, {}, {"test_modifier": rng.randrange(-2, 3)}])
    if made["events"]:
        found.apply("before", *made["events"])
    return found


def raised(rng, system, **kind):
    """Return a place at the table of a system, with a random map of ledges and pits."""
    found = table(rng, system, signs="..........====%%vv:~^__#hn", **kind)
    side = found.scene["grid"]["distance"]
    for region in found.scene["regions"]:
        if region["kind"] == "ledge":
            region["elevation"] *= rng.choice([0.1, 0.2, 0.25]) * side
    found.house_rules |= rng.choice([{}, {}, {"step_height": 0}, {"step_height": 1}])
    return found


def hung(rng, table, goals):
    """Put the mover on a wall that one of the ways to some goals climbs, part of the way up; tell whether any does."""
    for goal in goals:
        path = table.plan({"to": goal})["path"] or []
        for foot, top in pairwise(path):
            if top["mode"] == "climb" and top["elevation"] > foot["elevation"]:
                low, high = foot["elevation"], top["elevation"]
                up = round(low + (high - low) * rng.choice([0.3, 0.5, 0.8, 1]), 3)
                if up:
                    table.scene["tokens"][0] |= {"col": foot["col"], "row": foot["row"], "elevation": up}
                    return True
    return False


def crossed(rng, system):
    """Return a place at a system's table, on a map that is crossed by gaps and water, often after a run along it."""
    found = table(rng, system, cols=8, rows=2, signs="......__~^:", across=True)
    grid, mover = found.scene["grid"], found.scene["tokens"][0]
    for region in found.scene["regions"]:
        if region["kind"] == "difficult" and rng.random() < 0.5:
            region["roll"] = {"name": "Balance", "pool": 3}
    there = min(mover["col"] + rng.randrange(4), grid["cols"] - 1), mover["row"]
    if there != (mover["col"], mover["row"]):
        moves(rng, found, "run", there)
    return found


def large(table):
    """Return a table whose mover is two cells wide and high."""
    grid, mover = table.scene["grid"], table.scene["tokens"][0]
    mover |= {"cols": 2, "rows": 2}
    mover |= {"col": min(mover["col"], grid["cols"] - 2), "row": min(mover["row"], grid["rows"] - 2)}
    return table


SIZES = [(1, 1), (1, 1), (0.5, 0.5), (1.5, 1), (1, 3), (2, 2), (3, 3)]
HEX_SIZES = [(1, 1), (1, 1), (2, 2), (3, 3)]


def places(table):
    """Return the cells that a table's mover can be on with all of its body."""
    grid, mover = table.scene["grid"], table.scene["tokens"][0]
    shape, size = (
        shapes.of("square" if grid.get("kind") == "gridless" else grid.get("kind", "square")),
        (ceil(mover.get("cols", 1)), ceil(mover.get("rows", 1))),
    )
    cells = product(range(grid["cols"]), range(grid["rows"]))
    inside = {(col, row) for col in range(grid["cols"]) for row in range(grid["rows"])}
    return [cell for cell in cells if set(shape.body(cell, size)) <= inside]


def mixed(rng, system):
    """Return a place at the table of a system: a body of any size, walls anywhere, and some moves made before."""
    hexes = rng.random() < 0.4
    found = table(rng, system, hexes=hexes)
    grid, mover = found.scene["grid"], found.scene["tokens"][0]
    walls = [wall(rng, f"any {number}", grid["cols"], grid["rows"]) for number in range(rng.randrange(6))]
    found.scene["walls"] += [made for made in walls if made["a"] != made["b"]]
    mover["cols"], mover["rows"] = rng.choice(HEX_SIZES if hexes else SIZES)
    found.house_rules |= {"share_cell": rng.random() < 0.3}
    mover["col"], mover["row"] = rng.choice(places(found))
    for number in range(rng.randrange(3)):
        moves(rng, found, f"move {number}")
    return found


def moves(rng, table, name, place=None):
    """Tell of a move to any cell, let through or not; what is to be rolled is rolled, all else is taken back."""
    col, row = place or rng.choice(places(table))
    event = {"kind": "moved", "route": {"to": {"col": col, "row": row}}, "override": rng.random() < 0.3}
    pending = table.apply(name, event)["state"]["pending"]
    if pending and pending["check"]:
        rolled = {"kind": "rolled", "check": pending["check"]["id"], "seed": rng.randrange(1000)}
        if table.apply(f"{name} rolled", rolled)["state"]["pending"]:
            table.undo(f"{name} rolled")
            table.undo(name)
    elif pending:
        table.undo(name)


def anywhere(rng, system, *, hexes=False, cols=5, rows=4):
    """Return a place at the table of a system, with the mover at any height that its cell allows; none: at its ground.

    In a pit it is at the bottom, in water at any depth, on what is climbed at any height.
    """
    found = table(rng, system, cols=cols, rows=rows, signs="..........:;~~~^^^___==%vh", hexes=hexes)
    grid, mover = found.scene["grid"], found.scene["tokens"][0]
    side = grid["distance"]
    for region in found.scene["regions"]:
        if region["kind"] == "ledge":
            region["elevation"] *= rng.choice([0.1, 0.2, 0.4]) * side
        elif region["kind"] == "gap":
            region["depth"] = rng.choice([0.5, 1, 2, 3]) * side
    held = {
        "gap": lambda region: -region["depth"],
        "water": lambda _: -rng.choice([0.5, 1, 2, 3]) * side,
        "climb": lambda _: rng.choice([0.5, 1, 2]) * side,
    }
    regions = [region for region in found.scene["regions"] if region["kind"] in held]
    if regions:
        region = rng.choice(regions)
        col, row = rng.choice(region["area"]["cells"])
        mover |= {"col": col, "row": row, "elevation": held[region["kind"]](region)}
    return found
