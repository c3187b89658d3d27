"""What people read of a ledger: one line for each fact, with the rule that moved or stopped the token.

It is put into words when it happens, and kept so.
"""

from collections.abc import Mapping
from typing import Any

from py_rules.engine import tabletop
from py_rules.engine.situation import Situation
from py_rules.engine.system import System
from py_rules.operations.snapshots import TurnSnapshot
from py_rules.protocol import bounds
from py_rules.protocol.facts import Fact, IntendedFact, MetFact, MovedFact
from py_rules.protocol.ledger import Line
from py_rules.protocol.requests import DidEvent, GrantedEvent, ReactedEvent
from py_rules.values.answer_parts import Check, Roll, Ruling, plain
from py_rules.values.records import record
from py_rules.values.rounding import to_fraction
from py_rules.values.sentences import Text

Told = tuple[Text, str | None]
"""What happened, and the rule that made it so."""


@record()
class FactLines:
    """Puts facts into words as they happen; ``tokens`` are the names of those that everybody sees."""

    system: System
    situation: Situation
    tokens: Mapping[str, str]

    def line(self, snapshot: TurnSnapshot, fact: Fact, *, found: Told | None = None) -> Line:
        """Return the line of a fact that happens after a snapshot; ``found``: what whoever tells it knows of it."""
        label, rule = found or self._told(snapshot, fact)
        return Line(label=bounds.Text.model_validate(plain(label)), rule=rule)

    def _met(self, snapshot: TurnSnapshot, fact: MetFact) -> Told:
        """Return what stopped the token, in the words of the state after it."""
        after = self.system.fold(self.situation, snapshot.state, fact=fact)
        for hazard in self.system.standing(self.situation, after).hazards:
            if hazard.id == fact.hazard:
                return tabletop.texts("commit.met", what=hazard.label), hazard.rule
        return tabletop.texts("commit.met", what=fact.hazard.replace("_", " ")), None

    def _told(self, snapshot: TurnSnapshot, fact: Fact) -> Told:
        if isinstance(fact, MovedFact):
            return self._moved(fact), fact.by or (tabletop.forced if fact.forced else None)
        if isinstance(fact, MetFact):
            return self._met(snapshot, fact)
        if isinstance(fact, ReactedEvent):
            return self._reacted(fact)
        if isinstance(fact, IntendedFact):
            return self._intended(fact), None
        if isinstance(fact, DidEvent):
            return self._did(fact.act, fact.options)
        if isinstance(fact, GrantedEvent):
            length = to_fraction(fact.length)
            return tabletop.given(length, self.system.unit, reason=fact.reason), tabletop.given
        scopes = {scope.id: scope.label for scope in self.system.scopes}
        scope = getattr(fact, "scope", "")
        return tabletop.texts(f"commit.{fact.kind}", scope=scopes.get(scope, scope)), None

    def _moved(self, fact: MovedFact) -> Text:
        modes = {segment.mode for segment in fact.segments}
        distance = sum((segment.length for segment in fact.segments), start=to_fraction(0))
        why = self.system.rules[fact.by].label if fact.by in self.system.rules else fact.by
        if any(segment.failed for segment in fact.segments):
            key = "commit.failed.landed" if fact.landed else "commit.failed"
        elif "fall" in modes and fact.forced:
            key = "commit.fell"
        elif fact.forced:
            key = "commit.carried" if why else "commit.forced"
        elif fact.override:
            key = "commit.override"
        else:
            key = "commit.stopped" if why else "commit.moved"
        params: dict[str, Any] = {"distance": distance, "unit": self.system.unit}
        if key in {"commit.fell", "commit.carried", "commit.stopped"}:
            params["why"] = why
        if key == "commit.failed.landed":
            params["landed"] = fact.landed
        return tabletop.texts(key, **params)

    def rolled(self, check: Check, roll: Roll) -> Told:
        """Return the words of a roll that was counted."""
        shown: dict[str, Any] = {
            "check": check.label,
            "word": self.system.dice_words[0],
            "result": roll.result,
        }
        return tabletop.texts("commit.rolled", **shown, effect=roll.effect), roll.rule

    def ruled(self, ruling: Ruling, choice: str) -> Told:
        """Return the words of a ruling, and what the GM chose."""
        label = next(one.label for one in ruling.choices if one.id == choice)
        return tabletop.texts("commit.ruled", question=ruling.question, choice=label), ruling.rule

    def _reacted(self, fact: ReactedEvent) -> Told:
        if not fact.stopped and any(act.id == fact.reaction for act in self.system.acts):
            return self._did(fact.reaction, {})
        who = self.tokens.get(fact.reaction.partition(":")[2], "")
        key = "commit.reacted.stopped" if fact.stopped else "commit.reacted"
        return tabletop.texts(f"{key}.by", who=who) if who else tabletop.texts(key), None

    def _intended(self, fact: IntendedFact) -> Text:
        about = fact.check.partition(":")[2]
        if about in self.tokens:
            return tabletop.texts("commit.intended.by", who=self.tokens[about])
        word = self._word(fact.check)
        return tabletop.texts("commit.intended", check=word) if word else tabletop.texts("commit.waits")

    def _word(self, check: str) -> Text | str:
        """Return the name of a check; nothing: there is no word for it."""
        name, _, about = check.partition(":")
        modes = dict(self.system.modes)
        return modes.get(name) or self.situation.names.get(about, "")

    def _did(self, name: str, options: Mapping[str, Any]) -> Told:
        act = next((act for act in self.system.acts if act.id == name), None)
        label = act.label if act else name
        said = [str(value) for value in options.values() if value and not isinstance(value, bool)]
        rule = act.rule if act else None
        if not said:
            return tabletop.texts("commit.did", act=label), rule
        return tabletop.texts("commit.did.with", act=label, options=", ".join(said).replace("_", " ")), rule
