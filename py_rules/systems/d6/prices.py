"""OpenD6: what is rolled and how likely it is, and what distance costs."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from py_rules.engine.dice import WildCode, check_of
from py_rules.engine.price_tiers import PriceTier, ends
from py_rules.engine.pricing import asked
from py_rules.engine.situation import Move, on_tests
from py_rules.search import JumpOdds
from py_rules.systems.d6 import moves, rules, turn
from py_rules.systems.d6.moves import move_of
from py_rules.systems.d6.rules import Marks
from py_rules.systems.d6.turn import CHECKS, LEAST_CHANCE, PACED, ZERO, Progress, progress, rate, used
from py_rules.systems.d6.words import game, say
from py_rules.values.answer_parts import Check, Price
from py_rules.values.records import replace
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Gate

ACTION = Price("action", -1)


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
    return code_of(move, check, bonus=bonus).odds.at_least(difficulty + rules.margin(move))


def top_of(move: Move, mode: str) -> PriceTier | None:
    """Return the tier that nothing goes past by the options, with its limit: the most they let a mode do this round."""
    found: list[PriceTier] = []
    if move.house_rules.cap_4x and mode in CHECKS:
        limit = rules.top_speed(move, mode)
        found.append(replace(ends(rules.top_speed, say("top", limit=limit)), limit=limit))
    if move.house_rules.acceleration and mode in PACED:
        limit = rules.fastest(move, mode)
        told = say("fastest", rate=rate(move, mode), limit=limit)
        found.append(replace(ends(rules.fastest, told), limit=limit))
    return min(found, key=lambda tier: tier.limit or ZERO, default=None)


def tiers(move: Move, *, mode: str) -> list[PriceTier]:
    """Return what metres of a mode cost, counted from the round's start, on the ground that the way has met."""
    if not rules.base_of(move, mode):
        return [ends(rules.fly_difficulty, say("too_far"))]
    if not move.in_combat:
        return _scene_prices(move, mode)
    known = progress(move, mode)
    if known.closed:
        return [ends(rules.uses_action, say("action.last"))]
    if mode == "jump":
        return [PriceTier(None, "penalised", rules.uses_action, say("action"), ACTION)]
    price_tiers = _known_prices(move, mode) if known.rolled else _open_prices(move, mode)
    top = top_of(move, mode)
    if top is None or top.limit is None:
        return price_tiers
    below = [tier for tier in price_tiers if tier.limit is not None and tier.limit < top.limit]
    next_one = price_tiers[len(below)]
    if next_one.kind == "impossible":
        return price_tiers
    return [*below, replace(next_one, limit=top.limit), replace(top, limit=None)]


def _known_prices(move: Move, mode: str) -> list[PriceTier]:
    """Return how far a roll that was made carries."""
    known = progress(move, mode)
    limit, number = known.limit, failed_rule(mode, known.result)
    limit = afforded(move, mode) if limit is None else limit
    reason = say("known" if known.result == "ok" else "known.short", limit=limit)
    return [PriceTier(limit, "free", number, reason), ends(number, reason)]


def afforded(move: Move, mode: str) -> Fraction:
    """Return how far the total of a roll that was made carries where the way has met such ground."""
    known = progress(move, mode)
    total = (known.total or 0) - rules.terrain(move, mode, met=move.met)
    return rules.affords(move, mode, total=total, tired=known.tired)


def failed_rule(mode: str, result: str) -> str:
    """Return the rule that says how far a roll goes."""
    if result == "ok":
        return rules.DIFFICULTIES[mode]
    if result in {"slow", "partial"}:
        return rules.forced_rate
    if result in {"stop", "trip"}:
        return rules.fate
    return rules.trips if mode == "ground" else rules.affords


def _short_prices(move: Move, mode: str) -> list[PriceTier]:
    """Return what is no action (D6-13)."""
    half = rules.short_distance(move, mode)
    return [PriceTier(half, "free", rules.short_distance, say("short", limit=half))] if half else []


def _rolled_price(move: Move, mode: str, *, limit: Fraction | None, difficulty: int) -> PriceTier:
    """Return the price of what is rolled for; no total is that high, or no difficulty: the end of it."""
    check, needed = CHECKS[mode], difficulty + rules.margin(move)
    chance, number = chance_of(move, check, difficulty=difficulty), rules.DIFFICULTIES[mode]
    if not chance:
        return ends(
            number, say("too_hard", highest=turn.HIGHEST) if difficulty > turn.HIGHEST else say("too_far")
        )
    reason = with_rarity(asked(game, game.rolls[check], needed=needed), chance)
    return PriceTier(limit, "roll", number, reason, None, chance, ((check, needed),))


