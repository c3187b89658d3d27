"""What is compiled into Pyodide is what the licences say."""

import json
import subprocess
import tomllib

from build_scripts.licences import HERE
from build_scripts.project import ROOT
from build_scripts.vendor import PYODIDE

SCRIPT = ROOT / "tests" / "pyodide" / "libraries.js"


def test_libraries_inside_pyodide_have_the_versions_that_their_licences_name():
    done = subprocess.run(["node", str(SCRIPT), str(PYODIDE)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    told = tomllib.loads((HERE / "inside.toml").read_text(encoding="utf-8"))
    found = json.loads(done.stdout)
    assert len(found) == 9
    assert {name: told[name]["version"] for name in found} == found
