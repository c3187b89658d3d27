"""House rules under one name, to be chosen all together: a game as it is written here, or as another book has it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from py_rules.protocol.bounds import Json, Wire
from py_rules.protocol.problems import ProblemError, validating
from py_rules.values.records import record
from py_rules.values.sentences import Catalog, Sentence


@record()
class Preset:
    """A choice of house rules: each that ``values`` does not name is at its default."""

    id: str
    label: Sentence
    help: Sentence
    values: Mapping[str, Json]


TEXTS: Final = {
    "preset.as_written": "As written",
    "preset.as_written.help": "Every house rule at its default.",
}
"""Templates of this module; they belong to those of every table."""
_say = Catalog("table", TEXTS)
AS_WRITTEN: Final = Preset("as_written", _say("preset.as_written"), _say("preset.as_written.help"), {})
"""The first preset of a game that has no name of its own for its defaults."""


def check(presets: Sequence[Preset], house_rules: type[Wire], *, game: str) -> None:
    """Raise a TypeError for presets that a game cannot have; it says which, what is wrong, and what to do.

    The first one is the game's defaults. The others name house rules of the model, with values that it takes and that
    are not the defaults; no two have the same id or the same values.
    """
    for problem in _problems(presets, house_rules):
        message = f"presets of {game}: {problem}"
        raise TypeError(message)


def _problems(presets: Sequence[Preset], house_rules: type[Wire]) -> Iterator[str]:
    if not presets:
        yield "there is none; begin with one without values, for the defaults"
    for first in presets[:1]:
        if first.values:
            yield f"{first.id}: the first one stands for the defaults; leave its values out"
    for index, preset in enumerate(presets[1:], start=1):
        earlier = presets[:index]
        if preset.id in {other.id for other in earlier}:
            yield f"{preset.id}: the id is taken; give it another one"
        yield from (f"{preset.id}: {problem}" for problem in _problems_in(preset, house_rules))
        twin = next((other.id for other in earlier if other.values == preset.values), None)
        if twin is not None:
            yield f"{preset.id}: its values are those of {twin}; change them, or leave it out"


def _problems_in(preset: Preset, house_rules: type[Wire]) -> Iterator[str]:
    for name, value in preset.values.items():
        if name not in house_rules.model_fields:
            yield f"there is no house rule {name}; name one of {', '.join(house_rules.model_fields)}"
        elif value == house_rules.model_fields[name].default:
            yield f"{name}: {value!r} is its default; leave it out"
    try:
        with validating(dict(preset.values)):
            house_rules.model_validate(dict(preset.values))
    except ProblemError as problem:
        yield f"{problem.message}; {problem.remedy}"
