"""The built wheel in Pyodide on Node, as a function from text to text."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from build_scripts.project import ROOT, RUNTIME
from tests.node_process import NodeProcess

RUNNER = ROOT / "tests" / "pyodide" / "runner.js"


class PyodideProcess:
    """The rules in Pyodide on Node; see runner.js."""

    def __init__(self, programs: Path = RUNTIME) -> None:
        if not (RUNTIME / "pyodide-lock.json").is_file():
            pytest.fail("build/runtime is missing; run make build")
        self._node = NodeProcess(RUNNER, RUNTIME, programs)
        assert self._node.read() == "ready"

    def handle(self, text: str) -> str:
        """The answer to a question inside Pyodide."""
        return str(self._node.ask(text))

    def forget(self) -> None:
        """Let who has kept nothing answer from here on."""
        assert self._node.ask(None) == "ready"

    def close(self) -> None:
        """End the process."""
        self._node.close()


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
