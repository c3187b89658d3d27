"""Rules that hold at every table, whatever the game: what the map forbids, what a preview may do."""

from fractions import Fraction
from typing import Any

from py_rules.engine import presets
from py_rules.engine.rules import Rule, rule
from py_rules.values.rounding import to_number
from py_rules.values.sentences import Catalog, Sentence

REFERENCE = "Footwork, table rules"

texts = Catalog(
    "table",
    {
        "wall": "A wall or closed door stands in the way.",
        "obstacle": "Something solid stands in the way.",
        "token": "A token stands in the way that cannot be passed.",
        "crowd": "A token in the way slows: the cell costs {factor} times as much.",
        "diagonal": "This table does not allow diagonal steps.",
        "edge": "The map ends here.",
        "gap": "There is nothing to stand on: cross it in one straight jump that lands on the far side.",
        "fell": "There is nothing to stand on: it falls.",
        "ledge": "Too high to be stepped on: climb or jump.",
        "air": "There is nothing underfoot: fly, climb or fall.",
        "rise": "There is nothing to stand on at that height: climb, jump or fly.",
        "aloft": "In the air, {height} {unit} up: climbs or falls",
        "water": "Too deep to be walked through: swim, jump or fly.",
        "amiss.inside": "It is at least partly inside something solid: put it where it can be, or move it out.",
        "amiss.below": "It is below the floor, where nothing can be: correct its elevation, or move it out.",
        "amiss.gap": "There is nothing below it: it falls, or put it where it can be, or move it on.",
        "falls": "Nothing underfoot: falls {height} {unit}",
        "no_wall": "There is nothing to climb.",
        "no_wall.ask": "The map shows nothing to climb here: the GM says whether something holds.",
        "take_off": "A jump starts from ground: not from water, a wall, a rope or the air.",
        "storey": "No stairs, ladder or hole in the floor leads there from here.",
        "rough.times": "{length} {unit} × {multiplier} = {cost} {unit}",
        "rough.entry": "{length} {unit} + {flat} {unit} on entering = {cost} {unit}",
        "rough.both": "{length} {unit} × {multiplier} + {flat} {unit} on entering = {cost} {unit}",
        "leapt": "The gap is {far} {unit} wide; the other {rest} {unit} of the steps are walked.",
        "pause": "Climbs {far} {unit} at the most and holds on there; the other {rest} {unit} follow later.",
        "passage": "From storey to storey: {length} {unit}.",
        "occupied": "Another token stands here: pass, or stop elsewhere.",
        "end": "A token cannot stop here.",
        "cover": "The way ends in cover: {name}.",
        "converted": "1 cell of {distance} {units} counts as {side} {unit}.",
        "too_far": "{over} {unit} too far. {reason}",
        "nearest": "The nearest cell that can be reached is column {col}, row {row}.",
        "no_way": "No way leads there; the nearest cell that can be reached is column {col}, row {row}.",
        "commit.moved": "Moved {distance} {unit}",
        "commit.stopped": "Moved {distance} {unit}, then stopped: {why}",
        "commit.override": "Moved {distance} {unit}, against the rules",
        "commit.forced": "Pushed {distance} {unit}",
        "commit.forced.off": "Pushed {distance} {unit}, over a drop of {height} {unit}",
        "commit.carried": "Carried {distance} {unit}: {why}",
        "commit.fell": "Down {distance} {unit}: {why}",
        "commit.failed": "Fell short of {distance} {unit}",
        "commit.failed.landed": "Fell short of {distance} {unit}, came down after {landed} {unit}",
        "commit.met": "Met on the way: {what}",
        "commit.given": "Given {length} {unit}: {reason}",
        "commit.taken": "Taken {length} {unit}: {reason}",
        "commit.intended": "Set out, a roll is open: {check}",
        "commit.intended.by": "Set out, {who} may react",
        "commit.acted": "Acted",
        "commit.did": "{act}",
        "commit.did.with": "{act} ({options})",
        "commit.reacted": "Waited for it, the move goes on",
        "commit.reacted.by": "{who} reacted, the move goes on",
        "commit.reacted.stopped": "The move ended there",
        "commit.reacted.stopped.by": "{who} reacted and ended the move",
        "commit.refused": "{act} refused, the move ended there",
        "commit.rolled": "Rolled {check}: {word} {result}. {effect}",
        "commit.begin": "{scope} began",
        "commit.end": "{scope} ended",
        "commit.ruled": "{question} {choice}",
        "undo.blocked": "Undo what came later first: {what}.",
        "pending": "A roll is still open ({check}): roll it, or undo the move.",
        "pending.reaction": "A reaction is still open: play {check}, or undo the move.",
        "not_pending": "No check of the name {check} can be rolled now.",
        "not_pending.while": "No check of the name {check} can be rolled now: {open} is open.",
        "not_pending.reaction": "No reaction of the name {check} is waited for now.",
        "not_pending.reaction.while": "No reaction of the name {check} is waited for now: {open} is open.",
        "free": "Nothing to pay.",
        "given": "Given by the GM: counts as nothing",
        "given.on": "movement given: {reason}",
        "given.since": "when it was given",
        "given.until": "{scope} begins anew",
        "on_tests": "Modifier to every test of this move: {change}",
        "named": "{name}: {value}",
        "listed": "{before}, {one}",
        "in_all": "({listed})",
        **presets.TEXTS,
    },
)


