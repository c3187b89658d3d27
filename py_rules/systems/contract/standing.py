"""The Contract: what a token may still do, what it bears, and what the GM is asked."""

from collections.abc import Iterator
from fractions import Fraction

from py_rules.engine import Move
from py_rules.engine.price_tiers import reach_of
from py_rules.engine.pricing import Pricing
from py_rules.systems.contract import rules
from py_rules.systems.contract.prices import ROLLED_MODES
from py_rules.systems.contract.rules import ZERO, game, say
from py_rules.values.answer_parts import Allowance, Modifier
from py_rules.values.records import replace

# ---------------------------------------------------------------- what the GM is asked

terrain = game.question(
    "terrain",
    rules.terrain_cost,
    question="Difficult terrain, {region}: does it ask for more than the map says?",
    choices={"as_shown": "Go on at the price shown", "stop": "Movement ends at its edge"},
    each=True,
    numbers=lambda move, region: {"region": move.name(region)},
    after=lambda move, choice, **_: replace(move.turn, cut=move.turn.cut or choice == "stop"),
)
game.question(
    "jump",
    rules.jump_needs_roll,
    question="The jump fell short: what happened?",
    choices={"edge": "Stays at the take-off edge", "lands": "Lands short", "falls": "Falls"},
    falls="falls",
)
game.question(
    "slip",
    rules.climb_feet,
    question="A negative Outcome on the climb: what happened?",
    choices={"holds": "Keeps hold", "falls": "Slips and falls"},
)
game.question(
    "drop",
    rules.climb_feet,
    question="A drop of {feet} ft: what happens?",
    choices={"none": "Nothing", "fall": "A fall"},
    waits=lambda move: bool(move.turn.drop),
    numbers=lambda move: {"feet": move.turn.drop},
    after=lambda move, _: replace(move.turn, drop=ZERO),
)


def sinking(move: Move) -> list[str]:
    """Return what threatens in deep water under full load (CON-18)."""
    return ["sinking", "drowning"] if move.turn.water and rules.sinks(move) else []


sunk = game.question(
    "sinking",
    rules.sinks,
    question="Fully loaded in water: how does this round’s sinking and drowning go?",
    choices={"gm": "The GM says"},
    waits=lambda move: bool(sinking(move)) and not move.turn.sunk,
    after=lambda move, _: replace(move.turn, sunk=True),
)


# ---------------------------------------------------------------- what a token bears


def extra(move: Move) -> Fraction:
    """Return the feet beyond Free Movement."""
    return max(ZERO, Fraction(move.turn.ground_used) - rules.free_movement(move))


@game.listing("modifiers")
def modifiers(move: Move) -> Iterator[Modifier]:
    """Yield what feet beyond Free Movement take off the Action (CON-07).

    Nothing where dice held back pay for them (CON-08): the Action was rolled without those.
    """
    dice, held_back = move.turn.dice_lost, move.turn.action == "spent" and move.turn.movement != "closed"
    if dice and move.in_combat and not (held_back or move.turn.action == "sprinting" or rules.stunned(move)):
        rules.dice_lost(move, extra(move))
        since, until = say("since.extended"), say("until.round")
        yield Modifier(rules.dice_lost, "mover", say("on.action"), "dice", dice, since, until)


game.counter("movement", "Movement", rule=rules.movement_over, words="now")
game.counter("action_state", "Action", rule=rules.extension_open, field="action", words="now")
game.counter("dice_saved", "Dice held back", rule=rules.extension_open)
game.counter("ground_used", "Feet on the ground", rule=rules.free_movement)
game.status("stunned", rules.stunned, label=say("barred.CON-04"), when=rules.stunned)
for name in ("sinking", "drowning"):
    game.status(name, rules.sinks, label=say(name), when=sinking)

# ---------------------------------------------------------------- how far it goes


@game.listing("allowances")
def allowances(move: Move) -> Iterator[Allowance]:
    """Yield what a token may still do this round, mode by mode."""
    pricing, used = Pricing(game, move), move.turn.ground_used
    over = pricing.barred() is not None

    def allowed(name: str, mode: str, *, limit: Fraction | None, rule: str, used: Fraction) -> Allowance:
        left = ZERO if over else None if limit is None else max(ZERO, limit - used)
        label = game.rolls[name].label if name in game.rolls else say(f"allow.{name}")
        return Allowance(name, mode, rule, label, "round", limit, used, left)

    free, extended = rules.free_movement(move), rules.extension_open(move)
    priced = pricing.price_tiers("ground", {})
    if rules.unlimited(move, "ground") and not over:
        yield allowed("movement", "ground", limit=None, rule=rules.unlimited, used=used)
        return
    if move.turn.action != "sprinting":
        yield allowed("free", "ground", limit=free, rule=rules.free_movement, used=min(used, free))
        yield allowed("extended", "ground", limit=extended, rule=rules.extended_movement, used=extra(move))
    walks = free + extended if over else reach_of(priced, rolls=False)
    yield allowed("movement", "ground", limit=walks, rule=rules.new_round, used=used)
    for name, roll in game.rolls.items():
        meter = game.meters.get(name, pricing.primary)
        known, rolled = pricing.rolled(roll), getattr(move.turn, meter.field)
        priced = pricing.price_tiers(meter.id, {}, marks={name: 1} if meter is pricing.primary else {})
        open_to = any(tier.kind == "roll" or (tier.kind == "free" and tier.limit is None) for tier in priced)
        limit = roll.far(move, known) if known is not None else None if open_to else ZERO
        counted = rolled if name in ROLLED_MODES or known is not None else ZERO
        yield allowed(name, name, limit=limit, rule=roll.rule, used=counted)
    for running in (True, False):
        far, high = (ZERO, ZERO) if rules.stunned(move) else rules.jump_reach(move, running=running)
        name = "jump_running" if running else "jump_standing"
        yield replace(allowed(name, "jump", limit=far, rule=rules.jump_reach, used=ZERO), vertical=high)
