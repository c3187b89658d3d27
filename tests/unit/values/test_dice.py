"""Published odds, dice rolled from a seed, dice typed in, and what a failed roll does; odds are in tests/oracle."""

import json
import random
from collections import Counter
from fractions import Fraction

import pytest

from py_rules.engine import Circumstances, Game, Move, Sheet, Total
from py_rules.engine.inputs import TableRules
from py_rules.engine.situation import on_tests
from py_rules.protocol.facts import RolledFact
from py_rules.service import handle
from py_rules.values import dice
from py_rules.values.records import replace
from tests.asking import Turn, commit

FACES_OF_SEED_1 = (3, 10, 2, 5, 2, 8, 8, 8, 7, 4)
FACES_OF_THE_LAST_SEED = (2, 9, 4, 4, 3)


def published(pool, difficulty):
    return dice.d10_pool(pool, difficulty=difficulty)


def test_published_odds():
    assert round(float(published(7, 9).at_least(1)), 4) == 0.6479
    assert published(7, 6).mean == Fraction(7, 2)


def test_the_publishers_own_roll():
    faces = [2, 6, 10, 8, 1, 5, 7]
    counted = [dice.outcome_of(face, difficulty=6) for face in faces]
    assert counted == [0, 1, 2, 1, -1, 0, 1]


def test_an_empty_pool_counts_nothing():
    for odds in (
        published(0, 6),
        dice.hits_in_tests(0, 3),
        dice.exploding_d6_pool(0, tn=4),
    ):
        assert (odds.results, odds.mean, odds.at_least(0), odds.at_least(1)) == ((0,), 0, 1, 0)


# ---------------------------------------------------------------- from a seed


ROLLERS = {
    "d10": (lambda pool, seed: dice.roll_dice(pool, 10, seed=seed), 10),
    "d6": (lambda pool, seed: dice.roll_dice(pool, 6, seed=seed), 6),
    "d20": (lambda pool, seed: dice.roll_dice(pool, 20, seed=seed), 20),
}


@pytest.mark.parametrize("name", ROLLERS)
def test_a_seed_gives_the_same_faces_whatever_else_is_rolled(name):
    roll, _ = ROLLERS[name]
    state = random.getstate()
    first = roll(20, 7)
    roll(3, 8)
    assert roll(20, 7) == first
    assert random.getstate() == state
    assert roll(20, 8) != first
    assert roll(5, 7) == first[:5]


def test_seeded_faces_do_not_change_from_one_version_to_the_next():
    assert dice.roll_dice(10, 10, seed=1) == FACES_OF_SEED_1
    assert dice.roll_dice(5, 10, seed=2**53 - 1) == FACES_OF_THE_LAST_SEED
    assert dice.roll_dice(10, 6, seed=1) == (2, 5, 1, 3, 1, 4, 4, 4, 6, 4)
    assert dice.roll_dice(6, 6, seed=5, again="each") == (5, 3, 9, 23, 1, 4)
    assert dice.roll_dice(3, 6, seed=20, again="first") == (6, 6, 2, 3)


def chi_square(counted, expected):
    """Return how far counts are from the shares expected of them."""
    thrown = sum(counted.values())
    assert set(counted) <= set(expected)
    assert sum(expected.values()) == 1
    return sum((counted[face] - thrown * p) ** 2 / (thrown * p) for face, p in expected.items())


# The 99.9th percentile of chi-square, by degrees of freedom: fair dice exceed it once in a thousand seeds.
LIMIT = {5: 20.52, 9: 27.88, 15: 37.70, 19: 43.82, 35: 66.62}


@pytest.mark.parametrize("name", ROLLERS)
@pytest.mark.parametrize("seed", [1, 42, 2**53 - 1])
def test_a_seeded_die_is_fair(name, seed):
    roll, sides = ROLLERS[name]
    expected = dict.fromkeys(range(1, sides + 1), Fraction(1, sides))
    assert chi_square(Counter(roll(30_000, seed)), expected) < LIMIT[sides - 1]


def test_neighbouring_dice_and_neighbouring_seeds_are_independent():
    pairs = Counter(dice.roll_dice(2, 6, seed=seed) for seed in range(30_000))
    expected = {(a, b): Fraction(1, 36) for a in range(1, 7) for b in range(1, 7)}
    assert chi_square(pairs, expected) < LIMIT[35]


