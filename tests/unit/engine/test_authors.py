"""What an author of a game may write beside what the engine does itself, and what is told of what cannot be."""

import json

import pytest

from py_rules.engine import Game, GameError, Move, Sheet, Total, field
from py_rules.protocol.requests import ActedEvent
from py_rules.service import handle
from py_rules.values.answer_parts import Refusal
from py_rules.values.records import replace
from tests.asking import ask, commit, feet, mover
from tests.games import broken, brought_along


def hop():
    """Return a game that is begun: 6 m in a round, an action for as many again."""
    game = Game("hop", "Hop", unit="m", reference="Hop, all of it")
    game.clock("round")

    @game.sheet
    class Character(Sheet):
        pace: int = field(6, "Pace", ge=0, le=20)

    @game.rule("HOP-01", "Hopping", working="{result} m")
    def walk(move: Move) -> int:
        """You hop as many metres as you have Pace."""
        return int(move.character.pace)

    game.action = game.resource("action", "Actions", amount=1)
    game.tired = game.effect("tired", walk, on="all rolls", until="the next round")
    game.meter(
        "ground",
        "Hopped",
        tiers=[game.tier(walk), game.tier(walk, limit=12, effect=game.tired, resource=game.action)],
    )
    game.walk = walk
    return game


@pytest.fixture
def folder(tmp_path):
    with brought_along(str(tmp_path)):
        yield tmp_path


def stride_with(folder, text, before="SYSTEM = game.system()"):
    """Write Stride with more in it."""
    stride = broken.STRIDE.read_text(encoding="utf-8").replace(before, f"{text}\n{before}")
    (folder / "stride.py").write_text(stride, encoding="utf-8")
    return stride.count("\n", 0, stride.index(text)) + 1


def applied(*events):
    """Return what Stride says to what happens."""
    rest = mover(character={}, route=None)
    del rest["route"]
    return ask(op="apply", system="stride", mover=rest, commit=commit("a", *events))


COUNTED = '''
from dataclasses import dataclass, replace

from py_rules.engine.clock import kept


@game.turn
@dataclass(frozen=True)
class Turn:
    moves: int = kept(0, "begin round")
    seen: float = kept(0, "begin round")


@game.fold("moved")
def counted(move, fact):
    """Count the moves, and note how much is used by now."""
    turn = {turn}
    return replace(turn, moves=turn.moves + 1, seen=float(turn.ground_moved))


game.counter("moves", "Moves made", rule=walk)
game.counter("seen", "Used by then", rule=walk)
'''


def counters(value):
    return {one["id"]: one["value"] for one in value["state"]["counters"]}


MOVED = {"kind": "moved", "route": feet(9)}
BEGUN = {"kind": "begin", "scope": "round"}


COUNTING = "game.folded(move, fact)"


def test_what_a_game_makes_of_a_move_may_add_to_what_the_engine_does(folder):
    stride_with(folder, COUNTED.format(turn=COUNTING))
    told = applied(MOVED)
    assert counters(told) == {"moves": 1, "seen": 9}
    assert [one["used"] for one in told["state"]["allowances"]] == [6, 9]
    assert [one["id"] for one in told["state"]["statuses"]] == ["hurried"]


def test_a_game_may_do_it_all_itself(folder):
    stride_with(folder, COUNTED.format(turn="move.turn"))
    told = applied(MOVED)
    assert counters(told) == {"moves": 1, "seen": 0}
    assert [one["used"] for one in told["state"]["allowances"]] == [0, 0]


def test_a_game_adds_to_what_a_round_begins_with(folder):
    begun = COUNTED.format(turn=COUNTING).replace('"moved"', '"begin"')
    stride_with(folder, begun)
    told = applied(MOVED, {"kind": "end", "scope": "round"}, {"kind": "begin", "scope": "round"})
    assert counters(told) == {"moves": 1, "seen": 0}
    assert [one["used"] for one in told["state"]["allowances"]] == [0, 0]


