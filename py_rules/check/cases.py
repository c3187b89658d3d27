"""The cases of a game: how they are written, whether they hold, and which rules have none."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from py_rules.check.findings import CheckedGame, Finding, meant
from py_rules.engine import tabletop
from py_rules.protocol import replies
from py_rules.protocol.problems import MOST_SAID, NO_FIELD, shortened
from py_rules.service import handle
from py_rules.values.records import record

MOST_KNOWN = 30
"""How many names one sentence lists at most."""
REPLIES = (
    replies.StateReply,
    replies.DestinationsReply,
    replies.PlanReply,
    replies.ApplyReply,
    replies.ProblemReply,
)


@record()
class Case:
    """A case as it is written, and the line that it begins in."""

    line: int
    fields: dict[str, Any]


def read(file: Path) -> tuple[list[Case], list[Finding]]:
    """Return the cases of a file, and what is wrong with how they are written; the file may be missing."""
    if not file.is_file():
        return [], []
    yaml, text = import_module("yaml"), file.read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        node = loader.get_single_node()
        listed = (loader.construct_document(node) if node else None) or []
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        wrong = f"it is no YAML: {getattr(error, 'problem', error)}"
        return [], [Finding(file, 1 if mark is None else mark.line + 1, wrong, "correct the line")]
    if not isinstance(listed, list):
        return [], [Finding(file, 1, "it is no list of cases", "begin each with - id: …")]
    lines = [part.start_mark.line + 1 for part in node.value] if listed else []
    found, unfit = list[Case](), list[Finding]()
    for line, one in zip(lines, listed, strict=True):
        if isinstance(one, dict):
            found.append(Case(line, one))
        else:
            unfit.append(Finding(file, line, f"{one!r} is no case", "write its id, rule, bites and steps"))
    return found, unfit


def played(game: CheckedGame, file: Path) -> tuple[int, list[Finding]]:
    """Play the cases of a file: return how many hold, and where the others differ from what they expect."""
    written, found = read(file)
    holding, lines = 0, dict[Any, int]()
    for case in written:
        name = case.fields.get("id", "without an id")
        twice = lines.setdefault(name, case.line) != case.line
        wrong_parts = (
            [(f"line {lines[name]} has one of this id", "give one of them another")] if twice else []
        )
        wrong_parts += [*_unknown(case.fields), *_badly_written(game, case.fields)]
        wrong_parts = wrong_parts or [
            (f"expected otherwise: {line}", "correct the rule, or what the case expects")
            for line in _failures(game, case.fields)
        ]
        found += [Finding(file, case.line, f"case {name}: {wrong}", remedy) for wrong, remedy in wrong_parts]
        holding += not wrong_parts
    return holding, found


def _badly_written(game: CheckedGame, case: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a case lacks, with what to write."""
    known = [*game.system.rules, *tabletop.RULES]
    if "id" not in case:
        yield "it has no name", "write id: … that no other case has"
    if case.get("rule") not in known:
        rule = str(case.get("rule", ""))
        yield f"there is no rule {rule!r}", f"write rule: {', '.join(game.system.rules)}{meant(rule, known)}"
    steps = [step for step in case.get("steps") or [] if isinstance(step, dict)]
    if not ("fn" in case or "reach" in case or any("expect" in step for step in steps)):
        yield "it expects nothing", "write steps, of which one has expect: …, or a map and reach: …"
        return
    asks = import_module("tests.rulebook.cases").ASKS
    for number, step in enumerate(steps, 1):
        asked = [name for name in asks if name in step]
        if asked and "expect" not in step:
            yield f"step {number} asks for {asked[0]} and expects nothing", "write expect: … beside it"


def _unknown(case: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the keys of a case that nothing reads, with what is read there."""
    player, maps = import_module("tests.rulebook.cases"), import_module("tests.rulebook.maps")
    signs = ("grid", "@", *maps.REGIONS, *maps.TOKENS)
    places = [("", case, player.CASE), ("given", case.get("given"), player.GIVEN)]
    places.append(("legend", case.get("legend"), signs))
    for number, step in enumerate(case.get("steps") or [], 1):
        if not isinstance(step, dict):
            yield f"step {number} is {step!r}, which does nothing", "write what it does, such as - plan: 10"
            continue
        places.append((f"step {number}", step, player.STEP))
        ways = (("plan", player.WAY), ("move", player.MOVE), ("set", player.SET))
        places += [(f"step {number}: {name}", step.get(name), known) for name, known in ways]
        for where, part in _lacking(step.get("expect"), f"step {number}: expect"):
            places.append((where, part, _known_fields()))
    for where, part, known in places:
        for key in part if isinstance(part, dict) else ():
            if key not in known:
                advice = (
                    f"write one of {', '.join(known)}"
                    if len(known) <= MOST_KNOWN
                    else "write one that replies have"
                )
                inside = f"{where}: " if where else ""
                yield f"{inside}nothing reads {key!r}", f"{advice}{meant(str(key), known)}"


def _lacking(expected: object, where: str) -> Iterator[tuple[str, Any]]:
    """Yield what must not be in a list: a key of it that no reply has would hold whatever is answered."""
    if isinstance(expected, dict):
        for key, part in expected.items():
            inside = f"{where}.{key}"
            if key == "lacks" and isinstance(part, list):
                yield from ((inside, one) for one in part)
            yield from _lacking(part, inside)
    elif isinstance(expected, list):
        for part in expected:
            yield from _lacking(part, where)


@cache
def _known_fields() -> Collection[str]:
    """Return what the parts of replies are called."""
    schemas = [reply.model_json_schema() for reply in REPLIES]
    parts = [part for schema in schemas for part in (schema, *schema.get("$defs", {}).values())]
    return {name for part in parts for name in part.get("properties", ())}


def _failures(game: CheckedGame, case: dict[str, Any]) -> list[str]:
    """Return where the replies to a case differ from what it expects."""
    player = import_module("tests.rulebook.cases")
    try:
        differing: list[str] = player.run(handle, game.system.id, case)
    except player.CaseError as error:
        return [f"it cannot be played: {error}"]
    except (AssertionError, AttributeError, KeyError, TypeError, ValueError) as error:
        return [f"it cannot be played: {type(error).__name__}: {error}"]
    return [shortened(line, MOST_SAID) + _meant_field(game, line) for line in differing]


def _meant_field(game: CheckedGame, line: str) -> str:
    """Return the field that a case probably meant, where it sends an unknown one."""
    found = re.search(rf"(character|house_rules|circumstances)\.(\w+): {NO_FIELD}", line)
    if found is None:
        return ""
    models = {
        "character": game.system.Character,
        "house_rules": game.system.HouseRules,
        "circumstances": game.system.Circumstances,
    }
    return meant(found[2], models[found[1]].model_fields)


def cases(game: CheckedGame, file: Path) -> Iterator[Finding]:
    """Yield the rules without a case in which they apply, and those without one in which they do not."""
    written = [case.fields for case in read(file)[0]]
    for rule in game.system.rules.values():
        own = [case.get("bites") for case in written if case.get("rule") == rule.number]
        for bites, what in ((True, "bites"), (False, "must not bite")):
            if bites not in own:
                remedy = f"write one with rule: {rule.number} and bites: {str(bites).lower()}"
                yield Finding(file, 1, f"there is no case in which {rule.number} {what}", remedy)
