"""Shadowrun 5: the rules of walking, running and sprinting, and what the clock does.

Those of swimming, jumping, climbing and falling, in the book's order, are in the modules of these names.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from py_rules.engine import Move
from py_rules.engine.clock import cleared
from py_rules.protocol.requests import BeginEvent
from py_rules.systems.sr5 import actions, swimming
from py_rules.systems.sr5.turn import Turn
from py_rules.systems.sr5.words import game
from py_rules.values.records import replace
from py_rules.values.stretch import Point


@game.rule("SR5-01", "Movement types, per Combat Turn", kind="state")
def new_turn(state: Turn) -> Turn:
    """You walk, run or sprint. Each rate is for the whole Combat Turn, all its Initiative Passes together."""
    return cleared(state, "begin turn")


@game.rule("SR5-02", "Walk Rate", working="2 × Agility {agility} = {result} m in the whole Combat Turn")
def walk_rate(move: Move) -> Fraction:
    """Walking takes you 2 m for each point of Agility in a Combat Turn."""
    return Fraction(2 * move.character.agility)


@game.rule("SR5-03", "Run Rate", working="4 × Agility {agility} = {result} m in the whole Combat Turn")
def run_rate(move: Move) -> Fraction:
    """Running takes you 4 m for each point of Agility in a Combat Turn, what you walked included."""
    return Fraction(4 * move.character.agility)


@game.rule("SR5-04", "Sprint increase by metatype", working="{per_hit} m for each hit")
def per_hit(move: Move) -> int:
    """Each hit of a Sprint Test gives elves, humans and orks 2 m more, dwarfs and trolls 1 m."""
    return 1 if move.character.metatype in {"dwarf", "troll"} else 2


@game.rule(
    "SR5-05",
    "Running state",
    kind="state",
    working="{moved} m on foot: past the Walk Rate {walk_rate} m it is Running",
)
def runs(move: Move, moved: Fraction) -> bool:
    """Once you have moved more than your Walk Rate on foot, you are Running until the Combat Turn ends. Exactly the
    Walk Rate is still walking.
    """
    return moved > walk_rate(move)


@game.rule("SR5-06", "Running costs a Bonus Action per pass", kind="resource")
def upkeep_owed(move: Move) -> bool:
    """While you are Running, spend a Bonus Action in every pass: in the one in which you begin and in each later one,
    even if you stand still, unless your table waives it.
    """
    return bool(move.house_rules.upkeep != "off" and move.turn.upkeep == "")


@game.rule("SR5-07", "Run Rate ceiling", kind="band", working="{result} m are the most without a Sprint Test")
def ceiling(move: Move) -> Fraction:
    """In a Combat Turn you get no farther than your Run Rate on foot, unless a Sprint Test carries you on."""
    return run_rate(move)


@game.rule("SR5-08", "Two dice off while Running", kind="modifier")
def running_dice(move: Move, *, running: bool, combat: bool) -> int:
    """While Running you roll two dice less for every action but the Sprint itself, or only for actions of combat if
    your table says so.
    """
    return -2 if running and (combat or move.house_rules.running_penalty_scope == "all") else 0


@game.rule("SR5-09", "Charge", kind="modifier")
def charge_dice(*, running: bool, in_reach: bool) -> int:
    """Ending a run in reach of the target gives +4 dice on that melee attack; with −2 for Running, +2 in all.

    One run is one charge: the next takes further metres on foot.
    """
    return 4 if running and in_reach else 0


@game.rule("SR5-10", "Shooters at runners", kind="modifier")
def shooters_at_runner(state: Turn) -> int:
    """Whoever shoots at you while you are Running rolls two dice less, or you roll two more for your defence if your
    table says so.
    """
    return -2 if state.running else 0


@game.rule("SR5-11", "Shooters at sprinters", kind="modifier")
def shooters_at_sprinter(state: Turn) -> int:
    """Whoever shoots at you while you are Sprinting rolls four dice less, not two, or you roll four more for your
    defence if your table says so. You are Sprinting from the test to the end of the Combat Turn, or only to your next
    Action Phase if your table says so.
    """
    return -4 if state.sprinting else 0


@game.rule(
    "SR5-12",
    "Sprint Test",
    kind="roll",
    working="{run_rate} m + {per_hit} m × {hits} {hits:hit|hits} = {result} m",
)
def sprint_metres(move: Move, hits: int) -> Fraction:
    """In your own Action Phase, spend a Complex Action, or what your table asks for, and roll Running + Strength. Each
    hit, up to your Physical limit, adds metres to what you may move in this Combat Turn; several tests add up.
    """
    return run_rate(move) + per_hit(move) * hits


@game.rule(
    "SR5-13",
    "Sprint Test limit",
    kind="resource",
    working="Sprint Tests in a Combat Turn with Running {running}: {tests}",
    result="tests",
)
def sprint_tests(move: Move) -> int:
    """You may make as many Sprint Tests in a Combat Turn as half your Running, rounded up: with Running 3, two. Your
    table may say how many everybody has at least.
    """
    return max(ceil(Fraction(move.character.running, 2)), int(move.house_rules.least_sprint_tests))


@game.rule("SR5-14", "Sprint fatigue", kind="hazard")
def sprint_tires(move: Move) -> bool:
    """Sprinting turn after turn tires you; your table says from how many Combat Turns in a row."""
    limit = move.house_rules.sprint_fatigue_turns
    return bool(limit is not None and move.turn.sprint_turns >= limit)


def foe_beside(move: Move, at: Point, *, up: Fraction, storey: int) -> bool:
    """Tell whether the mover, standing there, has a hostile token next to it: by a side or by a corner."""
    chart, others = move.chart, move.others
    near = (other for other in others if other.disposition == "hostile" and other.storey == storey)
    return chart is not None and any(chart.adjoins(at, up, other=other) for other in near)


def foe_here(move: Move) -> bool:
    """Tell whether a hostile token is next to where the map shows the mover; without a map there is one."""
    here = move.here
    return here is None or foe_beside(move, here.at, up=here.up, storey=here.storey)


def with_upkeep(move: Move) -> Move:
    """Return the move with this pass's Bonus Action for running taken, if one is owed and left (SR5-06)."""
    if move.turn.running and upkeep_owed(move) and actions.affords(move, cost="bonus"):
        return actions.paid(move, cost="bonus").with_turn(upkeep="paid")
    return move