SHOWN = """
game.templates |= {"far.0": "no step", "far.9": "nine metres"}
game.counter("far", "How far", rule=walk, field="ground_moved", words="far")
game.status("left", walk, label="{value} m moved", when="ground_moved")
game.status("near", walk, label=game.text("near", "Near"), when=lambda move: move.turn.ground_moved < 9)
game.status("off", walk, label=lambda move: game.say("far.9"), when=lambda move: move.turn.ground_moved == 9)
"""


@pytest.mark.parametrize(
    ("events", "far", "shown"),
    [
        ((BEGUN,), "no step", ["Near"]),
        ((MOVED,), "nine metres", ["Hurrying", "9 m moved", "nine metres"]),
    ],
)
def test_a_counter_names_its_field_and_words_and_a_status_when_it_holds(events, far, shown, folder):
    stride_with(folder, SHOWN)
    state = applied(*events)["state"]
    assert [one["shown"]["text"] for one in state["counters"] if one["id"] == "far"] == [far]
    assert [one["label"]["text"] for one in state["statuses"]] == shown


REFUSING = """
from py_rules.values.answer_parts import Refusal

WHY = game.text("why", "Not on a Monday")
action = game.resource("action", "Actions", amount=1)
game.act("shout", "Shout", rule=rest, uses={action: 1}, refuses=lambda move, options: MONDAY, after=shouted)
"""


def acted(folder, monday):
    after = "def shouted(move, options):\n    return move.with_turn(hurried=True).turn\n\n\n"
    stride_with(folder, after + REFUSING.replace("MONDAY", monday))
    did = {"kind": "did", "act": "shout"}
    return applied(did), applied(did, did)


def test_an_act_that_tells_what_comes_after_it_still_uses_what_it_uses(folder):
    once, twice = acted(folder, "None")
    assert once["refused"] is None
    assert counters(once) == {"action": 0}
    assert [one["id"] for one in once["state"]["statuses"]] == ["hurried"]
    assert twice["refused"]["reason"]["text"] == "Actions: 0 left, 1 needed"


def test_an_act_is_refused_by_its_own_words_first(folder):
    once, _ = acted(folder, "Refusal(rest, WHY)")
    assert once["refused"]["reason"]["text"] == "Not on a Monday"


def test_what_refuses_an_event_may_add_to_what_the_engine_refuses():
    game = hop()
    why = Refusal(game.walk, game.text("why", "Not now"))
    game.refuse("acted")(lambda move, event: game.refused(move, event) or why)
    system = game.system()
    refusals = [refusal.reason.text for refusal in _refused(system, 0, 1)]
    assert refusals == ["Not now", "Actions: 0 left, 1 needed"]


def _refused(system, *used):
    """Yield why a further action is refused once some are used."""
    situation = Move(system.Character(), system.HouseRules(), system.Circumstances(), in_combat=True)
    for count in used:
        yield system.refuse(
            replace(situation, turn=system.State(action_used=count)), ActedEvent(kind="acted")
        )


# ---------------------------------------------------------------- what cannot be


def ruleless():
    """Return a game with a meter of no price."""
    game = Game("hop", "Hop", unit="m", reference="Hop")
    game.clock("round")
    game.meter("ground", "Hopped")
    return game


def two(_a, _b):
    """Take two."""


class Stray:
    """Neither a sheet nor a dataclass."""


