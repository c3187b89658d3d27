"""Storeys against the oracle: labels of every cell of every storey, and destinations against plans for every system."""

from dataclasses import replace
from fractions import Fraction

import pytest

from py_rules.board import compile_storeys
from py_rules.board.measure import measure
from py_rules.paths.scenes import seen
from py_rules.protocol import map_data
from py_rules.search import flood
from py_rules.values.footing import Footing
from py_rules.values.rounding import to_fraction
from tests.oracle import naive, tables, worlds
from tests.oracle.rounds import few, rounds
from tests.oracle.test_destinations import agree
from tests.oracle.test_flood import left, worth
from tests.rulebook.cases import rings_of

F = Fraction
NAMES = ("cellar", "hall", "attic")


# ---------------------------------------------------------------- labels


class Shape:
    """The shape of a map with a storey on each cell."""

    def __init__(self, flat):
        self.flat, self.ways = flat, flat.ways

    def step(self, cell, way):
        return (*self.flat.step(cell[:2], way), cell[2])


class Tower:
    """Storeys as worlds of their own, looked up cell by cell; cells are column, row and storey."""

    def __init__(self, scene, size, unseen, view, map_rules):
        self.grid, self.scene = scene.grid, scene
        self.storeys = [
            naive.World(self.alone(scene, number), size, unseen, view, map_rules)
            for number in range(len(scene.storeys))
        ]
        self.shape = Shape(self.storeys[0].shape)
        self.passages = [
            link for p in scene.passages if view == "referee" or not p.hidden for link in self.both(p)
        ]

    @staticmethod
    def alone(scene, number):
        storey = scene.storeys[number]
        ups = [s.elevation for s in scene.storeys]

        def on(token):
            return max([n for n, up in enumerate(ups) if up <= token.elevation], default=0) == number

        return scene.model_copy(
            update={
                "walls": [wall for wall in scene.walls if wall.storey in (None, storey.id)],
                "regions": [region for region in scene.regions if region.storey in (None, storey.id)],
                "tokens": [token for token in scene.tokens if on(token)],
                "storeys": [],
                "passages": [],
            }
        )

    def both(self, passage):
        """Yield origin, target, length and footing of a passage, each way that it leads."""
        ids = [storey.id for storey in self.scene.storeys]
        a, b = ((end.col, end.row, ids.index(end.storey)) for end in (passage.a, passage.b))
        rise = self.ground(b) - self.ground(a)
        for origin, target, up in [(a, b, rise > 0), (b, a, rise < 0)][: 1 if passage.one_way else 2]:
            length, footing = to_fraction(passage.length), Footing("ground")
            if passage.kind != "stairs":
                length = max(length, abs(rise))
                footing = Footing(
                    "climb", passage.surface, passage.slick, passage.difficulty, (), 1 if up else -1
                )
            yield origin, target, length, footing

    def ground(self, cell):
        """Return how high the ground is on a cell, from the same place for all storeys."""
        return to_fraction(self.scene.storeys[cell[2]].elevation) + self.height(cell)

    def lead(self, cell):
        """Yield where the passages from a cell lead, at what length, on what footing."""
        for origin, target, length, footing in self.passages:
            world, there = self.storeys[target[2]], target[:2]
            if origin != cell or not self.storeys[cell[2]].on_map(cell[:2]) or not world.on_map(there):
                continue
            barred = world.touches(there, "obstacle") or world.hostile(there) or world.walled_in(there)
            if not barred and not world.gap(there):
                yield target, length, footing

    def entered(self, origin, target):
        before, after = self.storeys[origin[2]], self.storeys[target[2]]
        touched = [r for r, area in before.regions if before.body(origin[:2]) & area]
        return [
            region
            for region, area in after.regions
            if region.kind == "difficult" and after.body(target[:2]) & area and region not in touched
        ]

    def cells(self):
        return [
            (col, row, storey)
            for storey in range(len(self.storeys))
            for col in range(self.grid.cols)
            for row in range(self.grid.rows)
        ]

    def at(self, name, cell, *more):
        return getattr(self.storeys[cell[2]], name)(cell[:2], *more)

    def allowed(self, cell, way):
        return self.at("allowed", cell, way)

    def gap(self, cell):
        return self.at("gap", cell)

    def footing(self, cell):
        return self.at("footing", cell)

    def edge(self, cell, way):
        return self.at("edge", cell, way)

    def mode(self, cell):
        return self.at("mode", cell)

    def footings(self):
        within = [footing for storey in self.storeys for footing in storey.footings()]
        return {*within, *(footing for _, _, _, footing in self.passages)}

    def made_on(self, cell, target):
        return self.at("made_on", cell, target[:2])

    def rise(self, cell, target):
        return self.at("rise", cell, target[:2])

    def height(self, cell):
        return self.at("height", cell)

    def steep(self, rise):
        return self.storeys[0].steep(rise)

    def times(self, cell, way):
        return self.at("times", cell, way)

    def multiplier(self, cell):
        return self.at("multiplier", cell)

    def length(self, way, parity):
        return self.storeys[0].length(way, parity)

    def turned(self, way, parity):
        return self.storeys[0].turned(way, parity)


