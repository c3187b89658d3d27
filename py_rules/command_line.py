"""``footwork plan GAME LENGTH``: what a move costs, for people at a terminal.

``python -m py_rules`` is for programs: the same questions and replies as lines of JSON.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, NoReturn

from py_rules import __version__
from py_rules.paths.units import CELLS, METRES, unit_called
from py_rules.service import handle
from py_rules.values.rounding import on_grain, to_number

BAR = 60
LEAST = 0.005
"""Chances nearer than this to 0 or to 1 are not rounded to them."""
KINDS = {
    "free": ("free", "█", 34),
    "penalised": ("costs extra", "▓", 33),
    "roll": ("needs a roll", "▒", 35),
    "impossible": ("not possible", "░", 90),
}
"""The name of each kind of price, its sign in the bar, and its colour as terminals number them."""
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")
LENGTH = re.compile(r"(?:(?P<mode>[^\d:][^:]*):)?(?P<length>\d+(?:\.\d+)?)\s*(?P<unit>\D*)")

Json = dict[str, Any]


class Parser(argparse.ArgumentParser):
    """Ends with one line that says what is wrong and what to write."""

    def error(self, message: str) -> NoReturn:
        """End with what is wrong."""
        option = re.fullmatch(r"argument (--\S+): expected one argument", message)
        if option:
            _stop(f"{option[1]}: a value is missing; write {option[1]} VALUE")
        if message.endswith(": COMMAND"):
            message = "what to do is missing; write plan GAME LENGTH, such as plan contract 45ft"
        _stop(f"{message}; {self.prog} --help lists what can be written")


def _stop(text: str) -> NoReturn:
    print(f"footwork: {text}", file=sys.stderr)
    sys.exit(2)


def _asked(request: Json) -> Json:
    """Return the reply to a request."""
    reply: Json = json.loads(handle(json.dumps(request)))
    return reply


def _parser(systems: Sequence[Json]) -> Parser:
    parser = Parser("footwork", description="Movement rules for tabletop games.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"footwork {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    plan = commands.add_parser("plan", help="what a move takes: its price, its roll, its rule")
    games = plan.add_subparsers(dest="game", required=True, metavar="GAME")
    for system in systems:
        about = system["about"]["text"]
        game = games.add_parser(
            system["id"],
            help=system["title"],
            description=about.replace("%", "%%"),
            allow_abbrev=False,
        )
        modes = ", ".join(mode["id"] for mode in system["modes"])
        unit = system["unit"]
        how_far = f"how far, such as 10{unit}; climb:10{unit} for another mode (one of {modes})"
        game.add_argument("stretches", nargs="*", metavar="LENGTH", help=how_far)
        for name, field in system["character"]["properties"].items():
            _add_field(game, name, field=field)
    return parser


def _add_field(game: Parser, name: str, *, field: Json) -> None:
    """Add the option for a field of a sheet."""
    about = ". ".join(part.rstrip(".") for part in (field["title"], field.get("description")) if part)
    settings: Json = {"dest": f"field.{name}", "default": None, "help": about.replace("%", "%%")}
    shapes = [field, *field.get("anyOf", ())]
    types = {shape.get("type") for shape in shapes}
    if "boolean" in types:
        settings["action"] = "store_true"
    elif "object" in types:
        settings |= {"action": "append", "metavar": "NAME=VALUE"}
    else:
        choices = [str(one) for shape in shapes for one in shape.get("enum", ())]
        settings["metavar"] = "|".join(choices) or ("NUMBER" if types & {"integer", "number"} else "TEXT")
    game.add_argument(_option(name), **settings)


def _option(field: str) -> str:
    """Return how a field of a sheet is written.

    >>> _option("free_fall")
    '--free-fall'
    """
    return f"--{field.replace('_', '-')}"


def _value(text: str, field: Json) -> object:
    """Return what was written for a field as the rules take it: a number where the field may be one.

    >>> _value("4", {"type": "integer"}), _value("4D", {"type": "string"}), _value("x", {"type": "number"})
    (4, '4D', 'x')
    """
    shapes = [field, *field.get("anyOf", ()), *field.get("patternProperties", {}).values()]
    shapes += [shape for one in shapes for shape in one.get("anyOf", ())]
    takes_numbers = any(shape.get("type") in {"integer", "number"} for shape in shapes)
    return json.loads(text) if takes_numbers and NUMBER.fullmatch(text) else text


def _sheet(asked: argparse.Namespace, fields: Mapping[str, Json]) -> Json:
    """Return the character that the options describe."""
    sheet: Json = {}
    for name, field in fields.items():
        given = getattr(asked, f"field.{name}")
        if given is None or given is False:
            continue
        if isinstance(given, list):
            pairs = [one.partition("=") for one in given]
            for key, sign, _ in pairs:
                if not sign:
                    _stop(f"{_option(name)} {key}: a value is missing; write {_option(name)} {key}=VALUE")
            sheet[name] = {key: _value(text, field) for key, _, text in pairs}
        else:
            sheet[name] = given if given is True else _value(given, field)
    return sheet


def _segment(text: str, system: Json) -> Json:
    """Return a stretch of the move."""
    found, unit = LENGTH.fullmatch(text), system["unit"]
    if found is None:
        _stop(f"{text}: this is no length; write one such as 45{unit}, or climb:10{unit}")
    modes = [mode["id"] for mode in system["modes"]]
    mode = found["mode"]
    if mode is not None and mode not in modes:
        _stop(f"{text}: there is no mode {mode}; write one of {', '.join(modes)}")
    length = _length(text, found["length"], written=found["unit"].strip(), system=system)
    return {"length": length, **({"mode": mode} if mode else {})}


def _length(text: str, number: str, *, written: str, system: Json) -> int | float:
    """Return a length in the unit of the game; that of another unit of length is converted."""
    own = system["unit"]
    unit = unit_called(written) if written else own
    if unit is None:
        _stop(f"{text}: {written} is no unit known here; write one of {', '.join(METRES)}, such as 45{own}")
    if unit == own:
        return float(number)
    if CELLS in {unit, own}:
        _stop(f'{text}: "{system["title"]}" measures in {own}; write how many, such as 45{own}')
    return to_number(on_grain(Fraction(number) * METRES[unit] / METRES[own]))


def _plan_lines(system: Json, plan: Json, *, assumed: Sequence[Json], coloured: bool) -> Iterator[str]:
    """Yield the lines that describe a plan."""
    unit, reason = system["unit"], plan["reason"]
    verdict = KINDS[plan["verdict"]][0]
    chance = f", {_percent(plan['chance'])}" if plan["chance"] not in {None, 1} else ""
    yield f"{system['title']}, {_number(plan['length'])} {unit}: {verdict}{chance}"
    if plan["verdict"] == "impossible" and reason:
        yield reason["text"]
    yield from ("", _bar(plan["bands"], coloured=coloured)) if plan["bands"] else ()
    ends = [f"{_number(band['start'])} to {_number(band['end'])} {unit}" for band in plan["bands"]]
    widest = max(map(len, ends), default=0)
    for end, band in zip(ends, plan["bands"], strict=True):
        name, sign, colour = KINDS[band["kind"]]
        painted = _painted(sign, colour, coloured=coloured)
        yield f"{painted} {end:>{widest}}  {name:<12}  {band['rule']}  {band['reason']['text']}"
    for check in plan["checks"]:
        if not check["chance"]:
            continue
        dice = f" ({check['dice']['text']})" if check["dice"] else ""
        yield from ("", f"Roll {check['label']['text']}{dice}")
        yield f"{check['needed_text']['text']}: {_percent(check['chance'])}"
    yield from _rules(system, plan)
    if assumed:
        yield ""
    for field in assumed:
        held = field["shown"]["text"] if field["shown"] else field["value"]
        yield f"Assumed: {field['label']['text']} {held}; change it with {_option(field['field'])}"


def _rules(system: Json, plan: Json) -> Iterator[str]:
    """Yield the rules that price a plan, each with its sentence and its numbers."""
    cited = {part["rule"] for part in (*plan["bands"], *plan["checks"])}
    for rule in system["rules"]:
        if rule["number"] in cited:
            yield from ("", f"{rule['number']} {rule['name']} ({rule['reference']})", f"  {rule['sentence']}")
            workings = [line["working"] for line in plan["trace"] if line["rule"] == rule["number"]]
            yield from (f"  {working['text']}" for working in workings if working)


def _bar(bands: Sequence[Json], *, coloured: bool) -> str:
    """Return the bands of a path side by side, each as long as its share."""
    whole = bands[-1]["end"]
    parts = []
    for band in bands:
        _, sign, colour = KINDS[band["kind"]]
        signs = round(BAR * band["end"] / whole) - round(BAR * band["start"] / whole)
        parts.append(_painted(sign * signs, colour, coloured=coloured))
    return "".join(parts)


def _painted(text: str, colour: int, *, coloured: bool) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if coloured else text


def _number(value: float) -> str:
    """Return a number without a needless point.

    >>> _number(45.0), _number(2.5)
    ('45', '2.5')
    """
    return f"{value:g}"


def _percent(chance: float) -> str:
    """Return a chance in whole per cent; what may fail or succeed is never shown as certain.

    >>> _percent(0.5), _percent(0.001), _percent(0.999), _percent(1)
    ('50 %', '<1 %', '>99 %', '100 %')
    """
    if 0 < chance < LEAST:
        return "<1 %"
    return ">99 %" if 1 - LEAST < chance < 1 else f"{chance * 100:.0f} %"


def _problem(reply: Json) -> NoReturn:
    """End with a problem of the rules, named by the option that it is about."""
    problem = reply["problem"]
    found = re.fullmatch(r"movers\[0\]\.character\.(\w+)(.*)", problem["path"])
    message = problem["message"]
    if found:
        message = message.replace(problem["path"], _option(found[1]) + found[2].replace(".", " "), 1)
    _stop(f"{message}; {problem['remedy'].replace('send ', 'write ', 1)}")


def _check_game(words: Sequence[str], systems: Sequence[Json]) -> None:
    """Stop if there is no game of that name."""
    known = [system["id"] for system in systems]
    if words[:1] == ["plan"] and len(words) > 1 and not words[1].startswith("-") and words[1] not in known:
        _stop(f"{words[1]}: there is no such game; write one of {', '.join(known)}")


def main(words: Sequence[str] | None = None) -> None:
    """Answer what was asked on the command line."""
    words = sys.argv[1:] if words is None else list(words)
    systems = _asked({"op": "describe"})["value"]["systems"]
    _check_game(words, systems)
    asked, unknown = _parser(systems).parse_known_args(words)
    system = next(one for one in systems if one["id"] == asked.game)
    fields = system["character"]["properties"]
    if unknown:
        options = [_option(name) for name in fields]
        near = get_close_matches(unknown[0], options, 1) or options
        _stop(f"{unknown[0]}: {system['title']} has no such field; write {' or '.join(near)}")
    if not asked.stretches:
        _stop(f"no length; write how far the move goes, such as 10{system['unit']}")
    segments = [_segment(text, system) for text in asked.stretches]
    mover = {"character": _sheet(asked, fields)}
    route = {"segments": segments}
    reply = _asked({"op": "plan", "system": system["id"], "movers": [{**mover, "route": route}]})
    if not reply["ok"]:
        _problem(reply)
    state = _asked({"op": "state", "system": system["id"], "mover": mover})
    # A terminal of one alphabet shows what it has.
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a text file here
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    [plan] = reply["value"]["plans"]
    lines = _plan_lines(system, plan, assumed=state["value"].get("assumed", []), coloured=coloured)
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:
        # Who reads no further has what they want; what is left must not be written when Python ends either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
