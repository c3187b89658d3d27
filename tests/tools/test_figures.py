"""Figures of a benchmark replace those of the same case, and no others."""

import json

from build_scripts.figures import keep


def figure(case, who, median):
    return {"case": case, "who": who, "median_ms": median}


def test_figures_are_merged_by_case_and_name(tmp_path):
    file = tmp_path / "build" / "bench.json"
    keep([figure("plan", "sr5", 1), figure("plan", "d6", 2)], file)
    keep([figure("plan", "d6", 3), figure("flood", "d6", 4)], file)
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept == [figure("plan", "sr5", 1), figure("plan", "d6", 3), figure("flood", "d6", 4)]
