"""A host is one folder: what it imports is its own, of the core, or a package; what hosts share is in the core."""

import os
import re
from pathlib import Path

import pytest

from build_scripts.project import ROOT

WEB = ROOT / "web"
CORE = WEB / "core"
WORDS = WEB / "hosts" / "host.js"
HOSTS = [WEB / "demo", *sorted(path for path in (WEB / "hosts").iterdir() if path.is_dir())]
IMPORT = re.compile(r"""(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*(["'])(\.[^"']*)\1""")


def imported_by(folder):
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".js", ".ts"}:
            for _, name in IMPORT.findall(path.read_text(encoding="utf-8")):
                yield path, Path(os.path.normpath(path.parent / name))


def strangers(folder, *allowed):
    return [
        f"{path.relative_to(WEB)}: {found.relative_to(WEB)}"
        for path, found in imported_by(folder)
        if found != WORDS and not any(place in found.parents for place in allowed)
    ]


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
def test_a_host_imports_nothing_of_another(host):
    assert strangers(host, host, CORE) == [], "move what hosts share to web/core"


def test_the_core_imports_nothing_of_a_host():
    assert strangers(CORE, CORE) == []


def test_ids_are_made_at_insecure_origins_too():
    files = [path for path in sorted(WEB.rglob("*")) if path.suffix in {".js", ".ts", ".html"}]
    asking = [
        str(path.relative_to(WEB)) for path in files if "randomUUID(" in path.read_text(encoding="utf-8")
    ]
    assert files
    assert asking == [], "crypto.randomUUID is missing over plain HTTP: use newId of web/core/new-id.js"


def test_imports_are_seen(tmp_path):
    lines = ['import "./a.js";', "import {b} from '../b.js';", '/** @type {import("../c/d.js").D} */']
    (tmp_path / "one.js").write_text("\n".join(lines), encoding="utf-8")
    found = [path.name for _, path in imported_by(tmp_path)]
    assert found == ["a.js", "b.js", "d.js"]
