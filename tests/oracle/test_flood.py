"""The flood against the oracle: the same best labels on every cell, and paths that measure to them."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest

from py_rules.board import compile_board
from py_rules.board.measure import measure
from py_rules.paths.scenes import seen
from py_rules.protocol import map_data
from py_rules.search import Start, flood, frontier, layers
from py_rules.values.map_rules import MapRules
from tests.oracle import naive, worlds
from tests.oracle.rounds import rounds

F = Fraction
BATCHES = 16


SIZES = [(1, 1), (1, 1), (2, 2), (2, 1), (1, 3)]
HEX_SIZES = [(1, 1), (1, 1), (2, 2), (3, 3), (4, 4)]


def compiled(rng, *, gates=True, hexes=False, ledges=False):
    """Return a random world, its board, a start and a budget."""
    while True:
        long = rng.random() < 0.4 and not ledges
        many = {"regions": 6, "ledges": True} if ledges else {}
        made = (
            worlds.canyon(rng, hexes=hexes) if long else worlds.scene(rng, gates=gates, hexes=hexes, **many)
        )
        size = rng.choice(HEX_SIZES if hexes else SIZES)
        start = worlds.start(rng, made, size)
        if start:
            break
    view = rng.choice(["player", "referee"])
    unseen = frozenset({"t0"} if rng.random() < 0.3 else ())
    map_rules = worlds.map_rules(rng, ledges=ledges)
    mover = None
    if size == (1, 1):
        wide, high = rng.choice([(1, 1), (0.5, 0.5), (0.5, 1)])
        mover = map_data.Token(id="mover", col=start.cell[0], row=start.cell[1], cols=wide, rows=high)
    board = compile_board(seen(made, view=view), mover=mover, size=size, unseen=unseen, map_rules=map_rules)
    world = naive.World(made, size, unseen, view, map_rules, mover)
    return world, board, start, worlds.budget(rng, made)


def left(marks):
    """Return the marks that were left."""
    return tuple((name, bad) for name, bad in marks if bad)


def worth(cost, profile):
    return cost, profile.meters, profile.gates, profile.chance


def found_labels(found, board):
    """Return the label values per cell, in the oracle's shape."""
    cells = {}
    for col, row in product(range(board.cols), range(board.rows)):
        labels = found.labels((col, row))
        if labels:
            cells[col, row] = [
                (*worth(label.cost, label.profile), label.parity, left(label.profile.marks))
                for label in labels
            ]
    return cells


