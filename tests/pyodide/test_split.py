"""Programs answer the same, whichever of their functions come first and which are fetched when they are called."""

import pytest

from build_scripts.webassembly import functions_in, split
from py_rules.service import Service
from tests.pyodide import profile
from tests.pyodide.conftest import PyodideProcess
from tests.pyodide.test_vectors import texts


@pytest.fixture
def pyodide_of(tmp_path):
    """Start the rules with programs that keep some functions, by number."""
    processes = []

    def start(kept):
        (tmp_path / "rest").mkdir()
        for name, module in profile.programs_as_shipped().items():
            first, rest = split(module, name, kept)
            assert functions_in(rest) == functions_in(module)
            (tmp_path / name).write_bytes(first)
            (tmp_path / "rest" / name).write_bytes(rest)
        processes.append(PyodideProcess(tmp_path))
        return processes[-1]

    yield start
    for process in processes:
        process.close()


@pytest.mark.parametrize("kept", [lambda _: False, lambda number: number % 2], ids=["none", "every other"])
def test_where_functions_are_makes_no_difference(pyodide_of, kept):
    pyodide, service = pyodide_of(kept), Service()
    different = [name for name, text in texts().items() if pyodide.handle(text) != service.handle(text)]
    assert different == []
