"""The Kleptonomicon: a pool of Movement, and a meter for each style it is spent in.

Distances in u. Whatever is moved in a style is paid from the pool and into that style's meter; the smaller of
the two ends it. Dash doubles both for a Hook. Nothing is rolled for distance but styles made up on the spot.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from re import fullmatch
from typing import Annotated, Literal

from pydantic import (
    Field,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
)

from py_rules import tabletop
from py_rules.answers import (
    WORST,
    Allowance,
    Band,
    Catalog,
    Check,
    Choice,
    Counter,
    Hazard,
    Judgement,
    Modifier,
    Odds,
    Price,
    Reaction,
    Refusal,
    Roll,
    Ruling,
    Spend,
    Standing,
    Status,
    Text,
    Trace,
)
from py_rules.clock import Scope, cleared, kept
from py_rules.dice import Distribution, d10_score, roll_d10
from py_rules.exact import exact, exact_place
from py_rules.footing import Draw, Footing
from py_rules.judging import Judge
from py_rules.ledger import (
    BeganFact,
    DidFact,
    EndedFact,
    Fact,
    IntendedFact,
    MetFact,
    MovedFact,
    ReactedFact,
    RolledFact,
    RuledFact,
    SegmentFact,
    StoodFact,
    gates_passed,
)
from py_rules.levels import Level, ends, most, over_laid
from py_rules.rules import rule, rules_in
from py_rules.system import (
    Act,
    Carry,
    Event,
    Gate,
    Inputs,
    Leap,
    Neighbour,
    NoSheet,
    Nothing,
    OnTests,
    Reach,
    Segment,
    Situation,
    Spent,
    System,
    TableRules,
    house_rule,
    on_tests,
    unfit,
)

REFERENCE = "The Kleptonomicon, 2.1 Move"
ZERO = Fraction(0)
POOL = "*"
"""The meter that all styles draw on; no style has that name."""
SIZES = {"half": Fraction(2), "normal": Fraction(4), "double": Fraction(8)}
LADDER = (("swinging", 1), ("spearing", 2), ("spitting", 4), ("throwing", 8))
HALVED = "half"
"""The size of a style that is granted without a word about its size."""
AIRBORNE = frozenset({"fly", "levitate", "glide", "hover", "swing", "teleport", "blink"})
OFF_GROUND = AIRBORNE | {"climb", "swim"}
"""Styles that do not end on ground from which one could leap."""
OWN_EFFECTS = {"climb": "fall", "fly": "fall", "swim": "float_or_sink"}
KNOWN_EFFECTS = ("none", "fall", "float_or_sink")
FLOAT, SINK = Fraction(1), Fraction(-2)
MODES = {
    "ground": "Walk",
    "walk": "Walk",
    "crawl": "Crawl",
    "jump": "Jump",
    "climb": "Climb",
    "swim": "Swim",
    "fly": "Fly",
    "levitate": "Levitate",
    "glide": "Glide",
    "hover": "Hover",
    "swing": "Swing",
    "burrow": "Burrow",
    "dig": "Dig",
    "dive": "Dive",
    "slide": "Slide",
    "roll": "Roll",
    "ride": "Ride",
    "skate": "Skate",
    "teleport": "Teleport",
    "blink": "Blink",
    "phase": "Phase",
}
OWN_NAME = "a name of your own of 1 to 40 characters without * and :"
WRITTEN = ", ".join(mode for mode in MODES if mode != "ground")
STYLE_NAME = r"[^*:]{1,40}"


def _size(value: object, handler: ValidatorFunctionWrapHandler) -> str | float:
    """Refuse what is no size of a style, in the words of the sheet."""
    try:
        size: str | float = handler(value)
    except ValidationError as error:
        raise unfit(say, "unfit.size") from error
    return size


def _style_name(value: object, handler: ValidatorFunctionWrapHandler) -> str:
    """Refuse a name that no style can have, and another spelling of a name that is known."""
    try:
        name: str = handler(value)
    except ValidationError as error:
        raise unfit(say, "unfit.style", styles=WRITTEN) from error
    plain_name = " ".join(name.split()).casefold()
    known = "walk" if plain_name == "ground" else plain_name
    if known in MODES and name != known:
        raise unfit(say, "unfit.style_spelling", known=repr(known))
    if name != name.strip():
        raise unfit(say, "unfit.style_spaces", styles=WRITTEN)
    return name


Size = Annotated[
    Literal["half", "normal", "double"] | Annotated[float, Field(ge=0, le=1000)], WrapValidator(_size)
]
USUAL_STYLES = ["walk", "jump", "climb", "swim", "fly", "levitate", "glide", "burrow", "teleport"]
StyleName = Annotated[
    str,
    Field(min_length=1, max_length=40, pattern=r"^[^*:]+$", examples=USUAL_STYLES),
    WrapValidator(_style_name),
]

say = Catalog(
    "styles",
    {
        "dice.result": "Score",
        "dice.target": "Pass score",
        **{f"mode.{mode}": label for mode, label in MODES.items()},
        "mode.own": "{style}",
        "unfit.size": "a style's size is a word or a distance",
        "unfit.size.remedy": "use half, normal or double, or a distance of 0 to 1000 u",
        "unfit.style": "this should be the name of a style",
        "unfit.style.remedy": f"use one of {{styles}}, or {OWN_NAME}",
        "unfit.style_spelling": "this style is written {known}",
        "unfit.style_spelling.remedy": "write it {known}",
        "unfit.style_spaces": "a style's name neither begins nor ends with a space",
        "unfit.style_spaces.remedy": f"use one of {{styles}}, or {OWN_NAME}",
        "unfit.goods_filled": "no more spots can be filled than there are",
        "unfit.goods_filled.remedy": "send no more filled spots than there are",
        "unfit.effect": "{style}: there is no effect",
        "unfit.effect.remedy": "use one of {known}, or words of your own",
        "unfit.effect_spelling": "{style}: {effect} is written {known}",
        "unfit.effect_spelling.remedy": "write it {known}",
        "scope.round": "Round",
        "scope.turn": "Own Turn",
        "surface.wall": "wall",
        "surface.ceiling": "ceiling",
        "surface.air": "nothing solid",
        "free": "Within your Movement",
        "dash": "Needs Dash: {hooks} Hook",
        "dash.several": "Needs Dash: {hooks} Hooks",
        "dash.nothing": "Needs Dash",
        "pool.end": "The Movement pool ends at {limit} u",
        "pool.working": "The largest style on the sheet: {limit} u",
        "pool.short": "Movement: {wanted} u wanted, {left} u left",
        "style.end": "{style} ends at {limit} u",
        "style.short": "{style}: {wanted} u wanted, {left} u left",
        "size.double": "double",
        "size.half": "half",
        "size.normal": "normal",
        "style.working": "{style}, {size}: {limit} u",
        "spend.working": "{style}: {amount} u from the pool and into its own meter, now {used} of {limit} u",
        "exhausted": "{style} is used up at {limit} u until the next Turn; the pool has {left} u left",
        "ladder": "{length} u: {rung} distance, up to {limit} u",
        "ladder.all": "Swinging 1 u, Spearing 2 u, Spitting 4 u, Throwing 8 u",
        "rung.swinging": "Swinging",
        "rung.spearing": "Spearing",
        "rung.spitting": "Spitting",
        "rung.throwing": "Throwing",
        "starting": "A sheet without styles of its own begins with Walk 4 u, Half Jump 2 u, Half Swim 2 u",
        "not_your_turn": "Move is for your own Turn",
        "own_turn": "Move is a Free Action: as often as there is Movement to spend",
        "plan.whole": "The whole plan can be paid: it may start",
        "plan.refused": "The plan cannot be carried out whole: it does not start",
        "executed": "The move ends {at} u along: only that is paid",
        "refresh.end": "The pool is full again at the end of your Turn",
        "refresh.start": "The pool is full again at the start of your Turn",
        "reset": "Spent into styles since your Turn started: {spent} u; forgotten when the next one starts",
        "dash.working": "Dash doubles every style and the pool: {pool} u",
        "dash.cost": "Hooks for a Dash: {hooks}; on the sheet: {held}",
        "dash.on": "Dash",
        "dash.twice": "Dash runs already",
        "dash.declined": "Dash was declined for this Turn",
        "dash.offer": "Dash",
        "dash.offer.one": "Dash for 1 Hook",
        "dash.offer.several": "Dash for {hooks} Hooks",
        "dash.ask": "The path is longer than the Movement that is left. {offer}?",
        "dash.take": "Dash",
        "dash.decline": "No Dash this Turn",
        "dash.told": "Dash",
        "dash.told.one": "Dash, 1 Hook spent",
        "dash.told.several": "Dash, {hooks} Hooks spent",
        "dash.told.not": "No Dash, the move was not made",
        "dash.no_hook": "Hooks for a Dash: {hooks}; on the sheet: {held}",
        "on.styles": "all styles and the pool",
        "since.now": "now",
        "until.turn": "the start of your next Turn",
        "until.end": "the end of your Turn",
        "sneak.now.none": "not tried",
        "sneak.now.open": "offered",
        "sneak.now.used": "used",
        "sneak.ask": "Is half or more of the character out of sight of every single foe here?",
        "sneak.nobody": "No foe is known here: may a Sneaking Test be tried?",
        "sneak.attempt": "Try a Sneaking Test",
        "sneak.skip": "Leave it",
        "sneak.working": "Sneaking {modifier}, Score {needed} or better",
        "sneak.used": "One Sneaking Test on the move in a Round",
        "sneak.still": "Sneaking on the move needs a move to a new place first",
        "sneak.closed": "Take the offer of a Sneaking Test first",
        "stealth.ask": "The Sneaking Test is passed: which Stealth Condition gains a stack?",
        "stealth.noted": "Noted",
        "active": "Active style: {style}",
        "use.unknown": "There is no style {style}: use one of {known}",
        "walk.falls": "Nothing solid below: falls at the edge",
        "jump.falls": "The jump does not end on solid ground: falls",
        "jump.splashes": "The jump ends in water, which is no solid ground: falls in, and swims from there",
        "jump.working": "Jump: {length} u, height included",
        "jump.split": "{count} jumps add up in the Jump meter",
        "jump.start": "A jump starts from level, solid ground",
        "crawl": "Crawling {length} u takes {cost} u of Movement",
        "prone": "Prone",
        "prone.on": "Prone already",
        "prone.not": "Not prone",
        "prone.walk": "Going prone needs Walk as the active style",
        "prone.walk_only": "Prone, one can only crawl: stand up first",
        "stand.cost": "Standing up takes {cost} u of Movement, {left} u are left",
        "climb.working": "Along a wall or ceiling; interrupted, the climb becomes a fall",
        "swim.working": "Through water in any direction: Swim is the style there",
        "drift": "At the end of the Turn the current carries {way}",
        "drift.east": "{far} u east",
        "drift.west": "{far} u west",
        "drift.north": "{far} u north",
        "drift.south": "{far} u south",
        "drift.both": "{first} and {second}",
        "float": "Floats up {per_turn} u per Turn",
        "sink": "Sinks {per_turn} u per Turn",
        "goods.working": "Good spots filled: {filled} of {total}",
        "heavy": "What is carried is as heavy as its bearer and does not float",
        "heavy.ask": "Heavy cargo in the water: does it pull the character down?",
        "heavy.sinks": "Sinks 2 u per Turn",
        "heavy.stays": "Stays afloat",
        "interrupted": "Interrupted: {effect}",
        "slowed": "Slowed: {stacks}",
        "slowed.working": "Movement is interrupted when the second stack of Slowed is reached",
        "effect.none": "nothing",
        "effect.fall": "falls",
        "effect.float_or_sink": "floats or sinks",
        "effect.own": "{effect}",
        "interrupt.ask": "Interrupted: {effect}. Done?",
        "interrupt.done": "Done",
        "maneuver": "Without an Ability for it, a Basic Attack at Disadvantage may add Slowed",
        "improvise.end": "No {style} on the sheet: it must be improvised",
        "improvise.refused": "{style} was tried and does not work this Turn",
        "improvise.on_sheet": "{style} stands on the sheet: nothing to improvise",
        "improvise.ask": "{style} is not on the sheet: does it work as an improvised style?",
        "improvise.half": "Yes, half",
        "improvise.normal": "Yes, normal",
        "improvise.double": "Yes, double",
        "improvise.test": "After an Athletics Test",
        "improvise.no": "No",
        "improvise.roll": "Improvised {style}: Score {needed} or better",
        "improvise.working": "Improvised until the end of the Turn: {style} {limit} u; the pool is still {pool} u",
        "failed.ask": "Improvising {style} failed: what happens?",
        "failed.interrupted": "As if it was interrupted",
        "failed.nothing": "Nothing more",
        "failed.other": "Something else",
        "falling": "Falling",
        "fall": "Falls",
        "fall.height": "Falls {height} u",
        "fall.ask": "A fall: how does it end?",
        "fall.lands": "Lands",
        "fall.caught": "Is caught",
        "montage": "Long chase: Tests instead of Move",
        "leaves": "Leaves {reach} u of {token}, who may react",
        "leaves.interrupt": "Leaves {reach} u of {token}, who may react; {style} interrupted: {effect}",
        "own_effect": "By the sheet, {style} interrupted: {effect}",
        "gate": "{region}: {name}, Score {needed} or better",
        "label.sneaking": "Sneaking",
        "label.athletics": "Athletics",
        "label.improvise": "Improvise: {style}",
        "label.gate": "{name}",
        "test.one": "d10 {modifier}",
        "test.best": "the better of two d10, {modifier}",
        "test.worst": "the worse of two d10, {modifier}",
        "score": "Score {needed} or better",
        "passed": "Passed",
        "great": "Passed well",
        "natural": "Passed with a natural 10",
        "failed": "Failed",
        "act.dash": "Dash",
        "act.prone": "Go prone",
        "act.stand": "Stand up",
        "act.improvise": "Improvise a style",
        "act.use": "Take up a style",
        "act.interrupt": "Movement is interrupted",
        "act.slowed": "Stacks of Slowed",
        "act.sneak": "Sneaking Test on the move",
        "act.montage": "Long chase",
        "act.fall": "Fall",
        "allow.pool": "Movement",
        "allow.style": "{style}",
        "allow.crawl": "Crawl",
        "spend.pool": "Movement",
        "spend.style": "{style}",
        "spend.hook": "Hook",
        "counter.pool_spent": "Movement spent",
        "counter.style_spent": "Spent in {style}",
        "counter.dash": "Dash",
        "counter.active": "Active style",
        "counter.prone": "Prone",
        "counter.slowed": "Slowed",
        "counter.sneak": "Sneaking Test on the move",
        "counter.interrupts": "Interrupts this Turn",
        "counter.effect": "If interrupted",
        "counter.turn": "Own Turn over",
    },
)


# ---------------------------------------------------------------- rules read by the sheet


@rule("STY-04", "starting styles", kind="rate", reference=REFERENCE)
def starting_styles() -> dict[str, Size]:
    """Most characters begin with Walk 4 u, Half Jump 2 u and Half Swim 2 u, and so with a pool of 4 u."""
    return {"walk": "normal", "jump": "half", "swim": "half"}


class Character(Inputs):
    """A character of The Kleptonomicon, as far as movement goes."""

    styles: Annotated[dict[StyleName, Size], Field(title="Styles")] = starting_styles()
    """Styles on the sheet: half, normal, double, or a distance in u of its own."""
    interrupts: Annotated[
        dict[StyleName, Annotated[str, Field(max_length=200, examples=["none", "fall", "float or sink"])]],
        Field(title="Interrupt effects"),
    ] = {}
    """What an interrupt does to a style: none, fall, float or sink, or the sheet's own words."""
    hooks: Annotated[int | None, Field(ge=0, le=1000, title="Hooks")] = 1
    """What the character has now; the table keeps count. Empty: the table does not track them."""
    goods_total: Annotated[int, Field(ge=0, le=1000, title="Good spots")] = 0
    goods_filled: Annotated[int, Field(ge=0, le=1000, title="Good spots filled")] = 0
    heavy_nonbuoyant: Annotated[bool, Field(title="Heavy cargo that does not float")] = False
    """Carries something not buoyant that is at least as heavy as itself."""
    sneaking: Annotated[int, Field(ge=-10, le=20, title="Sneaking")] = 0
    athletics: Annotated[int, Field(ge=-10, le=20, title="Athletics")] = 0
    exempt: NoSheet = None
    """A vehicle, a drone, IC, a sprite or the like: none of these rules holds for it; empty: the sheet does."""

    @field_validator("goods_filled")
    @classmethod
    def _no_more_than_there_are(cls, filled: int, info: ValidationInfo) -> int:
        """Refuse more filled spots than there are spots."""
        if filled > info.data.get("goods_total", filled):
            raise unfit(say, "unfit.goods_filled")
        return filled

    @field_validator("interrupts")
    @classmethod
    def _known_words(cls, effects: dict[str, str]) -> dict[str, str]:
        """Refuse an effect that only looks like one of the known ones; those may be written as people do."""
        written = {effect.replace("_", " "): effect for effect in KNOWN_EFFECTS}
        for style, effect in effects.items():
            plainly = " ".join(effect.casefold().replace("_", " ").split())
            if plainly in written and effect not in {plainly, written[plainly]}:
                raise unfit(
                    say, "unfit.effect_spelling", style=style, effect=repr(effect), known=repr(plainly)
                )
            if not plainly:
                raise unfit(say, "unfit.effect", style=style, known=", ".join(written))
        return {style: written.get(effect, effect) for style, effect in effects.items()}