WRONG = {
    "a sheet that is none": (
        lambda game: game.sheet(Stray),
        "a character must be a Sheet; write class Character(Sheet)",
    ),
    "a turn that is none": (
        lambda game: game.turn(Stray),
        "Stray is no dataclass; write @dataclass(frozen=True) below @game.turn",
    ),
    "a rule of no kind": (
        lambda game: game.rule("HOP-02", "Far", kind="price")(game.walk.function),
        "rule HOP-02 is of no kind 'price'; write one of rate, band, roll, modifier, resource, state, reaction, hazard",
    ),
    "a resource before the clock": (
        lambda _: Game("hop", "Hop", unit="m", reference="Hop").resource("action", "Actions", amount=1),
        'nothing says what a turn is; write game.clock("round") before its meters',
    ),
    "which": (
        lambda game: game.rule("HOP-02", "Far", working={"a": "a"}, which=lambda: "a")(game.walk.function),
        "which of rule HOP-02 takes other parameters: lambda:; write lambda move:",
    ),
    "shown": (
        lambda game: game.rule("HOP-02", "Far", shown={"far": lambda result: result})(game.walk.function),
        "far of rule HOP-02 takes other parameters: lambda result:; write lambda result, move:",
    ),
    "the limit of a tier": (
        lambda game: game.tier(game.walk, limit=two),
        "limit of the tier HOP-01 takes other parameters: def two(_a, _b); write def two(move)",
    ),
    "a tier of no rule": (
        lambda game: game.tier(lambda move: 2 * game.walk(move)),
        "a tier is of no rule: lambda move:; write game.tier(the rule that players read, limit=that function)",
    ),
    "a tier of a number": (
        lambda game: game.tier(6),
        "a tier is of no rule: 6; write game.tier(the rule that players read, limit=6)",
    ),
    "two meters of one field": (
        lambda game: game.meter("swim", "Swum", tiers=[game.tier(game.walk)], field="ground_moved"),
        "meters ground and swim both count in the field 'ground_moved'; give each its own, for the last",
    ),
    "a meter twice": (
        lambda game: game.meter("ground", "Gone", tiers=[game.tier(game.walk)]),
        "meter ground is there twice; write one of them",
    ),
    "a meter that counts in a field of the engine": (
        lambda game: [game.meter("swim", "Swum", tiers=[game.tier(game.walk)], field="run"), game.system()],
        "the turn has two fields 'run': of the meter swim and of the engine; call one of them otherwise",
    ),
    "an effect that is called as a meter's field": (
        lambda game: [
            game.effect("ground_moved", game.walk, on="all rolls", until="the next round"),
            game.system(),
        ],
        "the turn has two fields 'ground_moved': of the meter ground and of the effect ground_moved; call one of",
    ),
    "a tier that costs less than one before it": (
        lambda game: game.meter(
            "water",
            "Swum",
            tiers=[
                game.tier(game.walk, resource=game.action, amount=2, name="swim"),
                game.tier(game.walk, limit=20, resource=game.action, name="drift"),
            ],
        ),
        "tier drift takes 1 where one before it takes 2; put it before that one",
    ),
    "the factor of a mode": (
        lambda game: game.mode("climb", factor=lambda: 2),
        "factor of the mode climb takes other parameters: lambda:; write lambda move, ground:",
    ),
    "a mode that takes nothing": (
        lambda game: game.mode("climb", factor=0),
        "the mode climb takes 0 of its meter for each m; write a factor above 0 or, where it is impossible, possible=",
    ),
    "a grade that takes less than nothing": (
        lambda game: game.grade("scree", "Scree", factor=-1),
        "the grade scree takes -1 times as much as other ground; write a factor above 0",
    ),
    "a mode without a word": (
        lambda game: game.mode("crawl"),
        'mode crawl is none of the map (ground, climb, jump, swim) and has no label; write game.mode("crawl", "…")',
    ),
    "what a roll carries": (
        lambda game: game.roll("dash", "Dash", rule=game.walk, dice=Total(1, 6)),
        "carries of the roll dash takes other parameters: def walk(move); write def walk(move, result)",
    ),
    "a jump": (
        lambda game: game.jump(game.walk),
        "reach of the jump HOP-01 takes other parameters: def walk(move); write def walk(move, *, running)",
    ),
    "a reaction": (
        lambda game: game.reaction("grab", game.walk, label="{token} grabs"),
        "reach of the reaction grab takes other parameters: def walk(move); write def walk(move, foe)",
    ),
    "a reaction of nobody": (
        lambda game: game.reaction("grab", game.walk, label="Somebody grabs"),
        "reaction grab does not say whose it is; write {token} into its label",
    ),
    "no meter": (
        lambda _: Game("hop", "Hop", unit="m", reference="Hop").system(),
        'nothing says how far one moves; write game.meter("ground", "Movement", tiers=[...])',
    ),
    "no rule": (lambda _: ruleless().system(), "it has no rules; write one with @game.rule"),
    "a mode on no meter": (
        lambda game: [game.mode("swim", meter="watr"), game.system()],
        "mode swim draws on no meter 'watr'; name one that is declared",
    ),
    "unless": (
        lambda game: game.act("rest", "Rest", rule=game.walk, unless={"No": lambda: True}),
        "unless 'No' of the act rest takes other parameters: lambda:; write lambda move:",
    ),
    "an act on no meter": (
        lambda game: game.act("rest", "Rest", rule=game.walk, draws={"groud": 2}),
        "act rest draws on no meter 'groud'; write one of ground, or declare the meter above",
    ),
    "an act before its meter": (
        lambda game: [game.meters.clear(), game.act("rest", "Rest", rule=game.walk, draws={"ground": 2})],
        "act rest draws on no meter 'ground'; declare the meter above",
    ),
    "a fold": (
        lambda game: game.fold("moved")(lambda move: move.turn),
        "what folds moved takes other parameters: lambda move:; write lambda move, fact:",
    ),
    "a fold of nothing": (
        lambda game: game.fold("move"),
        "there is no fact of the kind 'move'; write one of moved, stood, rolled, did, acted, reacted,",
    ),
    "two folds": (
        lambda game: [game.fold("moved")(two), game.fold("moved")(two)],
        "moved has a second fold; write both into one function",
    ),
    "a refusal of nothing": (
        lambda game: game.refuse("moved"),
        "there is no event of the kind 'moved'; write one of acted, did, rolled, begin, end",
    ),
    "a list of nothing": (
        lambda game: game.listing("status"),
        "nothing lists 'status'; write one of allowances, modifiers, statuses,",
    ),
    "a status": (
        lambda game: game.status("late", game.walk, label=lambda: None),
        "label of the status late takes other parameters: lambda:; write lambda move:",
    ),
    "when a status holds": (
        lambda game: game.status("late", game.walk, label="Late", when=lambda: True),
        "when of the status late takes other parameters: lambda:; write lambda move:",
    ),
    "a text with a gap": (
        lambda game: game.text("late", "{left} m left"),
        "nothing fills in {left} of '{left} m left'; write left=… behind it or, where the move tells it, game.phrase",
    ),
    "a label with a gap": (
        lambda game: game.act("rest", "Rest {long}", rule=game.walk),
        "nothing fills in {long} of 'Rest {long}'",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_called_is_told_where_it_is_declared(name):
    declared, told = WRONG[name]
    with pytest.raises(GameError) as raised:
        declared(hop())
    assert str(raised.value).startswith(f"game hop: {told}")


def test_the_line_of_a_wrong_declaration_is_told(folder):
    line = stride_with(folder, 'game.counter("tired", "Tired", rule=rest, value=lambda: 1)')
    problem = json.loads(handle('{"op": "describe"}'))["value"]["broken"][0]
    assert problem["params"]["line"] == line
    assert problem["remedy"] == "write lambda move:"


def test_texts_are_filled_in():
    game = hop()
    assert game.text("late", "{left} m left", left=3).text == "3 m left"
    late = game.phrase("later", "{left} m left, {more} to go")
    assert late(left=2, more=1).text == "2 m left, 1 to go"
    assert late(left=2, more=1).key == "hop.later"
