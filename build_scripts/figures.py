"""Figures of benchmarks: percentiles, and the file that keeps what was measured last."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from build_scripts.project import BUILD, ROOT, say

FILE = BUILD / "bench.json"


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed.

    >>> percentile([float(value) for value in range(1, 301)], 0.99)
    297.0
    """
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * share // 1) - 1)]


def keep_times(times: Mapping[str, object], file: Path) -> None:
    """Write all times that were measured into a file of their own."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(times, indent=1) + "\n", encoding="utf-8")
    say(f"all times are in {file.relative_to(ROOT)}")


def keep(figures: Sequence[dict[str, Any]], file: Path = FILE) -> None:
    """Write figures into the file, in place of those of the same case and the same name; others stay."""
    new = {(figure["case"], figure["who"]) for figure in figures}
    old = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    kept = [figure for figure in old if (figure["case"], figure["who"]) not in new]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps([*kept, *figures], indent=1) + "\n", encoding="utf-8")
    shown = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
    say(f"the figures are in {shown}")
