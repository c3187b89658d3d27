"""The built runtime: what is in it, and what it can import."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from build_scripts import bytecode, runtime
from build_scripts.bytecode import files_of
from build_scripts.project import ROOT, RUNTIME
from build_scripts.vendor import PYODIDE
from build_scripts.webassembly import exported, exporting, without_data

PROBE = ROOT / "tests" / "pyodide" / "probe.js"


def told(start, python, *options):
    """What some Python comes to in a Pyodide started anew, on Node with these options."""
    command = ["node", *options, str(PROBE), str(RUNTIME), start, python]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


LOADED = """
import sys
from py_rules.service import handle
assert '"ok":true' in handle('{"v":1,"op":"describe"}')
print(*(module.__file__ for name, module in sys.modules.items() if name.startswith("py_rules")), sep="\\n")
"""


def imported_names():
    """Every module that is named in an import, wherever in a file it stands, of what answers questions.

    What checks a game, or is a command, is not run in browsers.
    """
    loaded = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    names = set()
    for path in map(Path, loaded.stdout.split()):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add(node.module)
    return sorted(names)


def missing():
    """Python for all of them that cannot be imported."""
    return f"""
import importlib
def missing(name):
    try:
        importlib.import_module(name)
    except ImportError as error:
        return f"{{name}}: {{error}}"
wanted = {imported_names()!r} + ["pydantic.dataclasses", "traceback", "linecache", "tokenize"]
missing = [found for found in map(missing, wanted) if found]
"""


@pytest.fixture(scope="module")
def from_wheels():
    """What is told in a Pyodide that was started from the wheels: first what importing the rules loads."""
    return told(
        "wheels",
        f"""
import sys
compiled = []
sys.addaudithook(lambda event, args: compiled.append(str(args[1])) if event == "compile" and args[0] else None)
import py_rules.service, pydantic.dataclasses
loaded = sorted(sys.modules)
import icepool
py_rules.service.handle('{{"v":1,"op":"describe"}}')
{missing()}
json.dumps({{"loaded": loaded, "compiled": compiled, "missing": missing}})
""",
    )


@pytest.fixture(scope="module")
def from_snapshot():
    """What is told in two Pyodides that were started from the snapshot: first what is drawn before all else."""
    python = f"""
import random
seeded = [random.random(), random.Random(7).random()]
random.seed()
reseeded = [random.random(), random.Random(7).random()]
{missing()}
json.dumps({{"seeded": seeded, "reseeded": reseeded, "hash": hash("a"), "missing": missing}})
"""
    return [told("snapshot", python) for _ in range(2)]


def test_all_that_the_product_imports_is_there_in_wheels(from_wheels):
    assert from_wheels["missing"] == []


def test_all_that_the_product_imports_is_there_in_the_snapshot(from_snapshot):
    assert [one["missing"] for one in from_snapshot] == [[], []]


def test_nothing_of_the_bundle_is_compiled_at_run_time(from_wheels):
    own = ("py_rules/", "pydantic", "icepool/", "typing_", "annotated_")
    compiled = from_wheels["compiled"]
    assert [name for name in compiled if any(part in name for part in own) or "/lib/" in name] == []


def test_only_our_own_wheel_carries_sources():
    with_sources = [
        path.name
        for path in sorted(RUNTIME.iterdir())
        if path.suffix in {".whl", ".zip"}
        and any(name.endswith(".py") for name in files_of(path.read_bytes()))
    ]
    (own,) = with_sources
    assert own.startswith("footwork-")
    files = files_of((RUNTIME / own).read_bytes())
    sources = {name for name in files if name.endswith(".py")}
    cached = {bytecode._cached(name + "c") for name in sources}
    assert cached <= files.keys()


def test_the_standard_library_carries_only_what_is_loaded(from_wheels):
    loaded = from_wheels["loaded"]
    files = files_of((RUNTIME / runtime.STDLIB).read_bytes())
    modules = {runtime._module_of(name) for name in files}
    assert "ssl" in loaded or "ssl" not in modules
    assert {"unittest", "sqlite3", "pydoc", "http.client", "tkinter"}.isdisjoint(modules)
    # What is loaded on Node for the snapshot only, or while all modules are imported, is a handful.
    assert len(modules - set(loaded)) < 10


def test_two_restores_roll_alike_only_for_one_seed(from_snapshot):
    (free, seeded), (other_free, other_seeded) = (one["reseeded"] for one in from_snapshot)
    assert free != other_free
    assert seeded == other_seeded


def test_a_snapshot_without_reseeding_would_roll_alike(from_snapshot):
    one, other = from_snapshot
    assert one["seeded"] == other["seeded"]


def test_a_snapshot_fits_however_the_clocks_go_on_meanwhile():
    # One look at a clock may fall into another millisecond than the next: what is kept of that differs.
    ticking = """
for (const [clock, millis] of [[performance, 3], [Date, 7]]) {
  const now = clock.now.bind(clock);
  let more = 0;
  clock.now = () => now() + (more += millis);
}
"""
    found = told("snapshot", "json.dumps(1)", "--import", f"data:text/javascript,{quote(ticking)}")
    assert found == 1


def test_the_hash_seed_is_that_of_the_snapshot(from_snapshot):
    one, other = from_snapshot
    assert one["hash"] == other["hash"]


def test_the_code_holds_nothing_that_no_program_can_call():
    code = (RUNTIME / runtime.CODE).read_text(encoding="utf-8")
    whole = (PYODIDE / runtime.CODE).read_text(encoding="utf-8")
    assert "SDL_OpenAudio" in whole
    assert "SDL_OpenAudio" not in code
    assert len(code) < len(whole) / 2


def test_what_memory_begins_with_is_shipped_apart_from_the_program():
    whole = (PYODIDE / runtime.PROGRAM).read_bytes()
    shipped, data = ((RUNTIME / name).read_bytes() for name in (runtime.PROGRAM, runtime.DATA))
    code, begins_with = without_data(whole)
    assert begins_with == data
    assert without_data(shipped) == (shipped, b"")
    assert b"importlib._bootstrap" in data
    assert b"importlib._bootstrap" not in code


def test_the_program_exports_only_what_is_asked_of_it():
    whole = (PYODIDE / runtime.PROGRAM).read_bytes()
    shipped = set(exported((RUNTIME / runtime.PROGRAM).read_bytes()))
    own = {name for name in shipped if not name.startswith("rest:")}
    assert {"malloc", "sbrk", "_PyRuntime"} <= own < set(exported(whole))
    assert len(own) < len(exported(whole)) / 10
    assert exporting(whole, set(exported(whole))) == whole
