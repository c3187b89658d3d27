"""The Contract: what is rolled, and what distance costs."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from py_rules.engine import Move
from py_rules.engine.dice import Dice, Tens, check_of
from py_rules.engine.parts import Ground
from py_rules.engine.price_tiers import PriceTier, ends, rolled_tiers
from py_rules.engine.pricing import changed
from py_rules.search import Jump
from py_rules.systems.contract import rules
from py_rules.systems.contract.rules import STEP, SURFACES, ZERO, game, say
from py_rules.values.answer_parts import Check, Price
from py_rules.values.records import replace
from py_rules.values.sentences import Text
from py_rules.values.stretch import Gate

ROLLED_MODES = ("climb", "swim")
Marks = Mapping[str, int]
"""What a way has met: the Difficulty of its ``climb``, the dice ``lost``, and ``sprint`` if it is sprinted."""

# ---------------------------------------------------------------- dice


def dice(move: Move, count: int, *, difficulty: int, words: Callable[[Tens], Text]) -> Tens:
    """Return dice as the table counts them."""
    table = move.house_rules
    return Tens(count, difficulty, table.tens_count, table.ones_subtract, words)


def rated(move: Move, rating: str, *, difficulty: int, lost: int = 0) -> Tens:
    """Return the dice of a rating and Athletics."""
    value, athletics = getattr(move.character, rating), move.character.athletics

    def words(thrown: Tens) -> Text:
        told = {
            "first_value": value,
            "second_value": athletics,
            "pool": thrown.count,
            "difficulty": difficulty,
        }
        named = {"first": say(f"rating.{rating}"), "second": say("rating.athletics")}
        changes = {"change": thrown.change} if thrown.change else {}
        return say("pool.changed" if changes else "pool", **named, **told, **changes)

    return dice(
        move, max(0, rules.pool_of(move, value, athletics) + lost), difficulty=difficulty, words=words
    )


def dice_off(move: Move, used: Fraction) -> int:
    """Return the dice that Extended Movement takes off a climb or swim rolled with the Action (CON-07)."""
    return rules.dice_lost.function(move, used - rules.free_movement(move)) if rules.rolls_action(move) else 0


def thrown(move: Move, marks: Marks | None = None, *, name: str) -> Tens:
    """Return the dice of a sprint, climb or swim."""
    if name == "sprint":
        return rated(move, "brawn", difficulty=rules.base_difficulty(move))
    met = marks or {}
    difficulty = met.get(name, rules.base_difficulty(move))
    return rated(
        move, "dexterity", difficulty=difficulty, lost=met.get("lost", dice_off(move, move.turn.ground_used))
    )


def jump_dice(move: Move, difficulty: int) -> list[Dice]:
    """Return what a jump may be rolled with, the player's choice first (CON-12)."""
    chosen = move.circumstances.jump_pool
    ratings = ["brawn", "dexterity"]
    if chosen == "larger":
        ratings.sort(key=lambda rating: -getattr(move.character, rating))
    else:
        ratings.sort(key=lambda rating: rating != chosen)
    return [changed(rated(move, rating, difficulty=difficulty), move) for rating in ratings]


def gate_dice(move: Move, gate: Gate) -> Tens:
    """Return the dice that a region demands (CON-10)."""
    difficulty = rules.base_difficulty(move) if gate.difficulty is None else gate.difficulty
    return dice(
        move,
        gate.pool,
        difficulty=difficulty,
        words=lambda d: say("gate.pool", pool=d.count, difficulty=d.difficulty),
    )


# ---------------------------------------------------------------- what a price list is made of


def outcome(move: Move, roll: str) -> int | None:
    """Return the Outcome rolled for a sprint, climb or swim in this Movement; none: not rolled."""
    found: int | None = getattr(move.turn, f"{roll}_outcome")
    return found


def by_outcome(name: str, move: Move, *, marks: Marks, beyond: Fraction = ZERO) -> Iterator[PriceTier]:
    """Return a price for each Outcome of a roll that carries farther than ``beyond``."""
    rule = game.rolls[name].rule
    return rolled_tiers(
        name,
        rule,
        results=changed(thrown(move, marks, name=name), move).odds.cumulative(),
        far=partial(rule.function, move),
        reason=lambda needed, _: say(name, needed=needed),
        beyond=beyond,
    )


