"""OpenD6: what is rolled and how likely it is, and what distance costs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from py_rules.engine.dice import Thrown, check_of
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.situation import Gate, Situation, on_tests
from py_rules.engine.system import RegionRolls
from py_rules.ledger.facts import (
    RolledFact,
)
from py_rules.systems.d6.rules import (
    added,
    affords,
    bare,
    base_of,
    breath,
    climb_difficulty,
    deep_breath,
    degraded,
    extra_of,
    fastest,
    fate,
    fly_difficulty,
    forced_rate,
    gm_extra,
    jump_difficulty,
    margin,
    measured,
    move_of,
    movements,
    overcome_difficulty,
    run_difficulty,
    short_distance,
    slowest,
    stretches,
    swim_difficulty,
    terrain,
    top_speed,
    trips,
    uses_action,
)
from py_rules.systems.d6.turn import (
    CHECKS,
    HIGHEST,
    LEAST_CHANCE,
    LEAST_SHOWN,
    MODES_OF,
    PACED,
    REST,
    SKILLS,
    ZERO,
    Effort,
    Going,
    Grades,
    dice_of,
)
from py_rules.systems.d6.words import say
from py_rules.values.answers import (
    Check,
    Choice,
    Price,
    Ruling,
    Text,
)
from py_rules.values.dice import d6_at_least, d6_code, d6_total
from py_rules.values.exact import plain

CHECK_RULES: dict[str, str] = {
    "run": run_difficulty,
    "swim": swim_difficulty,
    "climb": climb_difficulty,
    "fly": fly_difficulty,
    "jump": jump_difficulty,
}


def skill_of(situation: Situation, check: str, *, prepared: bool = False) -> tuple[str, str]:
    """Return the name and the code that a check is rolled with: of two the better.

    A breath that was ``prepared`` with the stamina skill is rolled with that (D6-07).
    """
    name = check.partition(":")[0]
    if name == "breath":
        names = ["physique", "stamina"] if situation.character.has_stamina else ["physique"]
        names = names[-1:] if prepared else names
    elif name == "overcome":
        names = ["stamina", "willpower"]
    else:
        names = [SKILLS[name]]
    best = max(names, key=lambda known: dice_of(getattr(situation.character, known)))
    return best, getattr(situation.character, best)


def chance_of(situation: Situation, check: str, difficulty: int, bonus: int = 0) -> Fraction:
    """Return the chance that a check makes a difficulty; past the highest there is, none."""
    if difficulty > HIGHEST:
        return ZERO
    dice, pips = dice_of(skill_of(situation, check)[1])
    pips += bonus + on_tests(situation)
    return d6_at_least(dice, pips, difficulty + margin(situation), wild=situation.house_rules.wild_die)


def counted(situation: Situation, fact: RolledFact, dice: int, pips: int) -> int:
    """Return the total of a roll: from its faces and the pips, or as it was told."""
    if fact.faces is None:
        return fact.result or 0
    return d6_total(dice, fact.faces, wild=situation.house_rules.wild_die) + pips


def seen(situation: Situation, state: Effort, mode: str) -> Going:
    """Return the account of a mode that holds now: combat and what lies outside it do not mix (X-10)."""
    going = state.going(mode)
    return going if going.outside != situation.in_combat else REST


def barred(situation: Situation, mode: str) -> PriceTier | None:
    """Return the level that forbids a mode altogether, if the sheet does."""
    if not move_of(situation):
        return ends(movements, say("none"))
    return ends(fly_difficulty, say("none.fly")) if not base_of(situation, mode) else None


def top_of(situation: Situation, state: Effort, mode: str) -> tuple[Fraction, PriceTier] | None:
    """Return the most that the options let a mode do in this round, and the level past it."""
    found: list[tuple[Fraction, PriceTier]] = []
    if situation.house_rules.cap_4x and mode in CHECKS:
        limit = top_speed(situation, mode)
        found.append((limit, ends(top_speed, say("top", limit=limit))))
    if situation.house_rules.acceleration and mode in PACED:
        rate = state.rate(mode)
        limit = fastest(situation, mode, rate)
        found.append((limit, ends(fastest, say("fastest", rate=rate, limit=limit))))
    return min(found, key=lambda pair: pair[0], default=None)


def prices(situation: Situation, state: Effort, mode: str, grades: Grades) -> list[PriceTier]:
    """Return what metres of a mode cost, counted from the round's start, on ground of these grades."""
    if bar := barred(situation, mode):
        return [bar]
    if not situation.in_combat:
        return _scene_prices(situation, state, mode, grades)
    going = state.going(mode) if not state.going(mode).outside else REST
    if going.closed:
        return [ends(uses_action, say("action.last"))]
    if mode == "jump":
        return [PriceTier(None, "penalised", uses_action, say("action"), Price("action", -1))]
    if going.limit is not None or going.total is not None:
        levels = _known_prices(situation, mode, going, grades)
    else:
        levels = list(_open_prices(situation, state, mode, grades))
    top = top_of(situation, state, mode)
    if top is None:
        return levels
    below = [level for level in levels if level.limit is not None and level.limit < top[0]]
    next_one = levels[len(below)]
    return levels if next_one.kind == "impossible" else [*below, replace(next_one, limit=top[0]), top[1]]


