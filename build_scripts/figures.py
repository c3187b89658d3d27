"""Figures of benchmarks: how often to measure, percentiles, and the files that keep what was measured last.

``ROUNDS=1 make bench`` measures once what is otherwise measured hundreds of times: to see whether all still runs.
What such a quick look finds is no measure, and is kept in ``build/quick``, apart from the other figures.
"""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

from build_scripts.mirror import write_if_changed
from build_scripts.project import BUILD, ROOT, say, stop

FILE = BUILD / "bench.json"
QUICK = BUILD / "quick"
OWN_PAGES_MILLIS = 2500


def rounds(usual: int) -> int:
    """How often to measure: what ``ROUNDS`` in the environment says, but no more often than usual.

    >>> rounds(300) <= 300
    True
    """
    asked = os.environ.get("ROUNDS")
    if not asked:
        return usual
    if not asked.isdecimal() or int(asked) == 0:
        stop(f"ROUNDS is {asked!r}; give how often to measure, from 1 up: make bench ROUNDS=1")
    return min(int(asked), usual)


def is_quick() -> bool:
    """Whether this is only a quick look."""
    return bool(os.environ.get("ROUNDS"))


def calm_page(context: BrowserContext) -> Page:
    """A new page to measure in, once the browser is done with what it does by itself.

    Beside a new window Chromium prepares pages of its own, on both cores of a small machine; where a page is
    visited, its window has been open for long.
    """
    page = context.new_page()
    if not is_quick():
        page.wait_for_timeout(OWN_PAGES_MILLIS)
    return page


def kept_in(file: Path) -> Path:
    """Where to keep the content of a file of ``build``: there, or of a quick look in its own folder."""
    return QUICK / file.relative_to(BUILD) if is_quick() else file


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed.

    >>> percentile([float(value) for value in range(1, 301)], 0.99)
    297.0
    """
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * share // 1) - 1)]


def keep_times(times: Mapping[str, object], file: Path) -> None:
    """Write all times that were measured into a file of their own."""
    file = kept_in(file)
    write_if_changed(file, f"{json.dumps(times, indent=1)}\n".encode())
    say(f"all times are in {file.relative_to(ROOT)}")


def keep(figures: Sequence[dict[str, Any]], file: Path | None = None) -> None:
    """Write figures into the file, in place of those of the same case and the same name; others stay."""
    file = file or kept_in(FILE)
    new = {(figure["case"], figure["who"]) for figure in figures}
    old = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    kept = [figure for figure in old if (figure["case"], figure["who"]) not in new]
    write_if_changed(file, f"{json.dumps([*kept, *figures], indent=1)}\n".encode())
    shown = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
    say(f"the figures are in {shown}")
