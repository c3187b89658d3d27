"""``python -m py_rules.check ID``: what is missing or contradicts itself in one game, in seconds.

Each finding is a line: the file, its line, what is wrong, and what to write. ``--path FOLDER`` looks for the game in
another folder; its cases are then read from ``FOLDER/ID.yaml``. The cases are played, and each that does not hold is
named with what was expected and what came. The command ends with 1 if there are findings.

``--walk LENGTH`` says what a move of that length costs, ``--mode MODE`` how it is made. ``--words LANGUAGE`` prints
what is not translated yet as a table of JSON: the key of each text, and the English to be replaced.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path

from py_rules import systems
from py_rules.check.cases import cases, played
from py_rules.check.declarations import contract
from py_rules.check.findings import CheckedGame, Finding, failed, meant
from py_rules.check.maps import compared, switches
from py_rules.protocol.problems import ProblemError
from py_rules.service import handle

ROOT = Path(__file__).parents[2]


def priced(name: str, length: float, *, mode: str) -> Iterator[str]:
    """Yield what a stretch costs a character with the usual values, a line for each price.

    Raises ValueError for what cannot be asked, such as a mode that the game does not have.
    """
    route = {"segments": [{"mode": mode, "length": length}]}
    reply = json.loads(handle(json.dumps({"op": "plan", "system": name, "movers": [{"route": route}]})))
    if not reply["ok"]:
        problem = reply["problem"]
        near = meant(mode, (word for word, _ in systems.find(name).modes))
        message = (
            f"{problem['message']}; {problem['remedy']}{near if problem['code'] == 'mode_unknown' else ''}"
        )
        raise ValueError(message)
    plan, unit = reply["value"]["plans"][0], systems.find(name).unit
    chances = {check["rule"]: check["chance"] for check in plan["checks"]}
    for _, bands in groupby(plan["bands"], lambda band: (band["kind"], band["rule"], band["price"])):
        first, *_, band = [*bands] * 2
        chance = f" ({100 * chances[band['rule']]:.0f} %)" if band["kind"] == "roll" else ""
        part = f"{first['start']:g} to {band['end']:g} {unit}"
        yield f"{part}: {band['kind']}, {band['rule']}: {band['reason']['text']}{chance}"


def findings(name: str, folder: Path | None = None) -> list[Finding]:
    """Return what is wrong with a game: what it declares, then its cases, then plans beside maps."""
    if folder is not None:
        systems.look_in(str(folder))
    home = folder or Path(systems.__file__).parent
    if name not in systems.names():
        there = ", ".join(systems.names())
        remedy = f"write the game into {name}.py there; there are {there}{meant(name, systems.names())}"
        return [Finding(home / f"{name}.py", 1, f"there is no game {name}", remedy)]
    try:
        system = systems.find(name)
    except ProblemError as problem:
        return [failed(problem.to_json(), home / f"{name}.py")]
    if system.id != name:
        wrong, remedy = f"its SYSTEM has the id {system.id!r}", f"let it be {name!r}, as the file is called"
        return [Finding(home / f"{name}.py", 1, wrong, remedy)]
    game = CheckedGame(system, home)
    file = cases_of(name, folder)
    found = list(contract(game))
    if folder is None or file.is_file():
        found += cases(game, file)
    known = [one.wrong for one in found]
    return [*found, *(one for one in compared(game) if not any(wrong in one.wrong for wrong in known))]


def cases_of(name: str, folder: Path | None) -> Path:
    """Return the file of a game's cases: beside it or, of ours, in the rulebook."""
    return (ROOT / "tests" / "rulebook" if folder is None else folder) / f"{name}.yaml"


def main(arguments: Sequence[str]) -> int:
    """Check one game and print what is wrong with it."""
    parser = argparse.ArgumentParser(
        prog="python -m py_rules.check", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("game", metavar="ID", help="the id of a game, which is the name of its file")
    parser.add_argument(
        "--walk", metavar="LENGTH", type=float, help="say what so far costs a usual character"
    )
    parser.add_argument("--mode", metavar="MODE", help="how it moves: ground (as usual), jump or the like")
    parser.add_argument(
        "--words", metavar="LANGUAGE", help="print the texts that are not yet translated, to be filled in"
    )
    parser.add_argument(
        "--path", metavar="FOLDER", help="the folder that the game is in, if it is not one of ours"
    )
    asked = parser.parse_args(arguments)
    folder = None if asked.path is None else Path(asked.path).resolve()
    if folder is not None and not folder.is_dir():
        parser.error(f"{asked.path} is no folder")
    if asked.mode is not None and asked.walk is None:
        parser.error("--mode says how the length of --walk is moved: add --walk LENGTH")
    found = findings(asked.game, folder)
    loads = _loads(asked.game)
    if asked.words is not None and loads:
        sys.stdout.write(
            f"{json.dumps(untranslated(asked.game, asked.words), ensure_ascii=False, indent=2)}\n"
        )
        return 0
    if asked.walk is not None and loads:
        try:
            sys.stdout.writelines(
                f"{line}\n" for line in priced(asked.game, asked.walk, mode=asked.mode or "ground")
            )
        except ValueError as error:
            if not found:
                parser.error(str(error))
    return _report(asked.game, folder, found=found, loads=loads)


def _loads(name: str) -> bool:
    """Tell whether a game of that name loads; if not, the findings say why."""
    try:
        return name in systems.names() and systems.find(name).id == name
    except ProblemError:
        return False


def _report(name: str, folder: Path | None, *, found: list[Finding], loads: bool) -> int:
    """Play the cases of a game, and print what is wrong with it; return the status that the command ends with."""
    holding = 0
    if loads:
        game = CheckedGame(systems.find(name), folder or Path(systems.__file__).parent)
        holding, failing = played(game, cases_of(name, folder))
        found = [*found, *failing]
    for one in found:
        sys.stdout.write(f"{one}\n")
    if not found:
        sys.stdout.write(f"{name}: {_sum(name, holding)}\n")
    elif holding:
        sys.stdout.write(f"{name}: {_held(holding)}\n")
    return 1 if found else 0


def untranslated(name: str, language: str) -> dict[str, str]:
    """Return the texts of a game that a language does not have, by key: in English, to be replaced.

    Texts that all games share are left out: they are translated already.
    """
    texts = import_module("build_scripts.texts")
    system, file = systems.find(name), texts.LANGUAGES / f"{language}.json"
    translated, english = texts.table(file) if file.is_file() else {}, texts.english()
    alike = {
        (key.partition(".")[2], text): translated[key] for key, text in english.items() if key in translated
    }
    own = (f"{name}.", *(f"rule.{number}." for number in system.rules))
    missing = {
        key: text for key, text in sorted(english.items()) if key.startswith(own) and key not in translated
    }
    return {key: alike.get((key.partition(".")[2], text), text) for key, text in missing.items()}


def _held(count: int) -> str:
    """Return how many cases hold, in words."""
    return "1 case holds" if count == 1 else f"{count} cases hold"


def _sum(name: str, holding: int) -> str:
    """Return what there is of a game with which nothing is wrong, and how many of its cases hold."""
    system = systems.find(name)
    counted = [
        f"{len(system.rules)} rules",
        f"{len(switches(system))} house rules",
        f"{len(system.acts)} acts",
    ]
    held = f"{_held(holding)}, " if holding else ""
    return f"nothing is missing: {', '.join(counted)}; {held}plans and maps agree"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