def open_ended_shares():
    shares = {6 * sixes + face: Fraction(1, 6 ** (sixes + 1)) for sixes in range(3) for face in range(1, 6)}
    return shares | {"more": Fraction(1, 6**3)}


def test_a_seeded_open_ended_die_is_fair():
    totals = (total if total < 18 else "more" for total in dice.roll_dice(100_000, 6, seed=3, again="each"))
    assert chi_square(Counter(totals), open_ended_shares()) < LIMIT[15]


def test_a_seeded_wild_die_is_fair():
    totals = Counter()
    for seed in range(100_000):
        total = sum(dice.roll_dice(1, 6, seed=seed, again="first"))
        totals[total if total < 18 else "more"] += 1
    assert chi_square(totals, open_ended_shares()) < LIMIT[15]


# ---------------------------------------------------------------- typed in, and what a failure does


def path(length, mode="ground", **fields):
    return {"segments": [{"mode": mode, "length": length, **fields}]}


CODES = ("running", "swimming", "climbing", "jumping")
ROLLS = {
    "contract": ({"dexterity": 1, "brawn": 2, "athletics": 1}, {}, path(30), "sprint", 3),
    "sr5": ({"agility": 2, "strength": 1, "running": 2}, {}, path(9), "sprint", 3),
    "sr3": (
        {"quickness": 4, "athletics": 3},
        {},
        path(2, difficult="mud", roll={"name": "mud", "pool": 3, "difficulty": 8}),
        "gate:mud",
        3,
    ),
    "d6": (dict.fromkeys(CODES, "3D"), {}, path(18), "run", 3),
    "styles": (
        {"styles": {"walk": "normal"}},
        {"improvise": "test", "test": "advantage"},
        path(1, "climb"),
        "improvise-climb",
        2,
    ),
}
"""Per system: a sheet, what the GM said, a path that needs a roll, the roll, and its dice."""


def waiting(system):
    """Return a turn whose move waits for its roll."""
    sheet, said, route, check, pool = ROLLS[system]
    turn = Turn(system=system, mover={"character": sheet}, circumstances=said)
    turn.move(route)
    pending = turn.state()["pending"]["check"]
    assert (pending["id"], pending["pool"]) == (check, pool)
    return turn


WRONG = {
    "too few": (lambda pool: {"faces": [2] * (pool - 1)}, "faces", "{fewer} faces"),
    "none": (lambda _: {"faces": []}, "faces", "0 faces"),
    "too many": (lambda pool: {"faces": [2] * (pool + 1)}, "faces", "{more} faces"),
    "a 0": (lambda pool: {"faces": [0] + [2] * (pool - 1)}, "faces", "0 is not"),
    "a negative face": (lambda pool: {"faces": [-3] + [2] * (pool - 1)}, "faces", "-3 is not"),
    "half a face": (lambda pool: {"faces": [2.5] * pool}, "faces[0]", "2.5"),
    "a text": (lambda pool: {"faces": ["4"] * pool}, "faces[0]", '"4"'),
    "201 faces": (lambda _: {"faces": [1] * 201}, "faces", "200"),
    "a fraction for a result": (lambda _: {"result": 1.5}, "result", "1.5"),
    "a result beyond all dice": (lambda _: {"result": 10**9}, "result", "1000000000"),
}
OFF_THE_DIE = {
    "contract": [11, 2, 2],
    "sr5": [7, 2, 2],
    "sr3": [6, 2, 2],
    "d6": [7, 2, 2],
    "styles": [11, 2],
}


def refused(turn, event):
    """Return the problem of a roll; the ledger must be as good as before it."""
    before, check = turn.state(), turn.state()["pending"]["check"]["id"]
    request = {
        "v": 1,
        "op": "apply",
        **turn.fields,
        "mover": {**turn.mover, "ledger": turn.ledger},
        "commit": commit("the roll", {"kind": "rolled", "check": check, **event}),
    }
    problem = json.loads(handle(json.dumps(request)))["problem"]
    assert turn.state() == before
    assert problem["message"].startswith(problem["path"])
    assert problem["remedy"]
    return problem


@pytest.mark.parametrize("system", ROLLS)
@pytest.mark.parametrize("name", WRONG)
def test_dice_typed_in_wrongly_are_a_problem(system, name):
    build, place, told = WRONG[name]
    pool = ROLLS[system][4]
    problem = refused(waiting(system), build(pool))
    assert problem["path"] == f"commit.events[0].{place}"
    assert told.format(fewer=pool - 1, more=pool + 1) in problem["message"] + problem["remedy"]


