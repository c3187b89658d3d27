"""``footwork plan``: what a move takes, for people; of every game, whatever its sheet asks."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from py_rules import command_line
from py_rules.service import handle
from tests.asking import ask_describe

SYSTEMS = {system["id"]: system for system in ask_describe()["systems"]}
JENNY = ("plan", "contract", "--dexterity", "4", "--brawn", "3", "--athletics", "2", "45ft")


@pytest.fixture
def told(capsys):
    """What a command prints."""

    def run(*words):
        command_line.main(words)
        return capsys.readouterr().out

    return run


@pytest.fixture
def refused(capsys):
    """What a command that cannot be answered says."""

    def run(*words):
        with pytest.raises(SystemExit) as end:
            command_line.main(words)
        out, error = capsys.readouterr()
        assert (end.value.code, out) == (2, "")
        assert len(error.splitlines()) == 1
        return error

    return run


def test_a_move_is_told_with_its_bar_its_roll_and_its_rule(told):
    lines = told(*JENNY).splitlines()
    assert lines[0] == "The Contract, 45 ft: needs a roll, 71 %"
    assert lines[2] == "█" * 33 + "▓" * 20 + "▒" * 7
    assert lines[3] == "█  0 to 25 ft  free          CON-05  Free Movement, up to 25 ft"
    assert "Roll All-out Sprint (Brawn 3 + Athletics 2 = 5 d10 against Difficulty 6)" in lines
    assert "Outcome 2 or better: 71 %" in lines
    assert "  5 + 5 × Dexterity 4 = 25 ft" in lines
    assert [line[:6] for line in lines if re.match("CON-", line)] == ["CON-05", "CON-07", "CON-09"]


def test_the_page_for_developers_asks_this():
    page = Path(__file__).parents[2] / "docs" / "developers.md"
    assert f"`footwork {' '.join(JENNY)}`" in page.read_text(encoding="utf-8")


def test_what_was_not_said_is_named_with_how_to_say_it(told):
    assert "Assumed: Brawn 1; change it with --brawn" in told("plan", "contract", "--dexterity", "4", "9")


def test_a_stretch_names_its_mode(told):
    assert "Climb" in told("plan", "contract", "10ft", "climb:5ft")


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_field_of_every_sheet_has_its_option(system, told):
    fields = SYSTEMS[system]["character"]["properties"]
    unit = SYSTEMS[system]["unit"]
    written = [word for name, field in fields.items() for word in words_for(name, field)]
    shown = told("plan", system, *written, f"2{unit}")
    assert shown.startswith(f"{SYSTEMS[system]['title']}, 2 {unit}: ")


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_help_names_every_field(system, capsys):
    with pytest.raises(SystemExit):
        command_line.main(["plan", system, "--help"])
    shown = capsys.readouterr().out
    fields = SYSTEMS[system]["character"]["properties"]
    assert [name for name in fields if f"--{name.replace('_', '-')}" not in shown] == []


def words_for(name, field):
    """Return a value of a field as it is written."""
    option = "--" + name.replace("_", "-")
    shape = next(one for one in [*field.get("anyOf", ()), field] if "type" in one)
    if shape["type"] == "boolean":
        return [option]
    if shape["type"] == "object":
        [value] = shape["patternProperties"].values()
        return [option, f"{shape['propertyNames']['examples'][0]}={value.get('examples', ['4'])[0]}"]
    if "enum" in shape:
        return [option, shape["enum"][-1]]
    return [option, "4D+1" if "pattern" in shape else "3"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["plan", "contrct", "9"],
            "contrct: there is no such game; write one of " + ", ".join(SYSTEMS),
        ),
        (
            ["plan", "contract", "--dexerity", "4", "45ft"],
            "--dexerity: The Contract has no such field; write --dexterity",
        ),
        (
            ["plan", "contract", "--dexterity", "4x", "45ft"],
            '--dexterity: must be a whole number, not "4x"; write a whole number',
        ),
        (
            ["plan", "contract", "--dexterity"],
            "--dexterity: a value is missing; write --dexterity VALUE",
        ),
        (
            ["plan", "contract", "--dexterity", "4"],
            "no length; write how far the move goes, such as 10ft",
        ),
        (
            ["plan", "sr5", "--agility", "40", "9m"],
            "--agility: must be 30 or less, not 40; write 30 or less",
        ),
        (
            ["plan", "sr5", "10squares"],
            '10squares: "Shadowrun 5 (edited)" measures in m; write how many, such as 45m',
        ),
        (["plan", "styles", "10ft"], '10ft: "The Kleptonomicon" measures in u; write how many, such as 45u'),
        (
            ["plan", "sr5", "9parsec"],
            "9parsec: parsec is no unit known here; write one of m, cm, km, ft, in, yd, mi, such as 45m",
        ),
        (["plan", "contract", "far"], "far: this is no length; write one such as 45ft, or climb:10ft"),
        (["plan", "sr3", "fly:3"], "fly:3: there is no mode fly; write one of ground, walk, run, climb"),
        (
            ["plan", "styles", "--styles", "climb", "9"],
            "--styles climb: a value is missing; write --styles climb=VALUE",
        ),
        ([], "what to do is missing; write plan GAME LENGTH, such as plan contract 45ft; footwork --help"),
    ],
)
def test_what_cannot_be_answered_says_what_to_write(words, said, refused):
    assert refused(*words).startswith(f"footwork: {said}")


@pytest.mark.parametrize(
    ("game", "length", "counted"),
    [
        ("contract", "14m", "45.9318 ft"),
        ("contract", "45 Feet", "45 ft"),
        ("contract", "15yd", "45 ft"),
        ("sr5", "10ft", "3.048 m"),
        ("styles", "3squares", "3 u"),
    ],
)
def test_lengths_are_taken_in_other_units_and_by_their_usual_names(game, length, counted, told):
    title = SYSTEMS[game]["title"]
    assert told("plan", game, length).startswith(f"{title}, {counted}: ")


def test_a_length_beyond_all_numbers_is_refused(refused):
    assert "Traceback" not in refused("plan", "contract", "9" * 400)


def test_a_pipe_gets_no_colours_and_a_terminal_does():
    assert b"\x1b" not in subprocess.run(command(), capture_output=True, check=True).stdout
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    assert b"\x1b[34m" in on_a_terminal(plain)
    assert b"\x1b" not in on_a_terminal({**plain, "NO_COLOR": "1"})


def test_a_terminal_of_one_alphabet_is_outlived():
    done = subprocess.run(
        command(), capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    assert b"The Contract, 45 ft" in done.stdout


def test_who_reads_no_further_than_the_first_line_sees_no_traceback():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command(), stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert done.stderr == b""


def test_a_roll_that_cannot_succeed_is_not_offered(told):
    shown = told(*JENNY[:-1], "150ft")
    assert "not possible" in shown
    assert "Roll All-out Sprint" not in shown


def command():
    return [sys.executable, "-m", "py_rules.command_line", *JENNY]


def on_a_terminal(environment):
    """Return what a command prints where a terminal shows it."""
    ours, theirs = pty.openpty()
    subprocess.run(command(), stdout=theirs, env=environment, check=True)
    os.close(theirs)
    return os.read(ours, 100_000)


def test_the_wheel_installs_the_command(tmp_path):
    from build_scripts.wheel import build_wheel  # noqa: PLC0415 - nobody else here builds

    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
    subprocess.run([*pip, "--prefix", str(tmp_path), str(build_wheel())], check=True)
    [library] = tmp_path.glob("lib/python*/site-packages")
    done = subprocess.run(
        [str(tmp_path / "bin" / "footwork"), *JENNY],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(library), "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stdout.startswith("The Contract, 45 ft: needs a roll, 71 %")


def test_the_reply_that_is_told_is_the_one_that_programs_get(told):
    mover = {"character": {"dexterity": 4, "brawn": 3}, "route": {"segments": [{"length": 45}]}}
    reply = json.loads(handle(json.dumps({"op": "plan", "system": "contract", "movers": [mover]})))
    [plan] = reply["value"]["plans"]
    shown = told(*JENNY)
    assert all(band["reason"]["text"] in shown for band in plan["bands"])
