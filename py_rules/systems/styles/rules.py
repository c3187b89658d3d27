"""The Kleptonomicon: its rules, from the book's beginning to its end; swimming is in a module of that name."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor

from py_rules.engine import Move
from py_rules.engine.clock import cleared
from py_rules.engine.parts import Turn
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.situation import Neighbour
from py_rules.systems.styles.turn import Size
from py_rules.systems.styles.words import MODES, POOL, ZERO, game, say
from py_rules.values.answer_parts import Band, Hazard
from py_rules.values.holds import Hold
from py_rules.values.rounding import to_fraction
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Segment

LADDER = (1, 2, 4, 8)
SIZES = {"half": Fraction(2), "normal": Fraction(4), "double": Fraction(8)}
POOL_FIELDS = {"turn_end": "pool_spent", "turn_start": "turn_spent"}
"""What is used of the pool since it was filled, by when it is filled."""
AIRBORNE = frozenset({"fly", "levitate", "glide", "hover", "swing", "teleport", "blink"})
USED: dict[Hold, str] = {"water": "swim", "wall": "climb"}
"""What style is in use where nothing else is, by what holds one up there; elsewhere Walk."""
FALLS = frozenset({"fall", "float_or_sink"})
"""What an interrupt does to a style that leaves the ground."""
OWN_EFFECTS = {"climb": "fall", "fly": "fall", "swim": "float_or_sink"}
KNOWN_EFFECTS = ("none", "fall", "float_or_sink")


@game.rule(
    "STY-04",
    "starting styles",
    kind="rate",
    working="A sheet without styles of its own begins with Walk 4 u, Half Jump 2 u, Half Swim 2 u",
)
def starting_styles() -> dict[str, Size]:
    """Most characters begin with Walk 4 u, Half Jump 2 u and Half Swim 2 u, and so with a pool of 4 u."""
    return {"walk": "normal", "jump": "half", "swim": "half"}


def style_of(move: Move, mode: str) -> str:
    """Return the style that a mode is paid in; the map says ground where the sheet says walk."""
    if mode == "crawl" and "crawl" not in move.character.styles:
        return "walk"
    return "walk" if mode == "ground" else mode


def named(style: str) -> Sentence:
    """Return a style's name for people."""
    return say(f"mode.{style}") if style in MODES else say("mode.own", style=style[:1].upper() + style[1:])


@game.rule(
    "STY-01",
    "distance ladder",
    kind="rate",
    working={
        "1": "{length} u: Swinging distance, up to 1 u",
        "2": "{length} u: Spearing distance, up to 2 u",
        "4": "{length} u: Spitting distance, up to 4 u",
        "8": "{length} u: Throwing distance, up to 8 u",
    },
    which=lambda length: str(next(limit for limit in LADDER if length <= limit)),
)
def rung(length: Fraction) -> bool:
    """Distances have names: 1 u is Swinging, 2 u Spearing, 4 u Spitting and 8 u Throwing."""
    return length <= LADDER[-1]


@game.rule(
    "STY-02",
    "style distance",
    kind="rate",
    working="{named}: {limit} u",
    shown={"named": lambda _, _move, style: named(style), "limit": lambda far, *_: far or ZERO},
)
def distance(move: Move, style: str) -> Fraction | None:
    """A style takes you 4 u in a Round, a Half one 2 u, a Double one 8 u.

    It is counted before any Dash; ``None``: the style is neither on the sheet nor improvised.
    """
    size = move.character.styles.get(style)
    return improvised(move.turn, style) if size is None else sized(size)


def sized(size: str | float) -> Fraction:
    """Return how far a style of a size takes you."""
    return SIZES[size] if isinstance(size, str) else to_fraction(size)


@game.rule(
    "STY-03",
    "Movement pool",
    kind="resource",
    working="The largest style on the sheet: {limit} u",
    result="limit",
)
def movement_pool(move: Move) -> Fraction:
    """All your styles together take you no farther than the largest style on your sheet: that is your Movement pool.
    Improvised styles do not count.
    """
    return max(map(sized, move.character.styles.values()), default=ZERO)