@rule("MAP-01", "Walls and doors", kind="state", reference=REFERENCE)
def wall() -> None:
    """No step crosses or touches a wall or a closed door, and corners are not cut."""


@rule("MAP-02", "Where to stop", kind="state", reference=REFERENCE)
def occupied() -> None:
    """Nobody stops on another token, in something solid or over a gap; a table may let small tokens share a cell."""


@rule("MAP-03", "Tokens in the way", kind="state", reference=REFERENCE)
def token(factor: float) -> Sentence:
    """A hostile token cannot be walked through, others can; a table may have each kind block, slow or let pass."""
    return texts("crowd", factor=factor)


@rule("MAP-04", "Gaps", kind="state", reference=REFERENCE)
def gap() -> None:
    """A gap is crossed by one straight jump that lands on solid ground."""


@rule("MAP-05", "Solid things", kind="state", reference=REFERENCE)
def obstacle() -> None:
    """Nobody enters something solid."""


@rule("MAP-06", "The grid", kind="state", reference=REFERENCE)
def edge() -> None:
    """Steps stay on the map and follow the table’s diagonal rule."""


@rule("MAP-07", "No way", kind="state", reference=REFERENCE)
def no_way(col: float, row: float) -> Sentence:
    """Where no way leads, or it is too far, the nearest cell that can be reached is named."""
    return texts("no_way", col=col, row=row)


@rule("MAP-08", "Rough ground", kind="rate", reference=REFERENCE)
def rough() -> None:
    """Where a game has no rule for rough ground, the GM says what it costs more, and what entering it asks to roll."""


@rule("MAP-09", "Units", kind="rate", reference=REFERENCE)
def converted(distance: float, units: str, *, side: float, unit: str) -> Sentence:
    """A map in another unit than the game’s is converted exactly, and the answer says what a cell counts as."""
    return texts("converted", distance=distance, units=units, side=side, unit=unit)


@rule("MAP-10", "Storeys", kind="state", reference=REFERENCE)
def storey() -> None:
    """Passages, as long as the map says or as their straight line, and holes in the floor lead between storeys."""


@rule("MAP-11", "Cover", kind="state", reference=REFERENCE)
def cover(name: str) -> Sentence:
    """Cover costs no movement; a plan that ends in it names it, for what a game or the GM makes of it."""
    return texts("cover", name=name)


@rule("MAP-13", "Ledges", kind="state", reference=REFERENCE)
def ledge() -> None:
    """Ground half a cell higher or lower, or what the table says, is stepped on; beyond it is climb, jump or fall."""


@rule("MAP-14", "Water", kind="state", reference=REFERENCE)
def water() -> None:
    """Water is too deep to walk: swim, jump or fly. On foot a move ends at the shore, whatever mode is named."""


