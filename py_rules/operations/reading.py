"""Reads what was sent in the words of a system: sheet, ledger and scene; problems name the field."""

from collections.abc import Sequence
from typing import Any, Final

from py_rules import systems
from py_rules.engine.inputs import Inputs
from py_rules.engine.situation import Situation
from py_rules.engine.system import FieldError, System
from py_rules.operations import snapshots, waiting
from py_rules.operations.snapshots import TurnSnapshot
from py_rules.paths.scenes import with_ladders
from py_rules.paths.stretches import PUT
from py_rules.paths.units import Converted, Measure, convert
from py_rules.protocol import ledger as ledgers
from py_rules.protocol.facts import DidFact, Fact, IntendedFact, MovedFact, SegmentFact
from py_rules.protocol.ledger import Ledger
from py_rules.protocol.map_data import Climbable, Difficult, Ledge, Scene, Water
from py_rules.protocol.problems import ProblemError, validating
from py_rules.protocol.requests import MeasuredSegment, MoverRequest
from py_rules.values.records import replace
from py_rules.values.sentences import Text

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


def snapshot_of(system: System, situation: Situation, *, ledger: Ledger, path: str) -> TurnSnapshot:
    """Return the snapshot that a ledger leads to; nothing waits that today's sheet and house rules do not ask for."""
    try:
        snapshot = snapshots.read(system, ledger=ledger)
    except ProblemError as problem:
        raise problem.below(path) from problem
    if waiting.waiting(system, situation, snapshot=snapshot) is None:
        # By the sheet or the house rules of today the move would not wait: nothing holds the token up.
        return replace(snapshot, pending=None, commit="")
    return snapshot


def ledger_of(mover: MoverRequest, system: System, *, path: str) -> Ledger:
    """Return a mover's ledger; raises :class:`ProblemError` for one that is damaged, or in words of another system."""
    with validating(mover.ledger, prefix=f"{path}.ledger"):
        try:
            ledger = ledgers.read(mover.ledger, system=system.id)
        except ProblemError as problem:
            raise problem.below(path) from problem
    ids = set[str]()
    for number, commit in enumerate(ledger.commits):
        if commit.id in ids:
            place = f"{path}.ledger.commits[{number}].id"
            raise snapshots.unfit(
                place, f"{place}: {commit.id!r} was made before; each commit has its own id"
            )
        ids.add(commit.id)
        for index, fact in enumerate(commit.facts):
            _check_fact(system, fact, path=f"{path}.ledger.commits[{number}].facts[{index}]")
    return ledger


def _check_fact(system: System, fact: Fact, *, path: str) -> None:
    """Raise :class:`ProblemError` for an act or a stretch that this system never wrote down."""
    if isinstance(fact, DidFact):
        act = next((act for act in system.acts if act.id == fact.act), None)
        if act is None:
            raise snapshots.unfit(f"{path}.act", f"{path}.act: {system.title} has no act {fact.act!r}")
        try:
            inputs(act.options, fact.options, path=f"{path}.options")
        except ProblemError as problem:
            raise snapshots.unfit(problem.path, str(problem)) from problem
    if isinstance(fact, IntendedFact) and fact.way is not None and len(fact.way) != len(fact.segments) + 1:
        wrong = f"{len(fact.way)} points for {len(fact.segments)} stretches, which have one more"
        raise snapshots.unfit(f"{path}.way", f"{path}.way: {wrong}")
    # A sheet that names modes of its own may have lost some since they were used.
    carried = _CARRIED if isinstance(fact, MovedFact) else ()
    modes = None if system.open_modes else (*system.modes, *carried)
    known = None if modes is None else {None, PUT, *(mode for mode, _ in modes)}
    for place, (*_, mode) in enumerate(getattr(fact, "way", None) or ()):
        if modes is not None and known is not None and mode not in known:
            check_word(mode, modes, path=f"{path}.way[{place}][3]", code="mode_unknown")
    for name in ("segments", "ahead"):
        stretches = getattr(fact, name, None) or ()
        if isinstance(stretches, SegmentFact):
            check_words(system, stretches, path=f"{path}.{name}", modes=modes)
            continue
        for place, segment in enumerate(stretches):
            check_words(system, segment, path=f"{path}.{name}[{place}]", modes=modes)


_CARRIED = tuple((mode, Text(mode, {}, mode)) for mode in ("drift", "fall"))
"""Modes of what a token does not do by itself."""


def check_words(
    system: System,
    segment: MeasuredSegment | SegmentFact,
    *,
    path: str,
    modes: Sequence[tuple[str, Text]] | None,
) -> None:
    """Raise :class:`ProblemError` for a surface or grade without a word in the system, or a mode beside ``modes``."""
    if modes is not None:
        check_word(segment.mode, modes, path=f"{path}.mode", code="mode_unknown")
    check_word(segment.surface, system.surfaces, path=f"{path}.surface", code="surface_unknown")
    difficulties = {"difficulty": segment.difficulty}
    if isinstance(segment, MeasuredSegment):
        raise_field_error(system.check_region(segment), path)
        grades = [segment.grade]
        difficulties["roll.difficulty"] = segment.roll.difficulty if segment.roll else None
    else:
        grades = [grade for grade, _ in segment.grades]
        for index, gate in enumerate(segment.gates):
            difficulties[f"gates[{index}].difficulty"] = gate.difficulty
    for grade in grades:
        check_word(grade, system.grades, path=f"{path}.grade", code="grade_unknown")
    for place, difficulty in difficulties.items():
        if difficulty is not None:
            check_difficulty(system, difficulty, path=f"{path}.{place}")


def read(scene: Scene, system: System) -> Converted:
    """Return a scene in the unit and the words of a system; raises :class:`ProblemError` for others."""
    converted = convert(scene, Measure(system.unit, system.cell))
    check_scene_words(system, converted.scene)
    return with_ladders(converted, system.ladder)


def check_scene_words(system: System, scene: Scene) -> None:
    """Raise :class:`ProblemError` for a surface, grade or Difficulty on the map that the system has no word for."""
    for index, region in enumerate(scene.regions):
        path = f"scene.regions[{index}]"
        raise_field_error(system.check_region(region), path)
        if isinstance(region, Climbable | Ledge):
            check_word(region.surface, system.surfaces, path=f"{path}.surface", code="surface_unknown")
            if region.difficulty is not None:
                check_difficulty(system, region.difficulty, path=f"{path}.difficulty")
        elif isinstance(region, Difficult | Water):
            check_word(region.grade, system.grades, path=f"{path}.grade", code="grade_unknown")
        if isinstance(region, Difficult) and region.roll and region.roll.difficulty is not None:
            check_difficulty(system, region.roll.difficulty, path=f"{path}.roll.difficulty")
    for index, passage in enumerate(scene.passages):
        path = f"scene.passages[{index}]"
        check_word(passage.surface, system.surfaces, path=f"{path}.surface", code="surface_unknown")
        if passage.difficulty is not None:
            check_difficulty(system, passage.difficulty, path=f"{path}.difficulty")


def raise_field_error(field_error: FieldError | None, path: str) -> None:
    """Raise :class:`ProblemError` for what a system finds wrong in what stands at ``path``; none: all is well."""
    if field_error is not None:
        place = f"{path}.{field_error.field}"
        raise ProblemError(
            field_error.code, place, message=f"{place}: {field_error.message}", remedy=field_error.remedy
        )


def check_word(word: str | None, known: Sequence[tuple[str, Text]], *, path: str, code: str) -> None:
    """Raise :class:`ProblemError` for a word that is not among those known."""
    names = [name for name, _ in known]
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
