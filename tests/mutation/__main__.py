"""Slip errors into the rules, one at a time, and see whether the tests notice: mutation testing by Cosmic Ray.

``make mutate`` tries a sample of every system and of the ledger in a copy of the tree; ``make mutate WHAT=sr5
SAMPLE=200 SEED=7`` more of one. A slip that no test notices has survived: it is printed, to be killed by a case or
understood. Needs what ``requirements.txt`` beside it names, which ``make mutate`` puts into a folder of its own.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult

from build_scripts.project import BUILD, ROOT, say, stop
from py_rules.systems import names

WHERE = BUILD / "mutate"
NEEDED = ("py_rules", "tests", "build_scripts", "web/core", "docs", "pyproject.toml", "README.md")
SYSTEMS = Path("py_rules", "systems")
JUDGED = {
    **{
        name: next(path.as_posix() for path in SYSTEMS.glob(f"{name}*") if path.stem == name)
        for name in names()
    },
    "ledger": "py_rules/protocol/ledger.py",
}
SECONDS = 240.0

# No test can notice these: `int | None` in an annotation, a cache, a number in another base of the same text.
POINTLESS = ("core/ReplaceBinaryOperator_BitOr", "core/RemoveDecorator", "core/Variable")


def sampled(session: WorkDB, size: int, seed: int) -> list[WorkItem]:
    """Leave only a sample of the slips to be tried, and return it; the same seed takes the same."""
    items = sorted(session.work_items, key=lambda item: (item.mutations[0].start_pos, str(item.mutations[0])))
    worthy = [item for item in items if not item.mutations[0].operator_name.startswith(POINTLESS)]
    chosen = random.Random(seed).sample(worthy, min(size, len(worthy)))  # noqa: S311 - a sample, not a secret
    kept = {item.job_id for item in chosen}
    skipped = WorkResult(worker_outcome=WorkerOutcome.SKIPPED)
    session.set_multiple_results([item.job_id for item in items if item.job_id not in kept], skipped)
    return chosen


def copy_tree(folder: Path) -> None:
    """Copy what the tests need: slips are written into the copy, never into the tree."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in NEEDED:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target)


def config(name: str) -> str:
    """Return Cosmic Ray's settings for one module."""
    command = json.dumps(f"{sys.executable} -m tests.mutation.judge {name}")
    return (
        f'[cosmic-ray]\nmodule-path = "{JUDGED[name]}"\ntimeout = {SECONDS}\nexcluded-modules = []\n'
        f'test-command = {command}\n[cosmic-ray.distributor]\nname = "local"\n'
    )


def try_module(name: str, size: int, seed: int) -> list[WorkResult]:
    """Try a sample of the slips of one module; return those that survived."""
    folder = WHERE / name
    copy_tree(folder)
    (folder / "slips.toml").write_text(config(name), encoding="utf-8")
    cosmic_ray = [sys.executable, "-m", "cosmic_ray.cli"]
    _run([*cosmic_ray, "init", "slips.toml", "slips.sqlite"], folder, "Cosmic Ray found nothing to slip in")
    judge = [sys.executable, "-m", "tests.mutation.judge", name]
    _run(judge, folder, f"the tests of {name} fail without any slip; mend them first, make test tells more")
    with use_db(str(folder / "slips.sqlite"), WorkDB.Mode.open) as session:
        chosen = {item.job_id for item in sampled(session, size, seed)}
    _run([*cosmic_ray, "exec", "slips.toml", "slips.sqlite"], folder, "Cosmic Ray could not try all slips")
    with use_db(str(folder / "slips.sqlite"), WorkDB.Mode.open) as session:
        results = [result for job, result in session.results if job in chosen]
    survivors = [result for result in results if result.test_outcome == TestOutcome.SURVIVED]
    killed = len(results) - len(survivors)
    say(f"{name}: {killed} of {len(results)} slips noticed, {killed / len(results):.0%}")
    return survivors


def _run(command: list[str], folder: Path, failed: str) -> None:
    if subprocess.run(command, cwd=folder, check=False, stdout=subprocess.DEVNULL).returncode:
        stop(failed)


def main() -> None:
    """Try what the command line asks for, and print what survived."""
    parser = argparse.ArgumentParser(
        description="See whether the tests notice errors slipped into the rules."
    )
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"some of {', '.join(JUDGED)}; none: all")
    parser.add_argument("--sample", type=int, default=60, help="slips per module")
    parser.add_argument("--seed", type=int, default=1, help="another seed takes another sample")
    asked = parser.parse_args()
    if asked.sample < 1:
        parser.error("--sample is at least 1")
    unknown = set(asked.what) - set(JUDGED)
    if unknown:
        parser.error(f"{unknown.pop()!r} is none of {', '.join(JUDGED)}")
    for name in asked.what or JUDGED:
        for survivor in try_module(name, asked.sample, asked.seed):
            sys.stdout.write(f"{survivor.diff}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
