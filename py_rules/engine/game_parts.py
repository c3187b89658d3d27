"""Declaring the parts of a game: its words, and what moving draws on.

Words are its sentences, its presets, what the panel shows, what ground and walls are called; moving draws on resources,
tiers, rolls, meters, ways of moving and jumps.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any

from py_rules.engine import parts
from py_rules.engine.callbacks import written
from py_rules.engine.declarations import Declarations, Told
from py_rules.engine.dice import Dice
from py_rules.engine.parts import MAP_MODES, Badge, Factor, Far, Length, Tally
from py_rules.engine.presets import Preset
from py_rules.engine.rules import Rule, named
from py_rules.engine.situation import Move
from py_rules.engine.words import say as engine_say
from py_rules.values.sentences import Sentence


class GameParts(Declarations):
    """A game as far as its parts are declared."""

    # ------------------------------------------------------------ words

    def text(self, key: str, english: str, **params: Fraction | float | str | Sentence) -> Sentence:
        """Return a sentence of the game with ``params`` for what it has in braces; translations call it by ``key``."""
        missing = [name for name in named(english) if name not in params]
        if missing:
            raise self.error(
                f"nothing fills in {{{missing[0]}}} of {english!r}",
                f'write {missing[0]}=… behind it or, where the move tells it, game.phrase("{key}", "…")',
            )
        self.templates[key] = english
        return self.say(key, **params)

    def phrase(self, key: str, english: str) -> Callable[..., Sentence]:
        """Return a function that makes a sentence of the game of what it has in braces.

        ``late = game.phrase("late", "{left} ft left")``, then ``late(left=5)``.
        """
        self.templates[key] = english
        return partial(self.say, key)

    def words_for_dice(self, result: str, target: str, *, needed: str = "") -> None:
        """Say what the game calls the result of a roll, what it is rolled against, and what it needs: {needed}."""
        self.dice_words = self.text("dice.result", result), self.text("dice.target", target)
        if needed:
            self.templates["needed"] = needed
            self.needed = lambda least: self.say("needed", needed=least)

    def preset(self, name: str, label: str, *, words: str, values: Mapping[str, Any] | None = None) -> None:
        """Declare house rules by one name; the first preset is the defaults, and has no values."""
        told = self.text(f"preset.{name}", label), self.text(f"preset.{name}.help", words)
        self.presets.append(Preset(name, *told, values or {}))

    def surface(self, name: str, label: str) -> None:
        """Declare a kind of wall to climb."""
        self.surfaces.append((name, self.text(f"surface.{name}", label)))

    def grade(self, name: str, label: str, *, factor: Factor | None = None) -> None:
        """Declare a grade of difficult ground; ``factor``: how many times as much it takes as other ground.

        Of several grades in one place the dearest counts. A number does not hold for a mover that jumps or flies over;
        a rule of move and ground says itself for whom, and appears in the trace. Regions of the map name the grade in
        ``grade``.
        """
        self.fits(f"factor of the grade {name}", factor, "move", "ground")
        if factor is not None and not callable(factor) and factor <= 0:
            wrong = f"the grade {name} takes {factor} times as much as other ground"
            raise self.error(wrong, "write a factor above 0")
        self.grades.append((name, self.text(f"grade.{name}", label)))
        if factor is not None:
            self.graded[name] = factor

    def counter(
        self,
        name: str,
        label: str,
        *,
        rule: Rule[..., Any],
        field: str = "",
        value: Callable[[Move], Any] | None = None,
        words: str = "",
        shown: Callable[[Move], Sentence | None] = lambda _: None,
        is_length: bool = False,
    ) -> None:
        """Declare a number or a word of the turn that the panel shows: the field of that name, unless told.

        ``words``: where the sentences are that say a word to people, by the word; else ``shown`` may say it.
        ``is_length``: whether it is counted in the game's unit, and not in what the label says.
        """
        self.fits(f"value of the counter {name}", value, "move")
        self.fits(f"shown of the counter {name}", shown, "move")
        found = value or attrgetter(f"turn.{field or name}")
        said = (lambda move: self.say(f"{words}.{found(move)}")) if words else shown
        self.tallies.append(Tally(name, rule, self.text(f"counter.{name}", label), found, said, is_length))

    def status(
        self,
        name: str,
        rule: Rule[..., Any],
        *,
        label: str | Sentence | Callable[[Move], Sentence | None],
        when: str | Callable[[Move], object] = "",
    ) -> None:
        """Declare a state that shows while ``when`` is anything: a field of the turn, or what the move tells.

        ``label``: what it is called, where {value} is that; or what says so of the move, and may say that it is not.
        """
        holds = when if callable(when) else attrgetter(f"turn.{when}")
        self.fits(f"label of the status {name}", label, "move")
        self.fits(f"when of the status {name}", holds, "move")
        if isinstance(label, str):
            self.templates[f"status.{name}"] = label

        def told(move: Move) -> Sentence | None:
            value: Any = holds(move) if when else True
            if not value or isinstance(label, Sentence):
                return label if value else None  # type: ignore[return-value]
            return label(move) if callable(label) else self.say(f"status.{name}", value=value)

        self.badges.append(Badge(name, rule, told))

    # ------------------------------------------------------------ what moving draws on

    def resource(self, name: str, label: str, *, per: str = "", **told: Told) -> parts.Resource:
        """Declare what a turn has a number of, such as actions; see :class:`Resource`, whose rule may be left out."""
        told |= {"id": name, "label": self.text(f"resource.{name}", label), "per": self._scope(per)}
        found: parts.Resource = self.made(parts.Resource, name, **told)
        self.resources[name] = found
        return found

    def effect(
        self, name: str, rule: Rule[..., Any], *, on: str, until: str, per: str | None = None, **told: Told
    ) -> parts.Effect:
        """Declare what moving or an act leaves behind for a while; see :class:`Effect`.

        It ends when a scope begins, the shortest one if none is named; with an empty ``per`` only an act ends it. A
        tier or an act begins it, or ``after`` a move what tells so of the move and the turn after it.
        """
        told |= {"on": self.text(f"effect.{name}.on", on), "until": self.text(f"effect.{name}.until", until)}
        scope = "" if per == "" else self._scope(per or "")
        found: parts.Effect = self.made(parts.Effect, name, id=name, rule=rule, per=scope, **told)
        self.effects[name] = found
        return found

    def tier(self, rule: Rule[..., Any], *, limit: Far = 0, name: str = "", **told: Told) -> parts.Tier:
        """Return a price tier of a rule: it holds up to ``limit``, or up to what the rule says itself.

        It is free, but for an ``effect`` that going into it has, or an ``amount`` of a ``resource`` that it takes in
        all. ``further``: it goes so far beyond the price before it, and takes so much more: three actions of your
        speed each are ``game.tier(speed, resource=action)`` and twice ``game.tier(speed, resource=action,
        further=True, name=…)``.
        """
        self._of_rule(rule)
        kind = "free" if told.get("effect") is None and told.get("resource") is None else "penalised"
        told |= {"rule": rule, "limit": limit if limit != 0 else rule, "kind": kind, "id": name}
        found: parts.Tier = self.made(parts.Tier, name or rule.number, **told)
        return found

    def _of_rule(self, rule: object) -> None:
        """Refuse a tier that names no rule."""
        if not isinstance(rule, Rule):
            told, limit = (written(rule), "that function") if callable(rule) else (repr(rule), repr(rule))
            remedy = f"write game.tier(the rule that players read, limit={limit})"
            raise self.error(f"a tier is of no rule: {told}", remedy)

    def roll(
        self,
        name: str,
        label: str,
        *,
        rule: Rule[..., Any],
        dice: Dice | Callable[[Move], Dice],
        carries: Callable[[Move, int], Length | None] | None = None,
        words: str = "",
        **told: Told,
    ) -> parts.Roll:
        """Return a kind of roll that carries farther, as a price of a meter; see :class:`Roll`.

        The rule itself says how far a result carries, unless ``carries`` does.
        """
        told |= {"id": name, "label": self.text(f"roll.{name}", label), "rule": rule, "dice": thrown(dice)}
        told["words"] = self.phrase(f"roll.{name}.needed", words) if words else None
        found: parts.Roll = self.made(parts.Roll, name, carries=carries or rule, **told)
        self.rolls[name] = found
        return found

    def meter(self, name: str, label: str, *, per: str = "", field: str = "", **told: Told) -> parts.Meter:
        """Declare what stretches draw on, with its prices: tiers from near to far, then rolls.

        ``field``: the field of the game's own turn that tells how much is used; the rest: see :class:`Meter`.
        """
        told |= {"id": name, "label": self.text(f"meter.{name}", label), "per": self._scope(per)}
        found: parts.Meter = self.made(parts.Meter, name, field=field or f"{name}_moved", **told)
        if not callable(found.tiers):
            self._amounts_rise(found.tiers)
        if name in self.meters:
            raise self.error(f"meter {name} is there twice", "write one of them, or give it another name")
        for other in self.meters.values():
            if other.field == found.field:
                wrong = f"meters {other.id} and {name} both count in the field {found.field!r}"
                remedy = "give each its own, for the last would undo the others, or let both modes draw on one meter"
                raise self.error(wrong, remedy)
        self.meters[name] = found
        return found

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
        factor: Factor = 1,
        **told: Told,
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
        if not callable(factor) and factor <= 0:
            wrong = f"the mode {name} takes {factor} of its meter for each {self.unit}"
            raise self.error(wrong, "write a factor above 0 or, where it is impossible, possible=")
        told["label"] = self.text(f"mode.{name}", label) if label else engine_say(f"mode.{name}")
        found: parts.Mode = self.made(parts.Mode, name, id=name, meter=meter, factor=factor, **told)
        self.modes[name] = found
        return found

    def own_modes_are(self, modes: Callable[[Move], Sequence[parts.Mode]]) -> None:
        """Declare that sheets name ways of moving beside these, such as :class:`Mode` made by ``modes`` of the move."""
        self.fits("what names modes", modes, "move")
        self.own_modes = modes

    def jump(self, rule: Rule[..., Any], **told: Told) -> None:
        """Declare how far one jumps; without it jumps are walked. See :class:`Jump`.

        The rule itself says how far and how high, unless ``reach`` or ``leap`` does.
        """
        if told.get("leap") is None:
            told.setdefault("reach", rule)
        if "roll" in told:
            told["roll"] = thrown(told["roll"])
        self.jumps = self.made(parts.Jump, rule, rule=rule, **told)

    def _scope(self, per: str) -> str:
        if not self.scopes:
            raise self.error("nothing says what a turn is", 'write game.clock("round") before its meters')
        names = [scope.id for scope in self.scopes]
        if per and per not in names:
            raise self.error(f"its clock has no {per!r}", f"write one of {', '.join(names)}")
        return per or names[-1]


def thrown(dice: Dice | Callable[..., Dice]) -> Callable[..., Dice]:
    """Return what dice a move throws, where they may be the same for every move."""
    return dice if callable(dice) else lambda *_: dice
