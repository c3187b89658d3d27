"""Declaring a game: its sheet, its switches, its clock, its rules, and what follows from them.

A game is a module with one :class:`Game`, which collects its declarations, and ``SYSTEM = game.system()`` at its end.
The rest is derived: prices of plans and maps, allowances, what is left, refusals, the ledger, forms and texts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from py_rules.engine import defaults, parts
from py_rules.engine.callbacks import parameters
from py_rules.engine.clock import Scope
from py_rules.engine.declarations import Sheet, Told
from py_rules.engine.dice import Dice
from py_rules.engine.game_parts import GameParts, thrown
from py_rules.engine.inputs import Inputs, TableRules
from py_rules.engine.parts import Length
from py_rules.engine.rules import Rule
from py_rules.engine.situation import Move, Neighbour
from py_rules.engine.system import System
from py_rules.values.answer_parts import Refusal
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Gate

P = ParamSpec("P")
R = TypeVar("R")
ModelT = TypeVar("ModelT", bound=type[Inputs])
FoldT = TypeVar("FoldT", bound=Callable[..., Any])
ListT = TypeVar("ListT", bound=Callable[[Move], Any])
KINDS = ("rate", "band", "roll", "modifier", "resource", "state", "reaction", "hazard")
FACTS = (*defaults.FOLDS, "intended", "met", "granted")
"""What happens, by kind: what folds are of."""
NONE: Mapping[Any, Any] = MappingProxyType({})
EVENTS = ("acted", "did", "rolled", "begin", "end")
"""What may be refused."""
LISTS = ("allowances", "modifiers", "statuses", "counters", "rulings", "hazards", "trace")
"""What a game may list itself."""


class Game(GameParts):
    """A game, declared part by part; :meth:`system` makes it playable."""

    # ------------------------------------------------------------ models

    def sheet(self, model: ModelT) -> ModelT:
        """Take a model of :class:`Sheet` as what a character has."""
        self.Character = self._model(model, Sheet, what="a character", write="class Character(Sheet)")
        return model

    def house_rules(self, model: ModelT) -> ModelT:
        """Take a model of :class:`TableRules` as what a table may switch."""
        self.HouseRules = self._model(
            model, TableRules, what="the house rules", write="class HouseRules(TableRules)"
        )
        return model

    def circumstances(self, model: ModelT) -> ModelT:
        """Take a model as what the GM says of one move."""
        self.Circumstances = self._model(
            model, Inputs, what="the circumstances", write="class Circumstances(engine.Circumstances)"
        )
        return model

    def token_facts(self, model: ModelT) -> ModelT:
        """Take a model as what is known of other tokens."""
        self.TokenFacts = self._model(model, Inputs, what="facts of tokens", write="class TokenFacts(Inputs)")
        return model

    def turn(self, model: type[Any]) -> type[Any]:
        """Take a dataclass as what is remembered of a turn beside meters, effects and resources."""
        if not is_dataclass(model):
            raise self.error(
                f"{model.__name__} is no dataclass", "write @dataclass(frozen=True) below @game.turn"
            )
        self.Turn = model
        return model

    def _model(self, model: Any, base: type[Any], *, what: str, write: str) -> Any:  # noqa: ANN401 - a model's type
        if not (isinstance(model, type) and issubclass(model, base)):
            raise self.error(f"{what} must be a {base.__name__}", f"write {write}")
        return model

    # ------------------------------------------------------------ rules

    def rule(
        self,
        number: str,
        name: str,
        *,
        kind: str = "rate",
        working: str | Mapping[str, str] = "",
        which: Callable[..., str] | None = None,
        shown: Mapping[str, Callable[..., Any]] | None = None,
        result: str = "result",
        reference: str = "",
    ) -> Callable[[Callable[P, R]], Rule[P, R]]:
        """Mark a function as a rule; the first paragraph of its docstring is the sentence that players read.

        ``working`` is how it is worked out, with fields in braces, or several such by name, of which ``which`` names
        one; ``shown``: more fields, as functions of the result and the arguments; ``result``: what it calls the result.
        See :class:`py_rules.engine.rules.Rule`.
        """

        def mark(function: Callable[P, R]) -> Rule[P, R]:
            if number in self.rules:
                raise self.error(f"rule {number} is there twice", "give one of them a number of its own")
            if kind not in KINDS:
                raise self.error(f"rule {number} is of no kind {kind!r}", f"write one of {', '.join(KINDS)}")
            told, by_name = parameters(function)
            self.fits(f"which of rule {number}", which, *told, named=by_name)
            for called, shows in (shown or {}).items():
                self.fits(f"{called} of rule {number}", shows, "result", *told, named=by_name)
            found = Rule(number, function, name=name, kind=kind, reference=reference or self.reference)
            found.working, found.which, found.shown, found.called = working, which, shown or {}, result
            found.say, found.others = self.say, self.functions
            self.templates.update(found.templates)
            self.rules[number] = self.functions[function.__name__] = found
            return found

        return mark

    def measured_by(self, measure: Callable[[Any], tuple[str, Length]]) -> None:
        """Declare that the house rules say in which unit lengths are, and what a cell without a length counts as."""
        self.fits("what measures", measure, "house_rules")
        self.measure = measure

    # ------------------------------------------------------------ the clock

    def clock(
        self,
        *scopes: str,
        labels: Mapping[str, str] | None = None,
        counted: Sequence[str] = (),
        end_turn: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """Name the scopes of the clock, the longest first; "end turn" ends them all and begins them again.

        ``labels``: what they are called, if otherwise; ``counted``: those whose beginnings have a number out of so
        many.
        """
        for scope in scopes:
            plain = scope.replace("_", " ").capitalize()
            label = self.text(f"scope.{scope}", (labels or {}).get(scope, plain))
            self.scopes.append(Scope(scope, label, counted=scope in counted))
        ends = [{"kind": "end", "scope": scope} for scope in reversed(scopes)]
        begins = [
            {"kind": "begin", "scope": scope, **({"number": 1} if scope in counted else {})}
            for scope in scopes
        ]
        self.end_turn = tuple(end_turn) or (*ends, *begins)

    # ------------------------------------------------------------ what else happens

    def act(
        self,
        name: str,
        label: str,
        *,
        rule: Rule[..., Any],
        unless: Mapping[str, Callable[[Move], bool]] = NONE,
        refused: str = "",
        **told: Told,
    ) -> parts.Act:
        """Declare something to do: resources and metres it uses, effects it starts and ends.

        ``sets``: fields of the game's own turn, with their values after it; ``unless``: what refuses it, by the words
        that say so; ``only_free``: what it draws may not be paid for by going into a further tier. An act that only
        ends effects is refused where none of them is on, in the words of ``refused``.
        See :class:`Act`.
        """
        told["unless"] = [
            (self.text(f"act.{name}.unless.{number}", words), holds)
            for number, (words, holds) in enumerate(unless.items(), start=1)
        ]
        told["refused"] = self.text(f"act.{name}.refused", refused) if refused else None
        words = self.text(f"act.{name}", label)
        found: parts.Act = self.made(parts.Act, name, id=name, label=words, rule=rule, **told)
        self._act_fits(found)
        self.acts[name] = found
        return found

    def _act_fits(self, act: parts.Act) -> None:
        """Refuse what an act cannot call; and meters that it draws on and that there are not."""
        for resource, amount in act.uses.items():
            self.fits(f"what the act {act.id} uses of {resource.id}", amount, "move")
        for meter, far in act.draws.items():
            if meter not in self.meters:
                known = ", ".join(self.meters)
                remedy = (
                    f"write one of {known}, or declare the meter above"
                    if known
                    else "declare the meter above"
                )
                raise self.error(f"act {act.id} draws on no meter {meter!r}", remedy)
            self.fits(f"what the act {act.id} draws on {meter}", far, "move")
        for words, holds in act.unless:
            self.fits(f"unless {words.text!r} of the act {act.id}", holds, "move")

    def reaction(
        self,
        name: str,
        rule: Rule[..., Any],
        *,
        label: str,
        reach: Callable[[Move, Neighbour], Length | None] | None = None,
    ) -> None:
        """Declare what a hostile token may do when the move leaves its reach; ``label`` names it as {token}.

        The rule itself says how far that token reaches, unless ``reach`` does.
        """
        if "{token}" not in label:
            raise self.error(f"reaction {name} does not say whose it is", "write {token} into its label")
        told = {"id": name, "rule": rule, "label": f"reaction.{name}", "reach": reach or rule}
        self.reactions.append(self.made(parts.Reaction, name, **told))
        self.templates[f"reaction.{name}"] = label

    def region_roll(
        self,
        rule: Rule[..., Any],
        *,
        dice: Dice | Callable[[Move, Gate], Dice],
        target: Callable[[Move, Gate], int],
    ) -> None:
        """Declare what is rolled where a region demands a roll; without it everybody may enter."""
        told = {"rule": rule, "dice": thrown(dice), "target": target}
        self.region_rolls = self.made(parts.RegionRoll, rule, **told)

    def question(
        self,
        name: str,
        rule: Rule[..., Any],
        *,
        question: str | Callable[..., Sentence],
        choices: Mapping[str, str],
        default: str = "",
        each: bool = False,
        **told: Told,
    ) -> parts.Question:
        """Declare what the GM is asked, with the answers by name, of which the first is the default, unless told.

        ``question``: its words, or what makes them of its numbers; ``waits``: whether the turn still waits for one, or
        what about; ``offered``: whether it may be answered before; ``numbers``: what the move tells the question;
        ``after``: the turn after an answer; ``each``: it is asked about each of several things; ``fits``: which answers
        there are now. See :class:`Question`.
        """
        if isinstance(question, str):
            key = f"ask.{name.replace(':', '.')}"
            self.templates[key] = question
            question = partial(self.say, key)
        about = ["about"] if each else []
        self.fits(f"after of the question {name}", told.get("after"), "move", "choice", named=about)
        self.fits(f"waits of the question {name}", told.get("waits"), "move")
        for what in ("numbers", "offered", "fits"):
            self.fits(f"{what} of the question {name}", told.get(what), "move", *about)
        answers = {one: self._answer(name, one, label=label) for one, label in choices.items()}
        default = default or next(iter(choices))
        found = parts.Question(name, rule, self.say, question, answers, default, each=each, **told)
        self.questions[name] = found
        return found

    def _answer(self, question: str, name: str, *, label: str) -> str:
        """Return the key of an answer: questions share those that read alike."""
        shared = f"answer.{name}"
        key = shared if self.templates.get(shared, label) == label else f"answer.{question}.{name}"
        self.templates[key] = label
        return key

    # ------------------------------------------------------------ the turn

    def fold(self, kind: str) -> Callable[[FoldT], FoldT]:
        """Mark a function of move and fact as what a kind of fact does to the turn: it returns the turn after it.

        It stands in place of what the engine itself makes of such a fact, which :meth:`folded` tells. Kinds are
        those of :mod:`py_rules.protocol.facts`: stood, moved, intended, met, acted, did, rolled, reacted, begin, end,
        ruled.
        """
        return self._own("fold", self.folds, known=FACTS, kind=kind, what="fact")

    def folded(self, move: Move, fact: object) -> parts.Turn:
        """Return the turn after a fact as the engine counts it: distances, effects, resources, results, the clock."""
        return defaults.folded(self, move, fact=fact)

    def refuse(self, kind: str) -> Callable[[FoldT], FoldT]:
        """Mark a function of move and event as what tells why a kind of event cannot happen now; none: it can.

        It stands in place of the engine's own refusals, which :meth:`refused` tells: a resource that is used up, a roll
        made twice. Kinds: acted, did, rolled, begin, end.
        """
        return self._own("refuse", self.refusals, known=EVENTS, kind=kind, what="event")

    def refused(self, move: Move, event: object) -> Refusal | None:
        """Return why an event cannot happen now by what the engine counts; none: it can."""
        return defaults.refused(self, move, event=event)

    def _own(
        self, how: str, told: dict[str, Any], *, known: Sequence[str], kind: str, what: str
    ) -> Callable[[FoldT], FoldT]:
        if kind not in known:
            raise self.error(f"there is no {what} of the kind {kind!r}", f"write one of {', '.join(known)}")

        def mark(function: FoldT) -> FoldT:
            self.fits(f"what {how}s {kind}", function, "move", what)
            if kind in told:
                raise self.error(f"{kind} has a second {how}", "write both into one function")
            told[kind] = function
            return function

        return mark

    def listing(self, name: str) -> Callable[[ListT], ListT]:
        """Mark a function of the move as what lists a part of where a token stands.

        Allowances, modifiers (those of plans too) and hazards; statuses, counters and rulings that stand before those
        that are declared; or the trace, where it is not that of the allowances.
        """
        if name not in LISTS:
            raise self.error(f"nothing lists {name!r}", f"write one of {', '.join(LISTS)}")

        def mark(function: ListT) -> ListT:
            self.fits(f"what lists {name}", function, "move")
            self.lists[name] = function
            return function

        return mark

    def marks_are(self, marks: Callable[[Move, Any], Sequence[tuple[str, int]]]) -> None:
        """Declare what ground leaves on a way, with how bad it is: prices may depend on it (:class:`Meter`)."""
        self.fits("what marks ground", marks, "move", "ground")
        self.marks = marks

    def forbid(
        self, rule: Rule[..., Any], when: Callable[[Move], bool] | None = None, *, words: str = ""
    ) -> None:
        """Declare that nobody moves while a rule holds, or while ``when`` does; ``words``: what is said then."""
        self.fits(f"what forbids moving by {rule.number}", when or rule, "move")
        label = self.text(f"barred.{rule}", words) if words else None
        self.bars.append(parts.Bar(rule, when or rule, label))

    # ------------------------------------------------------------ what comes of it

    def system(self, kind: type[System] = System) -> Any:  # noqa: ANN401 - of that class
        """Return the game, playable; raises :class:`GameError` for what is missing or contradicts itself.

        ``kind``: a class of its own, for what a game does in its own way.
        """
        return kind(self)