def batches(name, count):
    """Return the batches of a test: half as many on hexes as on squares."""
    on = [("square", batch) for batch in range(count)] + [("hex", batch) for batch in range(count // 2)]
    return pytest.mark.parametrize(
        ("rng", "hexes"),
        [
            pytest.param(
                f"{name} {batch}" if kind == "square" else f"{name} on hexes {batch}",
                kind == "hex",
                id=f"{kind} {batch}",
            )
            for kind, batch in on
        ],
        indirect=["rng"],
    )


@pytest.fixture
def rng(request):
    return worlds.seeded(request.param)


@batches("steps", BATCHES)
def test_steps_and_stops_are_those_of_the_oracle(rng, hexes):
    for _ in rounds(3):
        world, board, _, _ = compiled(rng, hexes=hexes)
        for cell in product(range(board.cols), range(board.rows)):
            assert board.has(board.can_end, cell) == world.may_end(cell), cell
            for direction, way in enumerate(world.shape.ways):
                allowed = world.on_map(cell) and world.allowed(cell, way)
                assert board.has(board.open[direction], cell) == allowed, (cell, way)


@batches("flood", BATCHES)
def test_flood_finds_the_labels_of_the_oracle(rng, hexes):
    assert_floods(rng, hexes=hexes)


@batches("ledges", BATCHES)
def test_flood_finds_the_labels_of_the_oracle_over_ledges(rng, hexes):
    assert_floods(rng, hexes=hexes, ledges=True)


@batches("small", 8)
def test_flood_finds_the_labels_of_the_oracle_cell_by_cell_and_on_few_rows(rng, hexes, monkeypatch):
    monkeypatch.setattr(layers, "SMALL_IN_A_ROW", 1)
    for number in rounds():
        world, board, start, budget = on_foot(rng, hexes=hexes)
        limit = rng.choice([1, 2, 8]) * F(world.scene.grid.distance)
        assert_flood(world, board, start, replace(budget, limit=limit), number)


@batches("short", 8)
def test_flood_finds_the_labels_of_the_oracle_by_short_numbers(rng, hexes, monkeypatch):
    monkeypatch.setattr(frontier, "STEPS", 1)
    for number in rounds():
        world, board, start, budget = on_foot(rng, hexes=hexes)
        assert_flood(world, board, start, budget, number)


@pytest.mark.parametrize("batch", range(4))
def test_flood_finds_the_run_ups_along_a_ridge(batch):
    rng = worlds.seeded(f"ridge {batch}")
    for number in rounds(4):
        assert_flood(*along(rng, worlds.ridge(rng), (1, 1)), number)


def along(rng, made, size):
    """Return a narrow world that is begun at its end, its board, the start and a budget for run-ups."""
    view, unseen, map_rules = "referee", frozenset(), MapRules()
    board = compile_board(seen(made, view=view), mover=None, size=size, unseen=unseen, map_rules=map_rules)
    side = F(made.grid.distance)
    budget = replace(
        worlds.budget(rng, made),
        limit=10 * side,
        run_up=rng.choice([1, 2, 3]) * side,
        floor=rng.choice([F(1, 10_000), F(3, 10), F(3, 5)]),
    )
    start = Start((0, 0), parity=rng.randint(0, 1))
    return naive.World(made, size, unseen, view, map_rules), board, start, budget


def assert_floods(rng, **kind):
    for number in rounds(2 if "ledges" in kind else 1):
        assert_flood(*compiled(rng, **kind), number)


def assert_flood(world, board, start, budget, number):
    found = flood(board, start, budget=budget)
    oracle = naive.Oracle(world, start, budget).run()
    labels = found_labels(found, board)
    assert all(len(set(values)) == len(values) for values in labels.values())
    as_sets = {cell: set(values) for cell, values in labels.items()}
    assert as_sets == oracle.labels(), number
    assert found.truncated <= oracle.cut
    if oracle.cut and not found.truncated:  # nothing that is best was cut, so no floor is needed
        endless = replace(budget, floor=F(0))
        assert as_sets == naive.Oracle(world, start, endless).run().labels()


def leaps(steps):
    """Return the jumps of measured steps, each with its index range."""
    first = None
    for index, step in enumerate(steps):
        if step.mode == "jump":
            first = index if first is None else first
            if step.jump_lands:
                yield first, index
                first = None


def run_before(steps, first, start):
    """Return the straight ground length right before step ``first``."""
    total, index, heading = F(0), first - 1, steps[first].direction
    while index >= 0 and steps[index].mode == "ground" and steps[index].direction == heading:
        total += steps[index].length
        index -= 1
    return total + start.run if index < 0 and start.heading == heading else total


def chances(steps, start, budget):
    """Return the chances a path may have: a mover may jump as from a stand despite its run-up."""
    options = {start.chance}
    for first, last in leaps(steps):
        before, after = steps[first].before, steps[last].after
        length = sum((step.length for step in steps[first : last + 1]), F(0))
        up_to = before.share * steps[first].length if before else F(0)
        length -= up_to + (after.share * steps[last].length if after else F(0))
        fast = budget.run_up <= 0 or run_before(steps, first, start) + up_to >= budget.run_up
        spent, _ = spent_on(steps[:first], start, budget)
        if before:
            spent["ground"] += up_to * before.multiplier * budget.draw(before.footing, 0).factor
        jumped = spent.get(budget.jump_meter, F(0))
        phase = phase_of(spent["ground"], budget)
        high = max(steps[last].rise, F(0))
        jumps = [
            budget.jump(length, high, running=running, jumped=jumped, phase=phase)
            for running in {fast, budget.run_up <= 0}
        ]
        options = {chance * jump.chance for chance in options for jump in jumps if jump}
    for gate in gates_of(steps, budget):
        options = {chance * budget.gates[gate] for chance in options}
    return options


def phase_of(cost, budget):
    return sum(cost > past for past in budget.phases)


def spent_on(steps, start, budget):
    """Return what steps cost in all meters, the ground among them, and the marks they leave."""
    meters = {*budget.meters, budget.jump_meter} - {None}
    spent = {"ground": start.cost, **dict.fromkeys(meters, F(0)), **start.meters}
    marks = dict(start.marks)
    for step in steps:
        if step.mode == "jump":
            ends = [end for end in (step.before, step.after) if end is not None]
            for end in ends:
                draw = budget.draw(end.footing, 0)
                spent["ground"] += end.share * step.length * end.multiplier * draw.factor
                for name, bad in draw.marks:
                    marks[name] = max(bad, marks.get(name, 0))
            extent = step.length * (1 - sum(end.share for end in ends)) + max(step.rise, F(0))
            spent["ground"] += extent if budget.jump_counts else 0
            spent["ground" if budget.jump_meter is None else budget.jump_meter] += step.flat
            if budget.jump_meter is not None:
                spent[budget.jump_meter] += extent
            continue
        draw = budget.draw(step.footing, phase_of(spent["ground"], budget))
        starts = draw.starts if draw.meter and not spent[draw.meter] else ()
        for name, bad in (*draw.marks, *starts):
            marks[name] = max(bad, marks.get(name, 0))
        spent[draw.meter or "ground"] += step.length * step.multiplier * draw.factor + step.flat
    return spent, marks


def gates_of(steps, budget):
    entered = {gate for step in steps for gate in step.gates} - budget.passed
    return {gate for gate in entered if budget.gates.get(gate, 1) < 1}


def assert_measures(board, start, budget, path, label):
    assert path[0] == (*start.cell, None)
    measured = measure(board, path, parity=start.parity)
    assert not any(measured.barred), measured
    spent, marks = spent_on(measured.steps, start, budget)
    assert tuple(sorted(marks.items())) == left(label.profile.marks)
    assert spent.pop("ground") == label.cost
    assert tuple(sorted(spent.items())) == label.profile.meters
    assert gates_of(measured.steps, budget) == label.profile.gates
    assert label.profile.chance in chances(measured.steps, start, budget)
    assert len(label.profile.jumps) == len(start.checks) + sum(1 for _ in leaps(measured.steps))
    if label.parity or board.grid.alternates:
        assert measured.parity == label.parity


@batches("paths", BATCHES)
def test_every_path_measures_to_its_label(rng, hexes):
    assert_paths(rng, hexes=hexes)


@batches("paths over ledges", BATCHES)
def test_every_path_over_ledges_measures_to_its_label(rng, hexes):
    assert_paths(rng, hexes=hexes, ledges=True)


def assert_paths(rng, **kind):
    for _ in rounds(2 / 3):
        _, board, start, budget = compiled(rng, **kind)
        found = flood(board, start, budget=budget)
        for cell in product(range(board.cols), range(board.rows)):
            for label in found.labels(cell):
                path = found.path(cell, label)
                assert path[-1][:2] == cell
                assert_measures(board, start, budget, path, label)


def every_path(world, start, budget):
    """Yield all cheapest paths to all cells of a world without jumps, as direction lists per cell."""
    costs = {}
    for cell, values in naive.Oracle(world, start, budget).run().labels().items():
        costs[cell] = {value[0] for value in values}
    stack = [(start.cell, F(0), ())]
    while stack:
        cell, cost, way = stack.pop()
        if cost in costs[cell]:
            yield cell, way
            for direction, step in enumerate(world.shape.ways):
                target = world.shape.step(cell, step)
                if world.allowed(cell, step):
                    price = world.length(step, 0) * world.times(cell, step)
                    price += sum((F(r.flat_cost) for r in world.entered(cell, target)), F(0))
                    if target in costs and cost + price <= budget.limit:
                        stack.append((target, cost + price, (*way, direction)))


def straightness(shape, start, goal, way):
    """Return turns, distance from the straight line, and the directions."""
    turns = sum(a != b for a, b in pairwise(way))
    (left, top), (right, low) = shape.middle(start), shape.middle(goal)
    cell, away = start, 0
    for direction in way:
        x, y = shape.middle(cell)
        away += abs((x - left) * (low - top) - (y - top) * (right - left))
        cell = shape.step(cell, shape.ways[direction])
    return turns, away, way


def on_foot(rng, *, hexes):
    """Return a random world in which all is walked, and diagonals count alike."""
    while True:
        world, board, start, budget = compiled(rng, gates=False, hexes=hexes)
        kinds = {region.kind for region in world.scene.regions}
        if not (kinds & {"gap", "water", "climb"} or world.grid.diagonals.startswith("alternating")):
            return world, board, Start(start.cell), budget


@batches("straight", 8)
def test_of_equal_paths_the_straightest_is_taken(rng, hexes):
    for _ in rounds(1 / 2):
        world, board, start, budget = on_foot(rng, hexes=hexes)
        best = {}
        for cell, way in every_path(world, start, budget):
            rank = straightness(world.shape, start.cell, cell, way)
            best[cell] = min(best.get(cell, rank), rank)
        found = flood(board, start, budget=budget)
        for cell, rank in best.items():
            (label,) = found.labels(cell)
            path = [(col, row) for col, row, _ in found.path(cell, label)]
            way = tuple(
                next(n for n, step in enumerate(world.shape.ways) if world.shape.step(a, step) == b)
                for a, b in pairwise(path)
            )
            assert straightness(world.shape, start.cell, cell, way) == rank