@game.rule(
    "STY-12",
    "Dash",
    kind="modifier",
    working="Dash doubles every style and the pool: {pool} u",
    result="pool",
)
def doubled(amount: Fraction, *, dash: bool) -> Fraction:
    """Dash just as your Move starts: it doubles every style and the pool until your next Turn starts, or until this
    one ends if your table says so. What is spent stays spent.
    """
    return 2 * amount if dash else amount


@game.rule(
    "STY-13",
    "Dash cost and limit",
    kind="resource",
    working="Hooks for a Dash: {dash_hook_cost}; on the sheet: {held}",
    shown={"held": lambda _, move: "-" if move.character.hooks is None else move.character.hooks},
)
def no_dash(move: Move) -> Sentence | None:
    """Dash is your Reaction to the start of your own Move and costs 1 Hook, or what your table asks for. You cannot
    Dash again while it lasts.
    """
    if move.turn.dash:
        return say("dash.twice")
    held, cost = move.character.hooks, move.house_rules.dash_hook_cost
    return None if held is None or held >= cost else say("dash.no_hook", hooks=cost, held=held)


@game.rule(
    "STY-29",
    "improvised style",
    kind="resource",
    working="Improvised until the end of the Turn: {named} {limit} u",
    shown={"named": lambda _, _turn, style: named(style), "limit": lambda far, *_: far or ZERO},
)
def improvised(turn: Turn, style: str) -> Fraction | None:
    """You may improvise a style you lack if the GM grants it, perhaps after a Test such as Athletics. It takes you 2
    u, or the normal 4 u if you improvise well, and lasts until your Turn ends.
    """
    return SIZES.get(word_on(turn, style))


def word_on(turn: Turn, style: str) -> str:
    """Return what was said of improvising a style: its size, "test", "no"; nothing: it was not asked for."""
    return str(dict(turn.improvised).get(style, ""))


@game.rule(
    "STY-05",
    "spending pool and style",
    kind="resource",
    working="{named}: {amount} u from the pool and into its own meter",
    shown={"named": lambda _, _used, style, **__: named(style)},
)
def spent(used: Mapping[str, Fraction], style: str, *, amount: Fraction) -> dict[str, Fraction]:
    """Pay each u you move twice: once from the pool and once from its style. Mix styles in any order, before, between
    or after your acts.
    """
    return {**used, **{meter: used.get(meter, ZERO) + amount for meter in (style, POOL)}}


@game.rule(
    "STY-10",
    "pool refresh",
    kind="resource",
    working={
        "turn_end": "The pool is full again at the end of your Turn",
        "turn_start": "The pool is full again at the start of your Turn",
    },
    which=lambda move: move.house_rules.pool_refresh,
)
def pool_used(move: Move) -> Fraction:
    """When your Turn ends, first clear Fleeting stacks, then fill the pool again; your table may fill it when your
    Turn starts instead. Unspent Movement is not added on top.
    """
    used: Fraction = getattr(move.turn, POOL_FIELDS[move.house_rules.pool_refresh])
    return used


@game.rule(
    "STY-11",
    "style meter reset",
    kind="resource",
    working="Spent into styles since your Turn started: {spent} u; forgotten when the next one starts",
    shown={"spent": lambda _, turn: sum((amount for _, amount in turn.spent), ZERO)},
)
def new_turn(turn: Turn) -> Turn:
    """When your own Turn starts, each style has its whole distance again."""
    return cleared(turn, "begin turn")


@game.rule("STY-06", "exhausted style", kind="band")
def style_end(style: str, limit: Fraction) -> PriceTier:
    """Once you have moved a style’s whole distance, it is used up until your next Turn; other styles go on while the
    pool lasts.
    """
    return ends(style_end, say("style.end", style=named(style), limit=limit))


@game.rule(
    "STY-07",
    "Move is a Free Action",
    kind="resource",
    working={
        "on": "Move is a Free Action: as often as there is Movement to spend",
        "off": "Move is for your own Turn",
    },
    which=lambda move: "off" if move.turn.turn_over and not move.circumstances.allowed_off_turn else "on",
)
def off_turn(move: Move) -> bool:
    """Move is a Free Action on your own Turn: use it as often as you have Movement to spend."""
    return move.turn.turn_over and not move.circumstances.allowed_off_turn


