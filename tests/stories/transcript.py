"""Transcripts of whole turns, as a game master reads them.

A transcript is a text file. Lines that begin with ``>`` say what happens, in the words of the rulebook's
stories; lines that begin with ``|`` are what the rules answer: prompts, moves, prices, and what changed in
the state. All other lines are prose, among it the sums by which somebody has checked the answers.

``python -m tests.stories`` writes the answers anew and shows what became different.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from py_rules.service import handle
from tests.rulebook import cases

FOLDER = Path(__file__).parent
SCENES = FOLDER.parents[1] / "web" / "demo" / "scenes"
Answer = dict[str, Any]


def files() -> list[Path]:
    """Return all transcripts."""
    return sorted(FOLDER.glob("*.txt"))


def answered(text: str) -> str:
    """Return a transcript with its answers as the rules of today give them."""
    table = None
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("|"):
            continue
        lines.append(line.rstrip())
        if not line.startswith(">"):
            continue
        [(name, what)] = yaml.safe_load(line.removeprefix(">")).items()
        if name == "scene":
            table = _Table(what)
            continue
        assert table is not None, "a transcript begins with '> scene:'"
        lines += [f"| {told}" for told in table.tell(name, what)]
    return "\n".join(lines) + "\n"


class _Table:
    """A scene of the demo with one of its tokens: what happens there, told in lines."""

    def __init__(self, scene: str) -> None:
        name, _, token = scene.partition(", ")
        game = json.loads((SCENES / f"{name}.json").read_text(encoding="utf-8"))
        character = game["characters"][token]
        given = {"scene": game["scene"], "token": token, "character": character}
        self.unit = game["scene"]["grid"]["units"]
        self._story = cases._Story(handle, game["system"], {"given": given})
        self._known = dict(_standing(self._story.table.state(), self.unit))

    def tell(self, name: str, what: Any) -> Iterator[str]:
        """Do one step; yield what the rules said to it."""
        if name == "stand":
            scene = self._story.table.scene
            tokens = [
                {**token, "col": what[0], "row": what[1], "elevation": (*what, 0)[2]}
                if token["id"] == self._story.table.token
                else token
                for token in scene["tokens"]
            ]
            self._story.table.scene = {**scene, "tokens": tokens}
            return
        try:
            reply = self._story.do(name, what)
        except cases.ProblemError as problem:
            yield f"problem: {problem.problem['message']}; {problem.problem['remedy']}"
            return
        if name == "plan":
            yield from _plan(reply, self.unit)
        elif name == "set":
            yield from self._changes(self._story.table.state())
        elif name == "state":
            yield from (f"{key}: {told}" for key, told in _standing(reply, self.unit))
        else:
            if name != "undo" and reply["refused"] is None:
                yield f"[{reply['state']['commits'][-1]['id']}]"
            yield from _applied(reply, self.unit)
            yield from self._changes(reply["state"])

    def _changes(self, state: Answer) -> Iterator[str]:
        """Yield what is otherwise than it was."""
        now = dict(_standing(state, self.unit))
        for key, told in now.items():
            if self._known.get(key) != told:
                yield f"    {key}: {told}"
        for key in self._known:
            if key not in now:
                yield f"    no longer {key}"
        self._known = now


# ---------------------------------------------------------------- lines


def _number(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _percent(chance: float) -> str:
    return f"{chance * 100:.2f} %"


def _cell(cell: Answer | None) -> str:
    if cell is None:
        return ""
    up = f", {_number(cell['elevation'])} up" if cell["elevation"] else ""
    return f" to column {cell['col']}, row {cell['row']}{up}"


def _price(price: Answer | None) -> str:
    return f" [{_number(price['amount'])} {price['quantity']}]" if price else ""


def _modifier(one: Answer) -> str:
    amount = f"{one['amount']:+g} {one['quantity']}"
    return f"{amount} for the {one['bearer']} on {one['on']['text']}, until: {one['until']['text']}"


def _plan(plan: Answer, unit: str) -> Iterator[str]:
    """Yield a plan: what each stretch of the way costs, and what comes with it."""
    chance = "" if plan["chance"] is None else f", {_percent(plan['chance'])}"
    yield f"{_number(plan['length'])} {unit}: {plan['verdict']}{chance}"
    for band in plan["bands"]:
        stretch = f"{_number(band['start'])} to {_number(band['end'])} {unit}"
        odds = "" if band["chance"] is None else f" {_percent(band['chance'])}"
        told = f"{band['kind']}{_price(band['price'])}{odds}: {band['reason']['text']} ({band['rule']})"
        yield f"    {stretch} {told}"
    yield from (f"    brings {_modifier(one)} ({one['rule']})" for one in plan["modifiers"])
    for one in plan["spends"]:
        of = f" {unit}" if one["is_length"] else ""
        left = "" if one["left"] is None else f", {_number(one['left'])}{of} left"
        yield f"    spends {_number(one['amount'])}{of} {one['label']['text']}{left} ({one['rule']})"
    yield from (f"    at {_number(one['at'])} {unit} {_check(one)}" for one in plan["checks"])
    for kind in ("reactions", "hazards"):
        for one in plan[kind]:
            yield f"    at {_number(one['at'])} {unit} {one['id']}: {one['label']['text']} ({one['rule']})"
    yield from (f"    asks {_ruling(one)}" for one in plan["rulings"])


def _check(check: Answer) -> str:
    dice = f"{check['label']['text']}: {check['dice']['text']}"
    return f"{dice}; {check['needed_text']['text']}: {_percent(check['chance'])} ({check['rule']})"


def _ruling(ruling: Answer) -> str:
    choices = ", ".join(
        f"{choice['id']}{' (default)' if choice['id'] == ruling['default'] else ''}"
        for choice in ruling["choices"]
    )
    return f"the GM, {ruling['id']}: {ruling['question']['text']} {choices} ({ruling['rule']})"


def _applied(reply: Answer, unit: str) -> Iterator[str]:
    """Yield what became of a commit: refused, rolled, moved."""
    if reply["refused"] is not None:
        yield f"refused: {reply['refused']['reason']['text']} ({reply['refused']['rule']})"
    for roll in reply["rolls"]:
        faces = "" if roll["faces"] is None else f" {roll['faces']}"
        needed = "" if roll["needed"] is None else f", {roll['needed']} needed"
        result = f"rolled {roll['check']}{faces}: {roll['result']}{needed}"
        yield f"{result}: {roll['effect']['text']} ({roll['rule']})"
    for move in reply["moves"]:
        how = "carried" if move["forced"] else "moved"
        yield f"{how} {_number(move['distance'])} {unit}{_cell(move['to'])} ({move['rule']})"
    if reply["rest"]:
        yield f"left of the way: {len(reply['rest']) - 1} steps"


def _standing(state: Answer, unit: str) -> Iterator[tuple[str, str]]:
    """Yield where a token stands, each thing by the name it is known by."""
    pending = state["pending"]
    if pending is not None and pending["check"] is not None:
        yield "waits", _check(pending["check"])
    elif pending is not None:
        yield "waits", f"{pending['reaction']['id']}: {pending['reaction']['label']['text']}"
    for one in state["allowances"]:
        limit = "open" if one["limit"] is None else f"{_number(one['limit'])} {unit}"
        left = "" if one["left"] is None else f", {_number(one['left'])} left"
        yield f"{one['label']['text']} ({one['rule']})", f"{_number(one['used'])} of {limit}{left}"
    for one in state["modifiers"]:
        yield f"{one['rule']}, {one['bearer']}", _modifier(one)
    for one in state["statuses"]:
        yield f"badge {one['id']}", f"{one['label']['text']} ({one['rule']})"
    for one in state["hazards"]:
        yield f"hazard {one['id']}", f"{one['label']['text']} ({one['rule']})"
    for one in state["rulings"]:
        yield f"question {one['id']}", _ruling(one)
    for one in state["counters"]:
        of = f" {unit}" if one["is_length"] and one["value"] is not None else ""
        yield one["label"]["text"], f"{_number(one['value'])}{of}"