class HouseRules(TableRules):
    """The switches of The Kleptonomicon."""

    pool_refresh: Literal["turn_end", "turn_start"] = house_rule(
        "turn_end",
        "The Movement pool fills again",
        "STY-10",
        required=True,
        words={"turn_end": "When the Turn ends", "turn_start": "When the Turn starts"},
    )
    """At the end of each own Turn, or at its start."""
    dash_hook_cost: int = house_rule(1, "Hooks that Dash costs", "STY-13", ge=0, le=100)
    """0: Dash is free."""
    dash_until: Literal["next_turn_start", "turn_end"] = house_rule(
        "next_turn_start",
        "Dash lasts until",
        "STY-12",
        "STY-13",
        words={"next_turn_start": "The next Turn starts", "turn_end": "This Turn ends"},
    )
    """Until the next own Turn starts, or until this one ends."""
    crawl_round: Literal["exact", "down"] = house_rule("exact", "Halves when crawling", "STY-17")
    """Exact: halves are kept; down: what is left of Movement crawls whole u only."""
    stand_charges_walk: bool = house_rule(False, "Standing up counts as Walk", "STY-18")
    """Off: the 1 u comes from the pool alone."""
    jump_interrupt: Literal["none", "fall"] = house_rule(
        "none", "An interrupted Jump", "STY-27", "STY-33", words={"none": "Nothing"}
    )
    """Nothing: nothing happens to the jumper; fall: the jumper falls."""
    fall_damage: str = house_rule("", "Damage of a fall", "STY-31", max_length=200)
    """A formula in the table's own words, shown with every fall."""
    reaction_reach_u: float = house_rule(1, "Foes react when left behind at (u)", "STY-33", ge=0, le=100)
    """0: nobody reacts to Movement."""
    obscured_mode: Literal["ask", "computed"] = house_rule(
        "ask",
        "Half out of sight of all foes",
        "STY-14",
        words={"ask": "The GM confirms", "computed": "The map decides"},
    )
    """Whether the GM confirms it, or the map's word is enough."""
    pass_score: int = house_rule(7, "Score that passes a Test", "STY-14", "STY-29", "STY-32", ge=1, le=30)
    """A Score as high as this, or higher."""
    advantage: Literal["two_dice", "plus_minus_2", "off"] = house_rule(
        "two_dice",
        "Advantage and Disadvantage",
        "STY-14",
        "STY-29",
        "STY-32",
        words={"plus_minus_2": "2 on the Score"},
    )
    """Two dice: the better, or the worse, of two; 2 on the Score: more, or less; off: neither counts."""
    round_seconds: float | None = house_rule(None, "Seconds in a Round", "STY-10", ge=0.1, le=3600)
    """Only for telling minutes. Empty: a Round has no length."""


class Circumstances(Inputs):
    """What the GM said of this very move."""

    test_modifier: OnTests = 0
    """Added to the Score of every Test of movement, or taken from it if negative: conditions, gear, the GM's word."""
    allowed_off_turn: Annotated[bool, Field(title="May move outside its Turn")] = False
    """Another Ability, or the GM, lets it move now."""
    obscured: Annotated[bool, Field(title="Half out of sight of every foe at the end")] = False
    improvise: Annotated[Literal["ask", "test"], Field(title="Missing styles")] = "ask"
    """Ask: the GM grants or refuses; test: after an Athletics Test."""
    test: Annotated[Literal["normal", "advantage", "disadvantage"], Field(title="Tests are rolled")] = (
        "normal"
    )


class TokenFacts(Inputs):
    """What is known of another token."""

    reacts: bool = True
    """Whether it has a Reaction to Movement."""
    reach_u: Annotated[float | None, Field(ge=0, le=100, title="Reach in u")] = None
    """Its own reach in u; empty: the table's."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The ledger of one token; distances as fractions."""

    pool_spent: Fraction = kept(ZERO, "end turn")
    """Since the last Turn ended."""
    turn_spent: Fraction = kept(ZERO, "begin turn")
    """Since this Turn began; tables that fill the pool at its start read this."""
    spent: tuple[tuple[str, Fraction], ...] = kept((), "begin turn")
    dash: bool = kept(False, "begin turn", counted_at=["end turn"])
    declined: bool = kept(False, "begin turn", until="it dashes after all")
    """Whether Dash was declined beforehand: paths end where Movement does without it."""
    turn_over: bool = kept(False, "begin turn", counted_at=["end turn"])
    interrupts: int = kept(0, "begin turn")
    effect: str = kept("", "begin turn")
    """What the last interrupt of this Turn did."""
    diagonals: int = kept(0, "begin turn")
    sneak: Literal["none", "open", "used"] = kept("none", "begin round")
    moved: bool = kept(False, "begin round")
    improvised: tuple[tuple[str, str], ...] = kept((), "end turn")
    refused: tuple[str, ...] = kept((), "end turn")
    testing: tuple[str, ...] = kept((), "end turn")
    active: str = kept("walk", until="another style is used")
    in_water: bool = kept(False, until="the last move ends on dry land")
    current: tuple[Fraction, Fraction] | None = kept(None, until="the last move ends on dry land")
    adrift: bool = kept(False, until="it swims again")
    """Interrupted while swimming: floats or sinks until it swims again."""
    cargo: Literal["", "sinks", "stays"] = kept("", until="the last move ends on dry land")
    """What the GM said of heavy cargo in this water."""
    prone: bool = kept(False, until="standing up")
    slowed: int = kept(0, until="the table counts it down")
    falling: bool = kept(False, until="the GM has said how the fall ends")
    height: Fraction | None = kept(None, until="the GM has said how the fall ends")
    over: tuple[Fraction, Fraction] = kept((ZERO, ZERO), until="the GM has said how the fall ends")
    """How far beyond where it stands the token falls, in columns and rows: over an edge."""
    down: bool = kept(False, until="the GM has said how the fall ends")
    """Whether it is at the bottom already: forced movement takes it there."""
    into_water: bool = kept(False, until="the GM has said how the fall ends")
    elevation: Fraction | None = kept(None, until="the token moves")
    """How high the token is, if a map says it; the surface of water is at 0."""
    montage: bool = kept(False, until="the montage ends")
    prompts: tuple[str, ...] = kept((), counted_at=["end turn"], until="the GM has answered")
    passed: tuple[str, ...] = kept((), "begin turn")
    under_way: str = kept("", "begin round", "begin turn", until="the Reaction is played")
    """The style of the stretch before which a move waits for a Reaction; empty: none waits."""
    reacted: tuple[str, ...] = kept((), "begin turn", until="the token moves")
    """The Reactions that were played, or let go, where the token stands."""

    def used(self, style: str) -> Fraction:
        """Return what was spent into a style this Turn."""
        return dict(self.spent).get(style, ZERO)


# ---------------------------------------------------------------- distances


def style_of(s: Situation, mode: str) -> str:
    """Return the style that a mode is paid in; the map says ground where the sheet says walk."""
    if mode == "crawl" and "crawl" not in s.character.styles:
        return "walk"
    return "walk" if mode == "ground" else mode


def named(style: str) -> Text | str:
    """Return a style's name for people."""
    return say(f"mode.{style}") if style in MODES else style[:1].upper() + style[1:]


def worded(style: str) -> Text:
    """Return a style's name as a sentence of its own."""
    return say(f"mode.{style}") if style in MODES else say("mode.own", style=named(style))


@rule("STY-01", "distance ladder", kind="rate", reference=REFERENCE)
def rung(length: Fraction) -> tuple[str, int] | None:
    """Distances have names: 1 u is Swinging, 2 u Spearing, 4 u Spitting and 8 u Throwing."""
    return next(((name, limit) for name, limit in LADDER if length <= limit), None)


@rule("STY-02", "style distance", kind="rate", reference=REFERENCE)
def distance(size: str | float) -> Fraction:
    """A style takes you 4 u in a Round, a Half one 2 u, a Double one 8 u."""
    return SIZES[size] if isinstance(size, str) else exact(size)


