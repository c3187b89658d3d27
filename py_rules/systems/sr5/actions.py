"""Shadowrun 5: the actions of a phase and of a pass, and what they pay for."""

from py_rules.engine.situation import Situation
from py_rules.systems.sr5.turn import Turn
from py_rules.systems.sr5.words import say
from py_rules.values.records import replace
from py_rules.values.sentences import Text


def simple_left(state: Turn) -> int:
    """Return how many Simple Actions are left in this phase; two are a Complex Action."""
    return max(0, 2 - state.simple_spent) if state.has_action else 0


def bonus_left(situation: Situation, state: Turn) -> int:
    """Return how many Bonus Actions are left in this pass."""
    if situation.house_rules.bonus_action_maps_to == "simple":
        return simple_left(state)
    return int(max(0, situation.character.bonus_actions - state.bonus_spent))


def affords(situation: Situation, state: Turn, *, cost: str) -> bool:
    """Tell whether an action of that cost can be taken now."""
    if not situation.in_combat or cost in {"none", "free"}:
        return True
    if cost == "bonus":
        return bonus_left(situation, state) > 0
    return simple_left(state) >= (2 if cost == "complex" else 1)


def gone(situation: Situation, state: Turn, *, cost: str) -> Text:
    """Return why an action of that cost cannot be taken."""
    if cost == "bonus" and situation.house_rules.bonus_action_maps_to != "simple":
        return say("bonus.gone", name=bonus_name(situation))
    if not state.has_action:
        return say("phase.none")
    return say("complex.gone" if simple_left(state) else "action.gone")


def paid(situation: Situation, state: Turn, *, cost: str) -> Turn:
    """Return the state after an action of that cost."""
    if cost == "bonus" and situation.house_rules.bonus_action_maps_to != "simple":
        return replace(state, bonus_spent=state.bonus_spent + 1)
    simple = {"complex": 2, "simple": 1, "bonus": 1}.get(cost, 0)
    return replace(state, simple_spent=min(2, state.simple_spent + simple))


def cost_of_test(situation: Situation, check: str) -> str:
    """Return the action that a test takes."""
    if check == "sprint":
        return str(situation.house_rules.sprint_cost)
    if check == "swim_sprint":
        return str(situation.house_rules.swim_sprint_cost)
    return {"climb": "complex", "rappel": "simple"}.get(check, "none")


def bonus_name(situation: Situation) -> Text:
    """Return what the table calls a Bonus Action."""
    return say(f"spend.{situation.house_rules.bonus_action_maps_to}")
