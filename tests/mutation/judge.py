"""``python -m tests.mutation.judge NAME``: hold a system, or the ledger, against its tests; 1 at the first failure.

For mutation testing (``make mutate``), which asks this hundreds of times: the cases of the rulebook come first, without
a test runner, and most errors end there.
"""

import subprocess
import sys

from py_rules.service import Service
from py_rules.systems import names
from tests.rulebook import cases

UNIT = "tests/unit"
RULES = (
    "tests/properties/test_clock.py",
    f"{UNIT}/operations/test_fact_lines.py",
    f"{UNIT}/values/test_dice.py",
    f"{UNIT}/protocol/test_vectors.py",
)
INPUT = (f"{UNIT}/protocol/test_inputs.py", f"{UNIT}/protocol/test_bad_input_systems.py")
LEDGER = (
    f"{UNIT}/protocol/test_inputs.py",
    f"{UNIT}/protocol/test_ledger.py",
    f"{UNIT}/test_service.py",
    f"{UNIT}/protocol/test_bad_input.py",
)


def holds(system: str) -> bool:
    """Tell whether every case of a system's rulebook holds; the first that does not is told."""
    handle = Service().handle
    for case in cases.load(system):
        failures = cases.run(handle, system, case)
        if failures:
            sys.stdout.write(f"{case['id']}: {failures[0]}\n")
            return False
    return True


def main(name: str) -> int:
    """Return 0 if all holds."""
    system = name in names()
    if not holds(name if system else "contract"):
        return 1
    files = [*RULES, *INPUT, "-k", name] if system else [*LEDGER]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *files]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