@rule("STY-03", "Movement pool", kind="resource", reference=REFERENCE)
def pool_of(s: Situation) -> Fraction:
    """All your styles together take you no farther than the largest style on your sheet: that is your Movement pool.
    Improvised styles do not count.
    """
    return max((distance(size) for size in s.character.styles.values()), default=ZERO)


@rule("STY-12", "Dash", kind="modifier", reference=REFERENCE)
def doubled(amount: Fraction, *, dash: bool) -> Fraction:
    """Dash just as your Move starts: it doubles every style and the pool until your next Turn starts, or until this
    one ends if your table says so. What is spent stays spent.
    """
    return 2 * amount if dash else amount


@rule("STY-13", "Dash cost and limit", kind="resource", reference=REFERENCE)
def no_dash(s: Situation, state: Turn) -> Text | None:
    """Dash is your Reaction to the start of your own Move and costs 1 Hook, or what your table asks for. You cannot
    Dash again while it lasts.
    """
    if state.dash:
        return say("dash.twice")
    if state.declined:
        return say("dash.declined")
    held, cost = s.character.hooks, s.house_rules.dash_hook_cost
    return None if held is None or held >= cost else say("dash.no_hook", hooks=cost, held=held)


@rule("STY-29", "improvised style", kind="resource", reference=REFERENCE)
def improvised(state: Turn, style: str) -> Fraction | None:
    """You may improvise a style you lack if the GM grants it, perhaps after a Test such as Athletics. It takes you 2
    u, or the normal 4 u if you improvise well, and lasts until your Turn ends.
    """
    sizes = [distance(size) for name, size in state.improvised if name == style]
    return max(sizes, default=None)


def reach_of(s: Situation, state: Turn, style: str) -> Fraction | None:
    """Return how far a style reaches before any Dash; none: neither on the sheet nor improvised."""
    size = s.character.styles.get(style)
    return improvised(state, style) if size is None else distance(size)


@rule("STY-05", "spending pool and style", kind="resource", reference=REFERENCE)
def spent(state: Turn, style: str, amount: Fraction) -> Turn:
    """Pay each u you move twice: once from the pool and once from its style. Mix styles in any order, before, between
    or after your acts.
    """
    meters = dict(state.spent)
    if amount:
        meters[style] = meters.get(style, ZERO) + amount
    return replace(
        state,
        spent=tuple(sorted(meters.items())),
        pool_spent=state.pool_spent + amount,
        turn_spent=state.turn_spent + amount,
    )


@rule("STY-10", "pool refresh", kind="resource", reference=REFERENCE)
def pool_used(s: Situation, state: Turn) -> Fraction:
    """When your Turn ends, first clear Fleeting stacks, then fill the pool again; your table may fill it when your
    Turn starts instead. Unspent Movement is not added on top.
    """
    return state.pool_spent if s.house_rules.pool_refresh == "turn_end" else state.turn_spent


@rule("STY-11", "style meter reset", kind="resource", reference=REFERENCE)
def new_turn(state: Turn) -> Turn:
    """When your own Turn starts, each style has its whole distance again."""
    return cleared(state, "begin turn")


@rule("STY-06", "exhausted style", kind="band", reference=REFERENCE)
def style_end(style: str, limit: Fraction) -> Level:
    """Once you have moved a style's whole distance, it is used up until your next Turn; other styles go on while the
    pool lasts.
    """
    return ends("STY-06", say("style.end", style=named(style), limit=limit))


@rule("STY-07", "Move is a Free Action", kind="resource", reference=REFERENCE)
def off_turn(s: Situation, state: Turn) -> bool:
    """Move is a Free Action on your own Turn: use it as often as you have Movement to spend."""
    return state.turn_over and not s.circumstances.allowed_off_turn


@rule("STY-08", "plan first", kind="band", reference=REFERENCE)
def affordable(bands: Sequence[Band]) -> bool:
    """Plan the whole path and its styles first: if the pool or any style cannot pay for all of it, you do not start."""
    return all(band.kind != "impossible" for band in bands)


@rule("STY-09", "execution, pay what was used", kind="resource", reference=REFERENCE)
def paid_for(s: Situation, segment: SegmentFact, *, prone: bool) -> Fraction:
    """Move along the plan as far as you get, and pay only for that."""
    extent = exact(segment.length)
    if segment.mode == "jump":
        extent += max(ZERO, exact(segment.rise))
    cost = extent * exact(segment.mult)
    return (crawl_cost(cost) if crawls(s, segment.mode, prone=prone) else cost) + exact(segment.flat)


# ---------------------------------------------------------------- styles


def crawls(s: Situation, mode: str, *, prone: bool) -> bool:
    """Tell whether a stretch is crawled: Walk while prone, or by the player's choice."""
    return style_of(s, mode) == "walk" and (prone or mode == "crawl")


def stays_prone(s: Situation, mode: str, *, prone: bool) -> bool:
    """Tell whether a prone token is still prone after a stretch: only Walk is done lying down (STY-18)."""
    return prone and style_of(s, mode) == "walk"


@rule("STY-17", "crawling halves", kind="modifier", reference=REFERENCE)
def crawl_distance(s: Situation, spending: Fraction) -> Fraction:
    """While you are prone, Movement spent on Walk takes you half as far: crawling 1 u costs 2 u. Halves count, unless
    your table allows whole u only.
    """
    return Fraction(floor(spending / 2)) if s.house_rules.crawl_round == "down" else spending / 2


def crawlable(s: Situation, limit: Fraction, begun: Fraction) -> Fraction:
    """Return how much of a meter a crawl that began at ``begun`` can use: what a rounded one cannot is lost."""
    return begun + crawl_cost(crawl_distance(s, max(ZERO, limit - begun)))


def crawl_cost(length: Fraction) -> Fraction:
    """Return what a crawl costs (STY-17)."""
    return 2 * length


@rule("STY-18", "prone and standing up", kind="state", reference=REFERENCE)
def stand_cost(s: Situation) -> tuple[Fraction, Fraction]:
    """While you Walk, going prone is a Free Action; so is standing up, which costs 1 u of the pool, and of Walk too if
    your table says so, and comes before a Jump or another style. Attacks on the prone are often easier or harder.

    Returns what it takes from the pool, and from Walk.
    """
    return Fraction(1), Fraction(1) if s.house_rules.stand_charges_walk else ZERO


@rule("STY-15", "active style", kind="state", reference=REFERENCE)
def active_after(style: str, *, lands: bool, in_water: bool, footed: bool = False) -> str:
    """The style you use is your active one, and its rules hold. While you use none, it is Walk, or Swim in water."""
    if style == "jump" and lands:
        return "swim" if in_water else "walk"
    return "walk" if footed else style


@rule("STY-16", "Walk needs ground", kind="hazard", reference=REFERENCE)
def walks_into_air(style: str, step: Segment | SegmentFact, barrier: str | None = None) -> bool:
    """Walk on roughly level, solid ground. With nothing solid below you, you begin to fall and cannot move yourself."""
    first, last = step.storeys
    below = step.sheer or (last < first and step.rise < 0)
    return style == "walk" and (step.surface == "air" or barrier in {"gap", "air"} or below)


@rule("STY-19", "Jump", kind="hazard", reference=REFERENCE)
def jumps_into_air(surface: str | None, *, lands: bool) -> bool:
    """Jump from solid, roughly level ground; what you rise counts as distance too. If you do not land on such ground,
    you begin to fall there.
    """
    return surface == "air" or not lands


@rule("STY-20", "split jumps", kind="band", reference=REFERENCE)
def takes_off(s: Situation, came_from: str) -> bool:
    """You may split Jump into several smaller jumps, each from solid ground; their lengths add up."""
    return came_from not in OFF_GROUND and sheet_effect(s, came_from) not in {"fall", "float_or_sink"}


@rule("STY-21", "Climb", kind="state", reference=REFERENCE)
def climbs(style: str) -> bool:
    """Climb along walls and ceilings. If you are Interrupted, you begin to fall."""
    return style == "climb"


@rule("STY-22", "Swim", kind="state", reference=REFERENCE)
def swims(style: str) -> bool:
    """Swim through water in any direction; in water it is your style unless you use another."""
    return style == "swim"


@rule("STY-23", "drift", kind="hazard", reference=REFERENCE)
def drift(state: Turn) -> tuple[Fraction, Fraction]:
    """If you stop in water, you stay there, but a current carries you along at its speed as your Turn ends."""
    return state.current if state.in_water and state.current is not None else (ZERO, ZERO)


def drift_way(cols: Fraction, rows: Fraction) -> Text:
    """Return how far and which way a current carries, in words; the top of the map is north."""
    parts = [say(f"drift.{'north' if rows < 0 else 'south'}", far=abs(rows))] if rows else []
    parts += [say(f"drift.{'west' if cols < 0 else 'east'}", far=abs(cols))] if cols else []
    return parts[0] if len(parts) == 1 else say("drift.both", first=parts[0], second=parts[1])


@rule("STY-24", "interrupted swim floats or sinks", kind="hazard", reference=REFERENCE)
def float_or_sink(s: Situation) -> Fraction:
    """If you are Interrupted while you Swim, you float up 1 u per Turn, or sink 2 u if more than half of your Good
    spots are filled, until you Swim again.
    """
    c = s.character
    return SINK if 2 * c.goods_filled > c.goods_total else FLOAT


@rule("STY-25", "heavy cargo sinks", kind="hazard", reference=REFERENCE)
def pulled_down(s: Situation, state: Turn) -> bool:
    """If you carry something that does not float and is as heavy as you or heavier, the GM may let you sink 2 u in
    each Turn in which you do not Swim.
    """
    still = state.adrift or not state.used("swim")
    return bool(s.character.heavy_nonbuoyant and state.in_water and still and state.cargo != "stays")


def upward(s: Situation, state: Turn) -> Fraction:
    """Return how far the water moves the token up at the end of its Turn; down is negative."""
    if pulled_down(s, state):
        return SINK
    return float_or_sink(s) if state.adrift else ZERO


def rises(s: Situation, state: Turn) -> Fraction:
    """Return how far the water takes the token up or down this Turn: floating ends at the surface."""
    rise = upward(s, state)
    if rise <= 0 or state.elevation is None:
        return rise
    return min(rise, max(ZERO, -state.elevation))


@rule("STY-26", "what interrupts", kind="reaction", reference=REFERENCE)
def slowed_enough(before: int, after: int) -> bool:
    """Your Movement is Interrupted by an Ability that says so, and when you reach two stacks of Slowed; a third does
    not do it again.
    """
    return before < 2 <= after


@rule("STY-34", "other styles as data", kind="rate", reference=REFERENCE)
def sheet_effect(s: Situation, style: str) -> str | None:
    """A style other than Walk, Jump, Climb or Swim has its name, its size and what an Interrupt does to it on your
    sheet.
    """
    effect: str | None = s.character.interrupts.get(style)
    return effect


@rule("STY-27", "effect of an interrupt by style", kind="reaction", reference=REFERENCE)
def interrupt_effect(s: Situation, style: str) -> str:
    """An Interrupt makes you fall if you Climb or Fly, and float or sink if you Swim. If you Walk, Jump or Levitate,
    nothing happens, unless your sheet or your table says so.
    """
    own = sheet_effect(s, style)
    if own is not None:
        return own
    if style == "jump":
        return str(s.house_rules.jump_interrupt)
    return OWN_EFFECTS.get(style, "none")


def effect_text(effect: str) -> Text:
    """Return an interrupt's effect in words."""
    return say(f"effect.{effect}") if effect in KNOWN_EFFECTS else say("effect.own", effect=effect)


@rule("STY-28", "Improvised Maneuver", kind="roll", reference=REFERENCE)
def maneuver() -> Text:
    """If you have no Ability that inflicts Slowed, you may add Slowed to a Basic Attack; its Test then has a
    Disadvantage.
    """
    return say("maneuver")


@rule("STY-30", "failed improvisation", kind="hazard", reference=REFERENCE)
def failed_ruling(style: str) -> Ruling:
    """If improvising a style fails, the GM says what happens: you may count as Interrupted in that style, or it ends
    badly in another way.
    """
    choices = tuple(Choice(name, say(f"failed.{name}")) for name in ("interrupted", "nothing", "other"))
    question = say("failed.ask", style=named(style))
    return Ruling(f"improvise_failed:{style}", "STY-30", ZERO, question, choices, "interrupted")


@rule("STY-31", "falling", kind="hazard", reference=REFERENCE)
def fall(s: Situation, at: Fraction, height: Fraction | None, *, stops: bool) -> Hazard:
    """While you fall, you cannot move yourself. What the fall does to you is told in another chapter."""
    numbers: dict[str, Fraction | str] = {} if height is None else {"height": height}
    if s.house_rules.fall_damage:
        numbers["damage"] = s.house_rules.fall_damage
    label = say("fall") if height is None else say("fall.height", height=height)
    return Hazard("fall", "STY-31", at, label, stops, numbers)