class Climber(naive.Oracle):
    """The oracle of all best labels, on passages too."""

    def walks(self, way):
        yield from super().walks(way)
        for target, length, footing in self.world.lead(way.cell):
            gates = self.world.entered(way.cell, target)
            draw = self.budget.draw(footing, self.phase(way))
            price = length * draw.factor + sum((to_fraction(r.flat_cost) for r in gates), F(0))
            untouched = draw.meter is not None and dict(way.meters).get(draw.meter, F(0)) == 0
            paid = (
                {"cost": price}
                if draw.meter is None
                else {"cost": F(0), "meter": draw.meter, "amount": price}
            )
            marks = (*draw.marks, *(draw.starts if untouched else ()))
            yield self.paid(
                way, target, gates=gates, parity=way.parity, heading=None, run=F(0), marks=marks, **paid
            )


def raised(rng, scene):
    """Return a scene with two or three storeys, what is on it on one or on all, and passages between them."""
    names = NAMES[: rng.randint(2, 3)]
    ups = [4 * number for number in range(len(names))]

    def anywhere(thing):
        return thing.model_copy(update={"storey": rng.choice([None, *names, *names])})

    def landing(storey):
        return {
            "col": rng.randrange(scene.grid.cols),
            "row": rng.randrange(scene.grid.rows),
            "storey": storey,
        }

    passages, ends = [], set()
    for number in range(rng.randint(1, 5)):
        a, b = (landing(storey) for storey in rng.sample(names, 2))
        pair = frozenset((end["col"], end["row"], end["storey"]) for end in (a, b))
        if pair in ends:
            continue
        ends.add(pair)
        kind = rng.choice(["stairs", "stairs", "ladder", "shaft"])
        fields = {
            "length": rng.choice([2, 5, 7.5]),
            "one_way": rng.random() < 0.2,
            "hidden": rng.random() < 0.1,
        }
        fields |= {"difficulty": 7} if rng.random() < 0.3 else {}
        passages.append(
            map_data.Passage.model_validate({"id": f"p{number}", "kind": kind, "a": a, "b": b, **fields})
        )
    return scene.model_copy(
        update={
            "storeys": [map_data.Storey(id=name, elevation=up) for name, up in zip(names, ups, strict=True)],
            "passages": passages,
            "walls": [anywhere(wall) for wall in scene.walls],
            "regions": [anywhere(region) for region in scene.regions],
            "tokens": [t.model_copy(update={"elevation": rng.choice([*ups, 5])}) for t in scene.tokens],
        }
    )


def compiled(rng):
    """Return a random tower, its board, the starts on each, and a budget."""
    start = None
    while start is None:
        ledges = rng.random() < 0.5
        made = raised(rng, worlds.scene(rng, regions=6, ledges=ledges))
        size = rng.choice([(1, 1), (1, 1), (2, 2)])
        start = worlds.start(rng, made, size)
    view = rng.choice(["player", "referee"])
    map_rules = worlds.map_rules(rng, ledges=ledges)
    board = compile_storeys(
        seen(made, view=view), mover=None, size=size, unseen=frozenset(), map_rules=map_rules
    )
    world = Tower(made, size, frozenset(), view, map_rules)
    storey = rng.randrange(len(made.storeys))
    above = replace(start, cell=(*start.cell, storey))
    return world, board, above, replace(start, cell=board.on(start.cell, storey)), worlds.budget(rng, made)


