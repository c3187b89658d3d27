"""Figures of a benchmark replace those of the same case, and no others."""

import json

import pytest

from build_scripts.figures import FILE, keep, kept_in, rounds


def figure(case, who, median):
    return {"case": case, "who": who, "median_ms": median}


def test_figures_are_merged_by_case_and_name(tmp_path):
    file = tmp_path / "build" / "bench.json"
    keep([figure("plan", "sr5", 1), figure("plan", "d6", 2)], file)
    keep([figure("plan", "d6", 3), figure("flood", "d6", 4)], file)
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept == [figure("plan", "sr5", 1), figure("plan", "d6", 3), figure("flood", "d6", 4)]


def test_a_quick_look_takes_fewer_rounds_and_is_kept_apart(monkeypatch):
    monkeypatch.delenv("ROUNDS", raising=False)
    assert (rounds(300), kept_in(FILE)) == (300, FILE)
    monkeypatch.setenv("ROUNDS", "2")
    assert (rounds(300), rounds(1)) == (2, 1)
    assert kept_in(FILE) == FILE.parent / "quick" / FILE.name


@pytest.mark.parametrize("asked", ["0", "-1", "few"])
def test_rounds_that_are_no_number_are_told_in_one_line(monkeypatch, asked):
    monkeypatch.setenv("ROUNDS", asked)
    with pytest.raises(SystemExit, match=f"ROUNDS is '{asked}'; give how often to measure, from 1 up"):
        rounds(300)
