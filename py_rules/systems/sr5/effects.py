"""Shadowrun 5: what running, climbing and falling bring with them, as replies tell it."""

from collections.abc import Iterator
from fractions import Fraction

from py_rules.engine.situation import Situation
from py_rules.systems.sr5 import actions, climbing, falling, rules
from py_rules.systems.sr5.turn import SAFE_DROP, ZERO, Turn
from py_rules.systems.sr5.words import say
from py_rules.values.answer_parts import Hazard, Modifier, Spend


def action_spend(situation: Situation, after: Turn, *, cost: str, number: str) -> Spend:
    """Return an action spent, by the name the table has for it; ``after`` is the state in which it is gone."""
    name = str(situation.house_rules.bonus_action_maps_to) if cost == "bonus" else cost
    left = {"complex": ZERO, "simple": Fraction(actions.simple_left(after))}
    return Spend(
        number,
        f"{name}_action",
        say(f"spend.{name}"),
        Fraction(1),
        left.get(name, Fraction(actions.bonus_left(situation, after))),
    )


def modifiers_of(situation: Situation, state: Turn, *, charge: bool) -> Iterator[Modifier]:
    """Yield what Running and Sprinting change: own dice, a charge, the dice of shooters."""
    turn, since = say("until.turn"), say("since.sprint" if state.sprinting else "since.running")
    if state.running:
        on = say("on.combat" if situation.house_rules.running_penalty_scope == "combat" else "on.all")
        dice = rules.running_dice(situation, running=True, combat=True)
        yield Modifier(rules.running_dice, "mover", on, "dice", dice, since, turn)
        if charge:
            dice = rules.charge_dice(running=True, in_reach=True)
            yield Modifier(rules.charge_dice, "mover", say("on.charge"), "dice", dice, since, turn)
    if state.running or state.sprinting:
        rule = rules.shooters_at_sprinter if state.sprinting else rules.shooters_at_runner
        dice = rule(state)
        phase = state.sprinting and situation.house_rules.sprinting_until != "turn_end"
        until = say("until.next_phase") if phase else turn
        if situation.house_rules.shots_at_runners == "defender":
            yield Modifier(rule, "mover", say("on.defence"), "dice", -dice, since, until)
        else:
            yield Modifier(rule, "shooters", say("on.shot"), "dice", dice, since, until)
    together = climbing.rappel_dice(situation, state)
    told = bool(situation.circumstances.other_simple)
    if together and (told or state.rappel_tested or "rappel" in state.declared):
        yield Modifier(
            climbing.rappel_dice,
            "mover",
            say("on.rappel"),
            "dice",
            together,
            say("since.now"),
            say("until.phase"),
        )


def harm(
    situation: Situation, metres: Fraction, *, at: Fraction = ZERO, rope: bool = False
) -> Iterator[Hazard]:
    """Yield what it does to meet the ground after a way down (SR5-34); ``rope``: on one not stopped (SR5-33)."""
    if metres > SAFE_DROP:
        damage, resist = falling.fall_damage(situation, metres), falling.resist(situation)
        turns = falling.fall_turns(situation, metres)
        numbers = {"metres": metres, "dv": damage, "ap": -4, "resist": resist, "turns": turns}
        name, rule = ("rappel", climbing.rappel_out_of_hand) if rope else ("fall", falling.fall_damage)
        label = say("fall", metres=metres, dv=damage, resist=resist)
        yield Hazard(name, rule, at, label, numbers=numbers)