@pytest.mark.parametrize("batch", range(6))
def test_labels_of_all_storeys_are_those_of_the_oracle(batch):
    rng = worlds.seeded(f"towers {batch}")
    crossed = 0
    for _ in rounds():
        world, board, above, start, budget = compiled(rng)
        found = flood(board, start, budget=budget)
        wanted = Climber(world, above, budget).run().labels()
        got = {}
        for cell in world.cells():
            labels = found.labels(board.on(cell[:2], cell[2]))
            if labels:
                got[cell] = {
                    (*worth(one.cost, one.profile), one.parity, left(one.profile.marks)) for one in labels
                }
        assert got == wanted
        crossed += any(cell[2] != above.cell[2] for cell in got)
        for cell in got:
            laid = board.on(cell[:2], cell[2])
            for label in found.labels(laid):
                path = found.path(laid, label)
                measured = measure(board, path, parity=start.parity)
                assert (path[-1][:2], any(measured.barred)) == (laid, False)
    assert crossed or few()


# ---------------------------------------------------------------- systems


def storeyed(rng, table):
    """Give a table's map storeys and passages, one of them from where the mover stands."""
    scene = table.scene
    grid, mover = scene["grid"], scene["tokens"][0]
    names = NAMES[: rng.randint(2, 3)]
    up = rng.choice([2, 3, 10])
    for thing in (*scene["walls"], *scene["regions"]):
        thing["storey"] = rng.choice([None, *names])
        if thing.get("kind") == "ledge":
            thing["elevation"] = up * rng.choice([0.2, 0.5, 0.9])
    for token in scene["tokens"]:
        token["elevation"] = up * rng.randrange(len(names))
    scene["storeys"] = [{"id": name, "elevation": up * number} for number, name in enumerate(names)]
    found = {}
    for number in range(4):
        row = rng.randrange(grid["rows"])
        low = number or mover["elevation"] // up
        a = {"col": rng.randrange(grid["cols"]), "row": row, "storey": names[low % len(names)]}
        b = {"col": rng.randrange(grid["cols"]), "row": row, "storey": names[(low + 1) % len(names)]}
        if number == 0:
            a |= {"col": mover["col"], "row": mover["row"]}
        fields = {"kind": rng.choice(["stairs", "ladder", "shaft"]), "one_way": rng.random() < 0.2}
        ends = frozenset((end["col"], end["row"], end["storey"]) for end in (a, b))
        found[ends] = {"id": f"p{number}", "a": a, "b": b, **fields}
    scene["passages"] = list(found.values())
    return table


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_on_each_storey_is_what_plans_say(system):
    rng = tables.seeded(f"storeys {system}")
    for _ in rounds(1 / 2):
        compare(storeyed(rng, tables.table(rng, system, cols=6, rows=4)))


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_on_storeys_with_ledges_is_what_plans_say(system):
    rng = tables.seeded(f"storeys with ledges {system}")
    for _ in rounds(1 / 8):
        compare(storeyed(rng, tables.raised(rng, system, cols=6, rows=4)))


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_on_storeys_for_a_large_token_is_what_plans_say(system):
    rng = tables.seeded(f"storeys large {system}")
    for _ in rounds(1 / 8):
        compare(storeyed(rng, tables.large(tables.table(rng, system, cols=6, rows=4))))


def compare(table):
    """Plan the best way to every cell of every storey, and compare it with what is listed."""
    reply = table.destinations()
    listed = {}
    for layer in reply["layers"]:
        for cell, ring in rings_of(layer).items():
            assert (*cell, layer["elevation"]) not in listed
            listed[(*cell, layer["elevation"])] = (layer, ring)
    mover, grid = table.scene["tokens"][0], table.scene["grid"]
    own = (mover["col"], mover["row"], mover["elevation"])
    size = mover.get("cols", 1)
    for storey in table.scene["storeys"]:
        for col in range(grid["cols"] - size + 1):
            for row in range(grid["rows"] - size + 1):
                cell = (col, row, storey["elevation"])
                if cell == own:
                    continue
                plan = table.plan({"to": {"col": col, "row": row, "elevation": storey["elevation"]}})
                where = (table.character, table.house_rules, table.scene, cell)
                agree(plan, listed.get(cell), where=where)
