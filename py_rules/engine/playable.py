"""What a declared game is as a class: all that the core asks of a system by name, made of what the game declares."""

from typing import Any

from py_rules.engine import inputs, system, tabletop
from py_rules.engine.declarations import Declarations
from py_rules.engine.judge import region_rolls
from py_rules.engine.play import DeclaredSystem
from py_rules.engine.presets import AS_WRITTEN
from py_rules.engine.turn import turn_of
from py_rules.engine.words import say

MAP_MODES = ("ground", "climb", "jump", "swim")


def playable(game: Declarations, kind: type[DeclaredSystem] = DeclaredSystem) -> DeclaredSystem:
    """Return a game as a system, of a class of its own if it has one; raises :class:`GameError` for what is missing."""
    _whole(game, kind)
    members = _members(game)
    if kind is not DeclaredSystem:
        members = {name: value for name, value in members.items() if name not in vars(kind)}
    made: DeclaredSystem = type(game.title, (kind,), members)()
    return made


def _whole(game: Declarations, kind: type[DeclaredSystem]) -> None:
    """Raise :class:`GameError` for what a game is missing."""
    if not game.meters and kind.search_limits is DeclaredSystem.search_limits:
        raise game.error(
            "nothing says how far one moves", 'write game.meter("ground", "Movement", tiers=[...])'
        )
    if not game.rules:
        raise game.error("it has no rules", "write one with @game.rule")
    for mode in game.modes.values():
        if mode.meter and mode.meter not in game.meters:
            raise game.error(f"mode {mode.id} draws on no meter {mode.meter!r}", "name one that is declared")
    for name, switch in inputs.asked_of(game.Character).items():
        if switch and switch not in game.HouseRules.model_fields:
            raise game.error(
                f"{name} is asked for unless the table has set {switch!r}, which is no house rule",
                "name a field of the house rules",
            )


def _members(game: Declarations) -> dict[str, Any]:
    """Return what the class of a game's system has, from what the game declares."""
    dice = game.dice_words or (say("dice.result"), say("dice.target"))
    modes = [(name, say(f"mode.{name}")) for name in MAP_MODES if name not in game.modes]
    modes += [(mode.id, mode.label) for mode in game.modes.values()]
    return {
        "__doc__": f"{game.title}, as one instance.",
        "game": game,
        "id": game.id,
        "title": game.title,
        "about": game.about,
        "unit": game.unit,
        "cell": game.cell,
        "Character": game.Character,
        "HouseRules": game.HouseRules,
        "Circumstances": game.Circumstances,
        "TokenFacts": game.TokenFacts,
        "State": turn_of(game),
        "modes": tuple(modes),
        "open_modes": game.own_modes is not None,
        "flying": frozenset(mode.id for mode in game.modes.values() if mode.flies),
        "surfaces": tuple(game.surfaces),
        "grades": tuple(game.grades),
        "acts": tuple(system.Act(act.id, act.rule, act.label, act.options) for act in game.acts.values()),
        "dice_words": dice,
        "difficulties": range(201),
        "texts": game.say,
        "scopes": tuple(game.scopes),
        "end_turn": tuple(game.end_turn),
        "rules": {number: game.rules[number] for number in sorted(game.rules)},
        "free_checks": tuple(game.rolls),
        "leap_rule": tabletop.gap if game.jumps is None else game.jumps.rule,
        "region_rolls": region_rolls(game),
        "presets": tuple(game.presets) or (AS_WRITTEN,),
    }
