"""The odds of a pool against all its throws, counted one by one."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from py_rules.dice import d10_pool, outcome_of, roll_d10

FACES = range(1, 11)
FACES_OF_SEED_1 = (3, 10, 2, 5, 2, 8, 8, 8, 7, 4)
FACES_OF_THE_LAST_SEED = (2, 9, 4, 4, 3)


def thrown(pool, **rules):
    """Return how often each Outcome comes among all throws of a pool."""
    values = [outcome_of(face, **rules) for face in FACES]
    return Counter(sum(throw) for throw in product(values, repeat=pool))


@pytest.mark.parametrize("pool", range(5))
@pytest.mark.parametrize("difficulty", range(2, 11))
@pytest.mark.parametrize("tens_count", [1, 2])
@pytest.mark.parametrize("ones_subtract", [True, False])
def test_odds_are_those_of_all_throws(pool, difficulty, tens_count, ones_subtract):
    rules = {"difficulty": difficulty, "tens_count": tens_count, "ones_subtract": ones_subtract}
    counted, odds = thrown(pool, **rules), d10_pool(pool, **rules)
    assert odds.results == tuple(sorted(counted))
    assert odds.chances == tuple(Fraction(counted[result], 10**pool) for result in odds.results)
    assert (odds.lowest, odds.highest) == (min(counted), max(counted))
    assert odds.mean == sum(Fraction(result * count, 10**pool) for result, count in counted.items())
    for needed in range(odds.lowest - 1, odds.highest + 2):
        wins = sum(count for result, count in counted.items() if result >= needed)
        assert odds.at_least(needed) == Fraction(wins, 10**pool)
    assert dict(odds.cumulative()) == {result: odds.at_least(result) for result in odds.results}


def published(pool, difficulty):
    return d10_pool(pool, difficulty=difficulty, tens_count=2, ones_subtract=True)


def test_published_odds():
    assert round(float(published(7, 9).at_least(1)), 4) == 0.6479
    assert published(7, 6).mean == Fraction(7, 2)


def test_the_publishers_own_roll():
    faces = [2, 6, 10, 8, 1, 5, 7]
    counted = [outcome_of(face, difficulty=6, tens_count=2, ones_subtract=True) for face in faces]
    assert counted == [0, 1, 2, 1, -1, 0, 1]


@pytest.mark.parametrize("difficulty", [11, 15, 30])
def test_beyond_the_highest_face_only_tens_count(difficulty):
    rules = {"difficulty": difficulty, "tens_count": 2, "ones_subtract": True}
    assert [outcome_of(face, **rules) for face in FACES] == [-1, 0, 0, 0, 0, 0, 0, 0, 0, 2]


def test_an_empty_pool_counts_nothing():
    odds = published(0, 6)
    assert (odds.results, odds.chances, odds.mean) == ((0,), (1,), 0)
    assert (odds.at_least(0), odds.at_least(1)) == (1, 0)


def test_large_pools_are_exact():
    odds = published(60, 6)
    assert sum(odds.chances) == 1
    assert odds.mean == 30
    assert (odds.lowest, odds.highest) == (-60, 120)


def test_a_seed_gives_the_same_faces_whatever_else_is_rolled():
    state = random.getstate()
    first = roll_d10(20, 7)
    roll_d10(3, 8)
    assert roll_d10(20, 7) == first
    assert random.getstate() == state
    assert roll_d10(20, 8) != first
    assert roll_d10(5, 7) == first[:5]


def test_seeded_faces_do_not_change_from_one_version_to_the_next():
    assert roll_d10(10, 1) == FACES_OF_SEED_1
    assert roll_d10(5, 2**53 - 1) == FACES_OF_THE_LAST_SEED


def test_a_seeded_die_is_fair():
    faces = Counter(roll_d10(100_000, 42))
    assert set(faces) == set(FACES)
    assert all(9_500 < count < 10_500 for count in faces.values())