def _known_prices(situation: Situation, mode: str, going: Going, grades: Grades) -> list[PriceTier]:
    """Return how far a roll that was made carries."""
    number = CHECK_RULES[CHECKS[mode]]
    if going.limit is not None:
        limit, failed = going.limit, failed_rule(mode, going.result)
        return [
            PriceTier(limit, "free", failed, say("known.short", limit=limit)),
            ends(failed, say("known.short", limit=limit)),
        ]
    limit = carries_to(situation, mode, going, grades)
    short = going.result == "short"
    reason = say("known.short" if short else "known", limit=limit)
    return [
        PriceTier(limit, "free", degraded if short else number, reason),
        ends(degraded if short else number, reason),
    ]


def carries_to(situation: Situation, mode: str, going: Going, grades: Grades) -> Fraction:
    """Return how far the total of a roll that was made carries over ground of these grades."""
    return affords(situation, mode, going.total or 0, going.extra + terrain(situation, grades), going.tired)


def nowhere(going: Going) -> bool:
    """Tell whether a roll failed where the table lets that go nowhere, whatever the total (D6-25)."""
    return going.result == "short" and going.limit is not None


def failed_rule(mode: str, result: str) -> str:
    """Return the rule that says how far a failed roll still goes."""
    if result in {"slow", "partial"}:
        return forced_rate
    if result in {"stop", "trip"}:
        return fate
    return trips if mode == "ground" else degraded


def _open_prices(situation: Situation, state: Effort, mode: str, grades: Grades) -> Iterator[PriceTier]:
    """Yield what is short, what uses an action, what is rolled as long as there is any chance, and the end of it."""
    half = short_distance(situation, mode)
    check, action = CHECKS[mode], Price("action", -1)
    ground = terrain(situation, grades)
    if half and not situation.house_rules.short_needs_roll:
        yield PriceTier(half, "free", short_distance, say("short"))
    for limit, number in _cut(situation, state, mode):  # pragma: no branch - they have no end
        difficulty = number + ground + extra_of(situation, state, mode, limit)
        if difficulty <= 0:
            if half and situation.house_rules.short_needs_roll and limit == base_of(situation, mode):
                yield PriceTier(half, "free", short_distance, say("short"))
            yield PriceTier(limit, "penalised", short_distance, say("action"), action)
            continue
        asked = measured(situation, state, mode, limit)
        difficulty = bare(situation, mode, asked) + ground + extra_of(situation, state, mode, asked)
        chance = chance_of(situation, check, difficulty)
        if not chance:
            yield _out_of_reach(CHECK_RULES[check], difficulty)
            return
        needed = difficulty + margin(situation)
        reason = with_rarity(say(check, needed=needed), chance)
        level = PriceTier(half, "roll", CHECK_RULES[check], reason, None, chance, ((check, needed),))
        if half and situation.house_rules.short_needs_roll and limit == base_of(situation, mode):
            yield level
        yield replace(level, limit=limit, price=action)


