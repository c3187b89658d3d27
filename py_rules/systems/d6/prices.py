"""OpenD6: what is rolled and how likely it is, and what distance costs."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from py_rules.engine.dice import WildCode, check_of
from py_rules.engine.parts import Move, RegionRolls
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.situation import Situation, on_tests
from py_rules.engine.words import gate_label
from py_rules.systems.d6 import moves, rules, turn
from py_rules.systems.d6.moves import move_of
from py_rules.systems.d6.turn import CHECKS, PACED, ZERO, Effort, Grades, Progress
from py_rules.systems.d6.words import say
from py_rules.values.answer_parts import Check, Price
from py_rules.values.dice import LEAST_SHOWN, d6_at_least
from py_rules.values.records import replace
from py_rules.values.sentences import Text
from py_rules.values.stretch import Gate

CHECK_RULES: dict[str, str] = {CHECKS.get(mode, mode): rule for mode, rule in rules.DIFFICULTIES.items()}


def skill_of(move: Move, check: str, *, prepared: bool = False) -> tuple[str, str]:
    """Return the name and the code that a check is rolled with: of two the better.

    A breath that was ``prepared`` with the stamina skill is rolled with that (D6-07).
    """
    name = check.partition(":")[0]
    if name == "breath":
        names = ["physique", "stamina"] if move.character.has_stamina else ["physique"]
        names = names[-1:] if prepared else names
    elif name == "overcome":
        names = ["stamina", "willpower"]
    else:
        names = [turn.SKILLS[name]]
    best = max(names, key=lambda known: turn.dice_of(getattr(move.character, known)))
    return best, getattr(move.character, best)


def chance_of(move: Move, check: str, *, difficulty: int, bonus: int = 0) -> Fraction:
    """Return the chance that a check makes a difficulty; past the highest there is, none."""
    if difficulty > turn.HIGHEST:
        return ZERO
    dice, pips = turn.dice_of(skill_of(move, check)[1])
    pips += bonus + on_tests(move.situation)
    return d6_at_least(dice, pips, needed=difficulty + rules.margin(move), wild=move.house_rules.wild_die)


def seen(move: Move, mode: str) -> Progress:
    """Return the account of a mode that holds now: combat and what lies outside it do not mix (X-10)."""
    progress = move.turn.progress(mode)
    return progress if progress.outside != move.in_combat else turn.REST


def barred(move: Move, mode: str) -> PriceTier | None:
    """Return the tier that forbids a mode altogether, if the sheet does."""
    if not move_of(move):
        return ends(rules.movements, say("none"))
    return ends(rules.fly_difficulty, say("none.fly")) if not rules.base_of(move, mode) else None


def top_of(move: Move, mode: str) -> tuple[Fraction, PriceTier] | None:
    """Return the most that the options let a mode do in this round, and the tier past it."""
    found: list[tuple[Fraction, PriceTier]] = []
    if move.house_rules.cap_4x and mode in CHECKS:
        limit = rules.top_speed(move, mode)
        found.append((limit, ends(rules.top_speed, say("top", limit=limit))))
    if move.house_rules.acceleration and mode in PACED:
        rate = move.turn.rate(mode)
        limit = rules.fastest(move, mode, rate=rate)
        found.append((limit, ends(rules.fastest, say("fastest", rate=rate, limit=limit))))
    return min(found, key=lambda pair: pair[0], default=None)


def tiers(move: Move, mode: str, *, grades: Grades) -> list[PriceTier]:
    """Return what metres of a mode cost, counted from the round's start, on ground of these grades."""
    if bar := barred(move, mode):
        return [bar]
    if not move.in_combat:
        return _scene_prices(move, mode, grades=grades)
    progress = seen(move, mode)
    if progress.closed:
        return [ends(rules.uses_action, say("action.last"))]
    if mode == "jump":
        return [PriceTier(None, "penalised", rules.uses_action, say("action"), Price("action", -1))]
    price_tiers = (
        _known_prices(move, mode, progress=progress, grades=grades)
        if progress.rolled
        else _open_prices(move, mode, grades=grades)
    )
    top = top_of(move, mode)
    if top is None:
        return price_tiers
    below = [tier for tier in price_tiers if tier.limit is not None and tier.limit < top[0]]
    next_one = price_tiers[len(below)]
    return price_tiers if next_one.kind == "impossible" else [*below, replace(next_one, limit=top[0]), top[1]]


