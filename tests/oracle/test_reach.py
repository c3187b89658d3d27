"""Who can reach whom, judged anew on random boards with walls and foes: by lines between middles.

A foe's Reaction, its interception and a charge must hang on nothing else.
"""

from fractions import Fraction
from itertools import pairwise, product

import pytest

from py_rules.service import handle
from py_rules.values.rounding import to_fraction
from tests.oracle import shapes, worlds
from tests.oracle.rounds import few, rounds
from tests.rulebook.asking import ProblemError, Table

F = Fraction
SHEETS = {
    "styles": {"styles": {"walk": 40}},
    "sr5": {"agility": 1},
    "sr3": {"quickness": 30},
}
SQUARE = tuple(product((F(-1, 2), F(1, 2)), repeat=2))


class Drawing:
    """A scene on squares or hexes, and who reaches whom on it."""

    def __init__(self, scene):
        self.scene, self.kind = scene, scene["grid"]["kind"]
        self.shape = shapes.of(self.kind)
        self.walls = [
            (tuple(map(to_fraction, wall["a"])), tuple(map(to_fraction, wall["b"])), wall["blocks"])
            for wall in scene["walls"]
            if not wall["open"] and wall.get("storey") in {None, "high"}
        ]
        self.solid = [
            self.corners(tuple(cell))
            for region in scene["regions"]
            for cell in region["area"]["cells"]
            if 0 <= cell[0] < scene["grid"]["cols"] and 0 <= cell[1] < scene["grid"]["rows"]
        ]

    def corners(self, cell):
        x, y = self.shape.middle(cell)
        if self.kind == "square":
            return [(x + right, y + down) for right, down in SQUARE]
        around = [self.shape.middle(self.shape.step(cell, way)) for way in self.shape.ways]
        beside = zip(around, (*around[1:], around[0]), strict=True)
        return [((x + a[0] + b[0]) / 3, (y + a[1] + b[1]) / 3) for a, b in beside]

    def struck(self, a, b):
        """Tell whether a blow gets from one place to another."""
        for p, q, blocks in self.walls:
            stops = blocks == "both" or shapes.side(p, q, a) == (1 if blocks == "right" else -1)
            if stops and shapes.meet(a, b, p, q):
                return False
        return not any(shapes.in_hull(a, b, corners) for corners in self.solid)

    def around(self, cell, steps):
        found = {cell}
        for _ in range(steps):
            found |= {self.shape.step(one, way) for one in found for way in self.shape.ways}
        return found

    def body(self, token, cell=None):
        return self.shape.body(cell or (token["col"], token["row"]), (token["cols"], token["cols"]))

    def reaches(self, striker, target, steps):
        """Tell whether a body of cells reaches another, over a number of steps."""
        middle = self.shape.middle
        return any(
            self.struck(middle(a), middle(b)) for a in striker for b in self.around(a, steps) & set(target)
        )


def board(rng, kind, distance):
    """Return a scene with walls, solid cells and foes, of one storey or two; all stand on the last."""
    cols, rows = rng.randint(5, 8), rng.randint(4, 7)
    cells = [[rng.randrange(cols), rng.randrange(rows)] for _ in range(rng.randint(0, 4))]
    regions = [{"id": "solid", "kind": "obstacle", "area": {"cells": cells}}] if cells else []
    walls = [worlds.wall(rng, number, cols, rows) for number in range(rng.randint(0, 7))]
    walls = [wall for wall in walls if wall["a"] != wall["b"]]
    storeys = [{"id": "low", "elevation": 0}, {"id": "high", "elevation": 9}] if rng.random() < 0.3 else []
    up = 9 if storeys else 0
    for wall in walls if storeys else ():
        wall["storey"] = rng.choice([None, "low", "high"])
    tokens = [{"id": "mover", "cols": rng.choice([1, 1, 2]), "disposition": "friendly"}]
    tokens += [
        {"id": f"foe{number}", "cols": rng.choice([1, 1, 2]), "disposition": "hostile"} for number in range(3)
    ]
    for token in tokens:
        size = token["rows"] = token["cols"]
        token |= {"col": rng.randrange(1, cols - size), "row": rng.randrange(1, rows - size), "elevation": up}
    grid = {"kind": kind, "cols": cols, "rows": rows, "distance": distance, "units": "m"}
    return {"grid": grid, "storeys": storeys, "walls": walls, "regions": regions, "tokens": tokens}


