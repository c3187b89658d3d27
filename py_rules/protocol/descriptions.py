"""What `describe` says of games: rules, house rules, words, clocks."""

from typing import Literal

from py_rules.protocol.bounds import Json, Params, Text, Wire
from py_rules.protocol.requests import Event


class RuleEntry(Wire):
    """A rule as a player looks it up."""

    number: str
    name: str
    sentence: str
    reference: str
    kind: str


class HouseRuleEntry(Wire):
    """A house rule of the system."""

    id: str
    title: str
    description: str
    rules: list[str]
    default: Json
    required: bool
    """To be shown on the first page of settings."""
    json_schema: dict[str, Json]


class PresetEntry(Wire):
    """House rules under one name, chosen all together; those that ``values`` does not name are at their default."""

    id: str
    label: Text
    help: Text
    values: dict[str, Json]


class WordEntry(Wire):
    """A word the system has for a way of moving, a surface or a grade of terrain."""

    id: str
    label: Text


class ActEntry(Wire):
    """Something to do that matters for movement: the ``act`` of a ``did`` event."""

    id: str
    rule: str
    label: Text
    options: dict[str, Json]
    """JSON Schema of its options."""


class ScopeEntry(Wire):
    """A scope of the clock, and what its begin does to the fields of the ledger."""

    id: str
    label: Text
    clears: list[str]
    """Fields that its begin clears."""
    counted: bool
    """Whether its beginnings are counted, as Initiative Passes are: the second of three."""


class ClockEntry(Wire):
    """The scopes that limit movement, and the events that "end turn" stands for."""

    scopes: list[ScopeEntry]
    end_turn: list[Event]


class DiceEntry(Wire):
    """What the game calls the result of a roll, and what it is rolled against."""

    result: Text
    target: Text


class SystemEntry(Wire):
    """A game system."""

    id: str
    title: str
    about: Text | None
    """One sentence to choose a game by; null: the game has none."""
    unit: str
    clock: ClockEntry
    character: dict[str, Json]
    """JSON Schema of the character."""
    circumstances: dict[str, Json]
    """JSON Schema of the circumstances."""
    modes: list[WordEntry]
    surfaces: list[WordEntry]
    grades: list[WordEntry]
    acts: list[ActEntry]
    dice: DiceEntry
    token_facts: dict[str, Json]
    """JSON Schema of what tokens' ``facts`` may hold."""
    house_rules: list[HouseRuleEntry]
    presets: list[PresetEntry]
    """The defaults first."""
    rules: list[RuleEntry]
    texts: dict[str, str]
    """Every text key with its English template; parameters stand in braces."""


class Problem(Wire):
    """What is wrong with a request: where (``path``), what (``message``) and what to do (``remedy``).

    A field of the wrong kind also says which, with the bounds and the value sent, to be translated by.
    """

    code: str
    message: str
    path: str
    remedy: str
    kind: str = ""
    params: Params = {}


class DescribeValue(Wire):
    """All games, and the rules of every table."""

    v: Literal[1] = 1
    systems: list[SystemEntry]
    broken: list[Problem]
    """Systems that a host brings along and that do not load: the problem `system_broken` of each."""
    table_rules: list[RuleEntry]
    """Rules of every table, whatever the game: what the map forbids, undo, forced movement."""
    texts: dict[str, str]
    """Templates of the table rules' texts."""