@rule("STY-32", "long chases", kind="state", reference=REFERENCE)
def suspended(state: Turn) -> bool:
    """In a long chase the GM may replace Move by Athletics Tests of a Montage: no Movement is counted then."""
    return state.montage


@rule("STY-33", "enemy reactions to movement", kind="reaction", reference=REFERENCE)
def leaves(s: Situation, step: Segment) -> Iterator[tuple[Neighbour, Fraction]]:
    """Foes may have Reactions to your Movement, above all when you leave their reach of 1 u, or what your table sets;
    your move waits until they have decided.

    Yields the foes and their reaches, for a step on the map; to another storey is out of reach.
    """
    if not s.house_rules.reaction_reach_u or s.chart is None or step.start is None or step.end is None:
        return
    for other in s.others:
        if other.disposition != "hostile" or not other.facts.reacts:
            continue
        own = other.facts.reach_u
        reach = exact(s.house_rules.reaction_reach_u if own is None else own)
        first, last = (
            storey == other.storey and s.chart.reached(at, up, other, reach)
            for storey, at, up in zip(step.storeys, (step.start, step.end), step.ups, strict=True)
        )
        if first and not last:
            yield other, reach


@rule("STY-14", "Sneak on the move", kind="roll", reference=REFERENCE)
def may_sneak(state: Turn) -> bool:
    """Once a Round, when Movement brings you to a new place where half of you or more is hidden from every foe, you
    may try a Sneaking Test. If you pass, choose a Stealth Condition and gain one stack of it.
    """
    return state.sneak == "none"


RULES = rules_in(globals())


# ---------------------------------------------------------------- Tests

KEEPS: dict[str, Literal["best", "worst"]] = {"adv": "best", "dis": "worst"}
SUFFIXES = {"normal": "", "advantage": "-adv", "disadvantage": "-dis"}
CHECK_RULES = {"sneaking": "STY-14", "athletics": "STY-32", "improvise": "STY-29", "gate": "STY-29"}


def parts_of(check: str) -> tuple[str, str, str]:
    """Return a check's kind, what it is about, and whether it has Advantage or Disadvantage.

    >>> parts_of("improvise-climb-dis"), parts_of("sneaking"), parts_of("gate:ice")
    (('improvise', 'climb', 'dis'), ('sneaking', '', ''), ('gate', 'ice', ''))
    """
    if check.startswith("gate:"):
        return "gate", check.removeprefix("gate:"), ""
    for suffix in KEEPS:
        if check.endswith(f"-{suffix}"):
            name, about, _ = parts_of(check.removesuffix(f"-{suffix}"))
            return name, about, suffix
    name, _, about = check.partition("-")
    return name, about, ""


def modifier_of(s: Situation, name: str, leaning: str) -> int:
    """Return what is added to the die, whatever the moment adds."""
    base = int(s.character.sneaking if name == "sneaking" else s.character.athletics)
    if s.house_rules.advantage == "plus_minus_2" and leaning:
        return base + (2 if leaning == "adv" else -2)
    return base


def keeps(s: Situation, leaning: str) -> Literal["one", "best", "worst"]:
    """Return which die counts."""
    return KEEPS[leaning] if leaning and s.house_rules.advantage == "two_dice" else "one"


def odds_of(s: Situation, check: str) -> Distribution:
    """Return the odds of a Test's Score."""
    name, _, leaning = parts_of(check)
    return d10_score(modifier_of(s, name, leaning) + on_tests(s), keep=keeps(s, leaning))


def score(s: Situation, fact: RolledFact) -> int:
    """Return the Score of a roll: from its faces, or as it was told."""
    if not fact.faces:
        return fact.result or 0
    name, _, leaning = parts_of(fact.check)
    kept = {"one": fact.faces[0], "best": max(fact.faces), "worst": min(fact.faces)}[keeps(s, leaning)]
    return kept + modifier_of(s, name, leaning) + fact.modifier


def build_check(
    s: Situation, check: str, at: Fraction, *, difficulty: int | None = None, name: str = ""
) -> Check:
    """Return a Test with its odds."""
    kind, about, leaning = parts_of(check)
    odds = odds_of(s, check)
    needed = s.house_rules.pass_score if difficulty is None else difficulty
    shown = f"{modifier_of(s, kind, leaning) + on_tests(s):+d}"
    reach = SIZES[HALVED] if kind == "improvise" else None
    return Check(
        id=check,
        rule=CHECK_RULES[kind],
        label=say(f"label.{kind}", style=named(about), name=name),
        at=at,
        pool=1 if keeps(s, leaning) == "one" else 2,
        sides=10,
        dice=say(f"test.{keeps(s, leaning)}", modifier=shown),
        difficulty=needed,
        needed=needed,
        needed_text=say("score", needed=needed),
        chance=odds.at_least(needed),
        mean=odds.mean,
        odds=tuple(
            Odds(result, chance, None if reach is None else reach if result >= needed else ZERO)
            for result, chance in odds.cumulative()
        ),
    )


# ---------------------------------------------------------------- prices


def counted(s: Situation, state: Turn) -> bool:
    """Tell whether Movement is counted at all."""
    return bool(s.in_combat) and not suspended(state)


def _barred(s: Situation, state: Turn) -> Level | None:
    if state.falling:
        return ends("STY-31", say("falling"))
    return ends("STY-07", say("not_your_turn")) if off_turn(s, state) else None


def hooks_text(s: Situation, key: str) -> Text:
    """Return a sentence about the Hooks that Dash costs (STY-13)."""
    hooks = s.house_rules.dash_hook_cost
    if hooks < 2:
        return say(f"{key}.one" if hooks else key)
    return say(f"{key}.several", hooks=hooks)


def dashed(state: Turn) -> Turn:
    """Return the state of who has dashed."""
    return replace(state, dash=True, declined=False)


def dash_price(s: Situation) -> Price | None:
    """Return what Dash costs, as the price of a stretch."""
    hooks = s.house_rules.dash_hook_cost
    return Price("hook", -hooks) if hooks else None


def _dashed(s: Situation, limit: Fraction) -> Level:
    hooks = s.house_rules.dash_hook_cost
    key = "dash.nothing" if not hooks else "dash" if hooks == 1 else "dash.several"
    reason = say(key, hooks=hooks) if hooks else say(key)
    return Level(limit, "penalised", "STY-12", reason, dash_price(s))


def price_list(s: Situation, state: Turn, whole: Fraction, end: Level) -> list[Level]:
    """Return the prices along a meter of ``whole`` u: free, with Dash twice as far, then ``end``."""
    levels = [Level(doubled(whole, dash=state.dash), "free", "STY-05", say("free"))]
    if no_dash(s, state) is None:
        levels.append(_dashed(s, doubled(whole, dash=True)))
    return [*levels, end]


def farthest(s: Situation, state: Turn, whole: Fraction) -> Fraction:
    """Return how far a meter goes at the most, with Dash if there is one to be had."""
    return doubled(whole, dash=state.dash or no_dash(s, state) is None)


def pool_levels(s: Situation, state: Turn) -> list[Level]:
    """Return the prices of Movement from the pool."""
    if barred := _barred(s, state):
        return [barred]
    whole = pool_of(s)
    limit = farthest(s, state, whole)
    return price_list(s, state, whole, ends("STY-03", say("pool.end", limit=limit)))


def style_levels(s: Situation, state: Turn, style: str) -> list[Level]:
    """Return the prices of Movement in a style, from the start of the Turn."""
    if barred := _barred(s, state):
        return [barred]
    whole = reach_of(s, state, style)
    if whole is not None:
        return price_list(s, state, whole, style_end(style, farthest(s, state, whole)))
    if style in state.refused:
        return [ends("STY-29", say("improvise.refused", style=named(style)))]
    end = ends("STY-29", say("improvise.end", style=named(style)))
    return [*_tested(s, state, style), end] if wants_test(s, state, style) else [end]


def wants_test(s: Situation, state: Turn, style: str) -> bool:
    """Tell whether the GM lets a Test decide on an improvised style (STY-29)."""
    return s.circumstances.improvise == "test" or style in state.testing


def improvise_check(s: Situation, style: str) -> str:
    """Return the name of the Test that decides on an improvised style."""
    return f"improvise-{style}{SUFFIXES[s.circumstances.test]}"


def _tested(s: Situation, state: Turn, style: str) -> Iterator[Level]:
    """Yield the prices of a style that a Test decides on."""
    check, needed = improvise_check(s, style), s.house_rules.pass_score
    chance = odds_of(s, check).at_least(needed)
    if not chance:
        return
    reason = say("improvise.roll", style=named(style), needed=needed)
    for level in price_list(s, state, SIZES[HALVED], style_end(style, ZERO))[:-1]:
        needs = ((check, needed),)
        yield Level(level.limit, "roll", "STY-29", reason, level.price, chance, needs)


def _crawled(s: Situation, levels: Sequence[Level], used: Fraction) -> list[Level]:
    """Return the prices for who began to crawl when ``used`` was used: what a rounded crawl cannot use is lost."""
    found = []
    for level in levels:
        far = None if level.limit is None else crawl_distance(s, max(ZERO, level.limit - used))
        found.append(level if far is None else replace(level, limit=used + crawl_cost(far)))
    return found


def merged(parts: Sequence[tuple[Sequence[Level], Fraction]]) -> list[Level]:
    """Return the prices of spending on several meters at once, each with what is used of it."""
    found: list[Level] = []
    at = ZERO
    while True:
        now = [next(x for x in levels if x.limit is None or x.limit > used + at) for levels, used in parts]
        level = max(now, key=lambda level: WORST[level.kind])
        stops = [x.limit - used for x, (_, used) in zip(now, parts, strict=True) if x.limit is not None]
        if level.kind == "impossible" or not stops:
            return [*found, replace(level, limit=None)]
        at = min(stops)
        found.append(replace(level, limit=at))


# ---------------------------------------------------------------- judging a path


