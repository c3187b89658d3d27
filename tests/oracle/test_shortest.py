"""Without cells: a plan's path is about as short as the shortest there is, found by lines of sight between corners.

Nothing here knows of lattices. The mover's body goes around the ends of walls, corners of obstacles and foes on
polygons that are drawn around their circles, so that a path found here is free, and at most a hair too long.
"""

import heapq
import math
from itertools import pairwise

from py_rules.service import handle
from tests.oracle.rounds import few, rounds
from tests.oracle.shapes import side
from tests.oracle.worlds import seeded
from tests.rulebook.asking import Table

COLS, ROWS = 12, 9
BODY = 0.3
"""How near the middle of a mover of one cell may come to a wall."""
SIDES = 12
HAIR = 1e-5
LEAST_GAP = 0.5
"""What the lattice may miss: passages that are narrower than the body and this, in cells."""
LATTICE = 1.04, 2 / 3
"""What the docs allow on open ground: how much longer than the shortest path, and how many cells besides."""
PLAIN = 1.05
"""By how much a wider body's shortest path is longer at most where no narrow passage is on the way."""
LONGER = 0.01
"""By how much plans that turn are longer on average; uncut corners make it 0.016."""


def scene(rng):
    """Return a map with walls, obstacles, foes and rough ground."""
    regions = [
        {"id": f"{kind} {number}", "kind": kind, "area": {"rect": rectangle(rng)}}
        | ({"cost_multiplier": rng.choice([0.5, 2, 3])} if kind == "difficult" else {})
        for kind, most in (("obstacle", 3), ("difficult", 2))
        for number in range(rng.randint(0, most))
    ]
    walls = [
        {"id": f"wall {number}", "a": place(rng, 0), "b": place(rng, 0)}
        for number in range(rng.randint(0, 5))
    ]
    tokens = [{"id": "mover", "col": 0, "row": 0, "disposition": "friendly"}]
    tokens += [
        {"id": f"foe {number}", "disposition": "hostile"} | corner(place(rng, 0.5))
        for number in range(rng.randint(0, 3))
    ]
    grid = {"kind": "gridless", "cols": COLS, "rows": ROWS, "distance": 1, "units": "m"}
    return {"grid": grid, "walls": walls, "regions": regions, "tokens": tokens}


def rectangle(rng):
    return [rng.randint(0, COLS - 3), rng.randint(0, ROWS - 3), rng.randint(1, 3), rng.randint(1, 3)]


def place(rng, margin):
    return [round(rng.uniform(margin, most - margin), 2) for most in (COLS, ROWS)]


def corner(middle):
    """Return where the box of a token begins that has its middle there."""
    return {"col": round(middle[0] - 0.5, 2), "row": round(middle[1] - 0.5, 2)}


class Sight:
    """What a straight line must keep away from on a map, for a body that is some cells wider than the mover's."""

    def __init__(self, scene, wider=0.0):
        near = BODY + wider / 2
        lines = [(tuple(wall["a"]), tuple(wall["b"])) for wall in scene["walls"]]
        self.rough = []
        for region in scene["regions"]:
            x, y, across, down = region["area"]["rect"]
            if region["kind"] == "difficult":
                self.rough.append((x - HAIR, y - HAIR, x + across + HAIR, y + down + HAIR))
                continue
            corners = [(x, y), (x + across, y), (x + across, y + down), (x, y + down)]
            # Its diagonals, too: so a place in the middle of it is near to a line of it.
            lines += [*pairwise([*corners, corners[0]]), (corners[0], corners[2]), (corners[1], corners[3])]
        foes = [(token["col"] + 0.5, token["row"] + 0.5) for token in scene["tokens"][1:]]
        self.kept = [(line, near) for line in lines] + [((foe, foe), 1 + wider / 2) for foe in foes]
        ends = {(end, far) for line, far in self.kept for end in line}
        self.turns = [spot for end, far in ends for spot in around(end, far)]
        for left, top, right, bottom in self.rough:
            self.turns += [(x, y) for x in (left - HAIR, right + HAIR) for y in (top - HAIR, bottom + HAIR)]
        self.turns = [spot for spot in self.turns if self.free(spot, spot)]

    def free(self, a, b):
        """Return whether a mover's middle may go along a line."""
        inside = all(0.5 <= x <= COLS - 0.5 and 0.5 <= y <= ROWS - 0.5 for x, y in (a, b))
        if not inside or any(crosses(a, b, box) for box in self.rough):
            return False
        return all(distance(a, b, *line) >= near - HAIR / 10 for line, near in self.kept)

    def lengths(self, start, goals):
        """Return how long the shortest paths to some places are; infinite where there is none."""
        places = [*goals, *self.turns]
        best = dict.fromkeys(places, math.inf)
        heap, done = [(0.0, start)], set()
        while heap and not done.issuperset(goals):
            far, here = heapq.heappop(heap)
            if here in done:
                continue
            done.add(here)
            for there in places:
                length = far + math.dist(here, there)
                if length < best[there] and self.free(here, there):
                    best[there] = length
                    heapq.heappush(heap, (length, there))
        return [best[goal] for goal in goals]


