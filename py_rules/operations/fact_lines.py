"""What people read of a ledger: one line for each fact, with the rule that moved or stopped the token.

It is put into words when it happens, and kept so.
"""

from collections.abc import Mapping
from typing import Any

from py_rules.engine import tabletop
from py_rules.engine.system import System
from py_rules.protocol.facts import Fact, MovedFact
from py_rules.protocol.requests import DidEvent, GrantedEvent, ReactedEvent
from py_rules.values.answer_parts import Check, ReactionOffer, RollResult, Ruling
from py_rules.values.rounding import to_fraction
from py_rules.values.sentences import Sentence

Told = tuple[Sentence, str | None]
"""What happened, and the rule that made it so."""


def told(system: System, fact: Fact, *, tokens: Mapping[str, str]) -> Told:
    """Return the words of a fact that says all of it itself; ``tokens``: the names of those that everybody sees."""
    if isinstance(fact, MovedFact):
        return _moved(system, fact), fact.by or (tabletop.forced if fact.forced else None)
    if isinstance(fact, ReactedEvent):
        return _reacted(system, fact, who=tokens.get(fact.reaction.partition(":")[2], ""))
    if isinstance(fact, DidEvent):
        return _did(system, fact.act, options=fact.options)
    if isinstance(fact, GrantedEvent):
        length = to_fraction(fact.length)
        return tabletop.given(length, system.unit, reason=fact.reason), tabletop.given
    scopes = {scope.id: scope.label for scope in system.scopes}
    scope = getattr(fact, "scope", "")
    return tabletop.texts(f"commit.{fact.kind}", scope=scopes.get(scope, scope)), None


def _moved(system: System, fact: MovedFact) -> Sentence:
    modes = {segment.mode for segment in fact.segments}
    distance = sum((segment.length for segment in fact.segments), start=to_fraction(0))
    why = system.rules[fact.by].label if fact.by in system.rules else fact.by
    if fact.fall is not None:
        key = "commit.failed.landed" if fact.length else "commit.failed"
    elif "fall" in modes and fact.forced:
        key = "commit.fell"
    elif fact.forced:
        key = "commit.carried" if why else "commit.forced"
    elif fact.override:
        key = "commit.override"
    else:
        key = "commit.stopped" if why else "commit.moved"
    params: dict[str, Any] = {"distance": distance, "unit": system.unit}
    height = sum((segment.drop for segment in fact.segments), start=to_fraction(0))
    if key == "commit.forced" and height:
        key, params["height"] = "commit.forced.off", height
    if key in {"commit.fell", "commit.carried", "commit.stopped"}:
        params["why"] = why
    if key == "commit.failed.landed":
        params["landed"] = fact.length
    return tabletop.texts(key, **params)


def rolled(system: System, check: Check, *, roll: RollResult) -> Told:
    """Return the words of a roll that was counted."""
    words = {"check": check.label, "word": system.dice_words[0]}
    return tabletop.texts("commit.rolled", **words, result=roll.result, effect=roll.effect), roll.rule


def ruled(ruling: Ruling, choice: str) -> Told:
    """Return the words of a ruling, and what the GM chose."""
    label = next(one.label for one in ruling.choices if one.id == choice)
    return tabletop.texts("commit.ruled", question=ruling.question, choice=label), ruling.rule


def _reacted(system: System, fact: ReactedEvent, *, who: str) -> Told:
    if any(act.id == fact.reaction for act in system.acts):
        label, rule = _did(system, fact.reaction, options={})
        return (tabletop.texts("commit.refused", act=label) if fact.stopped else label), rule
    key = "commit.reacted.stopped" if fact.stopped else "commit.reacted"
    return tabletop.texts(f"{key}.by", who=who) if who else tabletop.texts(key), None


def waits(stop: Check | ReactionOffer, who: str) -> Told:
    """Return the words of a move that waits: for a roll, or for what somebody may do."""
    if who:
        return tabletop.texts("commit.intended.by", who=who), None
    if isinstance(stop, ReactionOffer):
        return stop.label, None
    return tabletop.texts("commit.intended", check=stop.label), None


def _did(system: System, name: str, *, options: Mapping[str, Any]) -> Told:
    act = next((act for act in system.acts if act.id == name), None)
    label = act.label if act else name
    said = [str(value) for value in options.values() if value and not isinstance(value, bool)]
    rule = act.rule if act else None
    if not said:
        return tabletop.texts("commit.did", act=label), rule
    return tabletop.texts("commit.did.with", act=label, options=", ".join(said).replace("_", " ")), rule
