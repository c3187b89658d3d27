"""The Contract: what is rolled, and what distance costs."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from py_rules.engine import Move
from py_rules.engine.dice import Tens
from py_rules.engine.parts import Ground
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.pricing import Pricing
from py_rules.systems.contract import rules
from py_rules.systems.contract.rules import STEP, SURFACES, ZERO, game, say
from py_rules.values.answer_parts import Price
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Gate

ROLLED_MODES = ("climb", "swim")

# ---------------------------------------------------------------- dice


def rated(move: Move, rating: str, *, difficulty: int) -> Tens:
    """Return the dice of a rating and Athletics."""
    value, athletics = getattr(move.character, rating), move.character.athletics

    def words(thrown: Tens) -> Sentence:
        told = {
            "first_value": value,
            "second_value": athletics,
            "pool": thrown.count,
            "difficulty": difficulty,
        }
        named = {"first": say(f"rating.{rating}"), "second": say("rating.athletics")}
        changes = {"change": thrown.change} if thrown.change else {}
        return say("pool.changed" if changes else "pool", **named, **told, **changes)

    return Tens(rules.pool_of(move, value, athletics), difficulty, words)


def thrown(move: Move, *, name: str) -> Tens:
    """Return the dice of a sprint, climb or swim; the way has met the hardest climb."""
    if name == "sprint":
        return rated(move, "brawn", difficulty=rules.base_difficulty(move))
    return rated(move, "dexterity", difficulty=move.met.get(name, rules.base_difficulty(move)))


def jump_dice(move: Move, difficulty: int) -> list[Tens]:
    """Return what a jump may be rolled with, the player's choice first (CON-12)."""
    chosen = move.circumstances.jump_pool
    ratings = ["brawn", "dexterity"]
    if chosen == "larger":
        ratings.sort(key=lambda rating: -getattr(move.character, rating))
    else:
        ratings.sort(key=lambda rating: rating != chosen)
    return [rated(move, rating, difficulty=difficulty) for rating in ratings]


def jump_target(move: Move, far: Fraction, *, high: Fraction) -> int | None:
    """Return the Difficulty of a jump so far beyond reach (CON-13); none: it is impossible."""
    difficulty = rules.jump_difficulty(move, far, high=high)
    return difficulty if difficulty <= move.house_rules.max_difficulty else None


def gate_dice(move: Move, gate: Gate) -> Tens:
    """Return the dice that a region demands (CON-10)."""
    difficulty = rules.base_difficulty(move) if gate.difficulty is None else gate.difficulty
    return Tens(
        gate.pool, difficulty, lambda thrown: say("gate.pool", pool=thrown.count, difficulty=difficulty)
    )


# ---------------------------------------------------------------- what a price list is made of


def as_rolled(move: Move, name: str, *, beyond: Fraction = ZERO) -> list[PriceTier]:
    """Return the prices of what a roll carries, and the end of it."""
    roll, pricing = game.rolls[name], Pricing(game, move)
    tiers = list(pricing.rolled_tiers(roll, beyond))
    why = say("too_far") if pricing.rolled(roll) is None else tiers[-1].reason if tiers else say("rolled")
    return [*tiers, ends(roll.rule, why)]


def ground(move: Move) -> list[PriceTier]:
    """Return the prices of feet on the ground in this round, counted from the round's start."""
    if rules.unlimited(move, "ground"):
        return [PriceTier(None, "free", rules.unlimited, say("no_combat"))]
    if move.turn.action == "sprinting":
        return as_rolled(move, "sprint")
    tiers = [] if "sprint" in move.met else list(walked_tiers(move))
    if move.turn.action == "unspent":
        beyond = tiers[-1].limit if tiers else ZERO
        return [*tiers, *as_rolled(move, "sprint", beyond=beyond or ZERO)]
    left = say("too_far.acted") if move.turn.dice_saved else say("acted", limit=rules.free_movement(move))
    return [*tiers, ends(rules.extension_open, left)]


def walked_tiers(move: Move) -> Iterator[PriceTier]:
    """Yield the prices of Free and Extended Movement."""
    free, extended = rules.free_movement(move), rules.extension_open(move)
    yield PriceTier(free, "free", rules.free_movement, say("free", limit=free))
    step = extended if move.house_rules.extension_penalty == "flat" else Fraction(STEP)
    extra = ZERO
    while extra < extended:
        extra = min(extra + step, extended)
        lost = rules.dice_lost(move, extra)
        yield PriceTier(
            free + extra, "penalised", rules.dice_lost, say("extended", dice=-lost), Price("dice", lost)
        )


def rolled(move: Move, *, mode: str) -> list[PriceTier]:
    """Return the prices of feet climbed or swum in this Movement."""
    if mode == "swim" and rules.sinks(move):
        return [ends(rules.sinks, say("swim.full"))]
    if rules.unlimited(move, mode):
        return [PriceTier(None, "free", rules.unlimited, say("no_combat"))]
    return as_rolled(move, mode)


# ---------------------------------------------------------------- meters, ways of moving, jumps


def met(move: Move, footing: Ground) -> list[tuple[str, int]]:
    """Return what ground adds to what a way has met: one roll is for all climbs, at the hardest."""
    if footing.mode == "sprint":
        return [("sprint", 1)]
    if footing.mode != "climb":
        return []
    return [("climb", rules.climb_difficulty(move, footing.surface, given=footing.difficulty))]


game.forbid(rules.stunned, words="Stunned: no movement")
game.forbid(
    rules.movement_over,
    lambda move: move.in_combat and rules.movement_over(move),
    words="Already moved before acting: the Movement is over",
)
game.forbid(
    rules.terrain_cost,
    lambda move: move.in_combat and move.turn.cut,
    words="The GM ended this Movement in difficult terrain",
)
game.meter("ground", "Movement", field="ground_used", price_tiers=ground)
game.mode("ground", "On foot")
game.mode("sprint", "All-out Sprint")
for name, label in (("climb", "Climb"), ("jump", "Jump"), ("swim", "Swim")):
    if name in ROLLED_MODES:
        game.meter(name, label, field=f"{name}_used", price_tiers=partial(rolled, mode=name))
    game.mode(name, label, meter=name if name in ROLLED_MODES else "")
game.roll(
    "sprint",
    "All-out Sprint",
    rule=rules.sprint_feet,
    dice=partial(thrown, name="sprint"),
    field="sprint_outcome",
    words="All-out Sprint: the whole Action, Outcome {needed} or better",
)
for name, label, rule in (("climb", "Climb", rules.climb_feet), ("swim", "Swim", rules.swim_feet)):
    game.roll(name, label, rule=rule, dice=partial(thrown, name=name), field=f"{name}_outcome")
for surface in SURFACES:
    game.surface(surface, surface.capitalize())
game.marks_are(met)
game.jump(
    rules.jump_needs_roll,
    reach=rules.jump_reach,
    within=rules.jump_needs_roll,
    choices=jump_dice,
    target=jump_target,
    needed=1,
    too_far=rules.jump_difficulty,
    run_up=lambda move: move.house_rules.run_up_ft,
    counts=lambda move: bool(move.house_rules.jump_counts),
)
game.region_roll(rules.terrain_cost, dice=gate_dice, target=lambda _, gate: gate.needed)
game.words_for_dice("Outcome", "Difficulty", needed="Outcome {needed} or better")