@pytest.mark.parametrize("system", ROLLS)
def test_a_face_off_the_die_is_a_problem(system):
    faces = OFF_THE_DIE[system]
    problem = refused(waiting(system), {"faces": faces})
    assert (problem["code"], problem["path"]) == ("bad_faces", "commit.events[0].faces")
    assert str(faces[0]) in problem["message"]


@pytest.mark.parametrize("system", ["sr5", "sr3", "d6"])
def test_a_negative_result_is_a_problem_where_no_dice_come_to_it(system):
    problem = refused(waiting(system), {"result": -1})
    assert (problem["code"], problem["path"]) == ("bad_result", "commit.events[0].result")
    assert "-1" in problem["message"]
    assert problem["remedy"] == "send 0 or more"


@pytest.mark.parametrize("system", ["contract", "styles"])
def test_a_negative_result_counts_where_dice_can_come_to_it(system):
    turn = waiting(system)
    told = turn.tell({"kind": "rolled", "check": ROLLS[system][3], "result": -1})
    assert (told["rolls"][0]["result"], told["rolls"][0]["success"]) == (-1, False)


@pytest.mark.parametrize("wild", ["complication", "cancel"])
def test_a_wild_six_needs_its_further_roll(wild):
    turn = waiting("d6")
    turn.fields = {**turn.fields, "house_rules": {"wild_die": wild}}
    assert "3 dice and 1 further" in refused(turn, {"faces": [6, 2, 2]})["message"]
    assert "3 dice and 2 further" in refused(turn, {"faces": [6, 2, 2, 6]})["message"]
    assert turn.tell({"kind": "rolled", "check": "run", "faces": [6, 2, 2, 6, 1]})["rolls"][0]["result"] == 17


def test_without_a_wild_die_a_six_is_a_six():
    turn = waiting("d6")
    turn.fields = {**turn.fields, "house_rules": {"wild_die": "off"}}
    assert "4 faces for a pool of 3 dice" in refused(turn, {"faces": [6, 2, 2, 1]})["message"]
    assert turn.tell({"kind": "rolled", "check": "run", "faces": [6, 2, 2]})["rolls"][0]["result"] == 10


@pytest.mark.parametrize("system", ROLLS)
def test_a_seed_rolls_the_dice_of_the_check(system):
    turn = waiting(system)
    before = turn.ledger
    roll = turn.tell({"kind": "rolled", "check": ROLLS[system][3], "seed": 11}, name="roll")["rolls"][0]
    typed = waiting(system)
    assert typed.ledger == before
    again = typed.tell({"kind": "rolled", "check": roll["check"], "faces": roll["faces"]}, name="roll")
    assert again["rolls"][0] == roll
    assert typed.ledger == turn.ledger


DICE = {
    "contract": (10, "never"),
    "sr5": (6, "never"),
    "sr3": (6, "each"),
    "d6": (6, "first"),
    "styles": (10, "never"),
}
"""Per system: the sides of its dice, and which of them are thrown again."""


@pytest.mark.parametrize("system", ROLLS)
def test_a_check_tells_the_dice_that_hosts_throw(system):
    check = waiting(system).state()["pending"]["check"]
    assert (check["sides"], check["again"]) == DICE[system]


def test_without_a_wild_die_no_die_is_thrown_again():
    turn = Turn(system="d6", mover={"character": ROLLS["d6"][0]}, house_rules={"wild_die": "off"})
    turn.move(path(18))
    assert turn.state()["pending"]["check"]["again"] == "never"


WEAK = {"dexterity": 1, "brawn": 2, "athletics": 1}
RUNNER = {"agility": 2, "strength": 2, "running": 2, "swimming": 1, "acrobatics": 1, "assisted": True}
HERO = {**dict.fromkeys((*CODES, "flying"), "3D"), "move": 10, "flying_move": 10}
THIEF = {"styles": {"walk": "normal"}}


def mud(**fields):
    return path(2, difficult="mud", roll={"name": "mud", "pool": 3, **fields})


