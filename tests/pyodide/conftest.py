"""The built wheel in Pyodide on Node, as a function from text to text."""

import json
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from build_scripts.project import ROOT, RUNTIME

RUNNER = ROOT / "tests" / "pyodide" / "runner.js"


class PyodideProcess:
    """A Node process that answers one line per line; see runner.js."""

    def __init__(self) -> None:
        if not (RUNTIME / "pyodide-lock.json").is_file():
            pytest.fail("build/runtime is missing; run make build")
        self._process = subprocess.Popen(
            ["node", str(RUNNER), str(RUNTIME)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self._read() == "ready"

    def handle(self, text: str) -> str:
        """The answer to a question inside Pyodide."""
        self._write(text)
        return str(self._read())

    def forget(self) -> None:
        """Let who has kept nothing answer from here on."""
        self._write(None)
        assert self._read() == "ready"

    def _write(self, line: str | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            pytest.fail(f"Pyodide on Node ended with status {self._process.wait()}; its last words are above")
        return json.loads(line)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()


@pytest.fixture(scope="session")
def pyodide_process() -> Iterator[PyodideProcess]:
    """One Pyodide for all tests of a process."""
    process = PyodideProcess()
    yield process
    process.close()


@pytest.fixture(scope="module")
def pyodide_handle(pyodide_process: PyodideProcess) -> Callable[[str], str]:
    """``handle`` of a :class:`py_rules.service.Service` of the built wheel, that has kept no scene of other modules."""
    pyodide_process.forget()
    return pyodide_process.handle
