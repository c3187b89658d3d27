"""What is wrong around a command is told in one line that says how to mend it; errors of ours keep their traceback."""

import os
import signal
import subprocess
import sys

import pytest

from build_scripts import mirror, programs
from build_scripts.project import NPM_BIN, ROOT

FULL = "the disk is full; free some space and run the same command again: what is done is kept"
OURS = "raise ValueError('ours')"
FULL_DEVICE = "with open('/dev/full', 'w') as file: file.write('x' * 100_000)"
FULL_FOLDER = """
import errno
from pathlib import Path
from build_scripts.mirror import write_if_changed
def fail(self, content):
    raise OSError(errno.ENOSPC, "No space left on device")
Path.write_bytes = fail
write_if_changed(Path("dist/main.js").absolute(), b"")
"""
NO_RIGHT = "raise PermissionError(13, 'Permission denied', 'dist/demo')"
NO_TEMPORARY = "raise FileNotFoundError(2, 'No usable temporary directory found in [...]')"
NO_START = """
from build_scripts.chromium import open_browser
with open_browser(): pass
"""
# How long a process may take to begin and to end.
SECONDS = 120


@pytest.fixture
def start(tmp_path):
    """Starts a module with this text, as make does."""

    def run(text, **environment):
        (tmp_path / "tried.py").write_text(text, encoding="utf-8")
        return subprocess.Popen(
            [sys.executable, "-m", "build_scripts.plainly", "tried"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(tmp_path), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return run


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (FULL_DEVICE, FULL),
        (FULL_FOLDER, FULL.replace("full;", "full (dist/main.js);")),
        (
            "import no_such_package.inside",
            "the Python package no_such_package is missing; delete .venv and run the same command again",
        ),
        (
            NO_RIGHT,
            "dist/demo may not be written; make it yours (chown, chmod) and run the same command again",
        ),
        (NO_TEMPORARY, "there is no room for temporary files; free some space or set TMPDIR, "),
    ],
)
def test_what_is_wrong_with_the_machine_is_told_in_one_line(start, text, said):
    done = start(text)
    _, told = done.communicate(timeout=SECONDS)
    assert done.returncode == 1
    assert told.startswith(f"footwork: {said}")
    assert told.count("\n") == 1


def test_a_browser_that_does_not_start_is_told_in_one_line(start, tmp_path):
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    done = start(NO_START, CHROMIUM_PATH=str(broken))
    _, told = done.communicate(timeout=SECONDS)
    assert told.startswith("footwork: the browser could not be started (")
    assert "CHROMIUM_PATH=" in told
    assert told.count("\n") == 1


def test_a_missing_browser_is_told_in_one_line(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "build_scripts.chromium"],
        cwd=ROOT,
        env={"PATH": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("footwork: needs ")
    assert "install" in done.stderr
    assert "CHROMIUM_PATH=" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_error_of_ours_keeps_its_traceback(start):
    _, told = start(OURS).communicate(timeout=SECONDS)
    assert "Traceback" in told
    assert "ValueError: ours" in told


def test_who_is_interrupted_is_told_how_to_go_on(start):
    done = start("import time; print('began', flush=True); time.sleep(60)")
    assert done.stdout.readline() == "began\n"
    done.send_signal(signal.SIGINT)
    _, told = done.communicate(timeout=SECONDS)
    assert done.returncode == 130
    assert told == "\nfootwork: interrupted; run the same command again to go on\n"


def test_the_words_after_a_module_are_its_own(start):
    done = start("import sys; print(sys.argv[1:])")
    assert done.communicate(timeout=SECONDS)[0] == "[]\n"


# ---------------------------------------------------------------- programs of others


def ending(capfd, *command):
    with pytest.raises(SystemExit) as ended:
        programs.output_of(command, "it could not be done")
    return str(ended.value), capfd.readouterr().err


def test_a_program_that_fails_has_its_say_first(capfd):
    script = "import sys; print('x' * 1000); sys.exit('its complaint')"
    assert ending(capfd, sys.executable, "-c", script) == (
        "footwork: it could not be done; see above",
        f"{'x' * 500}\nits complaint\n",
    )


def test_a_program_without_room_is_told_in_one_line(capfd):
    told = ending(capfd, "sh", "-c", "echo much | cat >/dev/full")
    assert told == (f"footwork: {FULL}", "")


def test_a_missing_program_is_told_in_one_line(capfd):
    told = "footwork: no-such-program is missing; install it and run the same command again"
    assert ending(capfd, "no-such-program") == (told, "")
    told = "footwork: no-such-program is missing; delete node_modules and run the same command again"
    assert ending(capfd, str(NPM_BIN / "no-such-program")) == (told, "")


def quietly(folder, *command):
    script = ROOT / "build_scripts" / "quietly.sh"
    return subprocess.run(
        ["sh", script, "fetching", *command], cwd=folder, capture_output=True, text=True, check=False
    )


def test_what_is_fetched_without_room_is_told_in_one_line(tmp_path):
    done = quietly(tmp_path, "sh", "-c", "echo much; echo much | cat >/dev/full")
    assert (done.returncode, done.stderr) == (1, f"footwork: {FULL}\n")
    assert list((tmp_path / "build").iterdir()) == []


def test_what_cannot_be_fetched_is_told_with_the_end_of_what_was_said(tmp_path):
    done = quietly(tmp_path, "sh", "-c", "echo no network; exit 3")
    assert done.returncode == 3
    assert done.stderr.startswith("no network\nfootwork: failed: fetching; the command was: ")


# ---------------------------------------------------------------- what killed processes leave


def test_a_file_that_is_half_written_is_not_seen_and_goes_with_the_next_run(tmp_path):
    (tmp_path / "a.js").write_bytes(b"whole")
    (tmp_path / ".a.js.fresh").write_bytes(b"ha")
    mirror.mirror(tmp_path, {"a.js": b"whole"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.js": b"whole"}
    (tmp_path / ".a.js.fresh").write_bytes(b"ha")
    mirror.write_if_changed(tmp_path / "a.js", b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["a.js"]


def test_folders_of_killed_processes_are_deleted_and_no_others(tmp_path):
    killed = subprocess.Popen([sys.executable, "-c", "pass"])
    killed.wait()
    for process in (killed.pid, os.getpid()):
        (tmp_path / f"{mirror.MAKING}{process}-x").mkdir()
    with mirror.scratch(tmp_path) as folder:
        names = {path.name for path in tmp_path.iterdir()}
    assert names == {f"{mirror.MAKING}{os.getpid()}-x", folder.name}
    assert not folder.exists()
