"""Shadowrun 3: what distance costs, what is rolled, and what the GM is asked."""

from fractions import Fraction
from functools import partial
from typing import Any

from py_rules.engine import Move
from py_rules.engine.dice import Exploding
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.turn import with_new
from py_rules.systems.sr3 import interception, rules
from py_rules.systems.sr3.turn import BASE_TN, PACES, UNRULED, Pace, Turn
from py_rules.systems.sr3.words import game, say
from py_rules.values.answer_parts import Price, Refusal
from py_rules.values.records import replace
from py_rules.values.stretch import Gate


def marks(_: Move, ground: Any) -> tuple[tuple[str, int], ...]:  # noqa: ANN401 - a stretch or what a step is made on
    """Return what a stretch leaves on the way: that it was rough; or that it is run, and so all of it is (SR3-08)."""
    left = (("rough", bool(ground.grades)), ("run", ground.mode == "run"))
    return tuple((mark, 1) for mark, is_left in left if is_left)


def price_tiers(move: Move) -> list[PriceTier]:
    """Return the prices of metres in this pass, counted from its start."""
    if not move.in_combat:
        return [PriceTier(None, "free", rules.least_pace, say("no_combat"))]
    if move.turn.intercepted:
        return [ends(interception.stopped_by, say("intercepted"))]
    if move.turn.cut:
        return [ends(rules.least_pace, say("cut"))]
    rough = move.turn.pass_rough or "rough" in move.met
    least = rules.faster("run" if "run" in move.met else "none", rules.least_pace(move))
    limits: dict[Pace, Fraction] = {"walk": rules.walk_limit(move), "run": rules.run_limit(move)}
    found = [
        _tier(move, pace, limit=limit, rough=rough)
        for pace, limit in limits.items()
        if PACES.index(pace) >= PACES.index(least) and rules.may_reach(move, pace) and limit > 0
    ]
    if not rules.may_reach(move, "run"):
        return [*found, ends(rules.least_pace, say("locked", pace=say(f"pace.{move.turn.mode}")))]
    return [*found, _end(move, limits["run"])]


def _tier(move: Move, pace: Pace, *, limit: Fraction, rough: bool) -> PriceTier:
    tn = rules.tn_of(pace, rough=rough)
    lasting = move.turn.turn_tn if move.house_rules.penalty_scope == "turn" else 0
    reason = say(f"{pace}.rough" if rough else pace, tn=tn)
    if lasting > tn:
        tn, reason = lasting, say("earlier", tn=lasting)
    return PriceTier(limit, "penalised", rules.TN_RULES[tn], reason, Price("tn", tn))


def _end(move: Move, limit: Fraction) -> PriceTier:
    """Return the tier past the last metre: it names the limit that was met first."""
    if limit < rules.pass_share(move, rules.run_rate(move, move.turn.quickness_bonus_active)):
        return ends(rules.pass_limit, say("too_far.turn", limit=limit))
    return ends(rules.pass_share, say("too_far.pass", limit=limit))


def sprint_dice(move: Move) -> Exploding:
    """Return the dice of the sprint test."""
    return Exploding(
        move.character.athletics,
        rules.sprint_tn(move),
        lambda dice: say("sprint.dice", pool=dice.count, tn=dice.difficulty),
    )


def refuse_sprint(move: Move, result: int | None) -> Refusal | None:
    """Return why a sprint test cannot be rolled, or cannot come to a result."""
    pool = move.character.athletics
    if not move.in_combat:
        return Refusal(rules.sprint_tn, say("sprint.no_combat"))
    if not move.turn.has_action:
        return Refusal(rules.waits_for_others, say("no_phase"))
    if move.turn.simples:
        return Refusal(rules.sprint_tn, say("action.complex"))
    if not pool:
        return Refusal(rules.sprint_tn, say("sprint.no_dice"))
    if result is not None and not 0 <= result <= pool:
        return Refusal(rules.sprint_tn, say("sprint.result", pool=pool))
    return None


def gate_dice(_: Move, gate: Gate) -> Exploding:
    """Return the dice that a region demands; what moving adds to TNs does not count in it."""
    tn = BASE_TN if gate.difficulty is None else gate.difficulty
    return Exploding(gate.pool, tn, lambda dice: say("gate.dice", pool=dice.count, tn=dice.difficulty))


def ruled(move: Move, choice: str, *, what: str) -> Turn:
    """Return the turn after the GM's answer about a way of moving."""
    turn: Turn = move.turn
    return replace(turn, asked=with_new(turn.asked, [what]), cut=turn.cut or choice == "stop")


game.marks_are(marks)
game.meter("ground", "Metres of this pass", field="pass_moved", price_tiers=price_tiers)
game.mode("ground", "On foot, as fast as needed")
game.mode("walk", "Walk")
game.mode("run", "Run")
for mode in UNRULED:
    game.mode(mode, f"{mode.capitalize()} (the GM rules)")
game.grade("rough", "rough terrain or obstacles")
game.words_for_dice("Successes", "Target number", needed="{needed} {needed:success|successes} or more")
game.roll(
    "sprint",
    "Sprint: Athletics (Running)",
    rule=rules.sprint_tn,
    dice=sprint_dice,
    carries=lambda move, hits: rules.pass_share(move, rules.run_rate(move, hits)),
    needed=1,
    moment=False,
    refuses=refuse_sprint,
)
game.region_roll(rules.rough_tn, dice=gate_dice, target=lambda _, gate: gate.needed)
for what, words in (
    ("climb", "climbing"),
    ("jump", "jumping"),
    ("swim", "swimming"),
    ("height", "heights and drops"),
):
    game.question(
        f"other:{what}",
        rules.least_pace,
        question=f"There is no rule for {words}: does it go as measured?",
        choices={"as_shown": "As measured, metre for metre", "stop": "Movement ends here in this pass"},
        offered=True,
        after=partial(ruled, what=what),
    )