def random_table(rng, system, kind, distance=1):
    scene = board(rng, kind, distance)
    if system == "styles":
        scene["grid"]["units"] = "u"
    table = Table(handle, system, character=SHEETS[system], scene=scene, token="mover")
    return table, Drawing(scene), scene["tokens"][0], scene["tokens"][1:]


def walks(rng, table, mover):
    """Yield some ways over the board that may be walked: the plan, and its cells."""
    grid = table.scene["grid"]
    for _ in range(5):
        goal = {"col": rng.randrange(grid["cols"]), "row": rng.randrange(grid["rows"])}
        try:
            plan = table.plan({"to": {**goal, "elevation": mover["elevation"]}})
        except ProblemError:
            continue
        if plan["verdict"] != "impossible" and plan["length"] and plan["path"]:
            yield plan, [(cell["col"], cell["row"]) for cell in plan["path"]]


@pytest.mark.parametrize("kind", ["square", *worlds.HEXES[:3:2]])
def test_a_foe_reacts_where_its_reach_is_left(kind):
    rng = worlds.seeded(f"reach styles {kind}")
    met = 0
    for _ in rounds():
        table, drawing, mover, foes = random_table(rng, "styles", kind)
        reach = rng.choice([1, 1, 2])
        table.house_rules = {"reaction_reach_u": reach}
        for plan, way in walks(rng, table, mover):
            expected = {}
            for number, (here, there) in enumerate(pairwise(way)):
                for foe in foes:
                    before, after = (
                        drawing.reaches(drawing.body(foe), drawing.body(mover, cell), reach)
                        for cell in (here, there)
                    )
                    if before and not after:
                        expected.setdefault(f"leaves:{foe['id']}", number)
            told = {one["id"]: one["at"] for one in plan["reactions"]}
            met += len(told)
            assert told == expected, (table.scene, way, reach)
    assert met or few()


@pytest.mark.parametrize("kind", ["square", *worlds.HEXES[:3:2]])
def test_a_charge_has_its_target_in_reach(kind):
    rng = worlds.seeded(f"reach sr5 {kind}")
    met = 0
    for _ in rounds(3 / 2):
        table, drawing, mover, foes = random_table(rng, "sr5", kind, 2)
        for plan, way in walks(rng, table, mover):
            if plan["length"] <= 2 or plan["verdict"] == "roll":
                continue
            end = drawing.body(mover, way[-1])
            expected = any(drawing.reaches(end, drawing.body(foe), 1) for foe in foes)
            met += expected
            assert any(one["rule"] == "SR5-09" for one in plan["modifiers"]) == expected, (table.scene, way)
    assert met or few()


@pytest.mark.parametrize("kind", ["square", *worlds.HEXES[:3:2]])
def test_a_foe_that_is_passed_within_reach_intercepts(kind):
    rng = worlds.seeded(f"reach sr3 {kind}")
    met = 0
    for _ in rounds():
        distance = rng.choice([1, 1.5, 2])
        table, drawing, mover, foes = random_table(rng, "sr3", kind, distance)
        mover["cols"] = mover["rows"] = 1
        for foe in foes:
            foe["cols"] = foe["rows"] = 1
        for plan, way in walks(rng, table, mover):
            expected = {
                f"intercept:{foe['id']}" for foe in foes if passed(drawing, way, foe, to_fraction(distance))
            }
            told = {one["id"] for one in plan["reactions"]}
            met += len(told)
            assert told == expected, (table.scene, way)
    assert met or few()


class OpenDrawing(Drawing):
    """A scene without cells: solid cells are boxes, bodies are narrow, and places are any."""

    def corners(self, cell):
        return [(cell[0] + i, cell[1] + j) for i in (0, 1) for j in (0, 1)]

    def near(self, striker, target, far):
        return squared(self, striker, target) <= far * far and self.struck(striker, target)


