"""Shadowrun 3: what is rolled and how likely it is, and what distance costs."""

from fractions import Fraction

from py_rules.engine.dice import Thrown, check_of
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.situation import Gate, Situation, on_tests
from py_rules.engine.system import RegionRolls
from py_rules.ledger.facts import (
    RolledFact,
)
from py_rules.systems.sr3.rules import (
    TN_RULES,
    faster,
    lasting_tn,
    least_pace,
    may_reach,
    pass_limit,
    pass_share,
    rough_tn,
    run_limit,
    run_rate,
    sprint_tn,
    stopped_by,
    tn_of,
    walk_limit,
)
from py_rules.systems.sr3.turn import BASE_TN, LEAST_TN, PACES, ZERO, Pace, Turn
from py_rules.systems.sr3.words import say
from py_rules.values.answers import (
    Check,
    Choice,
    Price,
    Ruling,
    Text,
)
from py_rules.values.dice import exploding_d6_pool, exploding_d6_succeeds


def pass_levels(
    situation: Situation, state: Turn, *, rough: bool = False, least: Pace = "none"
) -> list[PriceTier]:
    """Return the prices of metres in this pass, counted from its start."""
    if not situation.in_combat:
        return [PriceTier(None, "free", least_pace, say("no_combat"))]
    if state.intercepted:
        return [ends(stopped_by, say("intercepted"))]
    if state.cut:
        return [ends(least_pace, say("cut"))]
    least = faster(least, least_pace(situation, state))
    limits: dict[Pace, Fraction] = {"walk": walk_limit(situation, state), "run": run_limit(situation, state)}
    levels = [
        _level(situation, state, pace, limit, rough=rough or state.pass_rough)
        for pace, limit in limits.items()
        if PACES.index(pace) >= PACES.index(least) and may_reach(situation, state, pace) and limit > 0
    ]
    if not may_reach(situation, state, "run"):
        return [*levels, ends(least_pace, say("locked", pace=say(f"pace.{state.mode}")))]
    return [*levels, _end(situation, state, limits["run"])]


def _level(situation: Situation, state: Turn, pace: Pace, limit: Fraction, *, rough: bool) -> PriceTier:
    tn, lasting = tn_of(pace, rough=rough), lasting_tn(situation, state)
    if lasting > tn:
        return PriceTier(
            limit, "penalised", TN_RULES[lasting], say("earlier", tn=lasting), Price("tn", lasting)
        )
    reason = say(f"{pace}.rough" if rough else pace, tn=tn)
    return PriceTier(limit, "penalised", TN_RULES[tn], reason, Price("tn", tn))


def _end(situation: Situation, state: Turn, limit: Fraction) -> PriceTier:
    """Return the level past the last metre: it names the limit that was met first."""
    share = pass_share(state, run_rate(situation, state.quickness_bonus_active))
    if limit < share:
        return ends(pass_limit, say("too_far.turn", limit=limit))
    return ends(pass_share, say("too_far.pass", limit=limit))


def other_ruling(what: str, at: Fraction) -> Ruling:
    """Return the question that a way of moving without a rule raises."""
    choices = (Choice("as_shown", say("other.as_shown")), Choice("stop", say("other.stop")))
    return Ruling(f"other:{what}", least_pace, at, say(f"other.{what}"), choices, "as_shown")


def needed_text(needed: int) -> Text:
    """Return so many successes in words."""
    return say("needed", needed=needed)


def region_text(situation: Situation, gate: Gate, needed: int) -> Text:
    """Return what a region demands of whoever enters it."""
    return say("gate", region=situation.name(gate.id), name=gate.name, needed=needed_text(needed))


def region_check(situation: Situation, state: Turn, gate: Gate, at: Fraction) -> Check:
    """Return the check that a region demands on entering it; what moving adds to TNs does not count in it."""
    del state
    tn = BASE_TN if gate.difficulty is None else gate.difficulty
    tn = max(LEAST_TN, tn + on_tests(situation)) if on_tests(situation) else tn
    return check_of(
        f"gate:{gate.id}",
        rough_tn,
        say("gate.label", name=gate.name),
        exploding(gate.pool, tn, say("gate.dice", pool=gate.pool, tn=tn)),
        at=at,
        difficulty=tn,
        needed=gate.needed,
        words=needed_text(gate.needed),
    )


REGION_ROLLS = RegionRolls(rough_tn, region_check, region_text)


def sprint_check(situation: Situation, state: Turn) -> Check:
    """Return the sprint test; its distances are those of a pass of the next Combat Phase."""
    pool, tn = situation.character.athletics, sprint_tn(situation, state)
    return check_of(
        "sprint",
        sprint_tn,
        say("sprint.label"),
        exploding(pool, tn, say("sprint.dice", pool=pool, tn=tn)),
        at=ZERO,
        difficulty=tn,
        needed=1,
        words=needed_text(1),
        carries=lambda successes: pass_share(state, run_rate(situation, successes)),
    )


def exploding(pool: int, tn: int, text: Text) -> Thrown:
    """Return dice that are each thrown again on a six."""
    return Thrown(pool, exploding_d6_pool(pool, tn=tn), text, again="each")


def successes(fact: RolledFact) -> int:
    """Return the successes of a roll: counted from its dice, or as they were told."""
    if fact.faces is None:
        return fact.result or 0
    return sum(exploding_d6_succeeds(face, tn=fact.difficulty) for face in fact.faces)
