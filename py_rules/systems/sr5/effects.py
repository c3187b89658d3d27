"""Shadowrun 5: what running, climbing and falling bring with them, as replies tell it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from py_rules.engine.situation import Situation, on_tests
from py_rules.systems.sr5 import actions, checks, climbing, falling, rules
from py_rules.systems.sr5.checks import Climb
from py_rules.systems.sr5.turn import SAFE_DROP, SLICK, SURFACES, ZERO, Turn
from py_rules.systems.sr5.words import say
from py_rules.values.answer_parts import Hazard, Modifier, Spend
from py_rules.values.sentences import Text
from py_rules.values.stretch import Segment


def action_spend(situation: Situation, after: Turn, *, cost: str, number: str) -> Spend:
    """Return an action spent, by the name the table has for it; ``after`` is the state in which it is gone."""
    name = str(situation.house_rules.bonus_action_maps_to) if cost == "bonus" else cost
    left = {"complex": ZERO, "simple": Fraction(actions.simple_left(situation, after))}
    return Spend(
        number,
        f"{name}_action",
        say(f"spend.{name}"),
        Fraction(1),
        left.get(name, Fraction(actions.bonus_left(situation, after))),
    )


def modifiers_of(situation: Situation, state: Turn, *, charge: bool) -> Iterator[Modifier]:
    """Yield what Running and Sprinting change: own dice, a charge, the dice of shooters."""
    turn = say("until.turn")
    if state.running:
        since = say("since.sprint" if state.sprinting else "since.running")
        on = on_running(situation)
        dice = rules.running_dice(situation, running=True, combat=True)
        yield Modifier(rules.running_dice, "mover", on, "dice", dice, since, turn)
        if charge:
            dice = rules.charge_dice(running=True, in_reach=True)
            yield Modifier(rules.charge_dice, "mover", say("on.charge"), "dice", dice, since, turn)
    if state.sprinting:
        until = turn if situation.house_rules.sprinting_until == "turn_end" else say("until.next_phase")
        yield _shot_at(
            situation,
            rules.shooters_at_sprinter,
            dice=rules.shooters_at_sprinter(state),
            since=say("since.sprint"),
            until=until,
        )
    elif state.running:
        yield _shot_at(
            situation,
            rules.shooters_at_runner,
            dice=rules.shooters_at_runner(state),
            since=say("since.running"),
            until=turn,
        )
    together_dice = climbing.rappel_dice(situation, state)
    told = bool(situation.circumstances.other_simple)
    if together_dice and (told or state.rappel_tested or "rappel" in state.declared):
        since, until = say("since.now"), say("until.phase")
        yield Modifier(climbing.rappel_dice, "mover", say("on.rappel"), "dice", together_dice, since, until)


def _shot_at(situation: Situation, number: str, *, dice: int, since: Text, until: Text) -> Modifier:
    """Return the dice that shots at a runner lose, or the runner's defence gains."""
    if situation.house_rules.shots_at_runners == "defender":
        return Modifier(number, "mover", say("on.defence"), "dice", -dice, since, until)
    return Modifier(number, "shooters", say("on.shot"), "dice", dice, since, until)


def fall_hazards(situation: Situation, metres: Fraction, *, at: Fraction = ZERO) -> list[Hazard]:
    """Return what a fall does when the ground is met."""
    if metres <= SAFE_DROP:
        return []
    numbers = harm(situation, metres)
    label = say("fall", metres=metres, dv=numbers["dv"], resist=numbers["resist"])
    numbers |= {"turns": falling.fall_turns(situation, metres)}
    return [Hazard("fall", falling.fall_damage, at, label, numbers=numbers)]


def harm(situation: Situation, metres: Fraction) -> dict[str, Fraction | int]:
    """Return what a fall so deep does, and what resists it (SR5-34)."""
    damage, resist = falling.fall_damage(situation, metres), falling.resist(situation)
    return {"metres": metres, "dv": damage, "ap": -4, "resist": resist}


def ground_hazard(situation: Situation, metres: Fraction, *, at: Fraction) -> Hazard:
    """Return what it is to meet the ground on a rope without having stopped (SR5-33)."""
    numbers = harm(situation, metres)
    label = say("rappel.ground", metres=metres, dv=numbers["dv"])
    return Hazard("rappel", climbing.rappel_out_of_hand, at, label, numbers=numbers)


def climb_working(situation: Situation, *, climb: Climb, segment: Segment, running: bool, pool: int) -> Text:
    """Return how the dice of a climb were worked out, entry by entry (SR5-28)."""
    surface = segment.surface or "broken"
    rating, skill = checks.skill_of(situation, "climb")
    entries = [
        (skill, rating),
        (say("attribute.strength"), situation.character.strength),
        (say("climb.gear"), climbing.climb_dice(climb.row, None, slick="none")),
        (say(f"surface.{surface}").inside, SURFACES[surface]),
        *([(say(f"slick.{segment.slick}"), SLICK[segment.slick])] if segment.slick != "none" else []),
        (say("running"), rules.running_dice(situation, running=running, combat=False)),
        (say("moment"), on_tests(situation)),
    ]
    parts = [
        say("climb.part" if index < 2 or dice < 0 else "climb.part.more", name=name, dice=dice)
        for index, (name, dice) in enumerate(entries)
        if index < 2 or dice
    ]
    return say("climb.pool", parts=listed(parts), pool=pool)


def listed(parts: Sequence[Text]) -> Text:
    """Return sentences one after the other; there is at least one."""
    first, *rest = parts
    return say("climb.parts", first=first, rest=listed(rest)) if rest else first


def on_running(situation: Situation) -> Text:
    """Return what running makes harder, in words (SR5-08)."""
    return say("on.combat" if situation.house_rules.running_penalty_scope == "combat" else "on.all")


def working_of_tests(situation: Situation, state: Turn) -> Text:
    """Return how many Sprint Tests there are and are left."""
    tests = rules.sprint_tests(situation)
    left, running = max(0, tests - state.sprint_tests), situation.character.running
    paid_for = rules.tests_left(situation, state, check="sprint") if situation.in_combat else left
    if paid_for < left:
        return say("sprint.tests.paid", running=running, tests=tests, left=left, paid=paid_for)
    return say("sprint.tests", running=running, tests=tests, left=left)