def _open_prices(move: Move, mode: str) -> list[PriceTier]:
    """Return what is short, what uses an action, what is rolled as long as there is any chance, and the end of it."""
    short, needs_roll, found = _short_prices(move, mode), move.house_rules.short_needs_roll, list[PriceTier]()
    found += [] if needs_roll else short
    base = rules.base_of(move, mode)
    near = rules.terrain(move, mode, met=move.met) + rules.extra_of(move, mode, metres=ZERO)
    far = near + rules.tired_of(move, mode)
    for limit, number in _cut(move, mode):  # pragma: no branch - they have no end
        first = short if needs_roll and limit == base else []
        if number + (far if limit > base else near) <= 0:
            found += [*first, PriceTier(limit, "penalised", rules.short_distance, say("action"), ACTION)]
            continue
        metres = rules.measured(move, mode, metres=limit)
        bare = number if metres == limit else rules.bare(move, mode, metres=metres)
        tier = _rolled_price(move, mode, limit=limit, difficulty=bare + (far if metres > base else near))
        if tier.kind == "impossible":
            found.append(tier)
            break
        found += [*(replace(tier, limit=one.limit) for one in first), replace(tier, price=ACTION)]
    return found


def _cut(move: Move, mode: str) -> Iterator[tuple[Fraction, int]]:
    """Yield the stretches of a mode, in a chase cut where forced slowing would leave the token (D6-18)."""
    start = left = ZERO
    if mode in PACED and move.house_rules.acceleration:
        left = rules.forced_rate(move, mode)
    for limit, number in rules.stretches(move, mode):  # pragma: no branch - they have no end
        if ZERO < start < left < limit:
            yield left, number
        yield limit, number
        start = limit


def with_rarity(roll: Sentence, chance: Fraction) -> Sentence:
    """Return what is rolled in words, and that it hardly ever comes off: a Wild Die has no top."""
    return say("rare", roll=roll) if 0 < chance < turn.LEAST_CHANCE else roll


def _scene_prices(move: Move, mode: str) -> list[PriceTier]:
    """Return the prices outside combat: no limits, and one roll where the place itself asks for it (X-10)."""
    free, known = PriceTier(None, "free", rules.movements, say("no_combat")), progress(move, mode)
    if mode == "jump":
        return [free]
    number = rules.bare(move, mode, metres=ZERO) + rules.terrain(move, mode, met=move.met)
    if known.rolled:
        made = known.limit is None and (known.total or 0) >= number
        return [free] if made else _known_prices(move, mode)
    difficulty = number + rules.extra_of(move, mode, metres=ZERO)
    if difficulty <= 0:
        return [free]
    short = [] if move.house_rules.short_needs_roll else _short_prices(move, mode)
    return [*short, _rolled_price(move, mode, limit=None, difficulty=difficulty)]


def rolled(move: Move, mode: str, *, total: int, difficulty: int) -> Progress:
    """Return what a roll comes to; ``total`` is the effective one: less what it must be above the difficulty."""
    known, base = progress(move, mode), rules.base_of(move, mode)
    tired = 0 if known.outside else rules.tired_of(move, mode)
    metres = ZERO if known.outside else rules.measured(move, mode, metres=known.declared or base)
    asks = rules.bare(move, mode, metres=metres) + (tired if metres > base else 0)
    left = total - difficulty + asks
    found = replace(known, total=left + known.ground, tired=tired)
    if total >= difficulty:
        return replace(found, result="ok")
    last, chase = rate(move, mode), move.house_rules.acceleration and mode in PACED and not known.outside
    if chase and last:
        if left >= rules.bare(move, mode, metres=last) + (tired if last > base else 0):
            carried = rules.affords(move, mode, total=left, tired=tired)
            return replace(found, result="partial", limit=max(last, carried))
        slowed = rules.forced_rate(move, mode)
        result = rules.fate(slowed)
        result = "stop" if result == "trip" and mode != "ground" else result
        return replace(found, result=result, limit=max(slowed, ZERO))
    if mode == "ground":
        return replace(found, result="first_round_fail" if chase else "fail", limit=base)
    return replace(found, result="short")


def code_of(move: Move, check: str, *, difficulty: int = 0, bonus: int = 0, code: str = "") -> WildCode:
    """Return the dice of a check; ``code``: another code than that of its skill."""
    code = code or skill_of(move, check, prepared=move.turn.prepared)[1]
    count, pips = turn.dice_of(code)
    how = move.house_rules.wild_die, partial(_in_words, code)
    return WildCode(count, pips, *how, difficulty, bonus).changed(on_tests(move))


