"""Parts of the runtime with a wrong hash get no further; folders are brought up to date file by file."""

import dataclasses
import zipfile

import pytest

from build_scripts import vendor
from build_scripts.mirror import mirror
from build_scripts.project import read_pins
from build_scripts.wheel import build_wheel

PINS = read_pins()


def test_a_changed_file_of_pyodide_is_refused():
    wrong = dataclasses.replace(PINS, files={**PINS.files, "pyodide.mjs": "0" * 64})
    with pytest.raises(SystemExit, match=r"pyodide\.mjs of Pyodide .* is not the pinned one"):
        vendor.pyodide_files(wrong)


def test_a_wheel_with_another_hash_is_not_taken_from_the_cache(tmp_path, monkeypatch):
    package = PINS.packages[0]
    (tmp_path / f"{package.wheel_prefix}py3-none-any.whl").write_bytes(b"something else")
    monkeypatch.setattr(vendor, "PARTS", tmp_path)
    with pytest.raises(SystemExit, match=f"wheel of {package.name}"):
        vendor.wheel_of(package)


def test_a_fetched_wheel_with_another_hash_is_refused_and_not_kept(tmp_path, monkeypatch):
    package = PINS.packages[0]

    def download(_package, _pins, *, into):
        (into / f"{package.wheel_prefix}py3-none-any.whl").write_bytes(b"something else")

    monkeypatch.setattr(vendor, "PARTS", tmp_path)
    monkeypatch.setattr(vendor, "_pip_download", download)
    with pytest.raises(SystemExit, match=f"{package.name} .* is not the pinned one"):
        vendor.fetch(package, PINS)
    assert list(tmp_path.iterdir()) == []


def test_the_wheel_holds_the_rules_and_nothing_else():
    with zipfile.ZipFile(build_wheel()) as wheel:
        tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"py_rules"}


def test_the_same_sources_give_the_same_wheel():
    first = build_wheel().read_bytes()
    assert build_wheel().read_bytes() == first


def test_a_mirrored_folder_holds_exactly_the_files(tmp_path):
    mirror(tmp_path, {"a/b": b"1", "c": b"2"})
    untouched = (tmp_path / "c").stat().st_mtime_ns
    mirror(tmp_path, {"c": b"2", "d": b"3"})
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["c", "d"]
    assert (tmp_path / "c").stat().st_mtime_ns == untouched
