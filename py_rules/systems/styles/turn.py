"""The Kleptonomicon: what is remembered of a turn, what clears it, and fixed numbers and names."""

from fractions import Fraction
from typing import Annotated, Literal

from py_rules.engine.clock import kept
from py_rules.engine.inputs import in_words, unfit
from py_rules.protocol.bounds import checked, limits, one_of
from py_rules.systems.styles.words import MODES, WRITTEN, ZERO, game, say
from py_rules.values.records import record


def spelled(name: str) -> str:
    """Return the name of a style; raises ``ValueError`` for another spelling of a name that is known."""
    plain_name = " ".join(name.split()).casefold()
    known = "walk" if plain_name == "ground" else plain_name
    if known in MODES and name != known:
        raise unfit(say, "unfit.style_spelling", known=repr(known))
    if name != name.strip():
        raise unfit(say, "unfit.style_spaces", styles=WRITTEN)
    return name


GRANTS = ("half", "normal", "double", "test", "no")
Size = Annotated[
    Literal["half", "normal", "double"] | Annotated[float, limits(ge=0, le=1000)], in_words(say, "unfit.size")
]
USUAL_STYLES = ["walk", "jump", "climb", "swim", "fly", "levitate", "glide", "burrow", "teleport"]
StyleName = Annotated[
    str,
    limits(min_length=1, max_length=40, pattern=r"^[^*:]*[^*:\s\x00-\x1f][^*:]*$", examples=USUAL_STYLES),
    in_words(say, "unfit.style", styles=WRITTEN),
    checked(spelled),
]


game.clock("round", "turn", labels={"turn": "Own Turn"})
for surface, label in (("wall", "wall"), ("ceiling", "ceiling"), ("air", "nothing solid")):
    game.surface(surface, label)


@game.turn
@record()
class Turn:
    """The ledger of one token; distances as fractions."""

    pool_spent: Fraction = kept(ZERO, "end turn")
    """Since the last Turn ended."""
    turn_spent: Fraction = kept(ZERO, "begin turn")
    """Since this Turn began; tables that fill the pool at its start read this."""
    spent: tuple[tuple[str, Fraction], ...] = kept((), "begin turn")
    dash: bool = kept(False, "begin turn", counted_at=["end turn"])
    turn_over: bool = kept(False, "begin turn", counted_at=["end turn"])
    interrupts: int = kept(0, "begin turn")
    sneak: Literal["none", "open", "used"] = kept("none", "begin round")
    moved: bool = kept(False, "begin round")
    improvised: tuple[tuple[str, Annotated[str, one_of(*GRANTS)]], ...] = kept((), "end turn")
    """What the GM, or a Test, said of styles that are not on the sheet."""
    active: str = kept("walk", until="another style is used")
    current: tuple[Fraction, Fraction] | None = kept(None, until="the last move ends on dry land")
    adrift: bool = kept(False, until="it swims again")
    """Interrupted while swimming: floats or sinks until it swims again."""
    cargo: Literal["", "sinks", "stays"] = kept("", until="the last move ends on dry land")
    """What the GM said of heavy cargo in this water."""
    prone: bool = kept(False, until="standing up")
    slowed: int = kept(0, until="the table counts it down")
    montage: bool = kept(False, until="the montage ends")
    prompts: tuple[str, ...] = kept((), counted_at=["end turn"], until="the GM has answered")
    under_way: str = kept("", "begin round", "begin turn", until="the Reaction is played")
    """The style of the stretch before which a move waits for a Reaction; empty: none waits."""