def _known_prices(move: Move, mode: str, *, progress: Progress, grades: Grades) -> list[PriceTier]:
    """Return how far a roll that was made carries."""
    limit, number, short = progress.limit, failed_rule(mode, progress.result), True
    if limit is None:
        limit, short = carries_to(move, mode, progress=progress, grades=grades), progress.result == "short"
        number = rules.degraded if short else CHECK_RULES[CHECKS[mode]]
    reason = say("known.short" if short else "known", limit=limit)
    return [PriceTier(limit, "free", number, reason), ends(number, reason)]


def carries_to(move: Move, mode: str, *, progress: Progress, grades: Grades) -> Fraction:
    """Return how far the total of a roll that was made carries over ground of these grades."""
    return rules.affords(
        move,
        mode,
        total=progress.total or 0,
        extra=progress.extra + rules.terrain(move, grades),
        tired=progress.tired,
    )


def nowhere(progress: Progress) -> bool:
    """Tell whether a roll failed where the table lets that go nowhere, whatever the total (D6-25)."""
    return progress.result == "short" and progress.limit is not None


def failed_rule(mode: str, result: str) -> str:
    """Return the rule that says how far a failed roll still goes."""
    if result in {"slow", "partial"}:
        return rules.forced_rate
    if result in {"stop", "trip"}:
        return rules.fate
    return rules.trips if mode == "ground" else rules.degraded


def _short_prices(move: Move, mode: str) -> list[PriceTier]:
    """Return what is no action (D6-13)."""
    half = rules.short_distance(move, mode)
    return [PriceTier(half, "free", rules.short_distance, say("short", limit=half))] if half else []


def _rolled_price(move: Move, mode: str, *, limit: Fraction | None, difficulty: int) -> PriceTier:
    """Return the price of what is rolled for; no total is that high, or no difficulty: the end of it."""
    check, needed = CHECKS[mode], difficulty + rules.margin(move)
    chance, number = chance_of(move, check, difficulty=difficulty), CHECK_RULES[check]
    if not chance:
        return ends(
            number, say("too_hard", highest=turn.HIGHEST) if difficulty > turn.HIGHEST else say("too_far")
        )
    reason = with_rarity(roll_text(check, needed), chance)
    return PriceTier(limit, "roll", number, reason, None, chance, ((check, needed),))


def _open_prices(move: Move, mode: str, *, grades: Grades) -> list[PriceTier]:
    """Return what is short, what uses an action, what is rolled as long as there is any chance, and the end of it."""
    short, action, ground = _short_prices(move, mode), Price("action", -1), rules.terrain(move, grades)
    needs_roll, found = move.house_rules.short_needs_roll, list[PriceTier]()
    found += [] if needs_roll else short
    base, near = rules.base_of(move, mode), ground + rules.extra_of(move, mode, metres=ZERO)
    far = near + rules.tired_of(move, mode)
    for limit, number in _cut(move, mode):  # pragma: no branch - they have no end
        first = short if needs_roll and limit == base else []
        if number + (far if limit > base else near) <= 0:
            found += [*first, PriceTier(limit, "penalised", rules.short_distance, say("action"), action)]
            continue
        asked = rules.measured(move, mode, metres=limit)
        bare = number if asked == limit else rules.bare(move, mode, metres=asked)
        tier = _rolled_price(move, mode, limit=limit, difficulty=bare + (far if asked > base else near))
        if tier.kind == "impossible":
            found.append(tier)
            break
        found += [*(replace(tier, limit=one.limit) for one in first), replace(tier, price=action)]
    return found


def _cut(move: Move, mode: str) -> Iterator[tuple[Fraction, int]]:
    """Yield the stretches of a mode, in a chase cut where forced slowing would leave the token (D6-18)."""
    start = left = ZERO
    if mode in PACED and move.house_rules.acceleration:
        left = rules.forced_rate(move, mode, rate=move.turn.rate(mode))
    for limit, number in rules.stretches(move, mode):  # pragma: no branch - they have no end
        if ZERO < start < left < limit:
            yield left, number
        yield limit, number
        start = limit


