"""Time the compiling and the flooding of a board: ``python tests/benchmarks/flood.py``."""

import random
import sys
from fractions import Fraction
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from py_rules.board import Board, compile_board
from py_rules.protocol import map_data
from py_rules.search import Budget, Flood, JumpOdds, Start, flood, numbered, window
from tests.oracle.floods import groups

F = Fraction


def scene(
    side: int, *, walls: int = 0, extras: bool = False, diagonals: str = "equidistant"
) -> map_data.Scene:
    """Return a square map of ``side`` cells, a quarter of them blocked, free around the centre."""
    rng = random.Random(7)  # noqa: S311 - a map, not a secret
    centre = side // 2
    blocked = [
        (col, row)
        for col in range(side)
        for row in range(side)
        if rng.random() < 0.25 and max(abs(col - centre), abs(row - centre)) > 1
    ]
    regions: list[dict] = [{"id": "rocks", "kind": "obstacle", "area": {"cells": blocked}}]
    if extras:
        for number in range(20):
            col, row = rng.randrange(side), rng.randrange(side)
            kind = ("difficult", "water", "climb", "gap", "difficult")[number % 5]
            price = {"cost_multiplier": 2, "flat_cost": number % 3} if kind == "difficult" else {}
            area = {"rect": (col, row, 8, 5 if kind != "gap" else 2)}
            regions.append({"id": f"r{number}", "kind": kind, "area": area, **price})
    lines = []
    for number in range(walls):
        x, y = rng.randrange(side), rng.randrange(side)
        end = (x + rng.randrange(1, 8), y) if rng.random() < 0.5 else (x, y + rng.randrange(1, 8))
        lines.append({"id": f"w{number}", "a": (x, y), "b": end})
    grid = {"cols": side, "rows": side, "diagonals": diagonals}
    return map_data.Scene.model_validate({"grid": grid, "regions": regions, "walls": lines}, strict=False)


def jump(length: Fraction, high: Fraction, *, running: bool, jumped: Fraction, phase: int) -> JumpOdds | None:
    """Return a jump of up to 20 ft, 10 ft without a run-up."""
    del high, jumped, phase
    return JumpOdds(F(3, 4), 6) if length <= (20 if running else 10) else None


def budget(limit: int | None, *, extras: bool = False) -> Budget:
    """Return a budget of ``limit`` feet."""
    meters = {"swim": F(30), "climb": F(29)} if extras else {}
    return Budget(
        None if limit is None else F(limit), meters, jump, True, F(5), {}, frozenset(), F(1, 10_000)
    )


def fastest(work: object, rounds: int = 7) -> float:
    """Return the shortest of several runs in milliseconds."""
    times = []
    for _ in range(rounds):
        begun = perf_counter()
        work()  # type: ignore[operator]
        times.append(perf_counter() - begun)
    return min(times) * 1000


def board_of(made: map_data.Scene) -> Board:
    """Compile a scene for a mover of one cell."""
    return compile_board(made, mover=None, size=(1, 1), unseen=frozenset())


def report(name: str, made: map_data.Scene, limit: int | None, *, extras: bool = False) -> None:
    """Print the times of one map."""
    board = board_of(made)
    start = Start((board.cols // 2, board.rows // 2))
    found: Flood = flood(board, start, budget=budget(limit, extras=extras))
    found_groups = groups(found)
    reached = 0
    for _, _, bits in found_groups:
        reached |= bits
    far = max(found_groups, key=lambda group: group[1])
    cell = board.cell(far[2].bit_length() - 1)
    label = found.labels(cell)[0]
    print(  # noqa: T201 - its purpose
        f"{name:<34} compile {fastest(lambda: board_of(made)):7.2f}"
        f"  flood {fastest(lambda: flood(board, start, budget=budget(limit, extras=extras))):8.2f}"
        f"  groups {fastest(lambda: groups(found)):6.2f}"
        f"  windows {fastest(lambda: window(numbered([bits for _, _, bits in found_groups]), board)):6.2f}"
        f"  path {fastest(lambda: found.path(cell, label), 3):7.2f} ms"
        f"  {reached.bit_count()} cells, {len(found_groups)} groups, {len(found.resources)} profiles"
    )


if __name__ == "__main__":
    report("100x100 whole map", scene(100), None)
    report("100x100 whole map, 1-2-1", scene(100, diagonals="alternating_1"), None)
    report("100x100 whole map, 1.5", scene(100, diagonals="approximate"), None)
    report("100x100 500 walls, 60 ft", scene(100, walls=500), 60)
    report("100x100 extras, 60 ft", scene(100, walls=500, extras=True), 60, extras=True)
    report(
        "100x100 extras, 1-2-1, 60 ft", scene(100, extras=True, diagonals="alternating_1"), 60, extras=True
    )
    report("100x100 extras, whole map", scene(100, walls=500, extras=True), None, extras=True)
    report("200x200 whole map", scene(200), None)
    report("1000x1000 60 ft", scene(1000), 60)
