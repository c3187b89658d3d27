"""OpenD6: what the GM is asked, and what the answers lead to."""

from collections.abc import Mapping
from fractions import Fraction

from py_rules.engine.parts import Turn
from py_rules.engine.situation import Move
from py_rules.engine.turn import with_new
from py_rules.systems.d6 import moves, rules
from py_rules.systems.d6.ledger import afresh, lacking_of
from py_rules.systems.d6.turn import ZERO, rate, used
from py_rules.systems.d6.words import game, say
from py_rules.values.records import replace


def settled(move: Move, choice: str) -> Turn:
    """Return the turn once the GM has said what a failure leads to."""
    turn = afresh(move.turn)
    return replace(turn, prone=turn.prone or choice == "trips")


def pace_settled(move: Move, choice: str, *, about: str) -> Turn:
    """Return the turn once the GM has said what comes of slowing down too much (D6-17)."""
    owed = dict(move.turn.owed)
    if about not in owed:
        return replace(move.turn, ruled=with_new(move.turn.ruled, [f"slow:{about}"]))
    lacking = owed.pop(about)
    carried = {f"{about}_rate": rate(move, about) + lacking} if choice == "carried" else {}
    return replace(move.turn, owed=tuple(owed.items()), **carried)


def too_slow(move: Move) -> list[str]:
    """Return the ways of moving that were slower in the last round, or are in this one, than a chase lets them."""
    if not move.in_combat:
        return []
    return [*with_new(dict(move.turn.owed), [mode for mode, _ in lacking_of(move) if used(move, mode)])]


def pace_told(move: Move, mode: str) -> Mapping[str, Fraction]:
    """Return what the question of slowing down tells: what the last round lacked, or the least of this one."""
    owed = dict(move.turn.owed)
    if mode in owed:
        return {"lacking": owed[mode]}
    return {"rate": rate(move, mode), "least": rules.slowest(move, mode)}


game.question(
    "jump",
    rules.affords,
    question="The jump fell short, its total carries {carries} m: what happens there?",
    choices={"lands": "Lands safely", "falls": "Falls"},
    waits=lambda move: bool(move.turn.fall and move.turn.carries),
    numbers=lambda move: {"carries": move.turn.carries},
    # Over a pit it is a fall, if the GM does not say otherwise.
    fits=lambda move: ("falls", "lands") if move.turn.fall and move.turn.fall.past else ("lands", "falls"),
    after=settled,
    falls="falls",
)
game.question(
    "edge",
    rules.affords,
    question="The jump went nowhere: what happens?",
    choices={"stays": "Stays at the edge", "falls": "Falls"},
    waits=lambda move: bool(move.turn.fall and not move.turn.carries),
    after=settled,
    falls="falls",
)

# What may go wrong on a roll: the turn's prompts wait for these.
game.question(
    "complication",
    rules.run_difficulty,
    question="The Wild Die shows a 1: a complication?",
    choices={"none": "None", "happens": "Something goes wrong"},
    after=settled,
)
game.question(
    "trip",
    rules.trips,
    question="The run failed: a trip as well?",
    choices={"keeps": "Keeps going, one Move", "trips": "Trips and lies there"},
    after=settled,
)
game.question(
    "stuck",
    rules.affords,
    question="The swim, climb or flight got nowhere: what happens?",
    choices={"stays": "Stays there", "falls": "Falls or sinks"},
    after=settled,
)

game.question(
    "drop",
    rules.gm_extra,
    question="A drop of {metres} m: what happens?",
    choices={"none": "Nothing", "fall": "A fall"},
    waits=lambda move: bool(move.turn.drop),
    numbers=lambda move: {"metres": move.turn.drop},
    after=lambda move, _: replace(move.turn, drop=ZERO),
)

game.question(
    "prone",
    rules.fate,
    question="Prone: up again?",
    choices={"stays": "Stays down", "stands": "Stands up"},
    waits=lambda move: bool(move.turn.prone),
    after=lambda move, choice: replace(move.turn, prone=choice != "stands"),
)

game.question(
    "slick",
    rules.gm_extra,
    question="A slick surface: does it ask for more?",
    choices={"as_shown": "Go on as shown", "roll": "Another roll, or a further modifier"},
    waits=lambda move: "slick" in move.turn.asked and "slick" not in move.turn.ruled,
    after=lambda move, _: replace(move.turn, ruled=with_new(move.turn.ruled, ["slick"])),
)

game.question(
    "breath_out",
    moves.breath,
    question="Out of breath: what happens?",
    choices={"gm": "The GM says"},
    waits=lambda move: move.turn.breath_left == 0 and "breath_out" not in move.turn.ruled,
    after=lambda move, _: replace(move.turn, ruled=with_new(move.turn.ruled, ["breath_out"])),
)

game.question(
    "slow",
    rules.slowest,
    question=lambda **told: say("slowest.owed" if "lacking" in told else "slowest.ask", **told),
    choices={"allow": "The GM allows it", "carried": "Is carried straight on"},
    each=True,
    waits=too_slow,
    # Once the round is over, a runner can be carried on in a line.
    fits=lambda move, mode: (
        ("allow", "carried") if mode == "ground" and mode in dict(move.turn.owed) else ("allow",)
    ),
    numbers=pace_told,
    after=pace_settled,
)