def roll_text(check: str, needed: int) -> Text:
    """Return a roll and the total that it needs, in words."""
    return say("roll", roll=say(f"check.{check}"), needed=needed)


def with_rarity(roll: Text, chance: Fraction) -> Text:
    """Return what is rolled in words, and that it hardly ever comes off: a Wild Die has no top."""
    return say("rare", roll=roll) if 0 < chance < turn.LEAST_CHANCE else roll


def followed(price_tiers: Sequence[PriceTier]) -> list[PriceTier]:
    """Return prices as far as a search follows them: up to the first rare roll, to tell that there are such."""
    for index, tier in enumerate(price_tiers[:-1]):
        if tier.chance is not None and tier.chance < turn.LEAST_CHANCE:
            return [*price_tiers[: index + 1], price_tiers[-1]]
    return list(price_tiers)


def _scene_prices(move: Move, mode: str, *, grades: Grades) -> list[PriceTier]:
    """Return the prices outside combat: no limits, and one roll where the place itself asks for it (X-10)."""
    free = PriceTier(None, "free", rules.movements, say("no_combat"))
    if mode == "jump":
        return [free]
    progress = seen(move, mode)
    number = rules.bare(move, mode, metres=ZERO) + rules.terrain(move, grades)
    if progress.rolled:
        made = (
            progress.limit is None
            and progress.total is not None
            and progress.total >= number + progress.extra
        )
        return [free] if made else _known_prices(move, mode, progress=progress, grades=grades)
    difficulty = number + rules.extra_of(move, mode, metres=ZERO)
    if difficulty <= 0:
        return [free]
    short = [] if move.house_rules.short_needs_roll else _short_prices(move, mode)
    return [*short, _rolled_price(move, mode, limit=None, difficulty=difficulty)]


def outcome(move: Move, mode: str, *, total: int, difficulty: int) -> tuple[str, Fraction | None]:
    """Return what a roll comes to, and how far it goes if that is fixed by having failed.

    ``total`` is the effective one: less what it must be above the difficulty.
    """
    progress = move.turn.progress(mode)
    if total >= difficulty:
        return "ok", None
    base, rate = rules.base_of(move, mode), move.turn.rate(mode)
    chase = move.house_rules.acceleration and mode in PACED and not progress.outside
    if chase and rate:
        extra, tired = rules.added(move, mode, difficulty=difficulty)
        if total >= rules.bare(move, mode, metres=rate) + extra + (tired if rate > base else 0):
            return "partial", max(rate, rules.affords(move, mode, total=total, extra=extra, tired=tired))
        left = rules.forced_rate(move, mode, rate=rate)
        result = rules.fate(left)
        return "stop" if result == "trip" and mode != "ground" else result, max(left, ZERO)
    if mode == "ground":
        return "first_round_fail" if chase else "fail", base
    if move.house_rules.fail_mode == "none":
        return "short", ZERO
    return "short", None


def code_of(move: Move, check: str, *, difficulty: int = 0, bonus: int = 0, code: str = "") -> WildCode:
    """Return the dice of a check; ``code``: another code than that of its skill."""
    code = code or skill_of(move, check, prepared=move.turn.prepared)[1]
    count, pips = turn.dice_of(code)
    how = move.house_rules.wild_die, partial(_in_words, code)
    return WildCode(count, pips, *how, difficulty, bonus).changed(on_tests(move.situation))


def _in_words(code: str, dice: WildCode) -> Text:
    """Return a code in words, with what is added to it and what it is rolled against."""
    key = f"code{'.bonus' if dice.bonus else ''}{'.changed' if dice.change else ''}"
    told = {"bonus": dice.bonus, "difficulty": dice.difficulty, "change": dice.change, "pips": dice.added}
    return say(key, code=code, **told)


