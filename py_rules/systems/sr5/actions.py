"""Shadowrun 5: the actions of a phase and of a pass, and what they pay for."""

from py_rules.engine import Move
from py_rules.systems.sr5.words import say
from py_rules.values.sentences import Sentence


def simple_left(move: Move) -> int:
    """Return how many Simple Actions are left in this phase; two are a Complex Action."""
    return max(0, 2 - move.turn.simple_spent) if move.turn.has_action else 0


def bonus_left(move: Move) -> int:
    """Return how many Bonus Actions are left in this pass."""
    if move.house_rules.bonus_action_maps_to == "simple":
        return simple_left(move)
    return int(max(0, move.character.bonus_actions - move.turn.bonus_spent))


def affords(move: Move, *, cost: str) -> bool:
    """Tell whether an action of that cost can be taken now."""
    if not move.in_combat or cost in {"none", "free"}:
        return True
    if cost == "bonus":
        return bonus_left(move) > 0
    return simple_left(move) >= (2 if cost == "complex" else 1)


def gone(move: Move, *, cost: str) -> Sentence:
    """Return why an action of that cost cannot be taken."""
    if cost == "bonus" and move.house_rules.bonus_action_maps_to != "simple":
        return say("bonus.gone", name=bonus_name(move))
    if not move.turn.has_action:
        return say("phase.none")
    return say("complex.gone" if simple_left(move) else "action.gone")


def paid(move: Move, *, cost: str) -> Move:
    """Return the move after an action of that cost."""
    if cost == "bonus" and move.house_rules.bonus_action_maps_to != "simple":
        return move.with_turn(bonus_spent=move.turn.bonus_spent + 1)
    simple = {"complex": 2, "simple": 1, "bonus": 1}.get(cost, 0)
    return move.with_turn(simple_spent=min(2, move.turn.simple_spent + simple))


def cost_of_test(move: Move, check: str) -> str:
    """Return the action that a test takes."""
    if check == "sprint":
        return str(move.house_rules.sprint_cost)
    if check == "swim_sprint":
        return str(move.house_rules.swim_sprint_cost)
    return {"climb": "complex", "rappel": "simple"}.get(check, "none")


def bonus_name(move: Move) -> Sentence:
    """Return what the table calls a Bonus Action."""
    return say(f"spend.{move.house_rules.bonus_action_maps_to}")