def _cut(situation: Situation, state: Effort, mode: str) -> Iterator[tuple[Fraction, int]]:
    """Yield the stretches of a mode, in a chase cut where forced slowing would leave the token (D6-18)."""
    left = (
        forced_rate(situation, mode, state.rate(mode))
        if mode in PACED and situation.house_rules.acceleration
        else ZERO
    )
    start = ZERO
    for limit, number in stretches(situation, mode):  # pragma: no branch - they have no end
        if ZERO < start < left < limit:
            yield left, number
        yield limit, number
        start = limit


def _out_of_reach(number: str, difficulty: int) -> PriceTier:
    """Return the end of what can be rolled for: no total is that high, or no difficulty."""
    return ends(number, say("too_hard", highest=HIGHEST) if difficulty > HIGHEST else say("too_far"))


def with_rarity(roll: Text, chance: Fraction) -> Text:
    """Return what is rolled in words, and that it hardly ever comes off: a Wild Die has no top."""
    return say("rare", roll=roll) if 0 < chance < LEAST_CHANCE else roll


def followed(levels: Sequence[PriceTier]) -> list[PriceTier]:
    """Return prices as far as a search follows them: up to the first rare roll, to tell that there are such."""
    for index, level in enumerate(levels[:-1]):
        if level.chance is not None and level.chance < LEAST_CHANCE:
            return [*levels[: index + 1], levels[-1]]
    return list(levels)


def _scene_prices(situation: Situation, state: Effort, mode: str, grades: Grades) -> list[PriceTier]:
    """Return the prices outside combat: no limits, and one roll where the place itself asks for it (X-10)."""
    free = PriceTier(None, "free", movements, say("no_combat"))
    if mode == "jump":
        return [free]
    going = seen(situation, state, mode)
    check = CHECKS[mode]
    number = CHECK_RULES[check]
    if going.limit is not None:
        return _known_prices(situation, mode, going, grades)
    difficulty = (
        bare(situation, mode, ZERO) + terrain(situation, grades) + extra_of(situation, state, mode, ZERO)
    )
    if going.total is not None:
        made = going.total >= bare(situation, mode, ZERO) + terrain(situation, grades) + going.extra
        return [free] if made else _known_prices(situation, mode, going, grades)
    if difficulty <= 0:
        return [free]
    half = short_distance(situation, mode)
    levels = (
        [PriceTier(half, "free", short_distance, say("short"))]
        if half and not situation.house_rules.short_needs_roll
        else []
    )
    chance = chance_of(situation, check, difficulty)
    if not chance:
        return [*levels, _out_of_reach(number, difficulty)]
    needed = difficulty + margin(situation)
    reason = with_rarity(say(check, needed=needed), chance)
    rolled = PriceTier(None, "roll", number, reason, None, chance, ((check, needed),))
    return [*levels, rolled]


def outcome(
    situation: Situation, state: Effort, mode: str, total: int, difficulty: int
) -> tuple[str, Fraction | None]:
    """Return what a roll comes to, and how far it goes if that is fixed by having failed.

    ``total`` is the effective one: less what it must be above the difficulty.
    """
    going = state.going(mode)
    if total >= difficulty:
        return "ok", None
    base, rate = base_of(situation, mode), state.rate(mode)
    chase = situation.house_rules.acceleration and mode in PACED and not going.outside
    if chase and rate:
        extra, tired = added(situation, state, mode, difficulty)
        if total >= bare(situation, mode, rate) + extra + (tired if rate > base else 0):
            return "partial", max(rate, affords(situation, mode, total, extra, tired))
        left = forced_rate(situation, mode, rate)
        result = fate(left)
        return "stop" if result == "trip" and mode != "ground" else result, max(left, ZERO)
    if mode == "ground":
        return "first_round_fail" if chase else "fail", base
    if situation.house_rules.fail_mode == "none":
        return "short", ZERO
    return "short", None


