"""The Kleptonomicon: characters, house rules, and what the GM or a host says of a move."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from py_rules.engine import Sheet, field
from py_rules.engine.inputs import Inputs, OnTests, TableRules, house_rule, unfit
from py_rules.protocol.bounds import checked, limits
from py_rules.systems.styles import rules
from py_rules.systems.styles.turn import Size, StyleName
from py_rules.systems.styles.words import game, say


def no_more_than_there_are(filled: int, sheet: Any) -> int:  # noqa: ANN401 - what is known of the sheet by then
    """Return how many spots are filled; raises ``ValueError`` for more than there are."""
    if filled > sheet.data.get("goods_total", filled):
        raise unfit(say, "unfit.goods_filled")
    return filled


def known_words(effects: Mapping[str, str]) -> dict[str, str]:
    """Return effects by style in the game's own words; raises ``ValueError`` for what only looks like one of them."""
    written = {effect.replace("_", " "): effect for effect in rules.KNOWN_EFFECTS}
    for style, effect in effects.items():
        plainly = " ".join(effect.casefold().replace("_", " ").split())
        if plainly in written and effect not in {plainly, written[plainly]}:
            raise unfit(say, "unfit.effect_spelling", style=style, effect=repr(effect), known=repr(plainly))
        if not plainly:
            raise unfit(say, "unfit.effect", style=style, known=", ".join(written))
    return {style: written.get(effect, effect) for style, effect in effects.items()}


Effect = Annotated[str, limits(max_length=200, examples=["none", "fall", "float or sink"])]


@game.sheet
class Character(Sheet):
    """A character of The Kleptonomicon, as far as movement goes."""

    styles: dict[StyleName, Size] = field(rules.starting_styles(), "Styles", asked=True)
    """Styles on the sheet: half, normal, double, or a distance of their own in u."""
    interrupts: Annotated[dict[StyleName, Effect], checked(known_words)] = field({}, "Interrupt effects")
    """What an interrupt does to a style: none, fall, float or sink, or the sheet’s own words."""
    hooks: int | None = field(1, "Hooks", ge=0, le=1000)
    """How many the character has now; the table keeps count. Empty: the table does not track them."""
    goods_total: int = field(0, "Good spots", ge=0, le=1000)
    goods_filled: Annotated[int, limits(ge=0, le=1000), checked(no_more_than_there_are)] = field(
        0, "Good spots filled"
    )
    heavy_nonbuoyant: bool = field(False, "Heavy cargo that does not float")
    """Carries something that does not float and is at least as heavy as the character."""
    sneaking: int = field(0, "Sneaking", ge=-10, le=20)
    athletics: int = field(0, "Athletics", ge=-10, le=20)


@game.house_rules
class HouseRules(TableRules):
    """The switches of The Kleptonomicon."""

    pool_refresh: Literal["turn_end", "turn_start"] = house_rule(
        "turn_end",
        "The Movement pool fills again",
        rules.pool_used,
        required=True,
        words={"turn_end": "When the Turn ends", "turn_start": "When the Turn starts"},
    )
    """At the end of each own Turn, or at its start."""
    dash_hook_cost: int = house_rule(1, "Hooks that Dash costs", rules.no_dash, ge=0, le=100)
    """0: Dash is free."""
    dash_until: Literal["next_turn_start", "turn_end"] = house_rule(
        "next_turn_start",
        "Dash lasts until",
        rules.doubled,
        rules.no_dash,
        words={"next_turn_start": "The next Turn starts", "turn_end": "This Turn ends"},
    )
    """Until the next own Turn starts, or until this one ends."""
    crawl_round: Literal["exact", "down"] = house_rule("exact", "Halves when crawling", rules.crawl_cost)
    """Exact: halves are kept; down: what is left of Movement is crawled in whole u only."""
    stand_charges_walk: bool = house_rule(False, "Standing up counts as Walk", rules.stand_cost)
    """Off: the 1 u comes from the pool alone."""
    jump_interrupt: Literal["none", "fall"] = house_rule(
        "none", "An interrupted Jump", rules.interrupt_effect, rules.reacting, words={"none": "Nothing"}
    )
    """Nothing: nothing happens to the jumper; fall: the jumper falls."""
    reaction_reach_u: float = house_rule(
        1, "Foes react when you leave their reach (u)", rules.reacting, ge=0, le=100
    )
    """0: nobody reacts to Movement."""
    obscured_mode: Literal["ask", "computed"] = house_rule(
        "ask",
        "Half out of sight of all foes",
        rules.may_sneak,
        words={"ask": "The GM confirms", "computed": "The map decides"},
    )
    """Whether the GM confirms it, or the map’s word is enough."""
    pass_score: int = house_rule(
        7, "Score that passes a Test", rules.may_sneak, rules.improvised, rules.suspended, ge=1, le=30
    )
    """A Score as high as this, or higher."""
    advantage: Literal["two_dice", "plus_minus_2", "off"] = house_rule(
        "two_dice",
        "Advantage and Disadvantage",
        rules.may_sneak,
        rules.improvised,
        rules.suspended,
        words={"plus_minus_2": "±2 on the Score"},
    )
    """Two dice: the better or the worse one counts; ±2 on the Score: one die, 2 more or less; off: neither counts."""


@game.circumstances
class Circumstances(Inputs):
    """What the GM said of this very move."""

    test_modifier: OnTests = 0
    """Added to the Score of every Test of movement, or taken from it if negative: conditions, gear, the GM’s word."""
    allowed_off_turn: bool = field(False, "May move outside its Turn")
    """Another Ability, or the GM, lets it move now."""
    obscured: bool = field(False, "Half out of sight of every foe at the end")
    improvise: Literal["ask", "test"] = field("ask", "Missing styles")
    """Ask: the GM grants or refuses; test: after an Athletics Test."""
    test: Literal["normal", "advantage", "disadvantage"] = field("normal", "Tests are rolled")


@game.token_facts
class TokenFacts(Inputs):
    """What is known of another token."""

    reacts: bool = True
    """Whether it has a Reaction to Movement."""
    reach_u: float | None = field(None, "Reach in u", ge=0, le=100)
    """Its own reach in u; empty: the table’s."""


class Use(Inputs):
    """Which style is taken up without moving."""

    style: StyleName


class Improvise(Use):
    """Which style is improvised, and how well."""

    size: Literal["half", "normal", "double"] | None = None
    """Empty: the GM is asked."""


class Slowed(Inputs):
    """How many stacks of Slowed there are now."""

    stacks: Annotated[int, limits(ge=0, le=100)]


class Falls(Inputs):
    """How far down it is, if known."""

    height: Annotated[float | None, limits(ge=0, le=1_000_000)] = None
