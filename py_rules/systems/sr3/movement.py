"""Shadowrun 3: a path, stretch by stretch."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

from py_rules.engine.judging import Judge
from py_rules.engine.price_tiers import PriceTier, no_roll_limit
from py_rules.engine.situation import Leg, Neighbour, Point, Segment, Situation
from py_rules.systems.sr3.ledger import settle
from py_rules.systems.sr3.prices import REGION_ROLLS, other_ruling, pass_levels
from py_rules.systems.sr3.rules import (
    RULES,
    TN_RULES,
    actions_left,
    attack_dice,
    attack_tn,
    before,
    counts_as_moving,
    least_pace,
    pass_limit,
    pass_share,
    passes_left,
    passing,
    run_modifier,
    run_rate,
    spare_dice,
    split_of,
    sprint_gain,
    stopped_by,
    tn_now,
    waits_for_others,
    walk_rate,
)
from py_rules.systems.sr3.turn import BASE_TN, QUEUE, UNRULED, ZERO, Pace, TokenFacts, Turn
from py_rules.systems.sr3.words import say
from py_rules.values.answers import (
    Hazard,
    Judgement,
    Modifier,
    Reaction,
    Spend,
    Text,
)
from py_rules.values.dice import exploding_d6_chance
from py_rules.values.exact import on_grain


class RouteJudge(Judge[Turn]):
    """Shadowrun 3's judge of a route."""

    rules = RULES
    region_rolls = REGION_ROLLS

    def __init__(
        self,
        situation: Situation,
        state: Turn,
        route: Sequence[Segment],
        cleared: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(situation, state, cleared, {"ground": state.pass_moved})
        self.rough = state.pass_rough
        self.legal_rough = state.pass_rough
        """Whether metres of the pass are rough up to where the path can be walked."""
        self.least: Pace = "run" if any(part.mode == "run" and part.cost for part in route) else "none"
        self.walk(route)
        self.reactions += self._reactions(route)

    def own(self, meter: str) -> Sequence[PriceTier]:
        """Return the prices of this pass, by the ground met so far."""
        del meter
        return pass_levels(self.situation, self.state, rough=self.rough, least=self.least)

    def band(self, extent: Fraction, mode: str, level: PriceTier) -> None:
        """Lay one band, and keep in mind whether what can be walked is rough."""
        if self.dead is None and level.kind != "impossible":
            self.legal_rough = self.rough
        super().band(extent, mode, level)

    def enter(self, segment: Segment) -> None:
        """Note rough ground, and ways of moving that only the GM can judge."""
        if segment.grades and segment.cost and self.dead is None:
            self.rough = True
        if segment.mode in UNRULED:
            self._ask(segment.mode)
        elif segment.rise:
            self._ask("height")

    def _ask(self, what: str) -> None:
        if self.dead is None and what not in self.state.asked:
            self.ask(other_ruling(what, self.position))

    # -------------------------------------------------------- reactions

    def _reactions(self, route: Sequence[Segment]) -> Iterator[Reaction]:
        """Yield the wait for the others, then the opponents passed, in the order of the path."""
        situation, state = self.situation, self.state
        bars = [band.start for band in self.bands if band.kind == "impossible"]
        legal = min(bars, default=self.position)
        if not situation.in_combat or legal == 0:
            return
        if waits_for_others(situation, state) and QUEUE not in self.cleared:
            self.note(waits_for_others, say("queue"))
            yield Reaction(QUEUE, waits_for_others, None, ZERO, say("queue"), waits=True)
        found = [(at, foe) for foe in self._opponents() for at in self._passed(route, foe) if at < legal]
        for at, foe in sorted(found, key=lambda pair: (pair[0], pair[1].id)):
            yield self._intercept(at, foe)

    def _opponents(self) -> Iterator[Neighbour]:
        for foe in self.situation.others:
            known = foe.id in self.state.met or f"intercept:{foe.id}" in self.cleared
            spared = foe.id in self.situation.circumstances.attacking
            if foe.disposition == "hostile" and foe.facts.active and not known and not spared:
                yield foe

    def _passed(self, route: Sequence[Segment], foe: Neighbour) -> list[Fraction]:
        """Return where the path first passes an opponent: one place or none."""
        trail: list[Leg | None] = [*_legs(self.situation, self.state.trail, foe.up)]
        if any(part.start is None for part in route):
            return []
        legs = [part.leg(foe.storey) for part in route]
        if foe.id not in self.state.spent:
            lead = _legs(self.situation, self.state.lead, foe.up)
            trail = [*_onward(lead, [*trail, *legs]), *trail]
        for index, share in passing(self.situation, [*trail, *legs], foe):
            if index >= len(trail):
                done = sum((part.extent for part in route[: index - len(trail)]), ZERO)
                return [on_grain(done + share * route[index - len(trail)].extent)]
        return []

    def _intercept(self, at: Fraction, foe: Neighbour) -> Reaction:
        facts: TokenFacts = foe.facts
        dice, tn, pool = attack_dice(facts), attack_tn(facts), spare_dice(facts)
        self.note(passing, say("intercept.near", token=foe.name, at=at), token=foe.id, at=at)
        skill = "melee" if facts.weapon_ready else "martial"
        self.note(attack_dice, say(f"intercept.{skill}", dice=dice), token=foe.id, dice=dice)
        mods = {"reach": facts.reach_mod, "move": facts.move_mod, "condition": facts.condition_mod}
        self.note(attack_tn, say("intercept.tn", tn=tn, **mods), token=foe.id, tn=tn)
        self.note(stopped_by, say("intercept.damage", at=at), token=foe.id, at=at)
        if pool:
            self.note(spare_dice, say("intercept.pool", pool=pool), token=foe.id, pool=pool)
        key = "intercept" if dice else f"intercept.no_{skill}"
        label = say("intercept.with_pool" if pool else key, token=foe.name, dice=dice, tn=tn, pool=pool)
        return Reaction(f"intercept:{foe.id}", passing, foe.id, at, label, waits=True)

    # -------------------------------------------------------- what comes of it

    def judgement(self) -> Judgement:
        """Return everything found."""
        situation, after = self.situation, self._after()
        limit = no_roll_limit(self.levels("ground"))
        left = None if limit is None else max(ZERO, limit - self.used["ground"])
        if situation.in_combat and self.legal["ground"] > self.state.pass_moved:
            self._warn(after)
            self._explain(after)
        elif not situation.in_combat and self.bands:
            self.note(least_pace, say("no_combat"))
        self.note_bands(RULES, kind="impossible")
        return self.found(
            modifiers=tn_modifiers(situation, after),
            spends=self._spends(left),
            left=left,
        )

    def _explain_tn(self, tn: int) -> None:
        """Add the line that says what a higher TN does to a die."""
        plain, now = exploding_d6_chance(BASE_TN), exploding_d6_chance(BASE_TN + tn)
        odds = {"before": percent(plain), "now": percent(now)}
        working = say("tn.working", tn=tn, target=BASE_TN + tn, **odds)
        self.note(TN_RULES[tn], working, tn=tn, die_before=plain, die_now=now)

    def _after(self) -> Turn:
        """Return the state as it would be where the path ends, or can be walked no farther."""
        moved = self.legal["ground"] - self.state.pass_moved
        return settle(self.situation, self.state, moved, rough=self.legal_rough, least=self.least)

    def _warn(self, after: Turn) -> None:
        """Warn that tests made before moving would have been harder (SR3-10 to SR3-12)."""
        tn = tn_now(self.situation, after)
        if self.state.tested and tn > tn_now(self.situation, self.state):
            self.hazards.append(Hazard("earlier_tests", TN_RULES[tn], ZERO, say("earlier_tests", tn=tn)))

    def _spends(self, left: Fraction | None) -> Iterator[Spend]:
        situation, state = self.situation, self.state
        spent = self.legal["ground"] - state.pass_moved
        if not situation.in_combat or not spent:
            return
        yield Spend(pass_share, "pass_movement", say("spend.pass"), spent, left)
        total = run_rate(situation) + state.turn_bonus + sprint_gain(situation, state)
        rest = max(ZERO, total - state.turn_moved - spent)
        capped = split_of(situation) != "uncapped"
        yield Spend(pass_limit, "turn_movement", say("spend.turn"), spent, rest if capped else None)

    def _explain(self, after: Turn) -> None:
        """Add the lines that say where the numbers come from."""
        situation, pace = self.situation, after.pace
        for number, working, numbers in rate_workings(situation, self.state, pace):
            self.note(number, working, **numbers)
        shown = say(f"pace.{pace}")
        left = actions_left(after)
        self.note(run_modifier, modifier_working(situation), modifier=run_modifier(situation))
        self.note(actions_left, say("actions", left=say(f"left.{left}")))
        self.note(least_pace, say("pace.working", moved=after.pass_moved, pace=shown))
        self.note(counts_as_moving, say("moving", moved=after.pass_moved, pace=shown))
        tn = tn_now(situation, after)
        if tn:
            self._explain_tn(tn)


def _legs(situation: Situation, cells: Sequence[tuple[int | float, int | float]], up: Fraction) -> list[Leg]:
    """Return a way that was walked as legs on the map, ending where the next one starts; it tells no heights."""
    return (
        [] if situation.chart is None else list(pairwise((*situation.chart.middle(at), up) for at in cells))
    )


def _onward(lead: Sequence[Leg], way: Sequence[Leg | None]) -> Sequence[Leg]:
    """Return the last stretch of the pass before, if a way leads straight on from it, not back and not aside."""
    ways = [_flat(leg) for leg in (*lead, *way[:1]) if leg is not None]
    if len(ways) < 2:
        return []
    (east, south), (right, down) = ways
    return lead if east * right + south * down > 0 else []


def _flat(leg: Leg) -> Point:
    """Return how far east and south a leg leads."""
    start, end = leg
    return end[0] - start[0], end[1] - start[1]


def percent(chance: Fraction) -> Fraction:
    """Return a chance in hundredths, to a tenth, for people to read.

    >>> percent(Fraction(5, 36))
    Fraction(139, 10)
    """
    return Fraction(round(1000 * chance), 10)


def rate_workings(
    situation: Situation, state: Turn, pace: str
) -> Iterator[tuple[str, Text, dict[str, Fraction | int | str]]]:
    """Yield how rate and limit of a pace were worked out: rule, working, numbers."""
    quickness, modifier = situation.character.quickness, run_modifier(situation)
    rate = walk_rate(situation)
    if pace == "run":
        rate, bonus = run_rate(situation), state.quickness_bonus_active
        yield run_modifier, modifier_working(situation), {"modifier": modifier}
        yield (
            run_rate,
            say("run.working", quickness=quickness, modifier=modifier, rate=rate),
            {"rate": rate},
        )
        if bonus:
            share = pass_share(state, run_rate(situation, bonus))
            boost: dict[str, Fraction | int] = {"bonus": bonus, "passes": state.passes, "share": share}
            working = say("boost.working", quickness=quickness, modifier=modifier, **boost)
            yield sprint_gain, working, {"share": share}
    else:
        yield walk_rate, say("walk.working", quickness=quickness, rate=rate), {"rate": rate}
    share = pass_share(state, rate)
    yield (
        pass_share,
        say(
            "pass.working" if state.passes > 1 else "pass.alone", rate=rate, passes=state.passes, share=share
        ),
        {"rate": rate, "passes": state.passes, "share": share},
    )
    whole, gain = rate, ZERO
    if pace == "run":
        whole, gain = rate + state.turn_bonus, sprint_gain(situation, state)
    yield pass_limit, *total_working(situation, state, whole, gain)


def total_working(
    situation: Situation, state: Turn, whole: Fraction, gain: Fraction
) -> tuple[Text, dict[str, Fraction | int | str]]:
    """Return how the rest of a Combat Turn was worked out; ``gain``: what a sprint adds in this pass."""
    used, split, passes = before(state), split_of(situation), passes_left(state)
    if split == "uncapped":
        return say("turn.uncapped", used=used), {}
    if split == "capped":
        return say("turn.capped", used=used, rate=whole + gain), {}
    left = max(ZERO, whole - used)
    share = Fraction(ceil(left / passes))
    return say("turn.even" if passes > 1 else "turn.even_last", left=left, passes=passes, share=share), {
        "share": share
    }


def modifier_working(situation: Situation) -> Text:
    """Return the running modifier in words."""
    return say(
        "modifier.working",
        metatype=say(f"metatype.{situation.character.metatype}"),
        modifier=run_modifier(situation),
    )


def tn_modifiers(situation: Situation, state: Turn) -> Iterator[Modifier]:
    """Yield what moving adds to the TN of tests."""
    tn = tn_now(situation, state)
    if tn:
        until = say(f"until.{situation.house_rules.penalty_scope}")
        yield Modifier(TN_RULES[tn], "mover", say("on.tests"), "tn", tn, say("since.move"), until)
