"""Worlds to play in: a map with a wall, ground that costs twice, and two tokens in a combat."""

from typing import Any

SIZE = 50
COLS, ROWS = 22, 12

# Jenny can move 25 ft freely, 15 ft more at a die each 5 ft, and farther with a roll.
# The guard can move 10 ft and no farther.
GUARD = {"dexterity": 1, "brawn": 0, "athletics": 0}
JENNY = {"dexterity": 4, "brawn": 3, "athletics": 2}
CHARACTERS: dict[str, dict[str, Any]] = {
    "contract": JENNY,
    "sr5": {"agility": 4, "strength": 3, "running": 3},
    "sr3": {"quickness": 4, "athletics": 2},
    "d6": {"move": 10, "running": "4D"},
    "styles": {"styles": {"walk": "normal", "jump": "half", "swim": "half"}, "hooks": 1},
}
SCALES = {
    "contract": (5, "ft"),
    "sr5": (1, "m"),
    "sr3": (1, "m"),
    "d6": (1, "m"),
    "styles": (1, "squares"),
}


def token(name: str, col: int, row: int, **more: Any) -> dict[str, Any]:
    """A token on a cell."""
    place = {"x": col * SIZE, "y": row * SIZE, "elevation": 0, "width": 1, "height": 1, "shape": 4}
    others = {"disposition": 1, "hidden": False, "flags": {}, "actorId": None, "owners": []}
    return {"_id": name, "name": name.capitalize(), **place, **others, **more}


def world(system: str = "contract", **more: Any) -> dict[str, Any]:
    """A world that is played by the rules of a system."""
    distance, units = SCALES[system]
    grid = {"type": 1, "size": SIZE, "distance": distance, "units": units, "diagonals": 0}
    flags = {"footwork": {"character": {system: CHARACTERS[system]}}}
    guard = {"footwork": {"character": {system: GUARD}}} if system == "contract" else flags
    tokens = [
        token("jenny", 2, 2, flags=flags, owners=["player"]),
        token("guard", 5, 8, disposition=-1, flags=guard),
    ]
    return {
        "users": [
            {"id": "gm", "name": "Gamemaster", "role": 4, "color": "#aa3333"},
            {"id": "player", "name": "Player", "role": 1, "color": "#3333aa"},
        ],
        "system": {"id": "some-system"},
        "systemScripts": [],
        "lateScripts": [],
        "settings": {"footwork.system": system, "footwork.enforcement": "block", "footwork.timeout": 10},
        "scene": {
            "_id": "scene",
            "width": COLS * SIZE,
            "height": ROWS * SIZE,
            "grid": grid,
            "walls": [
                {"id": "wall", "c": [4 * SIZE, 4 * SIZE, 18 * SIZE, 4 * SIZE], "move": 20, "door": 0, "ds": 0}
            ],
            "regions": [mud()],
        },
        "actors": [],
        "tokens": {one["_id"]: one for one in tokens},
        "combats": [{"id": "fight", "round": 1, "turn": 0, "combatants": combatants("jenny", "guard")}],
        "messages": [],
        **more,
    }


def mud() -> dict[str, Any]:
    """Ground in the lowest rows that costs twice."""
    shape = {"type": "rectangle", "x": 0, "y": 10 * SIZE, "width": COLS * SIZE, "height": 2 * SIZE}
    behavior = {"type": "modifyMovementCost", "disabled": False, "system": {"difficulties": {"walk": 2}}}
    return {"id": "mud", "name": "Mud", "shapes": [shape], "behaviors": [behavior]}


def combatants(*tokens: str) -> list[dict[str, str]]:
    """One combatant for each token."""
    return [{"id": f"of-{one}", "tokenId": one} for one in tokens]
