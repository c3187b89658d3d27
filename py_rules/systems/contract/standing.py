"""The Contract: what a token may still do, what it bears, and what the GM is asked."""

from collections.abc import Iterator
from fractions import Fraction

from py_rules.engine import Move
from py_rules.engine.price_tiers import no_roll_limit
from py_rules.engine.pricing import Pricing
from py_rules.systems.contract import prices, rules
from py_rules.systems.contract.prices import ROLLED_MODES
from py_rules.systems.contract.rules import ZERO, game, say
from py_rules.values.answer_parts import Allowance, Hazard, Modifier
from py_rules.values.records import replace
from py_rules.values.rounding import to_fraction

# ---------------------------------------------------------------- what the GM is asked

terrain = game.question(
    "terrain",
    rules.terrain_cost,
    question="Difficult terrain, {region}: does it ask for more than the map says?",
    choices={"as_shown": "Go on at the price shown", "stop": "Movement ends at its edge"},
    each=True,
    waits=lambda move: [one for one in move.turn.asked if f"terrain:{one}" not in dict(move.turn.ruled)],
    numbers=lambda move, region: {"region": move.situation.name(region)},
)
fell_short = game.question(
    "jump",
    rules.jump_needs_roll,
    question="The jump fell short: what happened?",
    choices={"edge": "Stays at the take-off edge", "lands": "Lands short", "falls": "Falls"},
    waits=lambda move: "jump" in move.turn.mishaps,
)
slipped = game.question(
    "slip",
    rules.climb_feet,
    question="A negative Outcome on the climb: what happened?",
    choices={"holds": "Keeps hold", "falls": "Slips and falls"},
    waits=lambda move: "slip" in move.turn.mishaps,
)
drop = game.question(
    "drop",
    rules.climb_feet,
    question="A drop of {feet} ft: what happens?",
    choices={"none": "Nothing", "fall": "A fall"},
    waits=lambda move: bool(move.turn.drop),
    numbers=lambda move: {"feet": move.turn.drop},
)


def sinking(move: Move) -> list[str]:
    """Return what threatens in deep water under full load (CON-18)."""
    return ["sinking", "drowning"] if move.turn.in_water and rules.sinks(move) else []


def sinking_feet(move: Move) -> dict[str, Fraction]:
    """Return how far one sinks in a round, where the table says so."""
    feet = move.house_rules.sink_ft_per_round
    return {} if feet is None else {"feet": to_fraction(feet)}


sunk = game.question(
    "sinking",
    rules.sinks,
    question="Fully loaded in water: how does this round’s sinking and drowning go?",
    choices={"fixed": "Sinks {feet} ft this round", "gm": "The GM says"},
    waits=lambda move: bool(sinking(move)) and "sinking" not in dict(move.turn.ruled),
    numbers=sinking_feet,
)


@game.listing("hazards")
def hazards(move: Move) -> Iterator[Hazard]:
    """Yield what threatens."""
    yield from (Hazard(name, rules.sinks, ZERO, say(name)) for name in sinking(move))
    for mishap in (one for question in (fell_short, slipped) for one in question.open(move)):
        yield Hazard(mishap.id, mishap.rule, ZERO, mishap.question)
    if move.turn.drop:
        yield Hazard("drop", rules.climb_feet, ZERO, say("drop", feet=move.turn.drop))


# ---------------------------------------------------------------- what a token bears


def extra(move: Move) -> Fraction:
    """Return the feet beyond Free Movement."""
    return max(ZERO, Fraction(move.turn.ground_used) - rules.free_movement(move))


def dice_due(move: Move) -> int:
    """Return the dice that Extended Movement takes off the Action of this round."""
    over = move.turn.round_over or move.turn.action == "sprinting"
    return 0 if over else rules.dice_lost(move, extra(move))


@game.listing("modifiers")
def modifiers(move: Move) -> Iterator[Modifier]:
    """Yield what feet beyond Free Movement take off the Action (CON-07).

    Nothing where dice held back pay for them (CON-08): the Action was rolled without those.
    """
    dice = dice_due(move)
    held_back = move.turn.action == "spent" and move.turn.order != "before"
    if dice and move.in_combat and not (held_back or rules.stunned(move)):
        since, until = say("since.extended"), say("until.round")
        yield Modifier(rules.dice_lost, "mover", say("on.action"), "dice", dice, since, until)


game.counter("movement", "Movement", rule=rules.movement_over, words="now")
game.counter("order", "Moved before or after the Action", rule=rules.movement_over, words="now")
game.counter("action_state", "Action", rule=rules.extension_open, field="action", words="now")
game.counter("dice_saved", "Dice held back", rule=rules.extension_open)
game.counter("pending_dice_penalty", "Dice off the Action", rule=rules.dice_lost, value=dice_due)
game.counter("ground_used", "Feet on the ground", rule=rules.free_movement)
game.counter("extra_used", "Feet beyond Free Movement", rule=rules.extended_movement, value=extra)
game.status("stunned", rules.stunned, label=say("barred.CON-04"), when=rules.stunned)
for name in ("sinking", "drowning"):
    game.status(name, rules.sinks, label=say(name), when=sinking)

# ---------------------------------------------------------------- how far it goes


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Yield what a token may still do this round, mode by mode."""
    pricing, used = Pricing(game, move), move.turn.ground_used
    over = pricing.barred() is not None

    def allowed(
        name: str, mode: str, *, rule: str, limit: Fraction | None, used: Fraction = ZERO
    ) -> Allowance:
        left = ZERO if over else None if limit is None else max(ZERO, limit - used)
        return Allowance(name, mode, rule, say(f"allow.{name}"), "round", limit, used, left)

    free, extended = rules.free_movement(move), rules.extension_open(move)
    if rules.unlimited(move, "ground") and not rules.stunned(move):
        yield allowed("movement", "ground", rule=rules.unlimited, limit=None, used=used)
        return
    sprinting = move.turn.action == "sprinting"
    if not sprinting:
        yield allowed("free", "ground", rule=rules.free_movement, limit=free, used=min(used, free))
        yield allowed("extended", "ground", rule=rules.extended_movement, limit=extended, used=extra(move))
    walked = free + extended if over else no_roll_limit(pricing.price_tiers("ground", {}))
    yield allowed("movement", "ground", rule=rules.new_round, limit=walked, used=used)
    sprint = rules.sprint_feet(move, prices.outcome(move, "sprint") or 0) if sprinting else None
    if rules.stunned(move) or move.turn.action == "spent":
        sprint = ZERO
    yield allowed("sprint", "sprint", rule=rules.sprint_feet, limit=sprint, used=used if sprinting else ZERO)
    for mode in ROLLED_MODES:
        roll, known = game.rolls[mode], prices.outcome(move, mode)
        limit = None if known is None else roll.far(move, known)
        acted = known is None and rules.rolls_action(move) and move.turn.action != "unspent"
        if rules.stunned(move) or acted or (mode == "swim" and rules.sinks(move)):
            limit = ZERO
        yield allowed(
            mode, mode, rule=roll.rule, limit=limit, used=getattr(move.turn, game.meters[mode].field)
        )
    for name, running in (("jump_running", True), ("jump_standing", False)):
        far, high = (ZERO, ZERO) if rules.stunned(move) else rules.jump_reach(move, running=running)
        yield replace(allowed(name, "jump", rule=rules.jump_reach, limit=far), vertical=high)
