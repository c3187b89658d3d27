"""Scenes of the table: a room of squares with a wall, the same ground as hexes."""

from typing import Any

DPI = 150
# How the double's page shows the map: pixels of a cell.
CELL = 45

World = dict[str, Any]


def token(name: str, col: int, row: int, *, size: int = 1, **more: Any) -> dict[str, Any]:
    """A token with its top left cell."""
    middle = {"x": (col + size / 2) * DPI, "y": (row + size / 2) * DPI}
    return item(
        name.lower(),
        name,
        "CHARACTER",
        position=middle,
        image={"width": 300 * size, "height": 300 * size, "mime": "image/png", "url": ""},
        grid={"offset": {"x": 150 * size, "y": 150 * size}, "dpi": 300},
        **more,
    )


def item(identity: str, name: str, layer: str, **more: Any) -> dict[str, Any]:
    """An item with what every item has."""
    return {
        "id": identity,
        "type": "IMAGE",
        "name": name,
        "visible": True,
        "locked": False,
        "createdUserId": "gm",
        "zIndex": 1,
        "lastModified": "",
        "lastModifiedUserId": "gm",
        "position": {"x": 0, "y": 0},
        "rotation": 0,
        "scale": {"x": 1, "y": 1},
        "metadata": {},
        "layer": layer,
        **more,
    }


def wall(identity: str, *points: tuple[float, float], **more: Any) -> dict[str, Any]:
    """A wall through corners of cells."""
    ends = [{"x": x * DPI, "y": y * DPI} for x, y in points]
    fields = {"points": ends, "blocking": True, "doubleSided": True, **more}
    return item(identity, "Wall", "FOG", **fields) | {"type": "WALL"}


def world(**more: Any) -> World:
    """A hall of 24 by 16 cells with a wall, and the rules of The Contract."""
    ground = item(
        "ground",
        "Ground",
        "MAP",
        image={"width": 2400, "height": 1600, "mime": "image/png", "url": ""},
        grid={"offset": {"x": 0, "y": 0}, "dpi": 100},
        isSquare=True,
    )
    jenny = {"dexterity": 4, "brawn": 3, "athletics": 2}
    return {
        "grid": {"dpi": DPI, "type": "SQUARE", "measurement": "CHEBYSHEV", "scale": "5ft"},
        "items": [
            ground,
            wall("wall", (10, 0), (10, 6)),
            token("Jenny", 4, 5, metadata={"footwork/character": {"contract": jenny}}, colour="#00796b"),
            token("Ogre", 6, 10, size=2, colour="#b3261e"),
            token("Spy", 5, 5, visible=False, metadata={"footwork/side": "hostile"}),
        ],
        "room": {"footwork/rules": rules()},
        **more,
    }


def rules(**more: Any) -> dict[str, Any]:
    """What the GM has chosen."""
    chosen = {"system": "contract", "house_rules": {}, "enforcement": "block", "inCombat": True, "net": True}
    return {**chosen, **more}