FAILED = {
    # system, sheet, path: the roll, feet or metres before it and after it, and what the GM is asked
    "a sprint": ("contract", WEAK, path(30), "sprint", 0, 5, []),
    "a climb": ("contract", WEAK, path(10, "climb"), "climb", 0, 1, ["slip"]),
    "a swim": ("contract", WEAK, path(10, "swim"), "swim", 0, 0, []),
    "a jump": ("contract", WEAK, path(4, "jump"), "jump:1", 0, 0, ["jump"]),
    "rough ground": ("contract", WEAK, mud(), "gate:mud", 0, 0, []),
    "a Sprint Test": ("sr5", RUNNER, path(9), "sprint", 8, 0, []),
    "a Swim Sprint": ("sr5", RUNNER, path(3, "swim"), "swim_sprint", 2, 0, []),
    "a climb with gear": ("sr5", RUNNER, path(1, "climb"), "climb", 0, 0, ["preparation"]),
    "a long jump": ("sr5", RUNNER, path(1.3, "jump"), "jump:1", 0, 0, ["jump"]),
    "rough ground of SR5": ("sr5", RUNNER, mud(), "gate:mud", 0, 0, []),
    "rough ground of SR3": ("sr3", {"quickness": 4}, mud(difficulty=8), "gate:mud", 0, 0, []),
    "a run": ("d6", HERO, path(18), "run", 0, 10, ["trip"]),
    "a swim of D6": ("d6", HERO, path(8, "swim"), "swim", 0, 0, ["stuck"]),
    "a climb of D6": ("d6", HERO, path(8, "climb"), "climb", 0, 0, ["stuck"]),
    "a leap": ("d6", HERO, path(4, "jump"), "jump:1", 0, 0, ["edge"]),
    "a flight": ("d6", HERO, path(15, "fly"), "fly", 0, 0, ["stuck"]),
    "rough ground of D6": ("d6", HERO, mud(difficulty=8), "gate:mud", 0, 0, []),
    "a missing style": (
        "styles",
        THIEF,
        path(1, "climb"),
        "improvise-climb",
        0,
        0,
        ["improvise_failed:climb"],
    ),
    "rough ground of styles": ("styles", THIEF, mud(), "gate:mud", 0, 0, []),
}
POOR = {"contract": [1, 1, 2], "sr5": [1, 2, 3, 2, 2, 2], "sr3": [2, 3, 4], "d6": [2, 1, 1], "styles": [2]}


@pytest.mark.parametrize("name", FAILED)
def test_a_failed_roll_takes_the_token_as_far_as_it_carries_and_no_farther(name):
    system, sheet, route, check, before, after, asked = FAILED[name]
    said = {"improvise": "test"} if system == "styles" else {}
    turn = Turn(system=system, mover={"character": sheet}, circumstances=said)
    assert [move["distance"] for move in turn.move(route)["moves"]] == ([before] if before else [])
    pending = turn.state()["pending"]["check"]
    assert pending["id"] == check
    told = turn.tell({"kind": "rolled", "check": check, "faces": POOR[system][: pending["pool"]]})
    assert not told["rolls"][0]["success"]
    assert [move["distance"] for move in told["moves"]] == ([after] if after else [])
    assert told["state"]["pending"] is None
    assert [ruling["id"] for ruling in told["state"]["rulings"]] == asked


@pytest.mark.parametrize("at_once", [True, False])
def test_what_the_moment_adds_is_added_once(at_once):
    """Whether a roll's dice have it in them or the engine adds it; when it is made, and in what comes of it."""
    game = Game("once", "Once", unit="m", reference="Once, all of it")
    game.clock("round")
    game.circumstances(Circumstances)

    @game.rule("ONCE-01", "Stepping")
    def far(move: Move, result: int) -> int:
        """You go as many metres as you roll."""
        return result if move.in_combat else 0

    own = Total(1, 20) if at_once else lambda move: Total(1, 20, bonus=on_tests(move))
    game.meter("ground", "Stepped", tiers=[game.roll("step", "Step", rule=far, dice=own, moment=at_once)])
    system = game.system()
    now = Move(Sheet(), TableRules(), Circumstances(test_modifier=3), in_combat=True)
    fact = RolledFact(check="step", faces=[10], difficulty=0)
    check = system.open_check(replace(now, turn=system.State()), "step")
    assert system.count(now, check, fact=fact).result == 13
    assert dict(system.fold(replace(now, turn=system.State()), fact).rolled) == {"step": 13}