@game.rule(
    "STY-08",
    "plan first",
    kind="band",
    working={
        "whole": "The whole plan can be paid: it may start",
        "refused": "The plan cannot be carried out whole: it does not start",
    },
    shown={"whole": lambda result, _bands: str(result)},
    which=lambda bands: "refused" if any(band.kind == "impossible" for band in bands) else "whole",
)
def affordable(bands: Sequence[Band]) -> bool:
    """Plan the whole path and its styles first: if the pool or any style cannot pay for all of it, you do not start."""
    return all(band.kind != "impossible" for band in bands)


@game.rule(
    "STY-09",
    "execution, pay what was used",
    kind="resource",
    working="The move ends after {at} u: only that much is paid",
)
def paid_for(at: Fraction) -> Fraction:
    """Move along the plan as far as you get, and pay only for that."""
    return at


def crawls(move: Move, mode: str) -> bool:
    """Tell whether a stretch is crawled: Walk while prone, or by the player's choice."""
    return style_of(move, mode) == "walk" and (move.turn.prone or mode == "crawl")


@game.rule(
    "STY-17",
    "crawling halves",
    kind="modifier",
    working="Crawling {length} u takes {cost} u of Movement",
    result="cost",
)
def crawl_cost(length: Fraction) -> Fraction:
    """While you are prone, Movement spent on Walk takes you half as far: crawling 1 u costs 2 u. Halves count, unless
    your table allows whole u only.
    """
    return 2 * length


def crawl_distance(move: Move, spending: Fraction) -> Fraction:
    """Return how far a crawl takes you (STY-17)."""
    return Fraction(floor(spending / 2)) if move.house_rules.crawl_round == "down" else spending / 2


@game.rule("STY-18", "prone and standing up", kind="state")
def stand_cost(move: Move) -> tuple[Fraction, Fraction]:
    """While you Walk, going prone is a Free Action; so is standing up, which costs 1 u of the pool, and of Walk too if
    your table says so, and comes before a Jump or another style. Attacks on the prone are often easier or harder.

    Returns what it takes from the pool, and from Walk.
    """
    return Fraction(1), Fraction(1) if move.house_rules.stand_charges_walk else ZERO


@game.rule("STY-15", "active style", kind="state")
def active_after(style: str, held: Hold, *, own: Hold | None) -> str:
    """The style you use is your active one, and its rules hold. While you use none, it is Walk, or Swim in water.

    ``own``: what holds up who uses the style. On a wall one may fly as well; who climbs where nothing is falls.
    """
    stays = style != "jump" and (own in {None, held} or {own, held} == {"wall", "air"})
    return style if stays else USED.get(held, "walk")


@game.rule("STY-16", "Walk needs ground", kind="hazard")
def walks_into_air(style: str, step: Segment) -> bool:
    """Walk on roughly level, solid ground. With nothing solid below you, you begin to fall and cannot move yourself."""
    return style != "jump" and (step.falls or (style == "walk" and step.ends == "air"))


@game.rule("STY-19", "Jump", kind="hazard")
def jumps_into_air(style: str, step: Segment) -> bool:
    """Jump from solid, roughly level ground; what you rise counts as distance too. If you do not land on such ground,
    you begin to fall there.
    """
    return style == "jump" and (step.falls or step.ends == "air")


@game.rule("STY-20", "split jumps", kind="band")
def takes_off() -> None:
    """You may split Jump into several smaller jumps, each from solid ground; their lengths add up."""


def held_in(move: Move, style: str) -> Hold | None:
    """Return what holds up who uses a style; none: the sheet does not say it."""
    if style in {"walk", "crawl", "jump"}:
        return "ground"
    flies = style in AIRBORNE or move.character.interrupts.get(style) in FALLS
    return next((held for held, used in USED.items() if used == style), "air" if flies else None)


@game.rule(
    "STY-21", "Climb", kind="state", working="Along a wall or ceiling; interrupted, the climb becomes a fall"
)
def climbs(style: str) -> bool:
    """Climb along walls and ceilings. If you are Interrupted, you begin to fall."""
    return style == "climb"