def around(middle, far):
    """Return the corners of a polygon around a circle: its sides touch the circle."""
    out = (far + HAIR) / math.cos(math.pi / SIDES)
    turns = [2 * math.pi * side / SIDES for side in range(SIDES)]
    return [(middle[0] + out * math.cos(turn), middle[1] + out * math.sin(turn)) for turn in turns]


def distance(a, b, p, q):
    """Return how near two lines come to each other."""
    if side(a, b, p) * side(a, b, q) < 0 and side(p, q, a) * side(p, q, b) < 0:
        return 0.0
    return min(off(a, p, q), off(b, p, q), off(p, a, b), off(q, a, b))


def off(at, p, q):
    """Return how far a place is from a line."""
    x, y = q[0] - p[0], q[1] - p[1]
    square = x * x + y * y
    share = max(0.0, min(1.0, ((at[0] - p[0]) * x + (at[1] - p[1]) * y) / square)) if square else 0.0
    return math.dist(at, (p[0] + share * x, p[1] + share * y))


def crosses(a, b, box):
    """Return whether a line leads through a box."""
    first, last = 0.0, 1.0
    for start, end, low, high in ((a[0], b[0], box[0], box[2]), (a[1], b[1], box[1], box[3])):
        if start == end:
            if not low < start < high:
                return False
            continue
        shares = sorted(((low - start) / (end - start), (high - start) / (end - start)))
        first, last = max(first, shares[0]), min(last, shares[1])
    return first < last


def compared(rng, goals=6):
    """Yield plans on a random map with the shortest path around rough ground, and with that of a wider body."""
    drawn = scene(rng)
    sight, wide = Sight(drawn), Sight(drawn, LEAST_GAP)
    start = tuple(place(rng, 0.5))
    drawn["tokens"][0] |= corner(start)
    if not wide.free(start, start):
        return
    ends = [end for end in (tuple(place(rng, 0.5)) for _ in range(goals)) if wide.free(end, end)]
    table = Table(handle, "sr3", character={"quickness": 30}, scene=drawn, token="mover")
    for end, shortest, sure in zip(ends, sight.lengths(start, ends), wide.lengths(start, ends), strict=True):
        if math.isfinite(sure):
            plan = table.plan({"to": corner(end)})
            yield plan["cost"] if plan["path"] else math.inf, shortest, sure, (drawn, end, plan["path"])


def test_a_plan_is_about_as_short_as_the_shortest_path():
    rng = seeded("shortest")
    longer = []
    for _ in rounds(4):
        for cost, shortest, sure, where in compared(rng):
            times, more = LATTICE
            assert cost <= sure * times + more, (cost, shortest, sure, where)
            if len(where[-1]) > 2 and sure < shortest * PLAIN:
                longer.append(cost / shortest - 1)
    assert few() or sum(longer) / len(longer) < LONGER, longer
