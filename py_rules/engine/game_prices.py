"""Declaring what moving draws on: resources, tiers, rolls, meters, ways of moving and jumps."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from py_rules.engine import game_words, parts
from py_rules.engine.callbacks import written
from py_rules.engine.dice import Dice
from py_rules.engine.parts import MAP_MODES, Far, Length, Move
from py_rules.engine.price_tiers import PriceTier
from py_rules.engine.rules import Rule
from py_rules.engine.words import say as engine_say
from py_rules.search import Jump
from py_rules.values.answer_parts import Refusal
from py_rules.values.sentences import Text


class Game(game_words.Game):
    """A game as far as its prices are declared."""

    def resource(
        self,
        name: str,
        label: str,
        *,
        amount: parts.Amount,
        per: str = "",
        rule: Rule[..., Any] | None = None,
    ) -> parts.Resource:
        """Declare what a turn has a number of, such as actions; the rule may be left out."""
        self.fits(f"amount of {name}", amount, "move")
        found = parts.Resource(name, self.text(f"resource.{name}", label), amount, self._scope(per), rule)
        self.resources[name] = found
        return found

    def effect(  # noqa: PLR0913 - each may be left out
        self,
        name: str,
        rule: Rule[..., Any],
        *,
        on: str,
        until: str,
        per: str | None = None,
        quantity: str = "state",
        amount: parts.Amount = 0,
        label: Callable[[Move], Text] | None = None,
        after: Callable[[Move], bool] | None = None,
    ) -> parts.Effect:
        """Declare what moving or an act leaves behind for a while; see :class:`Effect`.

        It ends when a scope begins, the shortest one if none is named; with an empty ``per`` only an act ends it. A
        tier or an act begins it, or ``after`` a move what tells so of the move and the turn after it.
        """
        self.fits(f"after of {name}", after, "move")
        self.fits(f"amount of {name}", amount, "move")
        self.fits(f"label of {name}", label, "move")
        told = self.text(f"effect.{name}.on", on), self.text(f"effect.{name}.until", until)
        scope = "" if per == "" else self._scope(per or "")
        found = parts.Effect(
            name,
            rule,
            *told,
            scope,
            quantity=quantity,
            amount=amount,
            label=label,
            after=after,
        )
        self.effects[name] = found
        return found

    def tier(
        self,
        rule: Rule[..., Any],
        *,
        limit: Far = 0,
        effect: parts.Effect | None = None,
        resource: parts.Resource | None = None,
        amount: parts.Amount = 1,
        label: Callable[[Move], Text] | None = None,
        name: str = "",
        further: bool = False,
    ) -> parts.Tier:
        """Return a price tier of a rule: it holds up to ``limit``, or up to what the rule says itself.

        It is free, but for an ``effect`` that going into it has, or an ``amount`` of a ``resource`` that it takes in
        all. ``further``: it goes so far beyond the price before it, and takes so much more: three actions of your
        speed each are ``game.tier(speed, resource=action)`` and twice ``game.tier(speed, resource=action,
        further=True, name=…)``.
        """
        self._of_rule(rule)
        kind = "free" if effect is None and resource is None else "penalised"
        far: Far = limit if limit != 0 else rule
        self.fits(f"how far the tier {name or rule.number} goes", far, "move")
        self.fits(f"amount of the tier {name or rule.number}", amount, "move")
        self.fits(f"label of the tier {name or rule.number}", label, "move")
        return parts.Tier(rule, far, kind, effect, resource, amount, label, name, further)  # type: ignore[arg-type]

    def _of_rule(self, rule: object) -> None:
        """Refuse a tier that names no rule."""
        if not isinstance(rule, Rule):
            told, limit = (written(rule), "that function") if callable(rule) else (repr(rule), repr(rule))
            remedy = f"write game.tier(the rule that players read, limit={limit})"
            raise self.error(f"a tier is of no rule: {told}", remedy)

    def roll(  # noqa: PLR0913 - each may be left out
        self,
        name: str,
        label: str,
        *,
        rule: Rule[..., Any],
        dice: Dice | Callable[[Move], Dice],
        carries: Callable[[Move, int], Length] | None = None,
        resource: parts.Resource | None = None,
        amount: int = 1,
        needed: int | None = None,
        moment: bool = True,
        refuses: Callable[[Move, int | None], Refusal | None] | None = None,
    ) -> parts.Roll:
        """Return a kind of roll that carries farther, as a price of a meter; see :class:`Roll`.

        The rule itself says how far a result carries, unless ``carries`` does.
        """
        far, told = carries or rule, self.text(f"roll.{name}", label)
        self.fits(f"what the roll {name} carries", far, "move", "result")
        self.fits(f"dice of the roll {name}", dice, "move")
        self.fits(f"refuses of the roll {name}", refuses, "move", "result")
        own = (needed, moment, refuses)
        found = parts.Roll(name, told, rule, _thrown(dice), far, resource, amount, *own)
        self.rolls[name] = found
        return found

    def meter(
        self,
        name: str,
        label: str,
        *,
        tiers: Sequence[parts.Price] | Callable[[Move], Sequence[parts.Price]] = (),
        per: str = "",
        field: str = "",
        price_tiers: Callable[[Move, Mapping[str, int]], Sequence[PriceTier]] | None = None,
    ) -> parts.Meter:
        """Declare what stretches draw on, with its prices: tiers from near to far, then rolls.

        ``field``: the field of the game's own turn that tells how much is used; ``price_tiers``: see :class:`Meter`.
        """
        self.fits(f"prices of the meter {name}", tiers, "move")
        self.fits(f"tiers of the meter {name}", price_tiers, "move", "marks")
        if not callable(tiers):
            self._amounts_rise(tiers)
        told = self.text(f"meter.{name}", label)
        found = parts.Meter(name, told, self._scope(per), tiers, field or f"{name}_moved", price_tiers)
        self._own_field(found)
        self.meters[name] = found
        return found

    def _own_field(self, meter: parts.Meter) -> None:
        """Refuse a meter that is there already, or that counts where another one does."""
        if meter.id in self.meters:
            raise self.error(f"meter {meter.id} is there twice", "write one of them, or give it another name")
        for other in self.meters.values():
            if other.field == meter.field:
                wrong = f"meters {other.id} and {meter.id} both count in the field {meter.field!r}"
                remedy = "give each its own, for the last would undo the others, or let both modes draw on one meter"
                raise self.error(wrong, remedy)

    def _amounts_rise(self, tiers: Sequence[parts.Price]) -> None:
        """Refuse a tier that shows a lower amount than one before it: maps take what costs less for the better way."""
        spent: dict[parts.Resource, int] = {}
        most = 0
        for tier in tiers:
            if not isinstance(tier, parts.Tier) or tier.resource is None or not isinstance(tier.amount, int):
                continue
            spent = spent if tier.further else {}
            spent[tier.resource] = spent.get(tier.resource, 0) + tier.amount
            if spent[tier.resource] < most:
                wrong = f"tier {tier.name} takes {spent[tier.resource]} where one before it takes {most}"
                raise self.error(wrong, "put it before that one")
            most = spent[tier.resource]

    def mode(
        self,
        name: str,
        label: str = "",
        *,
        meter: str = "",
        factor: Length | Callable[[Move, parts.Ground], Length] = 1,
        possible: Callable[[Move], bool] | None = None,
        flies: bool = False,
        rule: Rule[..., Any] | None = None,
        careful: bool = False,
    ) -> parts.Mode:
        """Declare a way of moving; those of the map (ground, climb, jump, swim) are there without being declared.

        ``meter``: what it draws on, if not the first one; see :class:`Mode`.
        """
        if not label and name not in MAP_MODES:
            known = ", ".join(MAP_MODES)
            raise self.error(
                f"mode {name} is none of the map ({known}) and has no label",
                f'write game.mode("{name}", "…")',
            )
        self.fits(f"factor of the mode {name}", factor, "move", "ground")
        if not callable(factor) and factor <= 0:
            wrong = f"the mode {name} takes {factor} of its meter for each {self.unit}"
            raise self.error(wrong, "write a factor above 0 or, where it is impossible, possible=")
        self.fits(f"possible of the mode {name}", possible, "move")
        told = self.text(f"mode.{name}", label) if label else engine_say(f"mode.{name}")
        found = parts.Mode(name, told, meter, factor, possible, flies, rule, careful)
        self.modes[name] = found
        return found

    def own_modes_are(self, modes: Callable[[Move], Sequence[parts.Mode]]) -> None:
        """Declare that sheets name ways of moving beside these, such as :class:`Mode` made by ``modes`` of the move."""
        self.fits("what names modes", modes, "move")
        self.own_modes = modes

    def jump(
        self,
        rule: Rule[..., Any],
        *,
        reach: Callable[..., tuple[Length, Length]] | None = None,
        run_up: Far = 0,
        counts: bool | Callable[[Move], bool] = True,
        roll: Dice | Callable[[Move], Dice] | None = None,
        target: Callable[..., int | None] | None = None,
        leap: Callable[..., Jump | None] | None = None,
    ) -> None:
        """Declare how far one jumps; without it jumps are walked. See :class:`Jump`.

        The rule itself says how far and how high, unless ``reach`` does.
        """
        if leap is None:
            self.fits("how far a jump goes", reach or rule, "move", named=["running"])
        self.fits("run_up of jumps", run_up, "move")
        self.fits("counts of jumps", counts, "move")
        self.fits("roll of jumps", roll, "move")
        self.fits("target of jumps", target, "move", "far", named=["high"])
        self.fits("leap of jumps", leap, "move", "far", named=["high", "running"])
        self.jumps = parts.Jump(
            rule, reach or rule, run_up, counts, None if roll is None else _thrown(roll), target, leap
        )

    def _scope(self, per: str) -> str:
        if not self.scopes:
            raise self.error("nothing says what a turn is", 'write game.clock("round") before its meters')
        names = [scope.id for scope in self.scopes]
        if per and per not in names:
            raise self.error(f"its clock has no {per!r}", f"write one of {', '.join(names)}")
        return per or names[-1]


def _thrown(dice: Dice | Callable[[Move], Dice]) -> Callable[[Move], Dice]:
    """Return what dice a move throws, where they may be the same for every move."""
    return dice if callable(dice) else lambda _: dice