@pytest.mark.parametrize("system", SHEETS)
def test_without_cells_reach_is_a_straight_line(system):
    rng = worlds.seeded(f"reach gridless {system}")
    met = 0
    for _ in rounds(2):
        scene = board(rng, "square", 1)
        scene["grid"] |= {"kind": "gridless", "units": "u" if system == "styles" else "m"}
        for token in scene["tokens"]:
            token |= {"cols": 0.4, "rows": 0.4, "col": token["col"] + rng.choice([0, 0.3, 0.5])}
        table = Table(handle, system, character=SHEETS[system], scene=scene, token="mover")
        squares = {**scene, "grid": {**scene["grid"], "kind": "square"}}
        drawing, mover, foes = OpenDrawing(squares), *parted(scene)
        up = {"elevation": mover["elevation"]}
        for _ in range(4):
            end = {side: rng.randrange(scene["grid"][f"{side}s"]) for side in ("col", "row")}
            plan = table.plan({"path": [{"col": mover["col"], "row": mover["row"], **up}, {**end, **up}]})
            if plan["verdict"] in {"impossible", "roll"} or not plan["length"]:
                continue
            line = centre(mover), centre(end)
            expected = {foe["id"] for foe in foes if LINES[system](drawing, *line, centre(foe))}
            if system == "sr5":
                told = any(one["rule"] == "SR5-09" for one in plan["modifiers"])
                expected = bool(expected) and plan["length"] > 2
                met += told
            else:
                told = {one["token"] for one in plan["reactions"]}
                doubted = {foe["id"] for foe in foes if doubtful(drawing, *line, centre(foe))}
                told, expected = told - doubted, expected - doubted
                met += len(told)
            assert told == expected, (scene, end)
    assert met or few()


def parted(scene):
    return scene["tokens"][0], scene["tokens"][1:]


def centre(token):
    return to_fraction(token["col"]) + F(1, 5), to_fraction(token["row"]) + F(1, 5)


def along(a, b, parts=100):
    for part in range(parts + 1):
        yield tuple(x + (y - x) * F(part, parts) for x, y in zip(a, b, strict=True))


def gone_by(drawing, a, b, foe, far=1):
    """Tell whether a straight line passes a foe, place by place."""
    places = [(not drawing.near(foe, at, far), squared(drawing, at, foe)) for at in along(a, b)]
    return comes_and_goes(places)


def doubtful(drawing, a, b, foe):
    """Tell whether a hair's breadth decides: those are for the cases of the rulebook."""
    return gone_by(drawing, a, b, foe, F(99, 100)) != gone_by(drawing, a, b, foe, F(101, 100))


LINES = {
    "styles": lambda drawing, a, b, foe: drawing.near(foe, a, 1) and not drawing.near(foe, b, 1),
    "sr5": lambda drawing, _, b, foe: squared(drawing, b, foe) <= F(9, 10) ** 2 and drawing.struck(b, foe),
    "sr3": gone_by,
}


def passed(drawing, way, foe, side):
    """Tell whether a way comes nearer to a foe, or into its reach, and goes on from where it was nearest in reach."""
    middle, at = drawing.shape.middle, (foe["col"], foe["row"])
    places = []
    for number, (here, there) in enumerate(pairwise(way)):
        a, b = middle(here), middle(there)
        spots = {
            part: tuple(x + (y - x) * F(part, 2) for x, y in zip(a, b, strict=True)) for part in range(3)
        }
        offs = {part: squared(drawing, spot, middle(at)) * side * side for part, spot in spots.items()}
        halfway = offs[1] < min(offs[0], offs[2])
        for part in [*([] if number else [0]), *([1] if halfway else []), 2]:
            beside = [[here], [here, there], [there]][part]
            reached = any(drawing.reaches({at}, {cell}, 1) for cell in beside)
            reached = reached or (offs[part] <= 1 and drawing.struck(middle(at), spots[part]))
            places.append((not reached, offs[part]))
    return comes_and_goes(places)


def comes_and_goes(places):
    came = False
    for before, here, after in zip([places[0], *places], places, places[1:], strict=False):
        came = came or here[1] < before[1] or here < before
        if came and not here[0] and not (after < here):
            return True
    return False


def squared(drawing, a, b):
    """Return how far places are apart, squared, in cell sides: on hexes a row is set off by half a root of three."""
    x, y = (q - p for p, q in zip(a, b, strict=True))
    if drawing.kind == "square":
        return x * x + y * y
    return (x * x * F(3, 4) + y * y) if drawing.shape.columns else (x * x + y * y * F(3, 4))