def build_check(
    situation: Situation,
    check: str,
    label: Text,
    at: Fraction,
    difficulty: int,
    *,
    bonus: int = 0,
) -> Check:
    """Return a check with its odds."""
    name = check.partition(":")[0]
    skill, code = skill_of(situation, check)
    alternatives: tuple[Text, ...] = ()
    if name == "overcome":
        other = {"stamina": "willpower", "willpower": "stamina"}[skill]
        alternatives = (_dice_text(situation, other, getattr(situation.character, other), difficulty, 0),)
    rule_number = overcome_difficulty if name == "overcome" else CHECK_RULES[name]
    found = _rolled_check(
        situation,
        check,
        rule_number,
        label,
        at,
        _dice_text(situation, skill, code, difficulty, bonus),
        difficulty,
    )
    return replace(found, alternatives=alternatives)


Stretches = Sequence[tuple[Fraction, Grades]]
"""What was used before each stretch of a way, and the terrain met by then."""


def carrying(situation: Situation, check: Check, state: Effort, stretches: Stretches) -> Check:
    """Return a mode's check with how far each total carries; ``state`` has the distance that is declared."""

    def carried(result: int) -> Fraction:
        return _carried(situation, state, MODES_OF[check.id], result, check.difficulty, stretches)

    rows = tuple(replace(row, distance=carried(row.result)) for row in check.odds)
    dice = Text(check.dice.key, {**check.dice.params, "least": plain(carried(-HIGHEST))}, check.dice.text)
    return replace(check, odds=rows, dice=dice)


def breath_check(situation: Situation, state: Effort) -> Check:
    """Return the roll that holds the breath: it cannot fail, its total tells for how long (D6-06, D6-07)."""
    prepared = state.prepared
    skill, code = skill_of(situation, "breath", prepared=prepared)
    how = "breath.code"
    if prepared and state.bonus_s is not None:
        how = "breath.code.bonus"
    elif prepared and situation.character.has_stamina:
        how = "breath.code.most"
    dice = _dice_text(situation, skill, code, 0, 0)
    text = say(how, code=code, bonus=state.bonus_s or ZERO)
    marks = {"prepared": prepared, "bonus_s": None if state.bonus_s is None else plain(state.bonus_s)}
    dice = Text(text.key, {**dice.params, **text.params, **marks}, text.text)
    number = deep_breath if prepared else breath
    found = _rolled_check(situation, "breath", number, say("breath"), ZERO, dice, 0)
    return replace(found, needed=0, needed_text=say("breath.any"), chance=Fraction(1))


def _carried(
    situation: Situation, state: Effort, mode: str, result: int, difficulty: int, stretches: Stretches
) -> Fraction:
    """Return how far a total goes on the path that is declared."""
    going, total = state.going(mode), result - margin(situation)
    declared = going.declared or ZERO
    kind, limit = outcome(situation, state, mode, total, difficulty)
    if limit is not None:
        return min(declared, max(limit, going.used))
    if kind == "ok":
        return declared
    extra, tired = added(situation, state, mode, difficulty)
    extra -= terrain(situation, stretches[-1][1])
    ends = [start for start, _ in stretches[1:]] + [declared]
    for (start, grades), end in zip(
        stretches, ends, strict=True
    ):  # pragma: no branch - it falls short of the last
        limit = affords(situation, mode, total, extra + terrain(situation, grades), tired)
        endless = going.outside and limit > 0
        if limit < end and not endless:
            return max(start, limit)
    return declared


def _dice_text(situation: Situation, skill: str, code: str, difficulty: int, bonus: int) -> Text:
    """Return what is rolled in words; the parameters tell how to count it."""
    (dice, pips), changed = dice_of(code), on_tests(situation)
    how = {
        "dice": dice,
        "pips": pips + bonus + changed,
        "wild": situation.house_rules.wild_die,
        "skill": skill,
    }
    key = f"code{'.bonus' if bonus else ''}{'.changed' if changed else ''}"
    told = {"change": changed} if changed else {}
    text = say(key, code=code, bonus=bonus, difficulty=difficulty, **told)
    return Text(text.key, {**text.params, **how}, text.text)