def ground(move: Move, marks: Marks) -> list[PriceTier]:
    """Return the prices of feet on the ground in this round, counted from the round's start."""
    if rules.unlimited(move, "ground"):
        return [PriceTier(None, "free", rules.unlimited, say("no_combat"))]
    if move.turn.action == "sprinting":
        feet = rules.sprint_feet(move, outcome(move, "sprint") or 0)
        known = PriceTier(feet, "free", rules.sprint_feet, say("sprint.known", limit=feet))
        return [known, ends(rules.sprint_feet, known.reason)]
    tiers = [] if "sprint" in marks else list(walked_tiers(move))
    if move.turn.action == "unspent":
        beyond = tiers[-1].limit if tiers else ZERO
        return [
            *tiers,
            *by_outcome("sprint", move, marks=marks, beyond=beyond or ZERO),
            ends(rules.sprint_feet, say("too_far")),
        ]
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


def rolled(move: Move, marks: Marks, *, mode: str) -> list[PriceTier]:
    """Return the prices of feet climbed or swum in this Movement."""
    rule, result = game.rolls[mode].rule, outcome(move, mode)
    if mode == "swim" and rules.sinks(move):
        return [ends(rules.sinks, say("swim.full"))]
    if rules.unlimited(move, mode):
        return [PriceTier(None, "free", rules.unlimited, say("no_combat"))]
    if result is not None:
        feet = game.rolls[mode].far(move, result)
        known = say(f"{mode}.known", limit=feet)
        return [PriceTier(feet, "free", rule, known), ends(rule, known)]
    if rules.rolls_action(move) and move.turn.action != "unspent":
        return [ends(rule, say("acted.twice"))]
    return [*by_outcome(mode, move, marks=marks), ends(rule, say("too_far"))]


# ---------------------------------------------------------------- meters, ways of moving, jumps


def met(move: Move, footing: Ground) -> list[tuple[str, int]]:
    """Return what ground adds to what a way has met: one roll is for all climbs, at the hardest."""
    if footing.mode != "climb":
        return []
    return [("climb", rules.climb_difficulty(move, footing.surface, given=footing.difficulty))]


def leap(move: Move, far: Fraction, *, high: Fraction, running: bool) -> Jump | None:
    """Return how a jump is rolled (CON-12, CON-13); none: it is impossible."""
    excess = rules.jump_excess(move, far, high=high, running=running)
    if not rules.jump_needs_roll(move, excess):
        return Jump(Fraction(1), None)
    difficulty = rules.jump_difficulty(move, excess)
    if difficulty > move.house_rules.max_difficulty:
        return None
    chance = jump_dice(move, difficulty)[0].odds.at_least(1)
    return Jump(chance, difficulty) if chance else None


def jump_check(move: Move, name: str, *, extent: Text, at: Fraction, difficulty: int) -> Check:
    """Return the check of a jump (CON-12)."""
    first, *others = jump_dice(move, difficulty)
    label = say("jump.label", extent=extent)
    check = check_of(
        name,
        rules.jump_needs_roll,
        label=label,
        dice=first,
        at=at,
        needed=1,
        words=game.needed(1),
        difficulty=difficulty,
    )
    return replace(check, alternatives=tuple(other.text for other in others))


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
for name, label, rule in (
    ("sprint", "All-out Sprint", rules.sprint_feet),
    ("climb", "Climb", rules.climb_feet),
    ("swim", "Swim", rules.swim_feet),
):
    game.roll(name, label, rule=rule, dice=partial(thrown, name=name))
for surface in SURFACES:
    game.surface(surface, surface.capitalize())
game.marks_are(met)
game.jump(
    rules.jump_needs_roll,
    leap=leap,
    run_up=rules.run_up,
    counts=lambda move: bool(move.house_rules.jump_counts),
)
game.region_roll(rules.terrain_cost, dice=gate_dice, target=lambda _, gate: gate.needed)
game.words_for_dice("Outcome", "Difficulty", needed="Outcome {needed} or better")
