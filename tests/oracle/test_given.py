"""Movement given or taken by hand: destinations and plans agree on it, however it comes out."""

import pytest

from tests.oracle import tables, test_destinations
from tests.oracle.rounds import rounds
from tests.oracle.test_areas import agreed, without_cells
from tests.oracle.test_destinations import compare


@pytest.mark.parametrize("made", ["table", "raised", "crossed"])
@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_what_is_listed_with_movement_given_or_taken_is_what_plans_say(system, made):
    rng = tables.seeded(f"given {system} {made}")
    for _ in rounds(1 / 3):
        table = getattr(tables, made)(rng, system)
        side = table.scene["grid"]["distance"]
        for number in range(rng.randint(1, 2)):
            length = rng.choice([side, side, 2 * side, 3 * side, side / 2, 0.7 * side, -side])
            table.apply(f"by hand {number}", {"kind": "granted", "length": length, "reason": "Haste"})
        if table.state()["pending"] is None:
            compare(table)


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_without_cells_what_is_listed_with_movement_given_can_be_planned(system):
    rng = tables.seeded(f"given without cells {system}")
    for _ in rounds(1 / 4):
        table = without_cells(rng, system, moved=False)
        side = table.scene["grid"]["distance"]
        table.apply(
            "by hand", {"kind": "granted", "length": rng.choice([side, 1.5 * side]), "reason": "Haste"}
        )
        agreed(rng, table, times=12)


@pytest.mark.parametrize("system", tables.SYSTEMS)
def test_no_path_is_better_than_what_is_listed_where_movement_is_given(system, monkeypatch):
    drawn = tables.table

    def given(rng, system, **how):
        table = drawn(rng, system, **how)
        side = table.scene["grid"]["distance"]
        length = rng.choice([side, 1.5 * side, 2 * side])
        table.apply("by hand", {"kind": "granted", "length": length, "reason": "Haste"})
        return table

    monkeypatch.setattr(tables, "table", given)
    test_destinations.test_no_path_is_better_than_what_is_listed(system)
