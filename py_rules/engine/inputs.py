"""What a game asks of people: bases of sheets, house rules and circumstances, and the switches of every table."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from pydantic.config import JsonDict

from py_rules.protocol.bounds import Wire
from py_rules.protocol.problems import Unfit
from py_rules.values.map_rules import MapRules
from py_rules.values.rounding import to_fraction
from py_rules.values.sentences import Catalog


class Inputs(Wire):
    """Base of a system's characters, house rules and circumstances."""


OnTests = Annotated[
    int, Field(ge=-60, le=60, title="Modifier to tests", json_schema_extra={"rules": ["X-12"]})
]
"""What the moment adds to every test of a token's movement, in the game's own measure (X-12)."""


def field(
    default: object,
    title: str,
    *,
    asked: bool | str = False,
    **limits: Any,  # noqa: ANN401 - as pydantic.Field
) -> Any:  # noqa: ANN401 - likewise
    """Return a field of a sheet, of circumstances or of an act's options: its default (``...``: none) and its title.

    ``asked``: movement is a guess without it, so the table hears of it where it is not sent; the name of a house rule:
    unless the table has set that, which stands in for it. Limits are pydantic's, such as ``ge=0, le=20``.
    """
    if asked:
        limits["json_schema_extra"] = {"asked": True} | ({"house_rule": asked} if asked is not True else {})
    return Field(default, title=title, **limits)


def asked_of(model: type[Wire]) -> dict[str, str]:
    """Return the fields of a sheet that are asked for, each with the house rule that may stand in; empty: none may."""
    marks = {name: field.json_schema_extra for name, field in model.model_fields.items()}
    return {
        name: str(mark.get("house_rule", ""))
        for name, mark in marks.items()
        if isinstance(mark, dict) and mark.get("asked")
    }


class Nothing(Inputs):
    """No fields at all."""


def unfit(say: Catalog, key: str, **params: str) -> Unfit:
    """Return the error of a value that a system refuses: ``key`` says what is wrong, ``key.remedy`` what to do."""
    said, remedy = say(key, **params), say(f"{key}.remedy", **params)
    return Unfit(said.key, params, said=said.text, remedy=remedy.text)


def in_words(say: Catalog, key: str, **params: str) -> WrapValidator:
    """Return what refuses a value of no such type or limits by :func:`unfit`, for ``Annotated``."""

    def fits(value: object, checks: ValidatorFunctionWrapHandler) -> object:
        try:
            return checks(value)
        except ValidationError as error:
            raise unfit(say, key, **params) from error

    return WrapValidator(fits)


def house_rule(
    default: object,
    title: str,
    *rules: str,
    required: bool = False,
    words: Mapping[str, str] | None = None,
    **limits: Any,  # noqa: ANN401 - as pydantic.Field
) -> Any:  # noqa: ANN401 - likewise
    """Return a field of a house-rules model: its default, its title and the rules that read it.

    ``words`` says what choices are called whose names do not tell people what they do.
    """
    marks: JsonDict = {"rules": [*rules], "required": required}
    if words:
        marks["words"] = {**words}
    return Field(default, title=title, json_schema_extra=marks, **limits)


class TableRules(Inputs):
    """The switches of every table, whatever the game: tokens in the way, steps and gaps."""

    pass_hostile: Literal["blocks", "slows", "passes"] = house_rule(
        "blocks", "A hostile token in the way", "MAP-03"
    )
    """Blocks: nobody gets past it; slows: its cells cost more; passes: it is walked past."""
    pass_neutral: Literal["blocks", "slows", "passes"] = house_rule(
        "passes", "A neutral token in the way", "MAP-03"
    )
    """As for hostile ones; a secret disposition counts as neutral."""
    pass_friendly: Literal["blocks", "slows", "passes"] = house_rule(
        "passes", "A friendly token in the way", "MAP-03"
    )
    """As for hostile ones."""
    share_cell: bool = house_rule(False, "Small tokens share a cell", "MAP-02")
    """Tokens smaller than a cell may stop on it together, as many as fit; otherwise each takes a whole one."""
    step_height: float = house_rule(0.5, "How high a step goes", "MAP-13", ge=0, le=100)
    """In lengths of a cell: ground so much higher or lower is stepped on; beyond that it is climbed or jumped."""
    gap_measure: Literal["gap", "centre"] = house_rule(
        "gap",
        "How a jump over a gap is measured",
        "MAP-17",
        words={"gap": "As the gap", "centre": "From middle to middle"},
    )
    """The gap: from edge to edge, the rest of the steps is walked; middle to middle: all steps are jumped."""

    @property
    def map_rules(self) -> MapRules:
        """What they say, for the board."""
        return MapRules(
            hostile=self.pass_hostile,
            neutral=self.pass_neutral,
            friendly=self.pass_friendly,
            sharing=self.share_cell,
            step=to_fraction(self.step_height),
            whole_steps=self.gap_measure == "centre",
        )
