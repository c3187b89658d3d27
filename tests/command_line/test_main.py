"""``python -m py_rules``: a line in, a line out, whatever the line."""

import io
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from py_rules.__main__ import main
from py_rules.service import handle

DESCRIBE = b'{"op":"describe"}'
STATE = b'{"op":"state","system":"contract"}'


def replies(data):
    """Return the replies to bytes on standard input, after a clean end."""
    ran = subprocess.run(
        [sys.executable, "-m", "py_rules"], input=data, capture_output=True, check=False, timeout=60
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.endswith(b"\n") or not ran.stdout
    return [json.loads(line) for line in ran.stdout.splitlines()]


def codes(data):
    return [code_of(reply) for reply in replies(data)]


def code_of(reply):
    return reply["problem"]["code"] if "problem" in reply else "ok"


@pytest.fixture
def told(monkeypatch, capsys):
    """What codes the replies to some bytes have, without another process."""

    def told(data):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        main([])
        out, err = capsys.readouterr()
        assert err == ""
        assert out.endswith("\n") or not out
        return [code_of(json.loads(line)) for line in out.splitlines()]

    return told


def test_replies_come_in_order_one_per_line():
    lines = [STATE, DESCRIBE, b"junk", STATE, b'{"op":"dance"}', DESCRIBE]
    assert replies(b"\n".join(lines) + b"\n") == [json.loads(handle(line.decode())) for line in lines]


def test_a_last_line_without_end_is_answered():
    assert codes(STATE + b"\n" + STATE) == ["ok", "ok"]


def command(*arguments, data=b""):
    line = [sys.executable, "-m", "py_rules", *arguments]
    return subprocess.run(line, input=data, capture_output=True, check=False, timeout=60)


def test_help_says_what_it_does_and_that_it_takes_a_folder():
    ran = command("--help")
    assert ran.returncode == 0
    assert b"Answers requests: one a line on standard input" in ran.stdout
    assert b"--path FOLDER" in ran.stdout


def test_the_request_that_help_shows_is_answered():
    request = command("--help").stdout.partition(b"echo '")[2].partition(b"'")[0]
    assert codes(request) == ["ok"]


def test_games_of_a_folder_are_found():
    state = b'{"op":"state","system":"quest"}'
    assert codes(state) == ["system_unknown"]
    ran = command("--path", "tests/games/brought", data=state)
    assert json.loads(ran.stdout)["ok"]
    ran = command("--path", "nowhere")
    assert ran.returncode == 2
    assert b"nowhere has no games of its own" in ran.stderr


@pytest.mark.parametrize("data", [b"", b"\n", b"\n\n  \n\t\n"])
def test_empty_lines_get_no_reply(data, told):
    assert told(data) == []


def test_empty_lines_between_requests_are_passed_over(told):
    assert told(b"\n" + STATE + b"\n\n \n" + STATE + b"\n\n") == ["ok", "ok"]


def test_lines_of_windows_are_read_too(told):
    assert told(STATE + b"\r\n" + STATE + b"\r\n") == ["ok", "ok"]


@pytest.mark.parametrize(
    "junk",
    [
        b"junk",
        b"\xff\xfe\x00\x01",
        b'{"op":"\xff"}',
        b'{"op":"state","system":"\xed\xa0\x80"}',
        b"\x00",
        b"[" * 100_000,
        b"NaN",
        b'{"op":"state","system":"contract","mover":{"character":{"dexterity":NaN}}}',
        b"\x1a",
        b"\x0c",
        "\u2028\u0085".encode(),
        b"x" * 5_000_000,
    ],
)
def test_junk_gets_one_problem_and_the_next_line_its_answer(junk, told):
    found = told(junk + b"\n" + STATE + b"\n")
    assert len(found) == 2
    assert found[0] not in {"ok", "internal"}
    assert found[1] == "ok"


def test_a_ledger_with_a_number_of_4300_digits_is_outlived(told):
    ledger = {"v": 4, "system": "contract", "number": int("9" * 4_300), "commits": []}
    request = {
        "op": "apply",
        "system": "contract",
        "mover": {"ledger": ledger},
        "commit": {"id": "a", "events": [{"kind": "acted"}]},
    }
    assert told(json.dumps(request).encode() + b"\n" + STATE) == ["invalid", "ok"]


def test_line_ends_within_a_text_do_not_split_a_request(told):
    request = json.dumps({"op": "state", "system": "a\u2028b\u0085c"}, ensure_ascii=False).encode()
    assert told(request + b"\n") == ["system_unknown"]


def test_scenes_are_kept_from_line_to_line():
    scene = {"grid": {"cols": 3, "rows": 3}}
    first = {"op": "state", "system": "contract", "scene": scene}
    ref = json.loads(handle(json.dumps(first)))["value"]["scene_ref"]
    second = {**first, "scene": {"ref": ref}}
    lines = "\n".join(json.dumps(request) for request in (second, first, second))
    assert codes(lines.encode()) == ["scene_unknown", "ok", "ok"]


def test_a_reply_is_there_before_the_next_question():
    with subprocess.Popen(
        [sys.executable, "-m", "py_rules"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        for _ in range(3):
            process.stdin.write(STATE + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_a_reader_that_leaves_ends_it_quietly():
    with subprocess.Popen(
        [sys.executable, "-m", "py_rules"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        _, told = process.communicate((DESCRIBE + b"\n") * 20, timeout=60)
    assert b"Traceback" not in told