@rule("MAP-15", "In the air", kind="state", reference=REFERENCE)
def air() -> None:
    """A token above the ground flies, holds on to something, or falls. Nobody walks or swims on air."""


@rule("MAP-16", "Reach", kind="state", reference=REFERENCE)
def reach() -> None:
    """Nobody reaches through a wall, a closed door or something solid: a straight line must lead from body to body."""


@rule("MAP-17", "Jumps over gaps", kind="rate", reference=REFERENCE)
def leapt(far: float, rest: float, *, unit: str) -> Sentence:
    """A jump is as long as the gap on the path, from edge to edge; the rest is walked, or a table counts steps."""
    return texts("leapt", far=far, rest=rest, unit=unit)


@rule("MAP-18", "Pauses in a climb", kind="state", reference=REFERENCE)
def pause(far: Fraction, rest: Fraction, *, unit: str) -> Sentence:
    """Where neither roll nor allowance carries a climb to its end, the climber holds on there and goes on later."""
    return texts("pause", far=to_number(far), rest=to_number(rest), unit=unit)


@rule("MAP-19", "What holds a body", kind="state", reference=REFERENCE)
def holds() -> None:
    """Ground, water, walls and ropes hold a body; who has none falls to what is below. Jumps start from ground."""


@rule("X-06", "One scope, one sum", kind="state", reference=REFERENCE)
def open_roll(check: str, *, reaction: bool = False) -> Sentence:
    """Drags in one scope add up; a drag that waits for its roll must be settled before the next."""
    return texts("pending.reaction" if reaction else "pending", check=check)


def not_pending(check: str, waits: str | None, *, reaction: bool = False) -> Sentence:
    """Return that nothing of that name is waited for, and what is, if anything."""
    key = "not_pending.reaction" if reaction else "not_pending"
    return texts(key, check=check) if waits is None else texts(f"{key}.while", check=check, open=waits)


@rule("X-07", "Undo", kind="state", reference=REFERENCE)
def undo(commit: str, what: Sentence | str) -> Sentence:
    """Undo takes back what was done last, and gives back the turn of before it."""
    return texts("undo.blocked", commit=commit, what=what)


@rule("X-08", "Forced movement", kind="state", reference=REFERENCE)
def forced() -> None:
    """Being pushed, dragged or carried costs nothing. It ends at walls, solid or high things and edges of the map."""


@rule("X-11", "Enforcement", kind="state", reference=REFERENCE)
def enforced() -> None:
    """The table informs, asks or blocks when a move cannot be made; the GM can always let it through."""


@rule("X-12", "Modifiers to tests", kind="modifier", reference=REFERENCE)
def on_tests(change: int) -> Sentence:
    """Wounds, gear or the GM’s word change each test of a move alike: its dice, target number, total or Score."""
    return texts("on_tests", change=change)


@rule("X-14", "Given or taken", kind="resource", reference=REFERENCE)
def given(length: Fraction, unit: str, *, reason: str) -> Sentence:
    """What the GM gives is moved next and counts as nothing; what the GM takes is used up as if walked."""
    key = "commit.given" if length > 0 else "commit.taken"
    return texts(key, length=to_number(abs(length)), unit=unit, reason=reason)


_IN_THE_WAY: dict[str, list[str]] = {
    wall: ["wall"],
    occupied: ["occupied", "end"],
    token: ["token"],
    gap: ["gap", "fell"],
    obstacle: ["obstacle"],
    edge: ["edge", "diagonal"],
    storey: ["storey"],
    water: ["water"],
    holds: ["take_off", "no_wall"],
    air: ["air", "rise"],
    ledge: ["ledge"],
}
BARRIERS = {why: (number, texts(why)) for number, reasons in _IN_THE_WAY.items() for why in reasons}
"""What stands in the way, with its rule and why nobody gets past it."""


_FOUND: list[Rule[..., Any]] = sorted(found for found in globals().values() if isinstance(found, Rule))
RULES: dict[str, Rule[..., Any]] = {found: found for found in _FOUND}
"""The rules of every table, in order of number."""
