"""Shadowrun 5: the turn after each thing that happened."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from py_rules.engine import Move
from py_rules.engine.clock import cleared
from py_rules.engine.dice import rolled
from py_rules.engine.situation import Here
from py_rules.protocol.facts import RolledFact
from py_rules.protocol.requests import ActedEvent, EndEvent
from py_rules.systems.sr5 import actions, checks, climbing, falling, jumping, rules, swimming
from py_rules.systems.sr5.turn import SAFE_DROP, THRESHOLD, ZERO, Turn
from py_rules.systems.sr5.words import game
from py_rules.values.records import replace

Options = Mapping[str, Any]


def walked_on(move: Move, metres: Fraction) -> Turn:
    """Return the state after metres on foot in combat (SR5-05)."""
    moved = move.turn.moved + metres
    running = move.turn.running or (metres > 0 and rules.runs(move, moved))
    charged = move.turn.charged and not metres
    after = rules.with_upkeep(move.with_turn(moved=moved, running=running, charged=charged))
    turn: Turn = after.turn
    return turn


def landed(state: Turn, metres: Fraction) -> Turn:
    """Return the state after a fall has ended, which waits until those before it are settled."""
    if metres > SAFE_DROP:
        return replace(state, landed=(*state.landed, metres))
    return replace(state, fallen=ZERO, falling_turns=0)


def settled(state: Turn) -> Turn:
    """Return the state after the damage of the fall that has ended first is settled."""
    state = replace(state, landed=state.landed[1:])
    return state if state.falling is not None else replace(state, fallen=ZERO, falling_turns=0)


def fallen_on(state: Turn, metres: Fraction, *, met: bool) -> Turn:
    """Return the state after metres fallen: of a fall under way, of a rope that runs on, or all at once."""
    if state.falling is not None:
        fallen, height = state.fallen + metres, state.falling
        state = replace(state, fallen=fallen, falling_turns=state.falling_turns + 1)
        return landed(replace(state, falling=None), height) if met or fallen >= height else state
    return down_rope(state, metres, met=met) if state.rappelling else landed(state, metres)


def down_rope(state: Turn, metres: Fraction, *, met: bool, counted: bool = True) -> Turn:
    """Return the state after metres down a rope, and off it where its end is met or known to be there (SR5-33).

    Out of control, the metres of this turn tell how hard the ground is met. ``counted``: turns are.
    """
    used, total = state.rappel_used + (metres if counted else ZERO), state.rappel_total + metres
    state = replace(state, rappel_used=used, rappel_total=total)
    if not met and (state.rappel_height is None or total < state.rappel_height):
        return state
    hard = climbing.rappel_out_of_hand(state) and used > SAFE_DROP
    return replace(after_stop(state, "rappel"), met_ground=used if hard else state.met_ground)


def after_test(move: Move, check: str, *, hits: int) -> Turn:
    """Return the state after a test: its action is paid, its hits open an allowance or go wrong."""
    if move.in_combat:
        move = actions.paid(move, cost=actions.cost_of_test(move, check))
    state: Turn = move.turn
    if check == "sprint":
        return _sprinted(move, hits)
    if check == "swim_sprint":
        return replace(state, swim_hits=state.swim_hits + hits)
    if check == "climb":
        if not move.in_combat:
            return replace(state, scene_climb=hits)
        return replace(state, climb_hits=hits, climb_used=ZERO, climb_each=0)
    if check == "rappel":
        return replace(
            state,
            rappelling=True,
            controlled=climbing.rappel_controlled(hits),
            stop_failed=False,
            rappel_hits=hits,
            rappel_tested=True,
            rappel_total=ZERO,
        )
    if check == "rappel_stop":
        state = replace(state, rappel_tested=True)
        return after_stop(state, "rappel") if hits >= THRESHOLD else replace(state, stop_failed=True)
    if check == "tread":
        stun = swimming.tread_stun(hits)
        return replace(state, tread_turns=0, tread_wait="ask" if stun else "", stun=state.stun + stun)
    return state


def _sprinted(move: Move, hits: int) -> Turn:
    """Return the state after a Sprint Test: Running and Sprinting, whatever the hits (SR5-12)."""
    first = move.turn.sprint_tests == 0
    sprinted = move.with_turn(
        running=True,
        sprinting=True,
        sprint_tests=move.turn.sprint_tests + 1,
        sprint_hits=move.turn.sprint_hits + hits,
        sprint_turns=move.turn.sprint_turns + first,
    )
    turn: Turn = rules.with_upkeep(sprinted).turn
    return turn


@game.fold("acted")
def after_action(move: Move, fact: ActedEvent) -> Turn:
    """Return the turn after the Action: a Complex one, unless it was a Reaction."""
    turn: Turn = move.turn
    return turn if fact.reaction else after_action_used(move, {"cost": "complex"}, act="action")


@game.fold("rolled")
def after_roll(move: Move, fact: RolledFact) -> Turn:
    """Return the state after a roll."""
    state: Turn = move.turn
    check = fact.check.split(":")[0]
    if check == "jump" or check not in checks.TESTS:
        return state
    return after_test(move, fact.check, hits=rolled(checks.dice(move, check), fact))


@game.fold("stood")
def placed(move: Move, fact: Here) -> Turn:
    """Return the state where the map shows the token: on dry land nobody treads water, or hangs once down a rope."""
    state: Turn = move.turn
    if state.treading and not fact.water:
        state = after_stop(state, "tread")
    return after_stop(state, "rappel") if state.rappel_total and fact.holds == "ground" else state


def begins_to_fall(state: Turn, height: Fraction) -> Turn:
    """Return the state in which a fall of that height begins: off the rope, out of the water (SR5-35)."""
    state = after_stop(after_stop(state, "rappel"), "tread")
    return replace(state, falling=height, fallen=ZERO, falling_turns=0)


def after_action_used(move: Move, options: Options, *, act: str) -> Turn:
    """Return the state after an action that is no movement, with what running changed on its dice."""
    cost, running, charged = cost_of_action(act, options), move.turn.running, move.turn.charged
    dice = rules.running_dice(move, running=running, combat=bool(options.get("combat", True)))
    if act == "charge":
        by_map = options["in_reach"] == "by_map" and rules.foe_here(move)
        in_reach = (by_map or options["in_reach"] == "yes") and not charged
        dice += rules.charge_dice(running=running, in_reach=in_reach)
        charged = charged or (running and in_reach)
    simple = cost == "simple"
    if simple and (move.turn.rappel_tested or move.circumstances.other_simple):
        dice += climbing.rappel_dice(move.with_turn(other_simple=True))
    state: Turn = actions.paid(move, cost=cost).turn
    return replace(state, charged=charged, last_dice=dice, other_simple=state.other_simple or simple)


def after_stop(state: Turn, what: str) -> Turn:
    """Return the state after treading, rappelling or falling is over."""
    for one in ("tread", "rappel", "fall") if what == "all" else (what,):
        state = cleared(state, f"stop {one}")
    return state


@game.fold("end")
def after_end(move: Move, fact: EndEvent) -> Turn:
    """Return the state after a scope of the clock ended; a climb ends with its Complex Action."""
    state: Turn = move.turn
    state = cleared(state, f"end {fact.scope}")
    return replace(state, turn_over=True) if fact.scope == "turn" else state


def cost_of_action(act: str, options: Options) -> str:
    """Return what an action that is no movement costs."""
    usual = "simple" if act == "shoot" else "complex"
    return usual if act == "charge" else str(options.get("cost", usual))


def upkeep_open(move: Move) -> bool:
    """Tell whether running on is still to be answered for: it takes a Bonus Action, and none is left (SR5-06)."""
    owed = move.turn.running and move.in_combat and rules.upkeep_owed(move)
    warned = owed and move.house_rules.upkeep == "warn"
    return bool(warned and not actions.affords(move, cost="bonus"))


def jump_over(move: Move, choice: str) -> Turn:
    """Return the turn after the GM has said how a jump that fell short ended."""
    cost, depth, move = move.turn.short_cost, move.turn.fall.depth, move.with_turn(short_cost=ZERO)
    turn: Turn = walked_on(move, cost) if choice != "edge" and cost else move.turn
    return begins_to_fall(turn, depth) if choice == "falls" and depth else turn


def ground_met(move: Move, choice: str) -> Turn:
    """Return the turn after the GM has said whether the ground was met as in a fall."""
    met, turn = move.turn.met_ground, replace(move.turn, met_ground=None)
    return landed(turn, met) if choice == "fall" and met is not None else turn


upkeep_question = game.question(
    "upkeep",
    rules.upkeep_owed,
    question="Running takes a {bonus} in this pass and none is left: run all the same?",
    choices={"waive": "Run all the same", "stop": "No further on foot in this pass"},
    waits=upkeep_open,
    numbers=lambda move: {"bonus": actions.bonus_name(move)},
    after=lambda move, choice: replace(move.turn, upkeep="waived" if choice == "waive" else "stopped"),
)
preparation_question = game.question(
    "preparation",
    climbing.geared,
    question="Climbing with gear needs preparation: is everything in place?",
    choices={"ready": "It is in place", "not_ready": "Not yet: climb without it"},
    waits=lambda move: bool(
        (move.turn.climb_hits is not None or move.turn.rappelling)
        and move.character.assisted
        and move.turn.preparation == ""
    ),
    after=lambda move, choice: replace(move.turn, preparation=choice),
    offered=lambda move: bool(move.character.assisted and move.turn.preparation == ""),
)
game.question(
    "jump",
    jumping.long_jump,
    question="The jump fell short: what happened?",
    choices={"edge": "Stays at the take-off edge", "lands": "Lands short", "falls": "Falls"},
    after=jump_over,
    falls="falls",
)
ground_question = game.question(
    "rappel",
    climbing.rappel_out_of_hand,
    question="Met the ground at speed after {metres} m: damage as from a fall?",
    choices={"none": "No damage", "fall": "As a fall"},
    default="fall",
    waits=lambda move: move.turn.met_ground is not None,
    numbers=lambda move: {"metres": move.turn.met_ground},
    after=ground_met,
)
game.question(
    "fall",
    falling.fall_damage,
    question="A fall of {metres} m: is the damage settled?",
    choices={"settled": "Settled", "none": "No damage"},
    waits=lambda move: bool(move.turn.landed),
    numbers=lambda move: {"metres": move.turn.landed[0]},
    after=lambda move, _: settled(move.turn),
)
game.question(
    "tread",
    swimming.tread_stun,
    question="Slipped while treading water: what now?",
    choices={"test": "Test again now", "period": "Test after the same time again"},
    waits=lambda move: bool(move.turn.tread_wait == "ask"),
    after=lambda move, choice: replace(move.turn, tread_wait="now" if choice == "test" else ""),
)
