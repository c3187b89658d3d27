"""The odds against dice thrown one by one: every throw of a small pool, counted by rules written down here again.

Dice whose sixes are rolled again have no last throw. They are thrown ``DEEP`` times at most; a die that still
shows sixes then has more than ``6 * DEEP`` already, so that below that bound the count is exact, not near.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

import pytest

from py_rules.values import dice
from tests.asking import Turn

D6, D10 = range(1, 7), range(1, 11)
DEEP = 3
SURE = 6 * DEEP
"""A die that has shown DEEP sixes in a row has at least one more than this."""


def chances(values):
    """Return the chance of each value among (value, chance) pairs."""
    found = Counter()
    for value, chance in values:
        found[value] += chance
    return found


def same(odds, counted, *, below=None):
    """Hold odds against counted chances: every threshold, up to ``below`` where the count ends there."""
    values = [value for value in counted if below is None or value <= below]
    for needed in range(min(values) - 2, max(values) + (3 if below is None else 1)):
        assert odds.at_least(needed) == sum(p for value, p in counted.items() if value >= needed), needed


def lots(faces, pool):
    """Yield every throw of a pool with its chance, in whatever order its dice lie: the least face first."""
    for thrown in combinations_with_replacement(faces, pool):
        orders = factorial(pool) // prod(map(factorial, Counter(thrown).values()))
        yield thrown, Fraction(orders, len(faces) ** pool)


def open_ended():
    """Yield the throws of one die whose sixes are rolled again, the first DEEP of them, with their chances."""
    for sixes in range(DEEP):
        for face in range(1, 6):
            yield (6,) * sixes + (face,), Fraction(1, 6 ** (sixes + 1))
    yield (6,) * DEEP + (1,), Fraction(1, 6**DEEP)


# ---------------------------------------------------------------- a pool of d10 against a Difficulty


def outcome(thrown, difficulty):
    """Return what d10s come to: tens twice, faces from the Difficulty to 9, less the ones."""
    good = sum(difficulty <= face <= 9 for face in thrown)
    return 2 * thrown.count(10) + good - thrown.count(1)


@pytest.mark.parametrize("pool", range(5))
@pytest.mark.parametrize("difficulty", [*range(2, 12), 30])
def test_outcomes(pool, difficulty):
    counted = chances((outcome(thrown, difficulty), share) for thrown, share in lots(D10, pool))
    odds = dice.d10_pool(pool, difficulty=difficulty)
    same(odds, counted)
    assert odds.results == tuple(sorted(counted))
    assert odds.mean == sum(value * chance for value, chance in counted.items())


# ---------------------------------------------------------------- hits of d6, with and without a limit


def hits(thrown, limit):
    found = thrown.count(5) + thrown.count(6)
    return found if limit is None else min(found, limit)


@pytest.mark.parametrize("pool", range(6))
@pytest.mark.parametrize("limit", [None, 0, 1, 2, 3, 5, 6, 9])
def test_hits_up_to_a_limit(pool, limit):
    counted = chances((hits(thrown, limit), share) for thrown, share in lots(D6, pool))
    odds = dice.hits_in_tests(pool, 1, limit=limit)
    same(odds, counted)
    assert odds.results == tuple(sorted(counted))
    assert odds.mean == sum(value * chance for value, chance in counted.items())


@pytest.mark.parametrize("pool", range(3))
@pytest.mark.parametrize("tests", range(4))
@pytest.mark.parametrize("limit", [None, 0, 1, 2, 3])
def test_hits_of_several_tests_each_with_its_limit(pool, tests, limit):
    one = [(hits(thrown, limit), share) for thrown, share in lots(D6, pool)]
    several = [(0, Fraction(1))]
    for _ in range(tests):
        several = [(had + new, chance * share) for had, chance in several for new, share in one]
        several = list(chances(several).items())
    same(dice.hits_in_tests(pool, tests, limit=limit), chances(several))


@pytest.mark.parametrize("pool", range(1, 4))
def test_a_glitch_is_told_when_more_than_half_of_the_dice_show_a_one(pool):
    turn = Turn(system="sr5", mover={"character": {"strength": 0, "running": pool}})
    for thrown, _ in lots(D6, pool):
        roll = rolled(turn, "sprint", thrown)
        words = {"a glitch", "a critical glitch"} & {roll["effect"]["text"].rpartition("; ")[2]}
        glitch = thrown.count(1) > pool - thrown.count(1)
        assert words == ({"a glitch" if roll["result"] else "a critical glitch"} if glitch else set()), thrown


# ---------------------------------------------------------------- d6 whose sixes are rolled again, against a TN


@pytest.mark.parametrize("tn", range(-1, SURE + 2))
@pytest.mark.parametrize("pool", range(3))
def test_successes_of_open_ended_dice(pool, tn):
    def succeeds(thrown):
        return thrown[0] != 1 and sum(thrown) >= tn

    counted = Counter()
    for thrown in product(open_ended(), repeat=pool):
        share = Fraction(1)
        for _, chance in thrown:
            share *= chance
        counted[sum(succeeds(faces) for faces, _ in thrown)] += share
    odds = dice.exploding_d6_pool(pool, tn=tn)
    same(odds, counted)
    for thrown, _ in open_ended():
        assert dice.exploding_d6_succeeds(sum(thrown), tn=tn) is succeeds(thrown)


@pytest.mark.parametrize("tn", range(2, 200))
def test_an_open_ended_die_by_its_recurrence(tn):
    """Below 7 it is the faces; above, a six and then the rest."""
    chance = dice.exploding_d6_chance(tn)
    if tn <= 6:
        assert chance == Fraction(7 - tn, 6)
    else:
        assert chance == any_face(tn - 6) / 6


def any_face(tn):
    """Return the chance of a throw after a six, where a 1 is as good as it counts."""
    return Fraction(1) if tn <= 1 else dice.exploding_d6_chance(tn)


def test_target_numbers_6_and_7_have_the_same_odds():
    assert dice.exploding_d6_chance(6) == dice.exploding_d6_chance(7) == Fraction(1, 6)


# ---------------------------------------------------------------- die codes with a Wild Die


def total(wild_throws, others, variant):
    """Return a die code's total; the Wild Die's throws stand apart."""
    if variant == "cancel" and wild_throws[0] == 1:
        return sum(others) - max(others, default=0)
    return sum(wild_throws) + sum(others)


@pytest.mark.parametrize("variant", ["complication", "cancel", "off"])
@pytest.mark.parametrize("pips", [0, 1, 2, 7])
@pytest.mark.parametrize("pool", range(1, 5))
def test_totals(pool, pips, variant):
    wild = [((face,), Fraction(1, 6)) for face in D6] if variant == "off" else list(open_ended())
    counted = chances(
        (total(first, others, variant) + pips, chance * share)
        for first, chance in wild
        for others, share in lots(D6, pool - 1)
    )
    odds = dice.d6_code(pool, pips, wild=variant)
    # A Wild Die cut off counts one more than SURE; the other dice show at least one each.
    same(odds, counted, below=None if variant == "off" else SURE + 1 + pool - 1 + pips)


@pytest.mark.parametrize("variant", ["complication", "cancel", "off"])
def test_no_dice_are_their_pips(variant):
    odds = dice.d6_code(0, 2, wild=variant)
    assert (odds.at_least(2), odds.at_least(3), odds.mean) == (1, 0, 2)


@pytest.mark.parametrize("variant", ["complication", "cancel", "off"])
@pytest.mark.parametrize("pool", [1, 2, 3, 8])
def test_the_mean_is_the_sum_of_all_chances(pool, variant):
    """What lies beyond 70 sixes in a row is less than any digit shown."""
    odds = dice.d6_code(pool, 0, wild=variant)
    assert float(odds.mean) == pytest.approx(float(sum(map(odds.at_least, range(1, 500)))), abs=1e-12)


@pytest.mark.parametrize("pool", range(1, 7))
def test_a_wild_total_by_its_recurrence(pool):
    """A Wild Die is a face below six, or a six and a Wild Die: so is every chance."""
    odds, others = dice.d6_code(pool, 0, wild="complication"), dice.d6_code(pool - 1, 0, wild="off")
    for needed in range(120):
        faces = sum(others.at_least(needed - face) for face in range(1, 6))
        assert odds.at_least(needed) == (faces + odds.at_least(needed - 6)) / 6


def test_rows_go_down_to_the_chance_asked_for():
    odds, least = dice.d6_code(2, 1, wild="complication"), Fraction(1, 10_000)
    rows = odds.cumulative(least)
    assert [result for result, _ in rows] == list(range(3, 3 + len(rows)))
    assert all(chance == odds.at_least(result) >= least for result, chance in rows)
    assert odds.at_least(rows[-1][0] + 1) < least


# ---------------------------------------------------------------- one d10, or the better or worse of two


@pytest.mark.parametrize("modifier", [-10, -2, 0, 3, 22])
@pytest.mark.parametrize(("keep", "kept", "pool"), [("one", sum, 1), ("best", max, 2), ("worst", min, 2)])
def test_scores(modifier, keep, kept, pool):
    counted = chances((kept(thrown) + modifier, share) for thrown, share in lots(D10, pool))
    odds = dice.one_of_dice(10, modifier, keep=keep)
    same(odds, counted)
    assert odds.mean == sum(value * chance for value, chance in counted.items())


# ---------------------------------------------------------------- large pools


def folded(one, pool):
    """Return the chances of the sum of ``pool`` dice, die by die."""
    so_far = {0: Fraction(1)}
    for _ in range(pool):
        grown = Counter()
        for had, chance in so_far.items():
            for value, share in one.items():
                grown[had + value] += chance * share
        so_far = grown
    return so_far


@pytest.mark.parametrize("difficulty", [2, 6, 10])
def test_sixty_d10(difficulty):
    one = chances((outcome(thrown, difficulty), share) for thrown, share in lots(D10, 1))
    odds = dice.d10_pool(60, difficulty=difficulty)
    same(odds, folded(one, 60))


@pytest.mark.parametrize("limit", [None, 7])
def test_ten_tests_of_twenty_dice(limit):
    one = folded({0: Fraction(2, 3), 1: Fraction(1, 3)}, 20)
    capped = one if limit is None else chances((min(n, limit), p) for n, p in one.items())
    same(dice.hits_in_tests(20, 10, limit=limit), folded(capped, 10))


def test_a_hundred_open_ended_dice():
    one = {0: Fraction(35, 36), 1: Fraction(1, 36)}
    same(dice.exploding_d6_pool(100, tn=13), folded(one, 100))


def test_thirty_dice_and_a_wild_one():
    others = folded(dict.fromkeys(D6, Fraction(1, 6)), 29)
    wild = chances((sum(thrown), chance) for thrown, chance in open_ended())
    counted = chances((had + value, p * share) for had, p in others.items() for value, share in wild.items())
    same(dice.d6_code(30, 0, wild="complication"), counted, below=29 + SURE + 1)
    same(dice.d6_code(29, 0, wild="off"), others)


# ---------------------------------------------------------------- every check, as it is shown and as it is counted


def rolled(turn, check, faces):
    """Return what a throw comes to; the turn goes on as if it had not been thrown."""
    before = turn.ledger
    roll = turn.tell({"kind": "rolled", "check": check, "faces": list(faces)}, name="the roll")["rolls"][0]
    turn.ledger = before
    return roll


def d10s(pool, _):
    return lots(D10, pool)


def d6s(pool, _):
    return lots(D6, pool)


def summed(pool, _):
    """Yield the dice of Shadowrun 3 as they are typed in: the sum of each with its re-rolls."""
    for thrown in product(open_ended(), repeat=pool):
        share = Fraction(1)
        for _, chance in thrown:
            share *= chance
        yield [sum(faces) for faces, _ in thrown], share


def wild_ones(pool, house_rules):
    """Yield the dice of a die code as they are typed in: the Wild Die, the others, then its further throws."""
    if house_rules.get("wild_die") == "off":
        yield from lots(D6, pool)
        return
    for wild, chance in open_ended():
        for others, share in lots(D6, pool - 1):
            yield [wild[0], *others, *wild[1:]], chance * share


def path(length, mode="ground", **fields):
    return {"segments": [{"mode": mode, "length": length, **fields}]}


def mud(needed, pool=2, **fields):
    return path(2, difficult="mud", roll={"name": "mud", "pool": pool, "needed": needed, **fields})


WEAK = {"dexterity": 1, "brawn": 1, "athletics": 1}
RUNNER = {"agility": 2, "strength": 0, "running": 1, "swimming": 1, "acrobatics": 1, "assisted": True}
CODES = ("running", "swimming", "climbing", "jumping", "stamina", "willpower", "physique", "flying")
HERO = {**dict.fromkeys(CODES, "2D+1"), "move": 10, "flying_move": 10, "has_stamina": True}
THIEF = {"styles": {"walk": "normal"}, "athletics": 1, "sneaking": -1}

CHECKS = {
    "contract": (
        d10s,
        WEAK,
        {
            "sprint": path(20),
            "climb": path(5, "climb"),
            "swim": path(10, "swim"),
            "jump:1": path(4, "jump"),
            "gate:mud": mud(1),
        },
        [
            {},
            {"penalty_hits_pools": True},
            {"base_difficulty": 8},
        ],
    ),
    "sr5": (
        d6s,
        RUNNER,
        {
            "sprint": path(9),
            "swim_sprint": path(2, "swim"),
            "climb": path(1, "climb"),
            "rappel": path(12, "rappel", rise=-12),
            "gate:mud": mud(1),
        },
        [{}, {"rappel_bonus": "table"}],
    ),
    "sr3": (
        summed,
        {"quickness": 4, "athletics": 2},
        {"gate:mud": mud(1, difficulty=8)},
        [{}],
    ),
    "d6": (
        wild_ones,
        HERO,
        {
            "run": path(18),
            "swim": path(8, "swim"),
            "climb": path(5, "climb"),
            "jump:1": path(3, "jump"),
            "fly": path(15, "fly"),
            "gate:mud": mud(8),
        },
        [
            {},
            {"wild_die": "cancel"},
            {"wild_die": "off"},
            {"tie_succeeds": False, "wild_die": "cancel"},
        ],
    ),
    "styles": (
        d10s,
        THIEF,
        {"improvise-climb": path(1, "climb"), "gate:mud": mud(1)},
        [{}, {"advantage": "plus_minus_2"}, {"advantage": "off"}, {"pass_score": 9}],
    ),
}


def compared(turn, check, throw_of, house_rules):
    """Hold a check as it is shown against every throw of its dice as they are counted."""
    sure = SURE if throw_of in {summed, wild_ones} else None
    counted, passed = Counter(), Fraction(0)
    for faces, share in throw_of(check["pool"], house_rules):
        roll = rolled(turn, check["id"], faces)
        assert roll["needed"] == check["needed"]
        counted[roll["result"]] += share
        passed += share * roll["success"]
    assert check["chance"] == float(passed)
    assert check["odds"]
    for row in check["odds"]:
        if sure is None or row["result"] <= sure:
            expected = sum(chance for result, chance in counted.items() if result >= row["result"])
            assert row["at_least"] == float(expected), row
    if sure is None:
        assert check["mean"] == float(sum(result * chance for result, chance in counted.items()))


@pytest.mark.parametrize(("system", "faces"), [("contract", D10), ("sr5", D6)])
def test_the_order_in_which_dice_lie_counts_for_nothing(system, faces):
    turn = Turn(system=system, mover={"character": CHECKS[system][1]})
    turn.move(mud(1))
    for thrown, _ in lots(faces, 2):
        one, other = rolled(turn, "gate:mud", thrown), rolled(turn, "gate:mud", thrown[::-1])
        assert (one["result"], one["success"]) == (other["result"], other["success"]), thrown


def variants():
    for system, (_, _, routes, switches) in CHECKS.items():
        for name in routes:
            for house_rules in switches:
                words = ", ".join(f"{key} {value}" for key, value in house_rules.items()) or "by the book"
                yield pytest.param(system, name, house_rules, id=f"{system}, {name}, {words}")


@pytest.mark.parametrize(("system", "name", "house_rules"), list(variants()))
def test_a_check_on_a_path_shows_the_odds_of_its_dice(system, name, house_rules):
    throw_of, character, routes, _ = CHECKS[system]
    fields = {"system": system, "house_rules": house_rules}
    if system == "styles":
        fields["circumstances"] = {"improvise": "test"}
    turn = Turn(mover={"character": character}, **fields)
    turn.move(routes[name])
    check = turn.state()["pending"]["check"]
    assert check["id"] == name
    compared(turn, check, throw_of, house_rules)


@pytest.mark.parametrize("modifier", [-1, 1])
@pytest.mark.parametrize(
    ("system", "name"), [(system, name) for system in CHECKS for name in CHECKS[system][2]]
)
def test_a_modifier_of_the_moment_is_shown_and_counted(system, name, modifier):
    throw_of, character, routes, _ = CHECKS[system]
    circumstances = {"improvise": "test"} if system == "styles" else {}
    plain, changed = (
        Turn(system=system, mover={"character": character}, circumstances=told).plan(routes[name])["checks"]
        for told in (circumstances, circumstances | {"test_modifier": modifier})
    )
    assert plain[0]["id"] == name
    if changed:
        better = modifier < 0 if system == "sr3" else modifier > 0
        assert (changed[0]["chance"] > plain[0]["chance"]) is better
        assert changed[0]["id"] == name
    turn = Turn(
        system=system,
        mover={"character": character},
        circumstances=circumstances | {"test_modifier": modifier},
    )
    turn.move(routes[name])
    pending = turn.state()["pending"]
    assert (pending is not None) == bool(changed)
    if pending and modifier < 0:  # with fewer dice there are fewer throws to count
        compared(turn, pending["check"], throw_of, {})


@pytest.mark.parametrize("advantage", ["two_dice", "plus_minus_2", "off"])
@pytest.mark.parametrize("leaning", ["advantage", "disadvantage"])
def test_advantage_and_disadvantage_show_the_odds_of_their_dice(advantage, leaning):
    turn = Turn(
        system="styles",
        mover={"character": THIEF},
        house_rules={"advantage": advantage},
        circumstances={"improvise": "test", "test": leaning},
    )
    turn.move(path(1, "climb"))
    check = turn.state()["pending"]["check"]
    assert check["pool"] == (2 if advantage == "two_dice" else 1)
    compared(turn, check, d10s, {})


@pytest.mark.parametrize("limit", range(4))
def test_a_limit_caps_the_hits_that_are_shown_and_counted(limit):
    turn = Turn(system="sr5", mover={"character": {**RUNNER, "running": 3, "physical_limit": limit}})
    for thrown, _ in lots(D6, 3):
        assert rolled(turn, "sprint", thrown)["result"] == hits(thrown, limit)
    turn = Turn(system="sr5", mover={"character": {**RUNNER, "running": 2, "physical_limit": max(1, limit)}})
    turn.move(path(9))
    compared(turn, turn.state()["pending"]["check"], d6s, {})
