"""Reads what was sent in the words of a system: sheet, ledger and scene; problems name the field."""

from collections.abc import Sequence
from typing import Any, Final

from py_rules import systems
from py_rules.engine.inputs import Inputs
from py_rules.engine.situation import Move
from py_rules.engine.system import System
from py_rules.operations import snapshots, waiting
from py_rules.operations.snapshots import TurnSnapshot
from py_rules.paths.scenes import with_ladders
from py_rules.paths.stretches import PUT
from py_rules.paths.units import Converted, Measure, convert
from py_rules.protocol import ledger as ledgers
from py_rules.protocol.facts import IntendedFact
from py_rules.protocol.ledger import Ledger
from py_rules.protocol.map_data import Passage, Region, RegionBase, Scene
from py_rules.protocol.problems import ProblemError, validating
from py_rules.protocol.requests import MeasuredSegment, MoverRequest
from py_rules.values.records import replace
from py_rules.values.sentences import Sentence
from py_rules.values.stretch import Segment

SHORTER: Final = "end the turn, or begin a new ledger (null)"
"""What to send instead of a ledger that is too much."""


def system_of(name: str) -> System:
    """Return the system of that id; raises :class:`ProblemError` for an unknown one."""
    if name not in systems.names():
        raise ProblemError(
            "system_unknown",
            "system",
            message=f"system: there is no system {name!r}",
            remedy=f"use one of {', '.join(systems.names())}",
        )
    return systems.find(name)


def inputs(model: type[Inputs], data: dict[str, Any], *, path: str) -> Inputs:
    """Return what a system reads of a part of the request; raises :class:`ProblemError` for what does not fit."""
    with validating(data, prefix=path):
        return model.model_validate(data)


def facts_of(system: System, scene: Scene, *, shown: Scene) -> dict[str, Inputs]:
    """Return what the system knows of each token shown; paths of problems count all tokens of the scene."""
    known = {token.id for token in shown.tokens}
    return {
        token.id: inputs(system.TokenFacts, token.facts, path=f"scene.tokens[{index}].facts")
        for index, token in enumerate(scene.tokens)
        if token.id in known
    }


def snapshot_of(system: System, move: Move, *, ledger: Ledger, path: str) -> TurnSnapshot:
    """Return the snapshot that a ledger leads to; nothing waits that today's sheet and house rules do not ask for."""
    with validating(None, prefix=path):
        snapshot = snapshots.read(system, move, ledger=ledger)
    if waiting.waiting(system, snapshot) is None:
        # By the sheet or the house rules of today the move would not wait: nothing holds the token up.
        return replace(snapshot, pending=None)
    return snapshot


def ledger_of(mover: MoverRequest, system: System, *, path: str) -> Ledger:
    """Return a mover's ledger; raises :class:`ProblemError` for one that is damaged, or in words of another system."""
    with validating(mover.ledger, prefix=f"{path}.ledger"):
        ledger = ledgers.read(mover.ledger, system=system.id)
    for number, commit in enumerate(ledger.commits):
        if commit.waits is not None:
            _check_rest(system, commit.waits, path=f"{path}.ledger.commits[{number}].waits")
    return ledger


def _check_rest(system: System, fact: IntendedFact, *, path: str) -> None:
    """Raise :class:`ProblemError` for a move that waits and that this system cannot have written down."""
    if fact.way is not None and len(fact.way) != len(fact.segments) + 1:
        wrong = f"{len(fact.way)} points for {len(fact.segments)} stretches, which have one more"
        raise snapshots.unfit(f"{path}.way", f"{path}.way: {wrong}")
    # A sheet that names modes of its own may have lost some since they were used.
    modes = None if system.open_modes else system.modes
    for place, (*_, mode) in enumerate(fact.way or ()):
        if modes is not None and mode not in {None, PUT, *(known for known, _ in modes)}:
            check_word(mode, modes, path=f"{path}.way[{place}][3]", code="mode_unknown")
    for place, segment in enumerate(fact.segments):
        check_words(system, segment, path=f"{path}.segments[{place}]", modes=modes)


def check_words(
    system: System,
    part: MeasuredSegment | Segment | Passage | Region,
    *,
    path: str,
    modes: Sequence[tuple[str, Sentence]] | None = None,
) -> None:
    """Raise :class:`ProblemError` for what a system has no word for, in a stretch or on the map.

    That is a mode beside ``modes``, a surface, a grade, or a Difficulty that it does not have.
    """
    if isinstance(part, RegionBase | MeasuredSegment):
        with validating(None, prefix=path):
            system.check_region(part)
    if modes is not None:
        check_word(getattr(part, "mode", None), modes, path=f"{path}.mode", code="mode_unknown")
    surface, grades = getattr(part, "surface", None), [grade for grade, _ in getattr(part, "grades", ())]
    check_word(surface, system.surfaces, path=f"{path}.surface", code="surface_unknown")
    for grade in (getattr(part, "grade", None), *grades):
        check_word(grade, system.grades, path=f"{path}.grade", code="grade_unknown")
    gates = {f"gates[{index}].": gate for index, gate in enumerate(getattr(part, "gates", ()))}
    for place, demand in {"": part, "roll.": getattr(part, "roll", None), **gates}.items():
        difficulty = getattr(demand, "difficulty", None)
        if difficulty is not None:
            check_difficulty(system, difficulty, path=f"{path}.{place}difficulty")


def read(scene: Scene, system: System) -> Converted:
    """Return a scene in the unit and the words of a system; raises :class:`ProblemError` for others."""
    converted = convert(scene, Measure(system.unit, system.cell))
    for index, region in enumerate(converted.scene.regions):
        check_words(system, region, path=f"scene.regions[{index}]")
    for index, passage in enumerate(converted.scene.passages):
        check_words(system, passage, path=f"scene.passages[{index}]")
    return with_ladders(converted, system.ladder)


def check_word(word: str | None, known: Sequence[tuple[str, Sentence]], *, path: str, code: str) -> None:
    """Raise :class:`ProblemError` for a word that is not among those known."""
    names = () if word is None else [name for name, _ in known]
    if word is not None and word not in names:
        remedy = f"use one of {', '.join(names)}" if names else "leave it out: this system has none"
        raise ProblemError(code, path, message=f"{path}: {word!r} is not known here", remedy=remedy)


def check_difficulty(system: System, difficulty: int, *, path: str) -> None:
    """Raise :class:`ProblemError` for a Difficulty that the system does not have."""
    least, most = system.difficulties.start, system.difficulties.stop - 1
    if difficulty not in system.difficulties:
        raise ProblemError(
            "difficulty_out_of_range",
            path,
            message=f"{path}: {difficulty} is no Difficulty of {system.title}",
            remedy=f"send a number from {least} to {most}",
        )