@game.rule(
    "STY-26",
    "what interrupts",
    kind="reaction",
    working="Movement is interrupted when the second stack of Slowed is reached",
)
def slowed_enough(before: int, after: int) -> bool:
    """Your Movement is Interrupted by an Ability that says so, and when you reach two stacks of Slowed; a third does
    not do it again.
    """
    return before < 2 <= after


@game.rule(
    "STY-34",
    "other styles as data",
    kind="rate",
    working="By the sheet, {named} interrupted: {effect}",
    shown={"named": lambda _, _move, style: named(style)},
    result="effect",
)
def sheet_effect(move: Move, style: str) -> str | None:
    """A style other than Walk, Jump, Climb or Swim has its name, its size and what an Interrupt does to it on your
    sheet.
    """
    effect: str | None = move.character.interrupts.get(style)
    return effect


@game.rule(
    "STY-27",
    "effect of an interrupt by style",
    kind="reaction",
    working="Interrupted, {named}: {told}",
    shown={
        "named": lambda _, _move, style: named(style),
        "told": lambda effect, *_: effect_text(effect),
        "effect": lambda effect, *_: effect,
    },
)
def interrupt_effect(move: Move, style: str) -> str:
    """An Interrupt makes you fall if you Climb or Fly, and float or sink if you Swim. If you Walk, Jump or Levitate,
    nothing happens, unless your sheet or your table says so.
    """
    own = sheet_effect(move, style)
    if own is not None:
        return own
    return str(move.house_rules.jump_interrupt) if style == "jump" else OWN_EFFECTS.get(style, "none")


def effect_text(effect: str) -> Sentence:
    """Return an interrupt's effect in words."""
    return say(f"effect.{effect}") if effect in KNOWN_EFFECTS else say("effect.own", effect=effect)


@game.rule(
    "STY-28",
    "Improvised Maneuver",
    kind="roll",
    working="Without an Ability for it, a Basic Attack at Disadvantage may add Slowed",
)
def maneuver() -> None:
    """If you have no Ability that inflicts Slowed, you may add Slowed to a Basic Attack; its Test then has a
    Disadvantage.
    """


@game.rule("STY-30", "failed improvisation", kind="hazard")
def failure_interrupts(choice: str) -> bool:
    """If improvising a style fails, the GM says what happens: you may count as Interrupted in that style, or it ends
    badly in another way.
    """
    return choice == "interrupted"


@game.rule("STY-31", "falling", kind="hazard")
def fall(at: Fraction, *, height: Fraction | None, stops: bool) -> Hazard:
    """While you fall, you cannot move yourself. Another chapter says what the fall does to you."""
    if height is None:
        return Hazard("fall", fall, at, say("fall"), stops)
    return Hazard("fall", fall, at, say("fall.height", height=height), stops, {"height": height})


@game.rule("STY-32", "long chases", kind="state")
def suspended(turn: Turn) -> bool:
    """In a long chase the GM may replace Move with Athletics Tests of a Montage: no Movement is counted then."""
    return bool(turn.montage)


@game.rule("STY-33", "enemy reactions to movement", kind="reaction")
def reacting(move: Move, foe: Neighbour) -> Fraction | None:
    """Foes may have Reactions to your Movement, above all when you leave their reach of 1 u, or what your table sets;
    your move waits until they have decided.

    Returns how far a foe reaches; none: it does not react.
    """
    table, own = move.house_rules.reaction_reach_u, foe.facts.reach_u
    return to_fraction(table if own is None else own) if table and foe.facts.reacts else None


@game.rule(
    "STY-14", "Sneak on the move", kind="roll", working="Sneaking {sneaking}, Score {pass_score} or better"
)
def may_sneak(move: Move) -> bool:
    """Once a Round, when Movement brings you to a new place where half of you or more is hidden from every foe, you
    may try a Sneaking Test. If you pass, choose a Stealth Condition and gain one stack of it.
    """
    return bool(move.turn.sneak == "none")


def known_styles(move: Move) -> list[str]:
    """Return the styles of the sheet and the improvised ones."""
    granted = (style for style, word in move.turn.improvised if word in SIZES)
    return list(dict.fromkeys([*move.character.styles, *granted]))


game.reaction("leaves", reacting, label="Leaves the reach of {token}, who may react")
