"""Stride, a game of three rules: you walk your Pace, or hurry twice as far for a die off your next roll.

It is an example of a game system in one file. Distances in metres; jumps, climbs and swims are walked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import Field

from py_rules.answers import (
    Allowance,
    Catalog,
    Check,
    Judgement,
    Modifier,
    Price,
    Refusal,
    Roll,
    Standing,
    Text,
)
from py_rules.clock import Scope, cleared, kept
from py_rules.footing import Footing
from py_rules.judging import Judge
from py_rules.ledger import BeganFact, Fact, MovedFact, RolledFact
from py_rules.levels import Level, counted_from, ends, most
from py_rules.system import (
    Act,
    Event,
    Gate,
    Inputs,
    Leap,
    Nothing,
    Reach,
    Segment,
    Situation,
    Spent,
    System,
    TableRules,
    house_rule,
    rule,
    rules_in,
)

REFERENCE = "Stride, the whole of it"
ZERO = Fraction(0)

say = Catalog(
    "stride",
    {
        "act.rest": "Catch your breath",
        "dice": "Nothing to roll",
        "dice.result": "Result",
        "dice.target": "Target",
        "far": "Farther than anybody hurries: {limit} m",
        "free": "Out of combat nobody counts metres",
        "hurry": "Hurrying, up to {limit} m: a die off the next roll",
        "label.move": "Move",
        "mode.ground": "On foot",
        "on": "the next roll",
        "rested": "There is nothing to rest from",
        "round": "Round",
        "since": "when the Pace was passed",
        "until": "a rest, or the end of the round",
        "walk": "Walking, up to {limit} m",
    },
)


class Character(Inputs):
    """Somebody in Stride."""

    pace: Annotated[int, Field(ge=0, le=100, title="Pace")] = 6
    """Metres walked in a round."""


class HouseRules(TableRules):
    """The switches of Stride."""

    hurry_dice: int = house_rule(1, "Dice that hurrying costs", "STR-02", required=True, ge=0, le=5)
    """0: hurrying is free."""


@dataclass(frozen=True, slots=True)
class Round:
    """What somebody has done in this round; metres as fractions."""

    moved: Fraction = kept(ZERO, "begin round")
    hurried: bool = kept(False, "begin round", until="a rest")
    passed: tuple[str, ...] = kept((), "begin round")


@rule("STR-01", "walking", kind="allowance", reference=REFERENCE)
def walk_limit(s: Situation) -> Fraction:
    """You walk as many metres in a round as you have Pace."""
    return Fraction(s.character.pace)


@rule("STR-02", "hurrying", kind="modifier", reference=REFERENCE)
def hurry_limit(s: Situation) -> Fraction:
    """You may hurry twice as far as you walk, for a die off your next roll."""
    return 2 * walk_limit(s)


@rule("STR-03", "resting", kind="state", reference=REFERENCE)
def rested(state: Round) -> Round:
    """Who catches their breath has the die back."""
    return replace(state, hurried=False)


RULES = rules_in(globals())


def levels(s: Situation) -> list[Level]:
    """Return the prices of metres in a round, counted from its start."""
    if not s.in_combat:
        return [Level(None, "free", "STR-01", say("free"))]
    walk, hurry = walk_limit(s), hurry_limit(s)
    price = Price("dice", -s.house_rules.hurry_dice)
    return [
        Level(walk, "free", "STR-01", say("walk", limit=walk)),
        Level(hurry, "penalised", "STR-02", say("hurry", limit=hurry), price),
        ends("STR-02", say("far", limit=hurry)),
    ]


def modifiers(s: Situation, *, hurried: bool) -> tuple[Modifier, ...]:
    """Return the die that hurrying takes, until somebody rests."""
    dice = s.house_rules.hurry_dice
    if not (hurried and dice):
        return ()
    return (Modifier("STR-02", "mover", say("on"), "dice", -dice, say("since"), say("until")),)


class RouteJudge(Judge[Round]):
    """Stride's judge of a route."""

    rules = RULES

    def __init__(
        self, s: Situation, state: Round, route: Sequence[Segment], cleared: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(s, state, cleared, {"ground": state.moved})
        self.walk(route)

    def levels(self, meter: str) -> Sequence[Level]:
        """Return the prices of this round."""
        del meter
        return levels(self.s)

    def meters(self, segment: Segment) -> tuple[str, ...]:
        """Return the one meter there is."""
        del segment
        return ("ground",)

    def enter(self, segment: Segment) -> None:
        """Nothing is met in Stride."""

    def leap(self, parts: Sequence[Segment], *, running: bool) -> Level | None:
        """Return the price of a jump itself: none."""
        del parts, running
        return None

    def run_up(self) -> Fraction:
        """Return the run-up of a running jump: there is none."""
        return ZERO

    def demanded(self, gate: Gate) -> tuple[Check, Text]:
        """Return a roll that always succeeds: whatever a region demands, Stride has no dice for it."""
        text = say("dice")
        sure = Check(
            id=f"gate:{gate.id}",
            rule="STR-01",
            label=text,
            at=self.position,
            pool=0,
            dice=text,
            difficulty=0,
            needed=0,
            needed_text=text,
            chance=Fraction(1),
            mean=ZERO,
            odds=(),
        )
        return sure, text

    def judgement(self) -> Judgement:
        """Return everything found."""
        moved = self.used["ground"]
        left = most(levels(self.s), moved)
        hurried = self.s.in_combat and moved > walk_limit(self.s)
        self.note("STR-01", say("walk", limit=walk_limit(self.s)))
        return self.found(
            cost=moved - self.state.moved,
            left=None if left is None else max(ZERO, left),
            modifiers=modifiers(self.s, hurried=hurried),
        )


class Stride(System[Round]):
    """Stride, as one instance: :data:`SYSTEM`."""

    id = "stride"
    title = "Stride"
    unit = "m"
    Character = Character
    HouseRules = HouseRules
    Circumstances = Nothing
    State = Round
    RouteJudge = RouteJudge
    texts = say
    rules = RULES
    modes = (("ground", say("mode.ground")),)
    acts = (Act("rest", "STR-03", say("act.rest"), Nothing),)
    dice_words = say("dice.result"), say("dice.target")
    least_result = 0
    difficulties = range(1)
    leap_rule = "STR-01"
    gate_rule = "STR-01"
    scopes = (Scope("round", say("round")),)
    end_turn: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"kind": "end", "scope": "round"},
        {"kind": "begin", "scope": "round"},
    )

    def fold(self, situation: Situation, state: Round, fact: Fact) -> Round:
        """Return the state after ``fact``."""
        if isinstance(fact, MovedFact) and fact.in_combat and not fact.forced:
            moved = state.moved + sum((segment.cost for segment in fact.segments), ZERO)
            return replace(state, moved=moved, hurried=state.hurried or moved > walk_limit(situation))
        if isinstance(fact, BeganFact):
            return cleared(state, f"begin {fact.scope}")
        return rested(state) if fact.kind == "did" else state

    def standing(self, situation: Situation, state: Round) -> Standing:
        """Return what a token in this state may do and bears."""
        limits = (("walk", "STR-01", walk_limit(situation)), ("hurry", "STR-02", hurry_limit(situation)))
        allowances = tuple(
            Allowance(
                name,
                "ground",
                rule,
                say(name, limit=limit),
                "round",
                limit,
                min(state.moved, limit),
                max(ZERO, limit - state.moved),
            )
            for name, rule, limit in limits
        )
        borne = modifiers(situation, hurried=state.hurried)
        return Standing(allowances, borne, (), (), (), (), ())

    def reach(self, situation: Situation, state: Round, footings: Sequence[Footing]) -> Reach:
        """Return what a search for destinations may spend."""
        del footings
        return Reach(
            limit=most(levels(situation), state.moved),
            meters={},
            leap=lambda *_: Leap(Fraction(1), None),
            jump_counts=True,
            run_up=ZERO,
            gate=lambda _gate: Fraction(1),
            passed=frozenset(),
        )

    def levels(self, situation: Situation, state: Round, spent: Spent) -> tuple[Level, ...]:
        """Return the prices of this round, from here on."""
        del spent
        return tuple(counted_from(levels(situation), state.moved))

    def check_texts(
        self, situation: Situation, level: Level, leaps: Sequence[int], gates: Sequence[Gate]
    ) -> tuple[Text, ...]:
        """Return the rolls that a price hangs on: none."""
        del situation, level, leaps, gates
        return ()

    def refuse(self, situation: Situation, state: Round, event: Event) -> Refusal | None:
        """Return why an act cannot happen now."""
        del situation
        return Refusal("STR-03", say("rested")) if event.kind == "did" and not state.hurried else None

    def open_check(self, situation: Situation, state: Round, check: str) -> Check | None:
        """Return a check that may be rolled without a path: there is none."""
        del situation, state, check
        return None

    def count(self, situation: Situation, check: Check, fact: RolledFact) -> Roll:
        """Return what a roll comes to: it always succeeds."""
        del situation
        return Roll(check.id, check.rule, None, 0, fact.result or 0, 0, True, say("dice"))

    def faces(self, situation: Situation, check: Check, seed: int) -> tuple[int, ...]:
        """Return the dice of a check: none."""
        del situation, check, seed
        return ()


SYSTEM = Stride()
