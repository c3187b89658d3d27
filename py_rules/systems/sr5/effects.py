"""Shadowrun 5: what running, climbing and falling bring with them, as replies tell it."""

from collections.abc import Iterator
from fractions import Fraction

from py_rules.engine import Move
from py_rules.systems.sr5 import climbing, falling, rules
from py_rules.systems.sr5.turn import SAFE_DROP, ZERO
from py_rules.systems.sr5.words import say
from py_rules.values.answer_parts import Hazard, Modifier


def modifiers_of(move: Move, *, charge: bool) -> Iterator[Modifier]:
    """Yield what Running and Sprinting change: own dice, a charge, the dice of shooters."""
    turn, since = say("until.turn"), say("since.sprint" if move.turn.sprinting else "since.running")
    if move.turn.running:
        on = say("on.combat" if move.house_rules.running_penalty_scope == "combat" else "on.all")
        dice = rules.running_dice(move, running=True, combat=True)
        yield Modifier(rules.running_dice, "mover", on, "dice", dice, since, turn)
        if charge:
            dice = rules.charge_dice(running=True, in_reach=True)
            yield Modifier(rules.charge_dice, "mover", say("on.charge"), "dice", dice, since, turn)
    if move.turn.running or move.turn.sprinting:
        rule = rules.shooters_at_sprinter if move.turn.sprinting else rules.shooters_at_runner
        dice = rule(move.turn)
        phase = move.turn.sprinting and move.house_rules.sprinting_until != "turn_end"
        until = say("until.next_phase") if phase else turn
        if move.house_rules.shots_at_runners == "defender":
            yield Modifier(rule, "mover", say("on.defence"), "dice", -dice, since, until)
        else:
            yield Modifier(rule, "shooters", say("on.shot"), "dice", dice, since, until)
    together = climbing.rappel_dice(move)
    told = bool(move.circumstances.other_simple)
    if together and (told or move.turn.rappel_tested or "rappel" in move.turn.declared):
        yield Modifier(
            climbing.rappel_dice,
            "mover",
            say("on.rappel"),
            "dice",
            together,
            say("since.now"),
            say("until.phase"),
        )


def harm(move: Move, metres: Fraction, *, at: Fraction = ZERO, rope: bool = False) -> Iterator[Hazard]:
    """Yield what it does to meet the ground after a way down (SR5-34); ``rope``: on one not stopped (SR5-33)."""
    if metres > SAFE_DROP:
        damage, resist = falling.fall_damage(move, metres), falling.resist(move)
        turns = falling.fall_turns(move, metres)
        numbers = {"metres": metres, "dv": damage, "ap": -4, "resist": resist, "turns": turns}
        name, rule = ("rappel", climbing.rappel_out_of_hand) if rope else ("fall", falling.fall_damage)
        label = say("fall", metres=metres, dv=damage, resist=resist)
        yield Hazard(name, rule, at, label, numbers=numbers)