def _in_words(code: str, dice: WildCode) -> Sentence:
    """Return a code in words, with what is added to it and what it is rolled against."""
    key = f"code{'.bonus' if dice.bonus else ''}{'.changed' if dice.change else ''}"
    told = {"bonus": dice.bonus, "difficulty": dice.difficulty, "change": dice.change, "pips": dice.added}
    return say(key, code=code, **told)


def rolled_check(
    move: Move, check: str, *, rule: str, label: Sentence, dice: WildCode, at: Fraction = ZERO
) -> Check:
    """Return a check with its odds."""
    needed = dice.difficulty + rules.margin(move)
    words = game.needed(needed)
    return check_of(check, rule, label=label, dice=dice, at=at, needed=needed, words=words)


def overcome_check(move: Move) -> Check:
    """Return the roll that overcomes fatigue, with stamina or willpower (D6-21)."""
    dice = code_of(move, "overcome", difficulty=rules.overcome_difficulty(move))
    return rolled_check(move, "overcome", rule=rules.overcome_difficulty, label=say("overcome"), dice=dice)


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


def carried(move: Move, result: int, *, mode: str) -> Fraction:
    """Return how far a total goes on the path that is declared, as the turn tells."""
    known = progress(move, mode)
    declared, stretches = known.declared, known.stretches
    made = rolled(move, mode, total=result - rules.margin(move), difficulty=known.difficulty)
    if made.limit is not None:
        return min(declared, max(made.limit, used(move, mode)))
    if made.result == "ok":
        return declared
    ends = [start for start, _ in stretches[1:]] + [declared]
    limits = [
        rules.affords(move, mode, total=(made.total or 0) - ground, tired=made.tired)
        for _, ground in stretches
    ]
    # It falls short of the last.
    return next(
        max(start, limit)
        for (start, _), end, limit in zip(stretches, ends, limits, strict=True)
        if limit < end and not (made.outside and limit > 0)
    )


def jump_difficulty(move: Move, metres: Fraction, *, met: Marks) -> int:
    """Return the difficulty of a jump with which those of the round come to that length (D6-11)."""
    more = rules.terrain(move, "jump", met=met) + rules.extra_of(move, "jump", metres=metres)
    return moves.jump_difficulty(move, metres, more=more)


def leap(move: Move, far: Fraction, *, high: Fraction, running: bool) -> JumpOdds | None:
    """Return how a search lets a jump be rolled after those that the turn tells of; none: it is out of reach."""
    if not move_of(move) or progress(move, "jump").closed:
        return None
    metres = used(move, "jump") + moves.measure(move, far, high=high)
    difficulty = jump_difficulty(move, metres, met=move.met)
    # A search does not tell this round's run from that of earlier rounds: either is worth one round's bonus.
    bonus = moves.run_up_bonus((running,))
    if difficulty <= 0:
        return JumpOdds(Fraction(1), None)
    chance = chance_of(move, "jump", difficulty=difficulty, bonus=bonus)
    nearer = chance_of(move, "jump", difficulty=difficulty - 10, bonus=bonus)
    if not chance or nearer < LEAST_CHANCE:
        return None
    return JumpOdds(chance, difficulty + rules.margin(move))


def gate_dice(move: Move, gate: Gate) -> WildCode:
    """Return the dice of a further roll that the map asks for: against its difficulty, else the total it needs."""
    difficulty = max(0, gate.needed - rules.margin(move)) if gate.difficulty is None else gate.difficulty
    return replace(code_of(move, "gate", difficulty=difficulty, code=f"{gate.pool}D"), change=0)


for way in ("ground", "climb", "jump", "swim", "fly"):
    label = "On foot" if way == "ground" else way.capitalize()
    game.meter(way, label, field=f"{way}_used", price_tiers=partial(tiers, mode=way))
    game.mode(way, label, meter=way)
for way, check in CHECKS.items():
    dice, carries = partial(code_of, check=check), partial(carried, mode=way)
    game.roll(check, check.capitalize(), rule=rules.DIFFICULTIES[way], dice=dice, carries=carries)
game.mode(
    "fly",
    "Fly",
    meter="fly",
    flies=True,
    possible=lambda move: bool(move.character.flying_move),
    rule=rules.fly_difficulty,
)
game.forbid(rules.movements, lambda move: not move_of(move), words="A Move of 0: no movement at all")
game.marks_are(rules.marks)
game.jump(moves.jump_difficulty, leap=leap, run_up=moves.least_run)
game.region_roll(
    rules.gm_extra,
    dice=gate_dice,
    target=lambda move, gate: gate_dice(move, gate).difficulty + rules.margin(move),
)