class RouteJudge(Judge[Turn]):
    """The Kleptonomicon's judge of a route."""

    rules = RULES
    tells_gates = False

    def __init__(
        self, s: Situation, state: Turn, route: Sequence[Segment], cleared: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(s, state, cleared, {POOL: pool_used(s, state), **dict(state.spent)})
        self.counts = counted(s, state)
        self.came_from = state.active
        self.fell = False
        self.crawling = False
        self.crawled = ZERO, ZERO
        self.over = False
        """Whether a rounded crawl took more than it can use without Dash."""
        self.crawled_from: dict[str, Fraction] = {}
        """What was used of every meter where the crawl began."""
        self.paid: dict[str, Fraction] | None = None
        self.short: set[str] = set()
        self.styles: list[str] = []
        self.prone = state.prone
        self.walk(list(self._as_spent(route)))

    def _as_spent(self, route: Sequence[Segment]) -> Iterator[Segment]:
        """Yield the stretches at what they cost: crawling costs double."""
        prone = self.state.prone
        for segment in route:
            crawled = crawls(self.s, segment.mode, prone=prone)
            multiplier = crawl_cost(segment.multiplier) if crawled else segment.multiplier
            yield replace(segment, multiplier=multiplier)
            prone = stays_prone(self.s, segment.mode, prone=prone)

    # -------------------------------------------------------- prices

    def levels(self, meter: str) -> Sequence[Level]:
        """Return the prices of the pool or of a style; under "down" a crawl uses whole u only."""
        s, state = self.s, self.state
        levels = pool_levels(s, state) if meter == POOL else style_levels(s, state, meter)
        if not self.crawling or s.house_rules.crawl_round == "exact":
            return levels
        return _crawled(s, levels, self.crawled_from.get(meter, ZERO))

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the style and the pool; nothing where Movement is not counted."""
        return (style_of(self.s, segment.mode), POOL) if self.counts else ()

    def run_up(self) -> Fraction:
        """Return the run-up of a jump: none is asked for."""
        return ZERO

    # -------------------------------------------------------- what is met

    def enter(self, segment: Segment) -> None:
        """Note what a stretch is paid with, what it meets, and where it may not be."""
        s, style = self.s, style_of(self.s, segment.mode)
        self._crawled_over()
        if self.fell and self.paid is None:
            self.paid = dict(self.used)
        if style not in self.styles:
            self.styles.append(style)
        crawling = crawls(s, segment.mode, prone=self.prone)
        if crawling and not self.crawling:
            self.crawled_from = dict(self.used)
        self.crawling = crawling
        if self.counts:
            self._enter_counted(segment, style)
        if climbs(style):
            self.note("STY-21", say("climb.working"))
        if swims(style):
            self.note("STY-22", say("swim.working"))
        if style == "jump":
            self._enter_jump()
        elif walks_into_air(style, segment, segment.barrier):
            self._fall("STY-16", say("walk.falls"), self.position, segment)
        if self.counts and not self.fell:
            self._leave(segment, style)
        self.came_from = active_after(style, lands=segment.lands, in_water=False, footed=segment.footed)
        self.prone = stays_prone(s, segment.mode, prone=self.prone)

    def _enter_counted(self, segment: Segment, style: str) -> None:
        s, state = self.s, self.state
        if self.crawling and segment.length:
            self._note_crawl(segment)
        if reach_of(s, state, style) is None and style not in state.refused:
            self._ask(style)
        if self.prone and style != "walk":
            self.note("STY-18", say("prone.walk_only"))
            self.dies(ends("STY-18", say("prone.walk_only")))
        self._explain_short(style, segment.cost)

    def _note_crawl(self, segment: Segment) -> None:
        """Tell what all crawling so far takes, in one line."""
        self.crawled = (self.crawled[0] + segment.extent, self.crawled[1] + segment.cost)
        length, cost = self.crawled
        self.trace = [line for line in self.trace if line.rule != "STY-17"]
        self.note("STY-17", say("crawl", cost=cost, length=length), cost=cost)

    def _ask(self, style: str) -> None:
        """Put a missing style to the GM, or to the Test that the GM has asked for."""
        if not wants_test(self.s, self.state, style):
            ruling = improvise_ruling(style, self.position)
            if all(known.id != ruling.id for known in self.rulings):
                self.rulings.append(ruling)
            return
        check = improvise_check(self.s, style)
        if self.open(check):
            found = build_check(self.s, check, self.position)
            if found.chance:
                self.checks.append(found)

    def _explain_short(self, style: str, cost: Fraction) -> None:
        """Note where a style or the pool is too short for a stretch, the first time for each."""
        s, state = self.s, self.state
        reach = reach_of(s, state, style)
        wholes = {style: reach, POOL: pool_of(s)}
        pool = max(ZERO, farthest(s, state, pool_of(s)) - self.used.get(POOL, ZERO))
        for meter, whole in wholes.items():
            if whole is None or meter in self.short:
                continue
            own = max(ZERO, farthest(s, state, whole) - self.used.get(meter, ZERO))
            left = min(own, pool)
            if cost > own and meter == POOL:
                self.note("STY-03", say("pool.short", wanted=cost, left=left), wanted=cost, left=left)
            elif cost > own:
                working = say("style.short", style=named(style), wanted=cost, left=left)
                self.note("STY-06", working, wanted=cost, left=left)
            if cost > own:
                self.short.add(meter)

    def _enter_jump(self) -> None:
        if not takes_off(self.s, self.came_from) and self.counts and not self.fell:
            self.note("STY-20", say("jump.start"))
            self.dies(ends("STY-20", say("jump.start")))

    def _leave(self, step: Segment, style: str) -> None:
        """Note the foes whose reach a stretch leaves: the move waits there until they have reacted, or not."""
        s = self.s
        known = {reaction.id for reaction in self.reactions} | self.cleared | set(self.state.reacted)
        for foe, reach in leaves(s, step):
            name = f"leaves:{foe.id}"
            if name in known:
                continue
            effect = interrupt_effect(s, style)
            label = say("leaves", reach=reach, token=foe.name)
            if effect != "none":
                told = {"style": named(style), "effect": effect_text(effect)}
                label = say("leaves.interrupt", reach=reach, token=foe.name, **told)
            self.note("STY-33", label, reach=reach)
            self.reactions.append(Reaction(name, "STY-33", foe.id, self.position, label, waits=True))

    def barred(self, segment: Segment) -> None:
        """End the walk where the map forbids a stretch; whoever walks or jumps into a gap falls instead."""
        falls = segment.barrier in {"gap", "air"} and style_of(self.s, segment.mode) in {"walk", "jump"}
        if not falls:
            super().barred(segment)

    def _fall(self, number: str, why: Text, at: Fraction, segment: Segment) -> None:
        """Let the token fall at ``at``; nothing after it is done or paid."""
        if self.fell or self.dead is not None:
            return
        self.fell = True
        self.note(number, why)
        height = segment.depth
        if height is None and segment.rise < 0:
            height = -segment.rise
        self.hazards.append(fall(self.s, at, height, stops=True))
        self.rulings.append(fall_ruling(at))
        if number == "STY-16":
            self.paid = dict(self.used)

    def _splash(self, at: Fraction) -> None:
        """Note a jump that ends in water, which is no solid ground: the fall is over at once, and one swims."""
        self.note("STY-19", say("jump.splashes"))
        self.hazards.append(fall(self.s, at, None, stops=False))

    def leap(self, parts: Sequence[Segment], *, running: bool) -> Level | None:
        """Note what a jump comes to; it costs nothing but its length."""
        del running
        extent = sum((part.extent for part in parts), ZERO)
        last = parts[-1]
        self.note("STY-19", say("jump.working", length=extent), length=extent)
        if self.jumps > 1:
            line = say("jump.split", count=self.jumps)
            self.trace = [known for known in self.trace if known.rule != "STY-20"]
            self.note("STY-20", line, count=self.jumps)
        if jumps_into_air(last.surface, lands=last.lands):
            self._fall("STY-19", say("jump.falls"), self.position + extent, last)
        elif last.wet and not self.fell and self.dead is None:
            self._splash(self.position + extent)
        self.came_from = active_after("jump", lands=True, in_water=False)
        return None

    def demanded(self, gate: Gate) -> tuple[Check, Text]:
        """Return the roll that a region demands on entering it, and what it says in words."""
        check = build_check(
            self.s, f"gate:{gate.id}", self.position, difficulty=gate.difficulty, name=gate.name
        )
        return check, say("gate", region=gate.id, name=gate.name, needed=check.needed)

    def gate(self, segment: Segment) -> Level | None:
        """Return what Tests demanded by regions add to the stretch's price; in a Montage there are none."""
        if suspended(self.state):
            return Level(None, "free", "STY-32", say("montage"))
        return super().gate(segment)

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        s, state = self.s, self.state
        stops = [hazard.at for hazard in self.hazards if hazard.stops]
        if not stops or min(stops) >= self.position:
            self.paid = None
            # A hazard at the very end stops nothing, and the token gets there.
            self.hazards = [replace(hazard, stops=False) for hazard in self.hazards]
        paid = self.used if self.paid is None else self.paid
        dashes = self._dashes(paid)
        if dashes and affordable(self.bands):
            self._offer_dash()
        self._sneak()
        if self.counts and self.bands:
            self._explain(paid, dashes=dashes)
        elif suspended(state) and self.bands:
            self.note("STY-32", say("montage"))
        return self.found(
            modifiers=dash_modifiers(s, on=state.dash or dashes),
            spends=self._spends(paid, dashes=dashes),
            cost=paid[POOL] - self.state_used,
            left=self._left(paid),
        )

    @property
    def state_used(self) -> Fraction:
        """What of the pool was used before."""
        return pool_used(self.s, self.state)

    def _dashes(self, paid: Mapping[str, Fraction]) -> bool:
        """Tell whether the route needs a Dash that does not run yet."""
        if not self.counts or no_dash(self.s, self.state) is not None:
            return False
        self._crawled_over()
        return self.over or needs_dash(self.s, self.state, paid)

    def _offer_dash(self) -> None:
        """Ask for the Dash that the route needs, where the Move starts: nothing goes on without an answer."""
        offer = hooks_text(self.s, "dash.offer")
        self.reactions.insert(0, Reaction("dash", "STY-13", None, ZERO, offer, waits=True))
        self.rulings.insert(0, dash_ruling(self.s))

    def _crawled_over(self) -> None:
        """Note a crawl that took more than a rounded crawl can use without Dash."""
        s, state = self.s, self.state
        if self.crawling and self.counts:
            self.over = self.over or overcrawled(s, state, self.crawled_from, self.used)

    def _left(self, paid: Mapping[str, Fraction]) -> Fraction | None:
        """Return how much Walk is left after it, without a roll."""
        if not self.counts:
            return None
        s, state = self.s, self.state
        if _barred(s, state):
            return ZERO
        walk = reach_of(s, state, "walk") or ZERO
        of_walk = self._usable("walk", farthest(s, state, walk)) - paid.get("walk", ZERO)
        of_pool = self._usable(POOL, farthest(s, state, pool_of(s))) - paid[POOL]
        return max(ZERO, min(of_walk, of_pool))

    def _usable(self, meter: str, limit: Fraction) -> Fraction:
        """Return how much of a meter can be used: what a rounded crawl cannot use is lost."""
        if not self.crawling:
            return limit
        begun = self.crawled_from.get(meter, ZERO)
        return crawlable(self.s, limit, begun)

    def _sneak(self) -> None:
        s, state = self.s, self.state
        if not (self.counts and self.bands and s.circumstances.obscured and may_sneak(state)):
            return
        check = build_check(s, f"sneaking{SUFFIXES[s.circumstances.test]}", self.position)
        shown = f"{s.character.sneaking:+d}"
        self.note("STY-14", say("sneak.working", modifier=shown, needed=check.needed), chance=check.chance)
        self.checks.append(replace(check, optional=True))
        if asks_to_sneak(s):
            self.rulings.append(sneak_ruling(s, self.position))

    def _spends(self, paid: Mapping[str, Fraction], *, dashes: bool) -> Iterator[Spend]:
        if not self.counts:
            return
        s, state = self.s, self.state
        dash = state.dash or dashes
        amount = paid[POOL] - self.state_used
        pool = max(ZERO, doubled(pool_of(s), dash=dash) - paid[POOL])
        if amount > 0:
            yield Spend("STY-05", "pool", say("spend.pool"), amount, pool)
        for style in self.styles:
            amount = paid.get(style, ZERO) - state.used(style)
            whole = reach_of(s, state, style)
            if amount > 0 and whole is not None:
                left = max(ZERO, min(pool, doubled(whole, dash=dash) - paid[style]))
                yield Spend("STY-05", style, say("spend.style", style=named(style)), amount, left)
        hooks = s.house_rules.dash_hook_cost
        if dashes and hooks:
            held = s.character.hooks
            kept = None if held is None else Fraction(max(0, held - hooks))
            yield Spend("STY-13", "hook", say("spend.hook"), Fraction(hooks), kept)

    # -------------------------------------------------------- where the numbers come from

    def _explain(self, paid: Mapping[str, Fraction], *, dashes: bool) -> None:
        s, state = self.s, self.state
        dash = state.dash or dashes
        pool = doubled(pool_of(s), dash=dash)
        self.note("STY-03", say("pool.working", limit=pool_of(s)), limit=pool_of(s))
        self.note("STY-07", say("not_your_turn" if off_turn(s, state) else "own_turn"))
        whole = affordable(self.bands)
        self.note("STY-08", say("plan.whole" if whole else "plan.refused"), whole=str(whole))
        named_rung = rung(self.position)
        if named_rung is not None:
            name, limit = named_rung
            word = say(f"rung.{name}")
            self.note("STY-01", say("ladder", length=self.position, rung=word, limit=limit), limit=limit)
        if dash:
            self.note("STY-12", say("dash.working", pool=pool), pool=pool)
        if dashes:
            held = s.character.hooks
            hooks = s.house_rules.dash_hook_cost
            self.note("STY-13", say("dash.cost", hooks=hooks, held="-" if held is None else held))
        if self.paid is not None:
            self.note("STY-09", say("executed", at=min(h.at for h in self.hazards if h.stops)))
        for style in self.styles:
            self._explain_style(style, paid, pool, dash=dash)

    def _explain_style(self, style: str, paid: Mapping[str, Fraction], pool: Fraction, *, dash: bool) -> None:
        s, state = self.s, self.state
        whole, used = reach_of(s, state, style), paid.get(style, ZERO)
        if whole is None:
            return
        limit = doubled(whole, dash=dash)
        if improvised(state, style) is not None and style not in s.character.styles:
            working = say("improvise.working", style=named(style), limit=limit, pool=pool)
            self.note("STY-29", working, limit=limit)
        size = s.character.styles.get(style, dict(state.improvised).get(style, HALVED))
        shown = say(f"size.{size}") if isinstance(size, str) else exact(size)
        self.note("STY-02", say("style.working", style=named(style), size=shown, limit=whole), limit=whole)
        amount = used - state.used(style)
        if not amount:
            return
        working = say("spend.working", style=named(style), amount=amount, used=used, limit=limit)
        self.note("STY-05", working, amount=amount)
        if used == limit and style not in self.short:
            left = max(ZERO, pool - paid[POOL])
            self.note("STY-06", say("exhausted", style=named(style), limit=limit, left=left), limit=limit)


def overcrawled(
    s: Situation, state: Turn, begun: Mapping[str, Fraction], used: Mapping[str, Fraction]
) -> bool:
    """Tell whether a crawl that ``begun`` at so much of each meter took more than it can use without Dash."""
    wholes = {"walk": reach_of(s, state, "walk") or ZERO, POOL: pool_of(s)}
    return any(
        used.get(meter, ZERO) > crawlable(s, whole, begun.get(meter, ZERO)) for meter, whole in wholes.items()
    )


def needs_dash(s: Situation, state: Turn, used: Mapping[str, Fraction]) -> bool:
    """Tell whether more is used than the pool or a style holds without Dash."""
    wholes = {style: reach_of(s, state, style) for style in used if style != POOL}
    grown = {style: whole for style, whole in wholes.items() if used[style] > state.used(style)}
    over = [whole is not None and used[style] > whole for style, whole in grown.items()]
    return used[POOL] > pool_used(s, state) and (any(over) or used[POOL] > pool_of(s))


def dash_modifiers(s: Situation, *, on: bool) -> Iterator[Modifier]:
    """Yield what Dash does while it lasts."""
    if on and s.in_combat:
        until = say("until.turn" if s.house_rules.dash_until == "next_turn_start" else "until.end")
        yield Modifier("STY-12", "mover", say("on.styles"), "distance_factor", 2, say("since.now"), until)


# ---------------------------------------------------------------- questions for the GM


def improvise_ruling(style: str, at: Fraction) -> Ruling:
    """Return the question whether a style may be improvised (STY-29)."""
    names = ("half", "normal", "double", "test", "no")
    choices = tuple(Choice(name, say(f"improvise.{name}")) for name in names)
    question = say("improvise.ask", style=named(style))
    return Ruling(f"improvise:{style}", "STY-29", at, question, choices, "half")


def dash_ruling(s: Situation) -> Ruling:
    """Return the question whether to Dash, which may be answered before the Move (STY-12, STY-13)."""
    choices = (Choice("dash", say("dash.take")), Choice("decline", say("dash.decline")))
    question = say("dash.ask", offer=hooks_text(s, "dash.offer"))
    return Ruling("dash", "STY-13", ZERO, question, choices, "dash")


def fall_ruling(at: Fraction) -> Ruling:
    """Return the question that a fall raises (STY-31)."""
    choices = (Choice("lands", say("fall.lands")), Choice("caught", say("fall.caught")))
    return Ruling("fall", "STY-31", at, say("fall.ask"), choices, "lands")


def foes_about(s: Situation) -> bool:
    """Tell whether any foe is known here."""
    return any(other.disposition == "hostile" for other in s.others)


def asks_to_sneak(s: Situation) -> bool:
    """Tell whether the GM is asked before a Sneaking Test: unless the map's word is enough, or nobody is there."""
    return s.house_rules.obscured_mode == "ask" or not foes_about(s)


def sneak_ruling(s: Situation, at: Fraction) -> Ruling:
    """Return the question whether a Sneaking Test may be tried (STY-14)."""
    choices = (Choice("attempt", say("sneak.attempt")), Choice("skip", say("sneak.skip")))
    return Ruling(
        "sneak", "STY-14", at, say("sneak.ask" if foes_about(s) else "sneak.nobody"), choices, "skip"
    )


def heavy_ruling() -> Ruling:
    """Return the question that heavy cargo in water raises (STY-25)."""
    choices = (Choice("sinks", say("heavy.sinks")), Choice("stays", say("heavy.stays")))
    return Ruling("heavy", "STY-25", ZERO, say("heavy.ask"), choices, "sinks")


def prompt_ruling(s: Situation, state: Turn, prompt: str) -> Ruling:
    """Return the question behind an open prompt."""
    name, _, about = prompt.partition(":")
    if name == "improvise":
        return improvise_ruling(about, ZERO)
    if name == "improvise_failed":
        return failed_ruling(about)
    if name == "stealth":
        choice = Choice("noted", say("stealth.noted"))
        return Ruling("stealth", "STY-14", ZERO, say("stealth.ask"), (choice,), "noted")
    effect = interrupt_effect(s, state.active)
    done = Choice("done", say("interrupt.done"))
    return Ruling(
        "interrupt", "STY-27", ZERO, say("interrupt.ask", effect=effect_text(effect)), (done,), "done"
    )


# ---------------------------------------------------------------- what happens


def _moved(s: Situation, state: Turn, fact: MovedFact) -> Turn:
    """Return the state after a move: what it used, where it ended."""
    if not fact.segments:
        return state
    height = None if fact.way is None else exact(fact.way[-1][2])
    state = replace(state, under_way="", reacted=(), elevation=height)
    if fact.forced:
        return _carried(s, state, fact.segments)
    if fact.in_combat and not suspended(state):
        state = _paid(s, state, fact)
    last = fact.segments[-1]
    style = style_of(s, last.mode)
    swam = any(swims(style_of(s, segment.mode)) for segment in fact.segments)
    falls = _in_the_air(s, last)
    return replace(
        _placed(state, style, last, lands=not falls),
        adrift=state.adrift and not swam,
        prone=all(stays_prone(s, segment.mode, prone=state.prone) for segment in fact.segments),
        moved=True,
        falling=falls,
        height=None if last.depth is None or not falls else exact(last.depth),
        diagonals=state.diagonals + sum(segment.diagonals for segment in fact.segments),
    )


def _fell(state: Turn, fact: MetFact) -> Turn:
    """Return the state of a token that its path has let fall: over the edge ahead, as deep as that is."""
    if state.falling or fact.ahead is None:
        return replace(state, falling=True, prone=False)
    ahead, over = fact.ahead, (ZERO, ZERO)
    if ahead.start is not None and ahead.end is not None:
        start, end = exact_place(ahead.start), exact_place(ahead.end)
        over = end[0] - start[0], end[1] - start[1]
    down = exact(ahead.depth) if ahead.depth is not None else max(ZERO, -exact(ahead.rise))
    current = None if ahead.current is None else exact_place(ahead.current)
    return replace(
        state,
        falling=True,
        height=down or None,
        over=over,
        prone=False,
        into_water=ahead.wet,
        current=current if ahead.wet else state.current,
    )


def _in_the_air(s: Situation, last: SegmentFact) -> bool:
    style = style_of(s, last.mode)
    if style == "jump":
        return jumps_into_air(last.surface, lands=last.lands)
    return walks_into_air(style, last)


def _placed(state: Turn, style: str, last: SegmentFact, *, lands: bool) -> Turn:
    """Return the state with the style in use and the water around."""
    wet = swims(style) or (style == "jump" and last.wet)
    current = None if last.current is None else (exact(last.current[0]), exact(last.current[1]))
    return replace(
        state,
        active=active_after(style, lands=lands, in_water=wet, footed=last.footed),
        in_water=wet,
        current=current if wet else None,
        adrift=state.adrift and wet,
        cargo=state.cargo if wet else "",
    )


def flown(s: Situation, state: Turn) -> str | None:
    """Return the style by which one is in the air: that in use, or else the first one at hand; none: one falls."""
    styles = [state.active, *sorted(AIRBORNE)]
    return next((one for one in styles if one in AIRBORNE and reach_of(s, state, one) is not None), None)


def _stands(s: Situation, state: Turn, fact: StoodFact) -> Turn:
    """Return the state as the place demands: its water, and the style that is in use there unless another is.

    In the air that is what one flies by; who does not fly keeps a style that lets one fall.
    """
    flies = state.active in AIRBORNE
    water = fact.water and not flies
    active = state.active
    if active in {"walk", "crawl", "jump", "swim"} or (
        active == "climb" and not fact.wall and not fact.aloft
    ):
        active = "swim" if water else "walk"
    if fact.aloft and active == "walk":
        active = flown(s, state) or active
    up = exact(fact.elevation)
    return replace(
        state,
        active=active,
        elevation=up if up or state.elevation is not None else None,
        in_water=water,
        current=None if not water or fact.current is None else exact_place(fact.current),
        adrift=state.adrift and water,
        cargo=state.cargo if water else "",
    )


def _carried(s: Situation, state: Turn, segments: Sequence[SegmentFact]) -> Turn:
    """Return the state after forced movement: water and currents keep what they carry; past an edge it falls."""
    last = segments[-1]
    if last.mode in {"drift", "fall"}:
        return state
    prone = stays_prone(s, last.mode, prone=state.prone)
    state = replace(_placed(state, style_of(s, last.mode), last, lands=last.lands), prone=prone)
    drops = [part for part in segments if walks_into_air(style_of(s, part.mode), part)]
    deep = -sum((exact(part.rise) for part in drops), ZERO)
    into = bool(drops) and last.wet
    return replace(state, falling=True, height=deep, down=True, into_water=into) if deep > 0 else state


def _paid(s: Situation, state: Turn, fact: MovedFact) -> Turn:
    """Return the state after paying; whoever goes farther than Movement allows has dashed."""
    before, prone, over = state, state.prone, False
    begun: dict[str, Fraction] | None = None
    for segment in fact.segments:
        crawling = crawls(s, segment.mode, prone=prone)
        begun = (begun or _meters_used(s, state)) if crawling else None
        state = spent(state, style_of(s, segment.mode), paid_for(s, segment, prone=prone))
        over = over or (begun is not None and overcrawled(s, state, begun, _meters_used(s, state)))
        prone = stays_prone(s, segment.mode, prone=prone)
    passed = gates_passed(fact.segments)
    dashed = not fact.override and (over or needs_dash(s, before, _meters_used(s, state)))
    return replace(state, dash=state.dash or dashed, passed=tuple(dict.fromkeys((*state.passed, *passed))))


def _meters_used(s: Situation, state: Turn) -> dict[str, Fraction]:
    """Return what is used of the pool and of every style."""
    return {POOL: pool_used(s, state), **dict(state.spent)}


def _interrupted(s: Situation, state: Turn, style: str) -> Turn:
    """Return the state after an interrupt of a style."""
    effect = interrupt_effect(s, style)
    state = replace(state, interrupts=state.interrupts + 1, effect=effect)
    if effect == "fall":
        known = state.elevation is not None and state.elevation > 0
        return replace(state, falling=True, height=state.elevation if known else None, prone=False)
    if effect == "float_or_sink":
        return replace(state, adrift=True, in_water=True)
    return state if effect == "none" else _prompted(state, "interrupt")


def _set_out(s: Situation, state: Turn, fact: IntendedFact) -> Turn:
    """Return the state of a token whose move waits for a Reaction: in what style, and how high."""
    height = state.elevation if fact.way is None else exact(fact.way[0][2])
    return replace(state, under_way=style_of(s, fact.segments[0].mode), elevation=height)


def _reacted(s: Situation, state: Turn, fact: ReactedFact) -> Turn:
    """Return the state after a Reaction: a Dash of one's own, or a foe's; one that stops the move interrupts it
    (STY-27).
    """
    if fact.reaction == "dash":
        return state if fact.stopped else dashed(state)
    style = state.under_way or state.active
    state = replace(state, under_way="", reacted=(*state.reacted, fact.reaction))
    if swims(style):
        state = replace(state, active=style)
    return _interrupted(s, state, style) if fact.stopped else state


def _prompted(state: Turn, prompt: str) -> Turn:
    return replace(state, prompts=tuple(dict.fromkeys((*state.prompts, prompt))))


def _did(s: Situation, state: Turn, fact: DidFact) -> Turn:
    """Return the state after one of the acts."""
    options = fact.options
    match fact.act:
        case "dash":
            return dashed(state)
        case "prone":
            return replace(state, prone=True)
        case "stand":
            return _stood(s, state) if s.in_combat else replace(state, prone=False)
        case "improvise":
            return _improvised(state, str(options["style"]), options.get("size"))
        case "use":
            return _taken_up(s, state, str(options["style"]))
        case "sneak":
            return replace(state, sneak="open")
        case "montage":
            return replace(state, montage=bool(options["runs"]))
        case _:
            return _suffered(s, state, fact)


def _suffered(s: Situation, state: Turn, fact: DidFact) -> Turn:
    """Return the state after what was done to the token: interrupted, slowed, dropped."""
    if fact.act == "fall":
        height = fact.options.get("height")
        known = exact(height) if isinstance(height, int | float) else None
        return replace(state, falling=True, height=known, prone=False)
    if fact.act == "slowed":
        stacks = int(fact.options["stacks"] or 0)
        hit = slowed_enough(state.slowed, stacks)
        state = replace(state, slowed=stacks)
        return _interrupted(s, state, state.under_way or state.active) if hit else state
    return _interrupted(s, state, state.under_way or state.active) if fact.act == "interrupt" else state


def _stood(s: Situation, state: Turn) -> Turn:
    cost, of_walk = stand_cost(s)
    meters = dict(state.spent)
    if of_walk:
        meters["walk"] = meters.get("walk", ZERO) + of_walk
    return replace(
        state,
        prone=False,
        pool_spent=state.pool_spent + cost,
        turn_spent=state.turn_spent + cost,
        spent=tuple(sorted(meters.items())),
    )


def _improvised(state: Turn, style: str, size: object) -> Turn:
    """Return the state after a style was granted; without a size the GM is asked."""
    style = "walk" if style == "ground" else style
    if size is None:
        return _prompted(state, f"improvise:{style}")
    kept = tuple(pair for pair in state.improvised if pair[0] != style)
    return replace(
        state,
        improvised=tuple(sorted((*kept, (style, str(size))))),
        refused=tuple(name for name in state.refused if name != style),
        testing=tuple(name for name in state.testing if name != style),
    )


def _taken_up(s: Situation, state: Turn, mode: str) -> Turn:
    style = style_of(s, mode)
    wet = swims(style)
    return replace(
        state,
        active=style,
        in_water=wet,
        current=state.current if wet else None,
        prone=state.prone and style == "walk",
    )


def _rolled(s: Situation, state: Turn, fact: RolledFact) -> Turn:
    """Return the state after a Test."""
    name, about, _ = parts_of(fact.check)
    success = score(s, fact) >= fact.difficulty
    if name == "sneaking":
        state = replace(state, sneak="used")
        return _prompted(state, "stealth") if success else state
    tried = [about] if name == "improvise" else list(state.testing) if name == "athletics" else []
    for style in tried:
        state = _improvised(state, style, HALVED) if success else _failed(state, style)
    return state


def _failed(state: Turn, style: str) -> Turn:
    return _prompted(
        replace(
            state,
            refused=tuple(dict.fromkeys((*state.refused, style))),
            testing=tuple(name for name in state.testing if name != style),
        ),
        f"improvise_failed:{style}",
    )


def _ruled(s: Situation, state: Turn, fact: RuledFact) -> Turn:
    """Return the state after the GM's answer."""
    name, _, about = fact.ruling.partition(":")
    state = replace(state, prompts=tuple(prompt for prompt in state.prompts if prompt != fact.ruling))
    if name == "fall":
        wet = state.in_water or (state.into_water and fact.choice == "lands")
        over = replace(state, falling=False, height=None, over=(ZERO, ZERO), down=False, into_water=False)
        return replace(over, active="swim" if wet else "walk", in_water=wet)
    if name == "sneak":
        return replace(state, sneak="open") if fact.choice == "attempt" else state
    if name == "heavy":
        return replace(state, cargo="stays" if fact.choice == "stays" else "sinks")
    if name == "dash":
        return dashed(state) if fact.choice == "dash" else replace(state, declined=True)
    if name == "improvise_failed" and fact.choice == "interrupted":
        return _interrupted(s, state, about)
    if name != "improvise":
        return state
    if fact.choice == "test":
        return replace(state, testing=tuple(dict.fromkeys((*state.testing, about))))
    if fact.choice == "no":
        return replace(state, refused=tuple(dict.fromkeys((*state.refused, about))))
    return _improvised(state, about, fact.choice)


def _clocked(s: Situation, state: Turn, fact: BeganFact | EndedFact) -> Turn:
    """Return the state after the begin or the end of a scope."""
    if fact.kind == "began":
        state = cleared(state, f"begin {fact.scope}")
        return new_turn(state) if fact.scope == "turn" else state
    return _turn_ended(s, state) if fact.scope == "turn" else cleared(state, f"end {fact.scope}")


def _turn_ended(s: Situation, state: Turn) -> Turn:
    """Return the state at the end of the own Turn (STY-10): a full pool, improvised styles forgotten."""
    return replace(
        cleared(state, "end turn"),
        turn_over=True,
        prompts=tuple(prompt for prompt in state.prompts if not prompt.startswith("improvise:")),
        dash=state.dash and s.house_rules.dash_until == "next_turn_start",
    )


# ---------------------------------------------------------------- acts


class Improvise(Inputs):
    """Which style is improvised, and how well."""

    style: StyleName
    size: Literal["half", "normal", "double"] | None = None
    """Empty: the GM is asked."""


class Use(Inputs):
    """Which style is taken up without moving."""

    style: StyleName


class Slowed(Inputs):
    """How many stacks of Slowed there are now."""

    stacks: Annotated[int, Field(ge=0, le=100)]


class Montage(Inputs):
    """Whether the chase begins or ends."""

    runs: bool = True


class Falls(Inputs):
    """How far down it is, if known."""

    height: Annotated[float | None, Field(ge=0, le=1_000_000)] = None


ACTS = (
    Act("dash", "STY-12", say("act.dash"), Nothing),
    Act("prone", "STY-18", say("act.prone"), Nothing),
    Act("stand", "STY-18", say("act.stand"), Nothing),
    Act("improvise", "STY-29", say("act.improvise"), Improvise),
    Act("use", "STY-15", say("act.use"), Use),
    Act("interrupt", "STY-26", say("act.interrupt"), Nothing),
    Act("slowed", "STY-26", say("act.slowed"), Slowed),
    Act("sneak", "STY-14", say("act.sneak"), Nothing),
    Act("montage", "STY-32", say("act.montage"), Montage),
    Act("fall", "STY-31", say("act.fall"), Falls),
)


def _refuse_act(s: Situation, state: Turn, act: str, style: str) -> Refusal | None:
    if act == "dash":
        return _refuse_dash(s, state)
    if act == "prone" and (state.prone or state.active != "walk" or state.falling):
        return Refusal("STY-18", say("prone.on" if state.prone else "prone.walk"))
    if act == "use" and state.prone and style != "walk":
        return Refusal("STY-18", say("prone.walk_only"))
    if act == "stand":
        return _refuse_stand(s, state)
    if act == "use" and style not in _usable(s, state):
        known = ", ".join(sorted(_usable(s, state)))
        return Refusal("STY-15", say("use.unknown", style=style, known=known))
    if act == "improvise" and style in s.character.styles:
        return Refusal("STY-29", say("improvise.on_sheet", style=named(style)))
    if act == "sneak":
        if not may_sneak(state):
            return Refusal("STY-14", say("sneak.used"))
        return None if state.moved else Refusal("STY-14", say("sneak.still"))
    return None


def _refuse_sneaking(s: Situation, state: Turn) -> Refusal | None:
    """Return why a Sneaking Test cannot be rolled: it takes a move to where one is half hidden, or the GM's word."""
    offered = may_sneak(state) and state.moved and s.circumstances.obscured
    if state.sneak == "open" or offered:
        return None
    return Refusal("STY-14", say("sneak.used" if state.sneak == "used" else "sneak.closed"))


def _usable(s: Situation, state: Turn) -> set[str]:
    """Return the styles that the game, the sheet or an improvisation knows."""
    return {*MODES, *s.character.interrupts, *known_styles(s, state)} - {"ground"}


def _refuse_dash(s: Situation, state: Turn) -> Refusal | None:
    barred = _barred(s, state)
    if barred is not None:
        return Refusal(barred.rule, barred.reason)
    why = no_dash(s, replace(state, declined=False))
    return None if why is None else Refusal("STY-13", why)


def _refuse_stand(s: Situation, state: Turn) -> Refusal | None:
    if not state.prone:
        return Refusal("STY-18", say("prone.not"))
    if off_turn(s, state):
        return Refusal("STY-07", say("not_your_turn"))
    cost, of_walk = stand_cost(s)
    left = doubled(pool_of(s), dash=state.dash) - pool_used(s, state)
    walk = doubled(reach_of(s, state, "walk") or ZERO, dash=state.dash) - state.used("walk")
    if s.in_combat and (left < cost or walk < of_walk):
        short = left if left < cost else walk
        return Refusal("STY-18", say("stand.cost", cost=cost, left=max(ZERO, short)))
    return None


# ---------------------------------------------------------------- the system


class Styles(System[Turn]):
    """The Kleptonomicon, as one instance: :data:`SYSTEM`."""

    id = "styles"
    title = "The Kleptonomicon"
    unit = "u"
    free_checks = ("sneaking", "athletics")
    Character = Character
    HouseRules = HouseRules
    Circumstances = Circumstances
    TokenFacts = TokenFacts
    State = Turn
    RouteJudge = RouteJudge
    texts = say
    rules = RULES
    modes = tuple((mode, say(f"mode.{mode}")) for mode in MODES)
    open_modes = True
    flying = AIRBORNE
    surfaces = tuple((surface, say(f"surface.{surface}")) for surface in ("wall", "ceiling", "air"))
    acts = ACTS
    dice_words = say("dice.result"), say("dice.target")
    difficulties = range(1, 31)
    leap_rule = "STY-19"
    gate_rule = "STY-29"
    scopes = (Scope("round", say("scope.round")), Scope("turn", say("scope.turn")))
    end_turn = (
        {"kind": "end", "scope": "turn"},
        {"kind": "end", "scope": "round"},
        {"kind": "begin", "scope": "round"},
        {"kind": "begin", "scope": "turn"},
    )

    def modes_of(self, situation: Situation, state: Turn) -> Sequence[tuple[str, Text]]:
        """Return the common styles, and those that the sheet names or that were improvised (STY-34)."""
        own = [style for style in known_styles(situation, state) if style not in MODES]
        return (*self.modes, *((style, say("mode.own", style=named(style))) for style in own))

    def fold(self, situation: Situation, state: Turn, fact: Fact) -> Turn:
        """Return the state after ``fact``."""
        match fact:
            case MovedFact():
                return _moved(situation, state, fact)
            case MetFact():
                return _fell(state, fact)
            case StoodFact():
                return _stands(situation, state, fact)
            case DidFact():
                return _did(situation, state, fact)
            case RolledFact():
                return _rolled(situation, state, fact)
            case RuledFact():
                return _ruled(situation, state, fact)
            case IntendedFact(check=check) if check.startswith("leaves:"):
                return _set_out(situation, state, fact)
            case ReactedFact():
                return _reacted(situation, state, fact)
            case BeganFact() | EndedFact():
                return _clocked(situation, state, fact)
            case _:
                return state

    def held(self, state: Turn) -> bool:
        """Return whether the token climbs, or falls by now."""
        return state.falling or climbs(state.active)

    def flight(self, situation: Situation, state: Turn) -> str | None:
        """Return the style in use, if one is in the air by it, or else the first that the sheet has for it."""
        return flown(situation, state)

    def standing(self, situation: Situation, state: Turn) -> Standing:
        """Return what a token in this state may do, bears and is asked."""
        return _standing(situation, state)

    def reach(self, situation: Situation, state: Turn, footings: Sequence[Footing]) -> Reach:
        """Return what a search for destinations may spend: a meter per style, and the pool for all."""
        s = situation
        free = not counted(s, state)
        pool = None if free else most(pool_levels(s, state), pool_used(s, state))

        def left(style: str) -> Fraction | None:
            if free:
                return None
            if state.prone and style != "walk":
                return ZERO
            own = most(style_levels(s, state, style), state.used(style))
            return None if pool is None or own is None else min(own, pool)

        def draw(footing: Footing, phase: int) -> Draw:
            del phase
            style = style_of(s, footing.mode)
            crawled = crawls(s, footing.mode, prone=state.prone)
            return Draw(
                None if style == "walk" else style, factor=crawl_cost(Fraction(1)) if crawled else Fraction(1)
            )

        def jumps(far: Fraction, high: Fraction, running: bool, jumped: Fraction, phase: int) -> Leap | None:  # noqa: FBT001 - the search's callback
            del far, high, running, jumped, phase
            return Leap(Fraction(1), None)

        styles = {style_of(s, footing.mode) for footing in footings} - {"walk"} | {"jump"}
        return Reach(
            limit=left("walk"),
            meters={style: left(style) for style in sorted(styles)},
            leap=jumps,
            jump_counts=False,
            run_up=ZERO,
            gate=lambda gate: gate_chance(s, gate),
            passed=frozenset(state.passed),
            draw=draw,
            jump_meter="jump",
            solid=not free,
            grounded=free or takes_off(s, state.active),
            used=lambda cost, meters: ZERO if free else cost + sum(meters.values(), ZERO),
        )

    def levels(self, situation: Situation, state: Turn, spent: Spent) -> tuple[Level, ...]:
        """Return the prices along the ground when other styles are used as given."""
        s = situation
        if not counted(s, state):
            return (Level(None, "free", "X-06", tabletop.texts("free")),)
        meters = sorted(spent.meters.items(), key=lambda meter: meter[0] != "jump")
        # The search has seen to it that jumps take off from the ground: a step of no length puts them there.
        ground = Segment(mode="ground", length=ZERO)
        judge = RouteJudge(
            s, state, [ground, *(Segment(mode=name, length=used) for name, used in meters if used)]
        )
        so_far = _whole_price(s, judge)
        if so_far is not None and so_far.kind == "impossible":
            return (replace(so_far, limit=None),)
        walk, pool = judge.used.get("walk", ZERO), judge.used[POOL]
        levels = merged([(style_levels(s, state, "walk"), walk), (pool_levels(s, state), pool)])
        if state.prone:
            levels = _crawled(s, levels, ZERO)
        if so_far is None:
            return tuple(levels)
        laid = [over_laid(level, so_far) for level in levels]
        return (replace(so_far, limit=ZERO), *laid)

    def check_texts(
        self, situation: Situation, level: Level, leaps: Sequence[int], gates: Sequence[Gate]
    ) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on, in words."""
        needed = situation.house_rules.pass_score
        tried = [parts_of(check)[1] for check, _ in level.needs]
        tried += ["jump"] * len(leaps)
        own = [say("improvise.roll", style=named(style), needed=needed) for style in dict.fromkeys(tried)]
        demanded = [
            say(
                "gate",
                region=gate.id,
                name=gate.name,
                needed=needed if gate.difficulty is None else gate.difficulty,
            )
            for gate in gates
        ]
        return (*own, *demanded)

    def refuse(self, situation: Situation, state: Turn, event: Event) -> Refusal | None:
        """Return why an act or a roll cannot happen now."""
        if event.kind == "did":
            style = style_of(situation, str(event.options.get("style", "")))
            return _refuse_act(situation, state, event.act, style)
        if event.kind == "rolled" and parts_of(event.check)[0] == "sneaking":
            return _refuse_sneaking(situation, state)
        return None

    def open_ruling(self, situation: Situation, state: Turn, ruling: str) -> Ruling | None:
        """Return what a plan asks: whether to Dash, to improvise a missing style, or to try a Sneaking Test."""
        if ruling == "sneak":
            offered = situation.circumstances.obscured and may_sneak(state) and asks_to_sneak(situation)
            return sneak_ruling(situation, ZERO) if offered else None
        if ruling == "dash":
            return None if _refuse_dash(situation, state) else dash_ruling(situation)
        kind, _, mode = ruling.partition(":")
        if kind != "improvise" or not fullmatch(STYLE_NAME, mode):
            return None
        style = style_of(situation, mode)
        return improvise_ruling(style, ZERO) if reach_of(situation, state, style) is None else None

    def told(self, situation: Situation, state: Turn, fact: Fact) -> tuple[Text, str] | None:
        """Return what a Dash is told as: with the Hooks that it cost."""
        del state
        match fact:
            case (
                DidFact(act="dash")
                | ReactedFact(reaction="dash", stopped=False)
                | RuledFact(ruling="dash", choice="dash")
            ):
                return hooks_text(situation, "dash.told"), "STY-13"
            case ReactedFact(reaction="dash"):
                return say("dash.told.not"), "STY-13"
            case _:
                return None

    def offered_checks(self, situation: Situation) -> Sequence[str]:
        """Return the Tests without a path, with the Advantage or Disadvantage that the GM has given."""
        return [f"{name}{SUFFIXES[situation.circumstances.test]}" for name in self.free_checks]

    def open_check(self, situation: Situation, state: Turn, check: str) -> Check | None:
        """Return a Sneaking or Athletics Test, rolled without a path before it."""
        del state
        name, about, _ = parts_of(check)
        if name not in {"sneaking", "athletics"} or about:
            return None
        return build_check(situation, check, ZERO)

    def count(self, situation: Situation, check: Check, fact: RolledFact) -> Roll:
        """Return what a roll comes to."""
        result = score(situation, fact)
        success = result >= fact.difficulty
        natural = bool(fact.faces) and max(fact.faces or [0]) == 10
        key = "failed" if not success else "natural" if natural else "great" if result >= 10 else "passed"
        faces = None if fact.faces is None else tuple(fact.faces)
        return Roll(check.id, check.rule, faces, fact.difficulty, result, fact.difficulty, success, say(key))

    def faces(self, situation: Situation, check: Check, seed: int) -> tuple[int, ...]:
        """Return the dice of a check rolled from a seed."""
        del situation
        return roll_d10(check.pool, seed)

    def bad_faces(self, situation: Situation, check: Check, faces: Sequence[int]) -> str | None:
        """Return what is wrong with faces typed in for a check."""
        del situation
        if len(faces) != check.pool:
            return f"{len(faces)} faces for a Test of {check.pool} dice; type {check.pool} faces"
        wrong = [face for face in faces if not 1 <= face <= 10]
        return f"{wrong[0]} is not a face of a d10; type numbers from 1 to 10" if wrong else None

    def carry(self, situation: Situation, state: Turn, fact: Fact, after: Turn) -> Sequence[Carry]:
        """Return where a current, the water and a fall that lands take the token."""
        del after
        if isinstance(fact, RuledFact) and fact.ruling == "fall" and fact.choice == "lands":
            deep = ZERO if state.down else state.height or ZERO
            fall = Carry((*state.over, -deep), "STY-31", depth=deep or None)
            return [fall] if any(fall.by) else []
        ends_now = isinstance(fact, EndedFact) and fact.scope == "turn" and not state.turn_over
        if not ends_now or suspended(state) or not state.in_water:
            return ()
        heavy = pulled_down(situation, state) and not state.adrift
        carries = [Carry((*drift(state), ZERO), "STY-23")]
        carries.append(Carry((ZERO, ZERO, rises(situation, state)), "STY-25" if heavy else "STY-24"))
        return [carry for carry in carries if any(carry.by)]

    def start_of(self, state: Turn) -> tuple[int, str, Fraction]:
        """Return the diagonals that earlier moves of the Turn counted."""
        return state.diagonals, "", ZERO


def _whole_price(s: Situation, judge: RouteJudge) -> Level | None:
    """Return the price of all that was judged, as one level over which the ground is laid."""

    def chance_of(check: str, needed: int) -> Fraction:
        return odds_of(s, check).at_least(needed)

    return judge.whole(chance_of, judge.first_price)


def gate_chance(s: Situation, gate: Gate) -> Fraction:
    """Return the chance to pass a Test that a region demands."""
    needed = s.house_rules.pass_score if gate.difficulty is None else gate.difficulty
    return odds_of(s, f"gate:{gate.id}").at_least(needed)


# ---------------------------------------------------------------- where a token stands


def _standing(s: Situation, state: Turn) -> Standing:
    """Return allowances, badges, counters and open questions."""
    hazards = list(_hazards(s, state))
    rulings = [prompt_ruling(s, state, prompt) for prompt in state.prompts]
    if state.falling:
        rulings.append(fall_ruling(ZERO))
    if pulled_down(s, state) and not state.cargo:
        rulings.append(heavy_ruling())
    return Standing(
        allowances=tuple(_allowances(s, state)),
        modifiers=tuple(dash_modifiers(s, on=state.dash)),
        statuses=tuple(_statuses(s, state)),
        counters=tuple(_counters(s, state)),
        rulings=tuple(rulings),
        hazards=tuple(hazards),
        trace=tuple(_lines(s, state)),
    )


def _hazards(s: Situation, state: Turn) -> Iterator[Hazard]:
    if state.falling:
        yield fall(s, ZERO, state.height, stops=False)
    rise = upward(s, state)
    if rise and state.in_water:
        number = "STY-25" if pulled_down(s, state) and not state.adrift else "STY-24"
        name, way = ("float", "up") if rise > 0 else ("sink", "down")
        numbers = {"dir": way, "per_turn": abs(rise)}
        yield Hazard(name, number, ZERO, say(name, per_turn=abs(rise)), numbers=numbers)
    cols, rows = drift(state)
    if cols or rows:
        yield Hazard(
            "drift",
            "STY-23",
            ZERO,
            say("drift", way=drift_way(cols, rows)),
            numbers={"cols": cols, "rows": rows},
        )


def _statuses(s: Situation, state: Turn) -> Iterator[Status]:
    if state.active != "walk":
        yield Status(f"active:{state.active}", "STY-15", say("active", style=named(state.active)))
    if state.prone:
        yield Status("prone", "STY-18", say("prone"))
    if state.dash:
        yield Status("dash", "STY-12", say("dash.on"))
    if state.falling:
        yield Status("falling", "STY-31", say("falling"))
    if state.slowed:
        yield Status("slowed", "STY-26", say("slowed", stacks=state.slowed))
    if suspended(state):
        yield Status("montage", "STY-32", say("montage"))
    if state.adrift:
        name = "float" if upward(s, state) > 0 else "sink"
        yield Status("adrift", "STY-24", say(name, per_turn=abs(upward(s, state))))


def known_styles(s: Situation, state: Turn) -> list[str]:
    """Return the styles of the sheet and the improvised ones."""
    return list(dict.fromkeys([*s.character.styles, *(name for name, _ in state.improvised)]))


def _allowances(s: Situation, state: Turn) -> Iterator[Allowance]:
    free, still = not counted(s, state), _barred(s, state) is not None
    pool, used = doubled(pool_of(s), dash=state.dash), pool_used(s, state)
    left = ZERO if still else max(ZERO, pool - used)
    label = say("allow.pool")
    if free:
        yield Allowance("pool", "ground", "STY-03", label, "turn", None, used, None)
    else:
        yield Allowance("pool", "ground", "STY-03", label, "turn", pool, used, left)
    for style in known_styles(s, state):
        limit = doubled(reach_of(s, state, style) or ZERO, dash=state.dash)
        spent_in = state.used(style)
        over = max(ZERO, min(left, limit - spent_in))
        mode = "ground" if style == "walk" else style
        yield Allowance(
            style,
            mode,
            "STY-02" if style in s.character.styles else "STY-29",
            say("allow.style", style=named(style)),
            "turn",
            None if free else limit,
            spent_in,
            None if free else over,
        )
    if state.prone and not free:
        walk = doubled(reach_of(s, state, "walk") or ZERO, dash=state.dash)
        spending = max(ZERO, min(left, walk - state.used("walk")))
        reach = crawl_distance(s, spending)
        yield Allowance("crawl", "ground", "STY-17", say("allow.crawl"), "turn", reach, ZERO, reach)


def _counters(s: Situation, state: Turn) -> Iterator[Counter]:
    yield Counter("pool_spent", "STY-10", say("counter.pool_spent"), pool_used(s, state))
    for style, amount in state.spent:
        label = say("counter.style_spent", style=named(style))
        yield Counter(f"spent:{style}", "STY-11", label, amount)
    yield Counter("dash", "STY-12", say("counter.dash"), state.dash)
    yield Counter("active_style", "STY-15", say("counter.active"), state.active, worded(state.active))
    yield Counter("prone", "STY-18", say("counter.prone"), state.prone)
    yield Counter("slowed", "STY-26", say("counter.slowed"), state.slowed)
    yield Counter("sneak", "STY-14", say("counter.sneak"), state.sneak, say(f"sneak.now.{state.sneak}"))
    yield Counter("interrupts", "STY-26", say("counter.interrupts"), state.interrupts)
    effect = interrupt_effect(s, state.active)
    yield Counter("interrupt_effect", "STY-27", say("counter.effect"), effect, effect_text(effect))
    yield Counter("turn_over", "STY-07", say("counter.turn"), state.turn_over)


def _lines(s: Situation, state: Turn) -> Iterator[Trace]:
    """Yield where the numbers come from."""
    yield RULES["STY-01"].trace(say("ladder.all"))
    yield RULES["STY-03"].trace(say("pool.working", limit=pool_of(s)), limit=pool_of(s))
    if dict(s.character.styles) == starting_styles():
        yield RULES["STY-04"].trace(say("starting"))
    refresh = "refresh.end" if s.house_rules.pool_refresh == "turn_end" else "refresh.start"
    yield RULES["STY-10"].trace(say(refresh))
    yield RULES["STY-11"].trace(say("reset", spent=sum((x for _, x in state.spent), ZERO)))
    yield from _state_lines(s, state)


def _state_lines(s: Situation, state: Turn) -> Iterator[Trace]:
    """Yield what explains the state the token is in."""
    c, active = s.character, state.active
    if state.sneak == "open":
        check = build_check(s, f"sneaking{SUFFIXES[s.circumstances.test]}", ZERO)
        working = say("sneak.working", modifier=f"{c.sneaking:+d}", needed=check.needed)
        yield RULES["STY-14"].trace(working, chance=check.chance)
    if state.slowed >= 2:
        yield RULES["STY-26"].trace(say("slowed.working"))
    if state.interrupts:
        working = say("interrupted", effect=effect_text(state.effect))
        yield RULES["STY-27"].trace(working, effect=state.effect)
    own = sheet_effect(s, active)
    if own is not None:
        yield RULES["STY-34"].trace(say("own_effect", style=named(active), effect=own), effect=own)
    if state.adrift:
        working = say("goods.working", filled=c.goods_filled, total=c.goods_total)
        yield RULES["STY-24"].trace(working, rise=upward(s, state))
    if pulled_down(s, state):
        yield RULES["STY-25"].trace(say("heavy"))
    if s.in_combat:
        yield RULES["STY-28"].trace(maneuver())
    if suspended(state):
        yield RULES["STY-32"].trace(say("montage"))


SYSTEM = Styles()
