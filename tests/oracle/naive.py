"""The rules of the board and of the search once more, as plainly as possible and very slowly.

Nothing here uses the board or the search of the product: walls are cut with fractions, terrain is looked
up cell by cell, and labels are kept apart by heading and run-up, so that no macro moves are needed.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import count, product
from math import ceil, lcm, nan

from py_rules.protocol import map_data
from py_rules.search import Budget, Start
from py_rules.values.footing import Footing
from py_rules.values.map_rules import MapRules
from py_rules.values.rounding import to_fraction
from tests.oracle import shapes
from tests.oracle.root import Root
from tests.oracle.shapes import in_hull, meet, side

F = Fraction
DIAGONAL = {
    "equidistant": (F(1), F(1)),
    "exact": (Root(F(0), F(1)), Root(F(0), F(1))),
    "approximate": (F(3, 2), F(3, 2)),
    "rectilinear": (F(2), F(2)),
    "alternating_1": (F(1), F(2)),
    "alternating_2": (F(2), F(1)),
}


# What is looked up again and again; a scene stays as it is, so the answers do.
ASKED_OFTEN = (
    "allowed", "body", "climbed", "deep", "entered", "footing", "free", "gap", "height", "ledge", "middle",
    "multiplier", "on_map", "rise",
)  # fmt: skip


@dataclass
class World:
    """A scene as one mover meets it, looked up cell by cell."""

    scene: map_data.Scene
    size: tuple[int, int]
    unseen: frozenset[str] = frozenset()
    view: str = "referee"
    map_rules: MapRules = field(default_factory=MapRules)
    mover: map_data.Token | None = None
    regions: list = field(default_factory=list)

    def __post_init__(self):
        known = self.view == "referee"
        self.grid = self.scene.grid
        self.shape = shapes.of(self.grid.kind)
        self.side_length = to_fraction(self.grid.distance)
        walls = [
            (tuple(map(to_fraction, wall.a)), tuple(map(to_fraction, wall.b)), wall.blocks)
            for wall in self.scene.walls
            if not wall.open
        ]
        # Corners and middles in whole numbers: as exact as fractions, and many times as fast.
        self.scale = lcm(2, *(number.denominator for a, b, _ in walls for number in (*a, *b)))
        self.walls = [(self.scaled(a), self.scaled(b), blocks) for a, b, blocks in walls]
        self.step_height = to_fraction(float(self.map_rules.step * self.side_length))
        self.regions = [(r, self.on_it(self.area(r))) for r in self.scene.regions if known or not r.hidden]
        self.tokens = [
            (t, self.on_it(self.shape.body((t.col, t.row), (ceil(t.cols), ceil(t.rows)))))
            for t in self.scene.tokens
            if t.id not in self.unseen and (known or not t.hidden)
        ]
        for name in ASKED_OFTEN:
            setattr(self, name, cache(getattr(self, name)))

    def scaled(self, point):
        return int(point[0] * self.scale), int(point[1] * self.scale)

    def middle(self, cell):
        return self.scaled(self.shape.middle(cell))

    def free(self, cell):
        """Return whether a body may be on a cell, passing."""
        return self.on_map(cell) and not (
            self.touches(cell, "obstacle") or self.hostile(cell) or self.walled_in(cell)
        )

    def times(self, cell, way):
        """Return how many times as much as on bare ground a step costs."""
        return self.multiplier(self.shape.step(cell, way))

    def area(self, region):
        if isinstance(region.area, map_data.Cells):
            return set(region.area.cells)
        if isinstance(region.area, map_data.Polygon):
            return self.inside(region.area.polygon)
        col, row, cols, rows = region.area.rect
        return {(col + i, row + j) for i in range(cols) for j in range(rows)}

    def inside(self, corners):
        """Return the cells whose middle, a hair to the right and down, has an odd number of outlines right of it."""
        hair, found = F(1, 10**9), set()
        outline = [tuple(map(to_fraction, corner)) for corner in corners]
        for col, row in product(range(-2, 10), range(-2, 10)):
            x, y = self.shape.middle((col, row))
            x, y = x + hair, y + hair * hair
            odd = False
            for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
                if (ay > y) != (by > y) and ax + (bx - ax) * (y - ay) / (by - ay) > x:
                    odd = not odd
            if odd:
                found.add((col, row))
        return found

    def body(self, cell):
        return self.shape.body(cell, self.size)

    def on_it(self, cells):
        """Return those of some cells that are on the map."""
        return {(col, row) for col, row in cells if 0 <= col < self.grid.cols and 0 <= row < self.grid.rows}

    def on_map(self, cell):
        return self.body(cell) == self.on_it(self.body(cell))

    def touches(self, cell, kind):
        return any(region.kind == kind and self.body(cell) & area for region, area in self.regions)

    def gap(self, cell):
        gaps = set().union(*[area for region, area in self.regions if region.kind == "gap"])
        return self.on_it(self.body(cell)) <= gaps

    def height(self, cell):
        """Return how high the ground is under a body: as the highest cell it covers, and there as the highest ledge."""
        return max(self.ledge(covered)[0] for covered in self.on_it(self.body(cell)))

    def ledge(self, cell):
        """Return how high a single cell is, and the ledge that makes it so, if one does."""
        raised = [region for region, area in self.regions if region.kind == "ledge" and cell in area]
        best = max(raised, key=lambda region: to_fraction(region.elevation), default=None)
        return (F(0), None) if best is None else (to_fraction(best.elevation), best)

    def side(self, cell):
        """Return the ledge that a body rests on, the first in the scene of equally high ones, if it rests on one."""
        found = [self.ledge(covered) for covered in self.on_it(self.body(cell))]
        held = [region for up, region in found if up == self.height(cell) and region is not None]
        order = [region.id for region, _ in self.regions]
        return min(held, key=lambda region: order.index(region.id), default=None)

    def steep(self, rise):
        return abs(rise) > self.step_height

    def rise(self, cell, target):
        """Return how far a step leads up, if that is too much to be stepped."""
        rise = self.height(target) - self.height(cell)
        return rise if self.steep(rise) else F(0)

    def walled_in(self, cell):
        middles = [self.middle(covered) for covered in self.body(cell)]
        return any(in_hull(a, b, middles) for a, b, blocks in self.walls if blocks == "both")

    def met(self, cell):
        """Return what the tokens do that stand where a mover on a cell does."""
        choice = {"hostile": self.map_rules.hostile, "friendly": self.map_rules.friendly}
        return [
            choice.get(t.disposition, self.map_rules.neutral)
            for t, area in self.tokens
            if self.body(cell) & area
        ]

    def hostile(self, cell):
        return "blocks" in self.met(cell)

    def share(self, token):
        wide, high = to_fraction(token.cols), to_fraction(token.rows)
        return wide * high if wide <= 1 and high <= 1 else F(1)

    def taken(self, cell):
        others = [t for t, area in self.tokens if self.body(cell) & area]
        if not (self.map_rules.sharing and self.mover and self.share(self.mover) < 1):
            return bool(others)
        return sum(map(self.share, others), self.share(self.mover)) > 1

    def may_end(self, cell):
        taken = self.taken(cell)
        bad = taken or self.touches(cell, "obstacle") or self.gap(cell) or self.walled_in(cell)
        return self.on_map(cell) and not bad

    def allowed(self, cell, way):
        target, diagonal = self.shape.step(cell, way), self.shape.diagonal(way)
        if not self.on_map(target) or (diagonal and self.grid.diagonals == "illegal"):
            return False
        if self.hostile(target) or self.walled_in(target):
            return False
        if self.touches(target, "obstacle") and (diagonal or self.deep(cell) != self.deep(target) + 1):
            return False
        if diagonal:
            sides = [(cell[0] + way[0], cell[1]), (cell[0], cell[1] + way[1])]
            if any(self.touches(beside, "obstacle") for beside in sides):
                return False
        for covered in self.on_it(self.body(cell)):
            a, b = self.middle(covered), self.middle(self.shape.step(covered, way))
            if any(self.stops(wall, a, b) for wall in self.walls):
                return False
        return True

    def deep(self, cell):
        """Return by how many straight steps one gets out of something solid; where one does not, no number."""
        ways = [way for way in self.shape.ways if not self.shape.diagonal(way)]
        seen, edge, steps = {cell}, [cell], 0
        while edge and all(self.touches(one, "obstacle") for one in edge):
            beside = {self.shape.step(one, way) for one in edge for way in ways} - seen
            edge, steps = [one for one in beside if self.on_map(one)], steps + 1
            seen |= beside
        return steps if edge else nan

    @staticmethod
    def stops(wall, a, b):
        """Return whether a wall stops the step from a to b; south is down, so what is left of it has side -1."""
        c, d, blocks = wall
        to_right = side(c, d, (c[0] + b[0] - a[0], c[1] + b[1] - a[1]))
        return meet(a, b, c, d) and (blocks == "both" or to_right == (1 if blocks == "left" else -1))

    def length(self, way, parity):
        return self.side_length * (DIAGONAL[self.grid.diagonals][parity] if self.shape.diagonal(way) else 1)

    def turned(self, way, parity):
        odd = self.grid.diagonals.startswith("alternating") and self.shape.diagonal(way)
        return parity ^ 1 if odd else parity

    def edge(self, cell, way):
        """Return how much of a step between a cell and a gap is walked on the cell."""
        across = max(size for size, by in zip(self.size, way, strict=True) if by)
        walked = self.mode(cell) == "ground" and across == 1 and not self.map_rules.whole_steps
        return F(1, 2) if walked else F(0)

    def mode(self, cell):
        if self.touches(cell, "climb"):
            return "climb"
        return "swim" if self.touches(cell, "water") else "ground"

    def footing(self, cell):
        """Return what a step onto a cell is made on."""
        under = [region for region, area in self.regions if self.body(cell) & area]
        mode, grades = self.mode(cell), []
        for region in under:
            grade = (getattr(region, "grade", None), getattr(region, "modifier", None))
            graded = region.kind == "difficult" or (region.kind == "water" and region.grade)
            if graded and grade not in grades:
                grades.append(grade)
        for region in under:
            if region.kind == "climb":
                return Footing(mode, region.surface, region.slick, region.difficulty, tuple(grades))
        return Footing(mode, grades=tuple(grades))

    def climbed(self, cell, target, rise):
        """Return what a steep step is made on."""
        lean, grades = 1 if rise > 0 else -1, self.footing(target).grades
        for where in (target, cell):
            for region, area in self.regions:
                if region.kind == "climb" and self.body(where) & area:
                    return Footing("climb", region.surface, region.slick, region.difficulty, grades, lean)
        high, low = (target, cell) if rise > 0 else (cell, target)
        for ledge in map(self.side, (high, low)):
            if ledge is not None and (ledge.surface, ledge.slick, ledge.difficulty) != (None, "none", None):
                return Footing("climb", ledge.surface, ledge.slick, ledge.difficulty, grades, lean)
        return Footing("climb", grades=grades, lean=lean)

    def made_on(self, cell, target):
        """Return what a step is made on."""
        rise = self.rise(cell, target)
        return self.climbed(cell, target, rise) if rise else self.footing(target)

    def footings(self):
        """Return all that steps are made on."""
        cells = [(col, row) for col in range(self.grid.cols) for row in range(self.grid.rows)]
        steps = [(cell, self.shape.step(cell, way)) for cell in cells for way in self.shape.ways]
        return {self.made_on(*step) for step in steps if all(map(self.on_map, step))}

    def multiplier(self, cell):
        factors = [
            to_fraction(region.cost_multiplier)
            for region, area in self.regions
            if region.kind == "difficult" and self.body(cell) & area
        ]
        factors += [F(2)] if "slows" in self.met(cell) else []
        return max((factor for factor in factors if factor != 1), default=F(1))

    def entered(self, origin, target):
        return [
            region
            for region, area in self.regions
            if region.kind == "difficult" and self.body(target) & area and not self.body(origin) & area
        ]


@dataclass(frozen=True)
class Way:
    """One label of the oracle; heading and run are kept, since a jump may need them."""

    cell: tuple[int, int]
    heading: tuple[int, int] | None
    run: Fraction
    cost: Fraction
    meters: tuple[tuple[str, Fraction], ...]
    marks: tuple[tuple[str, int], ...]
    gates: frozenset[str]
    chance: Fraction
    parity: int

    def worth(self):
        return (self.cost, self.meters, self.gates, self.chance, self.parity, self.marks)


def as_good(a, b, starting):
    """Return whether label values ``a`` are at least as good as ``b`` in everything.

    ``starting``: meters whose first use may leave a mark; one in use is not worse than one that is not.
    """
    if any((dict(a[1])[name] > 0) != (dict(b[1])[name] > 0) for name in starting):
        return False
    meters = all(x <= y for (_, x), (_, y) in zip(a[1], b[1], strict=True))
    names = {name for name, _ in (*a[5], *b[5])}
    marks = all(dict(a[5]).get(name, 0) <= dict(b[5]).get(name, 0) for name in names)
    return a[0] <= b[0] and meters and marks and a[2] >= b[2] and a[3] >= b[3] and a[4] == b[4]


class Oracle:
    """Finds all best labels of all cells by trying everything."""

    def __init__(self, world: World, start: Start, budget: Budget):
        self.world, self.start, self.budget = world, start, budget
        self.best: dict = {}
        phases = range(len(budget.phases) + 1)
        draws = [budget.draw(footing, phase) for footing in world.footings() for phase in phases]
        self.starting = {draw.meter for draw in draws if draw.starts} & set(budget.meters)
        self.cut = False

    def paid(self, way, target, *, cost, meter=None, amount=0, chance=1, gates=(), marks=(), **rest):
        """Return the label after a step, or None if it cannot be paid."""
        budget = self.budget
        worst = dict(way.marks)
        for name, bad in marks:
            worst[name] = max(bad, worst.get(name, 0))
        if cost and budget.limit is not None and way.cost + cost > budget.limit:
            return None
        meters = dict(way.meters)
        if meter:
            cap = budget.meters.get(meter, F(0))
            if cap == 0 or (cap is not None and meters[meter] + amount > cap):
                return None
            meters[meter] += amount
        new = {g.id for g in gates if g.roll and budget.gates.get(g.id, 1) != 1}
        new -= budget.passed | way.gates
        chance *= way.chance
        for gate in new:
            chance *= budget.gates[gate]
        if chance < budget.floor:
            self.cut = True
            return None
        parity = rest.pop("parity")
        return Way(
            target, rest["heading"], rest["run"], way.cost + cost, tuple(sorted(meters.items())),
            tuple(sorted(worst.items())), way.gates | new, chance, parity,
        )  # fmt: skip

    def walks(self, way):
        """Yield the labels one step on, on foot, swimming or climbing."""
        world = self.world
        for heading in world.shape.ways:
            if not world.allowed(way.cell, heading) or world.gap(way.cell):
                continue
            target = world.shape.step(way.cell, heading)
            if world.gap(target):
                continue
            length = max(world.length(heading, way.parity), abs(world.rise(way.cell, target)))
            gates = world.entered(way.cell, target)
            footing, parity = world.made_on(way.cell, target), world.turned(heading, way.parity)
            draw = self.budget.draw(footing, self.phase(way))
            flat = sum((to_fraction(r.flat_cost) for r in gates), F(0))
            price = length * world.times(way.cell, heading) * draw.factor + flat
            if draw.meter is not None:
                untouched = dict(way.meters).get(draw.meter, F(0)) == 0
                yield self.paid(
                    way, target, cost=F(0), meter=draw.meter, amount=price, gates=gates, parity=parity,
                    heading=None, run=F(0), marks=(*draw.marks, *(draw.starts if untouched else ())),
                )  # fmt: skip
                continue
            run = min((way.run if way.heading == heading else F(0)) + length, max(self.budget.run_up, F(0)))
            yield self.paid(
                way, target, cost=price, gates=gates, parity=parity, heading=heading, run=run,
                marks=draw.marks,
            )  # fmt: skip

    def phase(self, way, more=0):
        return sum(way.cost + more > past for past in self.budget.phases)

    def walked(self, far, cell):
        """Return what so much of a jump's step costs on a cell, and the marks it leaves."""
        if not far:
            return [F(0)]
        draw = self.budget.draw(self.world.footing(cell), 0)
        return [far * self.world.multiplier(cell) * draw.factor, *draw.marks]

    def jumps(self, way):
        """Yield the labels after every jump from here, with and without the run-up."""
        world, budget = self.world, self.budget
        meter = budget.jump_meter
        jumped = dict(way.meters).get(meter, F(0))
        starts = way == self.first and budget.grounded
        off_ground = world.mode(way.cell) != "ground" and not world.gap(way.cell)
        if not starts and off_ground:
            return
        for heading in world.shape.ways:
            cell, parity, lengths, steps = way.cell, way.parity, [], 0
            while world.allowed(cell, heading):
                lengths.append(world.length(heading, parity))
                parity = world.turned(heading, parity)
                cell = world.shape.step(cell, heading)
                steps += 1
                rise = world.height(cell) - world.height(way.cell)
                if not world.gap(cell) and not (world.steep(rise) and rise < 0):
                    break
            else:
                continue
            if steps == 1 and not world.gap(way.cell) and not world.steep(rise):
                continue
            high, over = max(rise, F(0)), world.gap(way.cell)
            before = F(0) if over or steps == 1 else world.edge(way.cell, heading) * lengths[0]
            after = world.edge(cell, heading) * lengths[-1] if over or steps > 1 else F(0)
            length = sum(lengths) - before - after
            (early, *marks), (late, *more) = self.walked(before, way.cell), self.walked(after, cell)
            walked, marks = early + late, [*marks, *more]
            run = before + (way.run if way.heading == heading else F(0))
            fast = run >= budget.run_up
            gates = world.entered(way.cell, cell)
            flat = sum((to_fraction(r.flat_cost) for r in gates), F(0))
            for running in {fast, budget.run_up <= 0}:
                jump = budget.jump(length, high, running=running, jumped=jumped, phase=self.phase(way, early))
                spent = walked + (length + high if budget.jump_counts else F(0))
                if jump and meter:
                    yield self.paid(
                        way, cell, cost=spent, meter=meter, amount=length + high + flat, chance=jump.chance,
                        gates=gates, parity=parity, heading=None, run=F(0), marks=marks,
                    )  # fmt: skip
                elif jump:
                    yield self.paid(
                        way, cell, cost=flat + spent, chance=jump.chance, gates=gates, parity=parity,
                        heading=None, run=F(0), marks=marks,
                    )  # fmt: skip

    def settle(self, way):
        """Keep a label unless one with the same heading and run is as good."""
        known = self.best.setdefault(way.cell, [])
        for other in known:
            ready = (other.heading, other.run) == (way.heading, way.run)
            if ready and as_good(other.worth(), way.worth(), self.starting):
                return False
        known.append(way)
        return True

    def run(self):
        start = self.start
        jumps = [self.budget.jump_meter] if self.budget.jump_meter else []
        meters = {**dict.fromkeys([*self.budget.meters, *jumps], F(0)), **start.meters}
        heading = None if start.heading is None else self.world.shape.ways[start.heading]
        run = min(start.run, max(self.budget.run_up, F(0))) if heading else F(0)
        alternating = self.world.grid.diagonals.startswith("alternating")
        first = Way(
            start.cell, heading, run, start.cost, tuple(sorted(meters.items())),
            tuple(sorted(start.marks.items())), frozenset(),
            start.chance, start.parity if alternating else 0,
        )  # fmt: skip
        self.first = first
        number = count()
        heap = [(first.cost, next(number), first)]
        while heap:
            _, _, way = heappop(heap)
            if not self.settle(way):
                continue
            for after in (*self.walks(way), *self.jumps(way)):
                if after:
                    heappush(heap, (after.cost, next(number), after))
        return self

    def labels(self):
        """Return the values of all best labels per cell."""
        found = {}
        for cell, ways in self.best.items():
            values = {way.worth() for way in ways}
            found[cell] = {
                value
                for value in values
                if not any(as_good(other, value, self.starting) for other in values if other != value)
            }
        return found
