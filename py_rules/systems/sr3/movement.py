"""Shadowrun 3: a path, stretch by stretch."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from py_rules.engine import Move, Neighbour
from py_rules.engine.price_tiers import left_of
from py_rules.engine.turn import with_new
from py_rules.engine.walk import Walk
from py_rules.systems.sr3 import interception, rules
from py_rules.systems.sr3.ledger import set_out, settle
from py_rules.systems.sr3.turn import QUEUE, UNRULED, ZERO, Pace
from py_rules.systems.sr3.words import say
from py_rules.values.answer_parts import Hazard, ReactionOffer, Spend
from py_rules.values.records import replace
from py_rules.values.rounding import on_grain
from py_rules.values.stretch import Leg, Segment


class Shadowrun3Walk(Walk):
    """Shadowrun 3's walk along a route."""

    def enter(self, segment: Segment) -> None:
        """Note rough ground, and ways of moving that only the GM can judge."""
        super().enter(segment)
        what = _unruled(segment)
        if what and what not in self.state.asked and self.dead is None:
            self.ask(self.game.questions[f"other:{what}"].of(self.move, at=self.position))

    # -------------------------------------------------------- reactions

    def arrive(self, route: Sequence[Segment]) -> None:
        """Note the reactions on the way, and whether tests made before it had been harder."""
        self.reactions += self._reactions(route)
        tn = rules.tn_now(self.goal) if self.moved else 0
        if self.state.tested and self.moved and tn > rules.tn_now(self.move):
            self.hazards.append(
                Hazard("earlier_tests", rules.TN_RULES[tn], ZERO, say("earlier_tests", tn=tn))
            )

    def _reactions(self, route: Sequence[Segment]) -> Iterator[ReactionOffer]:
        """Yield the wait for the others, then the opponents passed, in the order of the path."""
        bars = [band.start for band in self.bands if band.kind == "impossible"]
        legal = min(bars, default=self.position)
        if not self.move.in_combat or legal == 0:
            return
        if rules.waits_for_others(self.move) and QUEUE not in self.cleared:
            self.note(rules.waits_for_others, say("queue"))
            yield ReactionOffer(QUEUE, rules.waits_for_others, None, ZERO, say("queue"), waits=True)
        foes = filter(interception.beside(self.move, route), self._opponents())
        found = [(at, foe) for foe in foes for at in self._passed(route, foe) if at < legal]
        for at, foe in sorted(found, key=lambda pair: (pair[0], pair[1].id)):
            yield self._intercept(at, foe)

    def _opponents(self) -> Iterator[Neighbour]:
        for foe in self.move.others:
            known = foe.id in self.state.met or f"intercept:{foe.id}" in self.cleared
            spared = foe.id in self.move.circumstances.attacking
            if foe.disposition == "hostile" and foe.facts.active and not known and not spared:
                yield foe

    def _passed(self, route: Sequence[Segment], foe: Neighbour) -> list[Fraction]:
        """Return where the path first passes an opponent: one place or none."""
        before = _legs(self.move, self.state.trail, up=foe.up)
        if any(part.start is None for part in route):
            return []
        legs = [part.leg(foe.storey) for part in route]
        if before and legs:
            before[-1] = interception.until(before[-1], legs[0])
        trail: list[Leg | None] = [*before]
        if foe.id not in self.state.spent:
            lead = _legs(self.move, self.state.lead, up=foe.up)
            trail = [*_onward(lead, [*trail, *legs]), *trail]
        for index, share in interception.passing(self.move, [*trail, *legs], foe=foe):
            if index >= len(trail):
                done = sum((part.extent for part in route[: index - len(trail)]), ZERO)
                return [on_grain(done + share * route[index - len(trail)].extent)]
        return []

    def _intercept(self, at: Fraction, foe: Neighbour) -> ReactionOffer:
        self.note(interception.passing, say("intercept.near", token=foe.name, at=at), token=foe.id, at=at)
        dice, tn = self.use(interception.attack_dice, foe.facts), self.use(interception.attack_tn, foe.facts)
        pool = interception.spare_dice(foe.facts)
        self.note(interception.stopped_by, say("intercept.damage", at=at), token=foe.id, at=at)
        if pool:
            self.use(interception.spare_dice, foe.facts)
        key = "intercept.with_pool" if pool else "intercept"
        label = say(key, token=foe.name, dice=dice, tn=tn, pool=pool)
        return ReactionOffer(f"intercept:{foe.id}", interception.passing, foe.id, at, label, waits=True)

    # -------------------------------------------------------- what comes of it

    @property
    def goal(self) -> Move:
        """The move as it is at the end of the way."""
        return replace(self.move, turn=self.after)

    @property
    def moved(self) -> Fraction:
        """How much of the route can be gone, in metres of this pass."""
        return self.legal["ground"] - self.begun["ground"]

    def left(self) -> Any:  # noqa: ANN401 - the turn
        """Return the turn after the way: what it used, how fast that was, what it met."""
        route, state, fact = self.route, self.state, self.fact
        least: Pace = "run" if "run" in self.marks else "none"
        if fact is None:
            rough = state.pass_rough or "rough" in self.legal_marks
            return settle(self.move, self.moved, rough=rough, least=least)
        fell = ["height" for part in route if part.falls]
        met = fell if fact.forced else [what for part in route if (what := _unruled(part))]
        prompts = [f"other:{what}" for what in met if what not in state.asked]
        told = {"asked": with_new(state.asked, met), "prompts": with_new(state.prompts, prompts)}
        move = self.move.with_turn(**told)
        if fact.forced or not move.in_combat:
            return replace(move.turn, trail=(), lead=())
        metres = self.used["ground"] - self.begun["ground"]
        rough = state.pass_rough or any(part.grades and part.cost for part in route)
        settled = settle(move, metres, rough=rough, least=least)
        begin = max((n for n, part in enumerate(route, 1) if part.storeys[0] != part.storeys[1]), default=0)
        way = fact.way or ()
        if begin:  # what it passed on another storey is behind it
            way = way[begin if len(way) > len(route) else -1 :]
        cells = [(point[0], point[1]) for point in way]
        on = not begin and bool(cells) and state.trail[-1:] == (cells[0],)
        after = self.travelled(set_out(replace(self.move, turn=settled), fact.ahead), forced=False)
        return replace(after, trail=(*state.trail, *cells[1:]) if on else tuple(cells))

    def worked(self) -> None:
        """Tell of the rates of the pace that the whole way comes to."""
        if self.move.in_combat and self.moved:
            (rules.walk_limit if self.after.pace == "walk" else rules.run_limit)(self.move)
            rules.least_pace(self.goal)
            rules.counts_as_moving(self.goal, self.after.pass_moved)

    def spends(self) -> Iterator[Spend]:
        """Yield the metres of the pass and of the Combat Turn."""
        if not self.moved:
            return
        left = left_of(self.price_tiers("ground"), self.used["ground"])
        yield Spend(rules.pass_share, "pass_movement", self.game.meters["ground"].label, self.moved, left)
        rest = max(ZERO, rules.run_total(self.move) - self.state.turn_moved - self.moved)
        capped = rules.split_of(self.move) != "uncapped"
        yield Spend(
            rules.pass_limit, "turn_movement", say("spend.turn"), self.moved, rest if capped else None
        )


def _unruled(segment: Segment) -> str:
    """Return what of a stretch only the GM can judge; nothing: the rules know all of it."""
    return segment.mode if segment.mode in UNRULED else "height" if segment.rise else ""


def _legs(move: Move, cells: Sequence[tuple[int | float, int | float]], *, up: Fraction) -> list[Leg]:
    """Return a way that was walked as legs on the map, ending where the next one starts; it tells no heights."""
    chart = move.chart
    if chart is None or not chart.has(cells):
        return []
    return list(pairwise((*chart.middle(at), up) for at in cells))


def _onward(lead: Sequence[Leg], way: Sequence[Leg | None]) -> Sequence[Leg]:
    """Return the last stretch of the pass before, if a way leads straight on from it, not back and not aside."""
    legs = [leg for leg in (*lead, *way[:1]) if leg is not None]
    ways = [(end[0] - start[0], end[1] - start[1]) for start, end in legs]
    if len(ways) < 2:
        return []
    (east, south), (right, down) = ways
    return lead if east * right + south * down > 0 else []