def _rolled_check(
    situation: Situation, check: str, rule_number: str, label: Text, at: Fraction, dice: Text, difficulty: int
) -> Check:
    wild, count = situation.house_rules.wild_die, dice.params["dice"]
    odds = d6_code(count, dice.params["pips"], wild=wild)
    needed = difficulty + margin(situation)
    chance = odds.at_least(needed)
    return check_of(
        check,
        rule_number,
        label,
        Thrown(count, odds, dice, again="never" if wild == "off" else "first"),
        at=at,
        difficulty=difficulty,
        needed=needed,
        words=with_rarity(say("total", needed=needed), chance),
        least=min(LEAST_SHOWN, chance or LEAST_SHOWN),
    )


def region_check(situation: Situation, state: Effort, gate: Gate, at: Fraction) -> Check:
    """Return a further roll that the map asks for: of its difficulty, else of the total it needs (D6-23)."""
    del state
    difficulty = max(0, gate.needed - margin(situation)) if gate.difficulty is None else gate.difficulty
    dice = _dice_text(situation, gate.name, f"{gate.pool}D", difficulty, 0)
    return _rolled_check(
        situation, f"gate:{gate.id}", gm_extra, say("gate.label", name=gate.name), at, dice, difficulty
    )


REGION_ROLLS = RegionRolls(
    gm_extra,
    region_check,
    lambda s, gate, needed: say("gate", region=s.name(gate.id), name=gate.name, needed=needed),
)


MISHAPS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "trip": (trips, "trip", ("keeps", "trips")),
    "sink": (degraded, "sink", ("floats", "sinks")),
    "slip": (degraded, "slip", ("holds", "falls")),
    "stall": (degraded, "stall", ("hovers", "falls")),
    "jump": (degraded, "jump.fell", ("lands", "falls")),
    "edge": (degraded, "jump.edge", ("stays", "falls")),
    "complication": (run_difficulty, "complication", ("none", "happens")),
}
"""What may go wrong on a roll: rule, text key, the GM's choices (the first is the default, but over a pit the last)."""
STUCK = {"swim": "sink", "climb": "slip", "fly": "stall"}


def mishap_text(state: Effort, mishap: str) -> Text:
    """Return what went wrong, as a question."""
    key = MISHAPS[mishap][1]
    return say(key, carries=state.carries) if mishap == "jump" else say(key)


def mishap_ruling(state: Effort, mishap: str) -> Ruling:
    """Return the question that a failure raises."""
    number, key, names = MISHAPS[mishap]
    choices = tuple(Choice(name, say(f"{key}.{name}")) for name in names)
    falls = mishap == "jump" and state.over_pit
    return Ruling(mishap, number, ZERO, mishap_text(state, mishap), choices, names[-1 if falls else 0])


def slick_ruling(at: Fraction) -> Ruling:
    """Return the question that a slick surface raises (D6-23)."""
    choices = (Choice("as_shown", say("slick.as_shown")), Choice("roll", say("slick.roll")))
    return Ruling("slick", gm_extra, at, say("slick.ask"), choices, "as_shown")


def drop_ruling(metres: Fraction, at: Fraction) -> Ruling:
    """Return the question that coming down without climbing raises: a fall's harm is not in this chapter."""
    choices = (Choice("none", say("drop.none")), Choice("fall", say("drop.fall")))
    return Ruling("drop", gm_extra, at, say("drop.ask", metres=metres), choices, "none")


def slow_ruling(mode: str, question: Text, at: Fraction, *, carried: bool) -> Ruling:
    """Return the question that slowing down too much raises (D6-17).

    ``carried``: the round is over, and a runner can be carried on in a line.
    """
    choices = (Choice("allow", say("slowest.allow")), Choice("carried", say("slowest.carried")))
    return Ruling(f"slow:{mode}", slowest, at, question, choices if carried else choices[:1], "allow")


def prone_ruling() -> Ruling:
    """Return the question whether a prone token is up again (D6-19)."""
    choices = (Choice("stays", say("prone.stays")), Choice("stands", say("prone.stands")))
    return Ruling("prone", fate, ZERO, say("prone.ask"), choices, "stays")
