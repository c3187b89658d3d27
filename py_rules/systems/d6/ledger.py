"""OpenD6: the turn after each thing that happened, and what is done beside moving."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from py_rules.engine.clock import cleared
from py_rules.engine.dice import rolled
from py_rules.engine.parts import Turn, length_of
from py_rules.engine.situation import Move
from py_rules.engine.turn import with_new
from py_rules.protocol import facts
from py_rules.protocol.requests import ActedEvent, BeginEvent, RolledEvent
from py_rules.systems.d6 import moves, prices, rules
from py_rules.systems.d6.sheet import Breathe
from py_rules.systems.d6.turn import HIGHEST, MODES, MODES_OF, PACED, REST, ROUND, ZERO, progress, used
from py_rules.systems.d6.words import game, say
from py_rules.values.answer_parts import Refusal
from py_rules.values.records import replace
from py_rules.values.rounding import on_grain, to_fraction
from py_rules.values.stretch import Segment


def met(move: Move, segments: Sequence[Segment]) -> tuple[tuple[str, int], ...]:
    """Return the marks of the ground met in this round, with those of more of it: of each the worst."""
    found = [*(move.turn.met if move.in_combat else ())]
    found += [mark for segment in segments for mark in rules.marks(move, segment.footing)]
    return tuple(dict(sorted(found)).items())


def afresh(turn: Turn) -> Turn:
    """Return the turn without what was rolled outside combat: the next move asks anew (X-10)."""
    return replace(turn, **{mode: REST for mode in MODES if getattr(turn, mode).outside})


@game.fold("acted")
def after_action_used(move: Move, _: ActedEvent) -> Turn:
    """Return the turn after another action: movement actions begun before it are over (D6-14)."""
    begun = [mode for mode in MODES if rules.uses_action(move, mode, used=used(move, mode))]
    return replace(move.turn, **{mode: replace(progress(move, mode), closed=True) for mode in begun})


@game.fold("rolled")
def after_roll(move: Move, fact: facts.RolledFact) -> Turn:
    """Return the turn after a roll: it opens an allowance, or goes wrong."""
    name = fact.check.partition(":")[0]
    if fact.faces and fact.faces[0] == 1 and move.house_rules.wild_die == "complication":
        move = replace(move, turn=_mishap(move.turn, "complication"))
    if name == "gate":
        return move.turn
    total = rolled(prices.code_of(move, fact.check), fact)
    if name == "breath":
        return _hold_breath(move, total)
    total -= rules.margin(move)
    if name == "overcome":
        return replace(move.turn, overcome=total >= fact.difficulty)
    if name == "jump":
        return _jumped(move, fact, total=total + move.turn.bonus)
    return _paced(move, MODES_OF[name], total=total, difficulty=fact.difficulty)


def _mishap(turn: Turn, mishap: str) -> Turn:
    return replace(turn, prompts=with_new(turn.prompts, [mishap]))


def _hold_breath(move: Move, total: int) -> Turn:
    turn = move.turn
    seconds = moves.breath_time(move, total, prepared=turn.prepared, bonus=turn.bonus_s)
    rounds = floor(seconds / to_fraction(move.house_rules.round_seconds))
    return replace(turn, prepared=False, bonus_s=None, breath_seconds=seconds, breath_left=rounds)


def _jumped(move: Move, fact: facts.RolledFact, *, total: int) -> Turn:
    """Return the turn after the roll of a jump; a failed one goes nowhere by itself (D6-25)."""
    turn = move.turn
    if total >= fact.difficulty:
        return turn
    declared, before = turn.jump.declared, used(move, "jump")
    bare = moves.jump_difficulty(move, declared)
    carried = rules.affords(move, "jump", total=total - fact.difficulty + bare)
    carries = max(ZERO, min(declared, carried) - before)
    lands = on_grain(turn.flight * carries / (declared - before)) if carries else ZERO
    return replace(turn, carries=carries, lands=lands)


def _paced(move: Move, mode: str, *, total: int, difficulty: int) -> Turn:
    """Return the turn after the roll of a way of moving."""
    made = prices.rolled(move, mode, total=total, difficulty=difficulty)
    if made.limit is not None:  # nowhere to go back to: what was moved before the roll stays moved
        made = replace(made, limit=max(made.limit, used(move, mode)))
    hurried = not made.outside and mode in PACED and made.declared > rules.base_of(move, mode)
    turn = replace(move.turn, **{mode: made}, fast=move.turn.fast or hurried)
    failed = made.result in {"fail", "first_round_fail"}
    if made.result == "trip" or (failed and rules.trips(move, difficulty - total)):
        return replace(turn, prone=True)
    if failed and move.house_rules.trip_margin is None:
        return _mishap(turn, "trip")
    first = made.stretches[0][1] if made.stretches else 0
    carried = rules.affords(move, mode, total=(made.total or 0) - first, tired=made.tired)
    stuck = made.result == "short" and carried <= used(move, mode)
    return _mishap(turn, "stuck") if stuck else turn


@game.fold("begin")
def new_round(move: Move, _: BeginEvent) -> Turn:
    """Return the turn at the beginning of a round: what lasts is counted on, the rest is cleared."""
    turn, left = move.turn, move.turn.breath_left
    rests = 0 if move.house_rules.fatigue_reset == "on_rest_round" else turn.fast_rounds
    return replace(
        cleared(turn, ROUND),
        # A stop or a trip leaves no rate to the next round.
        **{
            f"{mode}_rate": ZERO if progress(move, mode).result in {"stop", "trip"} else used(move, mode)
            for mode in PACED
        },
        fast_rounds=turn.fast_rounds + 1 if turn.fast else rests,
        run_ups=_run_ups_after(move),
        owed=tuple(lacking_of(move)),
        breath_left=None if left is None else max(0, left - 1),
    )


def lacking_of(move: Move) -> Iterator[tuple[str, Fraction]]:
    """Yield the modes that go slower in this round than a chase lets them, and how many metres are lacking (D6-17)."""
    for mode in PACED if move.house_rules.acceleration else ():
        least, gone = rules.slowest(move, mode), used(move, mode)
        settled = f"slow:{mode}" in move.turn.ruled or progress(move, mode).limit is not None
        if gone < least and not settled:
            yield mode, least - gone


def _run_ups_after(move: Move) -> tuple[bool, ...]:
    """Return the rounds of run-up after this one; a round without running ends them, and so does a jump."""
    turn, result = move.turn, progress(move, "ground").result
    if not used(move, "ground") or turn.jump_used:
        return ()
    beaten = result == "ok" if result else turn.run >= moves.least_run(move)
    return (*turn.run_ups, beaten)[-2:]


@game.refuse("rolled")
def refuse_roll(move: Move, event: RolledEvent) -> Refusal | None:
    """Return why a roll cannot be made now."""
    if event.check == "breath" and move.turn.breath_left is not None:
        return Refusal(moves.breath, say("breath.twice"))
    if event.check != "overcome":
        return None
    if move.character.fatigue_limit is None and move.circumstances.fatigue is None:
        return Refusal(rules.fatigue, say("overcome.never"))
    if move.turn.overcome is not None:
        return Refusal(rules.overcome_difficulty, say("overcome.twice"))
    if rules.overcome_difficulty(move) > HIGHEST:
        return Refusal(rules.overcome_difficulty, say("overcome.too_hard"))
    return None


def breathe(move: Move, options: Mapping[str, Any]) -> Turn:
    """Return the turn after breathing deeply: the next breath is prepared."""
    return replace(move.turn, prepared=True, bonus_s=length_of(options.get("bonus_s"), move))


game.act("breathe_deeply", "Breathe deeply", rule=moves.deep_breath, options=Breathe, after=breathe)
game.act(
    "surface",
    "Come up for air",
    rule=moves.breath,
    unless={"Holds no breath": lambda move: move.turn.breath_left is None},
    sets={"breath_left": None, "breath_seconds": None},
)
game.act("rest", "Rest", rule=rules.fatigue, sets={"fast_rounds": 0})
