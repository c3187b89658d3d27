"""What the engine says by itself of any game that is declared."""

from typing import Final

from py_rules.values.sentences import Catalog, Text

say: Final = Catalog(
    "engine",
    {
        "mode.ground": "On foot",
        "mode.climb": "Climb",
        "mode.jump": "Jump",
        "mode.swim": "Swim",
        "tier": "{rule}, up to {limit} {unit}",
        "too_far": "Farther than {limit} {unit}",
        "nothing_left": "Nothing left to move with",
        "outside": "Outside combat nothing is limited",
        "barred": "{rule}: no movement",
        "no_mode": "{mode}: not possible for this character",
        "roll": "{roll}: {needed}",
        "roll.known": "{roll} came to {result}: up to {limit} {unit}",
        "roll.twice": "{roll} was rolled already",
        "roll.outside": "Outside combat there is nothing to roll for",
        "needed": "{needed} or better",
        "dice.total": "{count}d{sides}",
        "dice.total.changed": "{count}d{sides} {bonus}",
        "dice.pool": "{count}d{sides}, each {least} or more counts",
        "dice.one": "d{sides} {bonus}",
        "dice.best": "the better of two d{sides}, {bonus}",
        "dice.worst": "the worse of two d{sides}, {bonus}",
        "dice.none": "Nothing to roll",
        "effect.carries": "Carries {far} {unit}",
        "effect.made": "Made it",
        "effect.failed": "Did not make it",
        "jump.far": "{far} {unit}",
        "jump.high": "{high} {unit} up",
        "jump.far_and_high": "{far} {unit} far and {high} {unit} up",
        "jump": "Jump, {extent}",
        "jump.within": "Jump, {extent}: within reach",
        "jump.rolled": "Jump, {extent}: {needed}",
        "jump.short": "Jump: {needed}",
        "jump.short.at": "Jump: {needed}, {target} {difficulty}",
        "jump.too_long": "Jump, {extent}: too long or too high",
        "gate.label": "{name}",
        "dice.result": "Result",
        "dice.target": "Target",
        "gate": "{region}: {name}, {needed}",
        "since": "when it was moved so far",
        "no_resource": "{resource}: {left} left, {needed} needed",
    },
)


def gate_label(name: str) -> Text:
    """Return what a roll that a region demands is called on the map."""
    return say("gate.label", name=name)