def rolled_check(
    move: Move,
    check: str,
    *,
    rule: str,
    label: Text,
    dice: WildCode,
    at: Fraction = ZERO,
    carries: Callable[[int], Fraction] | None = None,
) -> Check:
    """Return a check with its odds."""
    needed = dice.difficulty + rules.margin(move)
    chance = dice.odds.at_least(needed)
    return check_of(
        check,
        rule,
        label=label,
        dice=dice,
        at=at,
        difficulty=dice.difficulty,
        needed=needed,
        words=with_rarity(say("total", needed=needed), chance),
        carries=carries,
        least=min(LEAST_SHOWN, chance or LEAST_SHOWN),
    )


def overcome_check(move: Move) -> Check:
    """Return the roll that overcomes fatigue, with stamina or willpower (D6-21)."""
    difficulty, (skill, _) = rules.overcome_difficulty(move), skill_of(move, "overcome")
    other = move.character.willpower if skill == "stamina" else move.character.stamina
    second = code_of(move, "overcome", difficulty=difficulty, code=other)
    first, label = code_of(move, "overcome", difficulty=difficulty), say("overcome")
    found = rolled_check(move, "overcome", rule=rules.overcome_difficulty, label=label, dice=first)
    return replace(found, alternatives=(second.text,))


def breath_check(move: Move) -> Check:
    """Return the roll that holds the breath: it cannot fail, its total tells for how long (D6-06, D6-07)."""
    prepared, bonus = move.turn.prepared, move.turn.bonus_s
    how = "breath.code"
    if prepared and bonus is not None:
        how = "breath.code.bonus"
    elif prepared and move.character.has_stamina:
        how = "breath.code.most"
    code = skill_of(move, "breath", prepared=prepared)[1]
    dice = replace(code_of(move, "breath"), words=lambda _: say(how, code=code, bonus=bonus or ZERO))
    found = rolled_check(
        move,
        "breath",
        rule=moves.deep_breath if prepared else moves.breath,
        label=say("breath"),
        dice=dice,
    )
    seconds = partial(moves.breath_time, move, prepared=prepared, bonus=bonus)
    return replace(found, needed=0, needed_text=say("breath.any"), chance=Fraction(1), gives=seconds)


Stretches = Sequence[tuple[Fraction, Grades]]
"""What was used before each stretch of a way, and the terrain met by then."""


def carried(move: Move, result: int, *, mode: str, difficulty: int, stretches: Stretches) -> Fraction:
    """Return how far a total goes on the path that is declared; the turn has its distance."""
    progress: Progress = move.turn.progress(mode)
    declared, total = progress.declared or ZERO, result - rules.margin(move)
    kind, limit = outcome(move, mode, total=total, difficulty=difficulty)
    if limit is not None:
        return min(declared, max(limit, progress.used))
    if kind == "ok":
        return declared
    extra, tired = rules.added(move, mode, difficulty=difficulty)
    extra -= rules.terrain(move, stretches[-1][1])
    ends = [start for start, _ in stretches[1:]] + [declared]
    limits = [
        rules.affords(move, mode, total=total, extra=extra + rules.terrain(move, grades), tired=tired)
        for _, grades in stretches
    ]
    # It falls short of the last.
    return next(
        max(start, limit)
        for (start, _), end, limit in zip(stretches, ends, limits, strict=True)
        if limit < end and not (progress.outside and limit > 0)
    )


def region_check(situation: Situation, state: Effort, *, gate: Gate, at: Fraction) -> Check:
    """Return a further roll that the map asks for: of its difficulty, else of the total it needs (D6-23)."""
    move = Move(situation, state)
    difficulty = max(0, gate.needed - rules.margin(move)) if gate.difficulty is None else gate.difficulty
    dice = code_of(move, "gate", difficulty=difficulty, code=f"{gate.pool}D")
    label = gate_label(gate.name)
    return rolled_check(move, f"gate:{gate.id}", rule=rules.gm_extra, label=label, dice=dice, at=at)


REGION_ROLLS = RegionRolls(
    rules.gm_extra,
    region_check,
    lambda situation, gate, *, needed: say(
        "gate", region=situation.name(gate.id), name=gate.name, needed=needed
    ),
)


STUCK = {"swim": "sink", "climb": "slip", "fly": "stall"}
"""What the GM is asked of a way of moving that got nowhere."""