def may_run(move: Move) -> bool:
    """Tell whether running is open as far as its Bonus Action goes (SR5-06)."""
    owed = move.house_rules.upkeep == "block" and move.turn.upkeep == ""
    barred = owed and not actions.affords(move, cost="bonus")
    return not barred and move.turn.upkeep != "stopped"


def sprints_left(move: Move) -> int:
    """Return how many Sprint Tests the rules allow and the actions of this phase and of passes to come pay for."""
    most: int = max(0, sprint_tests(move) - move.turn.sprint_tests)
    cost, paid_for = actions.cost_of_test(move, "sprint"), int("sprint" in move.turn.declared)
    runs_on = move.with_turn(running=True)
    for now in (runs_on, *passes_to_come(runs_on)):
        ran = with_upkeep(now)
        while paid_for < most and actions.affords(ran, cost=cost):
            ran, paid_for = actions.paid(ran, cost=cost), paid_for + 1
    return min(most, paid_for)


def swim_sprints_left(move: Move) -> int:
    """Return for how many swim sprints the actions of this pass, and of passes to come, pay beside the swim itself."""
    swims = map(swimming.swimming, filter(swimming.swim_open, passes_to_come(move)))
    bonus = actions.cost_of_test(move, "swim_sprint") == "bonus"
    left = actions.bonus_left if bonus else actions.simple_left
    return sum(left(now) for now in (move, *swims)) + ("swim_sprint" in move.turn.declared)


def passes_to_come(move: Move) -> Iterator[Move]:
    """Yield the move at the beginning of each pass that was told as still to come in this Combat Turn."""
    for _ in range(max(1, move.turn.pass_no), move.turn.passes):
        move = replace(move, turn=after_begin(move, BeginEvent(kind="begin", scope="pass")))
        yield move


@game.fold("begin")
def after_begin(move: Move, fact: BeginEvent) -> Turn:
    """Return the turn after a scope of the clock began."""
    state: Turn = move.turn
    if fact.scope == "turn":
        state = replace(
            state,
            sprint_turns=state.sprint_turns if state.sprint_tests else 0,
            swim_turns=state.swim_turns if state.swim_used else 0,
            tread_turns=state.tread_turns + state.treading,
        )
        return new_turn(state)
    if fact.scope == "pass":
        number = state.pass_no + 1 if fact.number is None else fact.number
        passes = state.passes if fact.of is None else fact.of
        state = replace(cleared(state, "begin pass"), pass_no=number, passes=passes, has_action=fact.acts)
        if move.house_rules.swim_cost_scope == "per_pass_moved":
            state = replace(state, swim_paid=False)
        begun: Turn = with_upkeep(replace(move, turn=state)).turn
        return begun
    sprinting = state.sprinting and move.house_rules.sprinting_until == "turn_end"
    state = replace(cleared(state, "begin phase"), sprinting=sprinting)
    if move.house_rules.bonus_action_maps_to == "simple" and state.upkeep == "paid":
        state = actions.paid(replace(move, turn=state), cost="bonus").turn
    return state
