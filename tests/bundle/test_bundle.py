"""What is published: whose work is in each file, under which licence, and the same bytes wherever it is built."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

from build_scripts import bundle, packages
from build_scripts.bytecode import files_of
from build_scripts.licences import FILE, chosen
from build_scripts.project import BUILD, NPM_BIN, PACKED, ROOT, RUNTIME
from build_scripts.site import site_package

DIST = bundle.DIST
HOSTS = sorted(bundle.HOSTS)


@pytest.fixture(scope="module")
def bill():
    if not (DIST / bundle.BILL).is_file():
        pytest.fail("dist has no bill of materials; run make bundle")
    return json.loads((DIST / bundle.BILL).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def libraries(bill):
    """The components of the bill that are others' work, by package URL."""
    return {one["purl"]: one for one in bill["components"] if one["type"] == "library"}


def zip_of(host):
    archive = DIST / bundle.HOSTS[host][1]
    if archive.suffix != ".tgz":
        return files_of(archive.read_bytes())
    with tarfile.open(archive) as packed:
        return {one.name.removeprefix("package/"): packed.extractfile(one).read() for one in packed}


def others_in(host, file, libraries):
    """The components that are in a file of a package, as the bill tells."""
    place = f"{host}/{file}"
    return [
        one for one in libraries.values() if place in {told["value"] for told in one.get("properties", ())}
    ]


def components_of(host, file, libraries):
    """Their names."""
    return {one["name"] for one in others_in(host, file, libraries)}


@pytest.mark.parametrize("host", HOSTS)
def test_each_part_of_the_runtime_belongs_to_those_whose_name_it_has(host, libraries):
    files = zip_of(host)
    start = json.loads(files["runtime/start.json"])
    for part, told in start["parts"].items():
        found = components_of(host, f"runtime/{told['file']}", libraries)
        if part == "snapshot.bin":
            assert {"pyodide", "cpython", "pydantic", "pydantic-core", "icepool"} <= found
        elif part == "zstd.wasm":
            assert found == {"zstddec"}
        elif part.endswith((".whl", ".so")):
            name = part.removeprefix("rest/").lstrip("_").split("-")[0].split(".")[0].replace("_", "-")
            assert found == set() if name == "footwork" else name in found, part
        else:
            assert {"pyodide", "cpython", "zlib", "musl"} <= found, part


@pytest.mark.parametrize("host", HOSTS)
def test_what_belongs_to_nobody_else_carries_nobody_elses_notice(host, libraries):
    sign = re.compile(rb"@license|SPDX-License|copyright", re.IGNORECASE)
    ours = {
        name: content for name, content in zip_of(host).items() if not components_of(host, name, libraries)
    }
    assert len(ours) > 5
    assert [name for name, content in ours.items() if sign.search(content)] == ["LICENSE"]
    assert {name.rpartition(".")[2] for name in ours} <= {
        "LICENSE",
        "bin",
        "css",
        "html",
        "js",
        "json",
        "md",
        "svg",
        "toml",
        "ts",
    }
    assert [name for name in ours if name.endswith(".bin")] == [
        name for name in ours if name.startswith("runtime/footwork-")
    ]


def test_libraries_that_are_bundled_into_the_demo_are_named(libraries):
    assert components_of("demo", "main.js", libraries) >= {"lit-html", "lit-element", "@lit/reactive-element"}
    assert components_of("demo", "rules-worker.js", libraries) == set()


@pytest.mark.parametrize("host", HOSTS)
def test_the_text_of_every_licence_rides_along(host, libraries):
    text = zip_of(host)[FILE].decode()
    inside = others_in(host, FILE, libraries)
    assert len(inside) > 80
    for one in inside:
        chapter = next(
            part for part in text.split("=" * 100) if f"\n{one['name']} {one['version']} (" in part
        )
        assert one["purl"] in chapter
        assert len(chapter) > 200, one["name"]
    heads = {
        "MIT": "Permission is hereby granted, free of charge",
        "Apache-2.0": "Apache License",
        "MPL-2.0": "Mozilla Public License Version 2.0",
        "Python-2.0": "PYTHON SOFTWARE FOUNDATION LICENSE",
        "Unicode-3.0": "UNICODE LICENSE V3",
    }
    for licence, head in heads.items():
        for one in inside:
            (told,) = one["licenses"]
            if chosen(told["expression"]) == [licence]:
                chapters = [
                    part for part in text.split("=" * 100) if f"\n{one['name']} {one['version']} (" in part
                ]
                assert any(head in part for part in chapters), one["name"]


def test_every_component_tells_version_licence_and_where_it_is(libraries):
    known = {f"{host}/{name}" for host in HOSTS for name in zip_of(host)}
    for one in libraries.values():
        assert one["version"]
        assert one["licenses"][0]["expression"]
        places = {told["value"] for told in one["properties"]}
        assert places
        assert places <= known


def test_the_licence_of_nothing_forbids_to_ship_it(libraries):
    allowed = {
        *(
            "MIT",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "Apache-2.0",
            "LLVM-exception",
            "MPL-2.0",
            "PSF-2.0",
            "Python-2.0",
        ),
        *(
            "Unicode-3.0",
            "Unicode-DFS-2016",
            "Zlib",
            "bzip2-1.0.6",
            "blessing",
            "CC0-1.0",
            "LicenseRef-public-domain",
        ),
    }
    found = {name for one in libraries.values() for name in chosen(one["licenses"][0]["expression"])}
    assert found <= allowed


def test_the_bill_names_every_published_file_by_its_hash(bill):
    told = {one["name"]: one["hashes"][0]["content"] for one in bill["components"] if one["type"] == "file"}
    published = {path.name for path in DIST.iterdir() if path.is_file()} - {bundle.BILL, bundle.SUMS}
    assert told.keys() == published
    for name, digest in told.items():
        assert hashlib.sha256((DIST / name).read_bytes()).hexdigest() == digest


def test_the_bill_hangs_together(bill, libraries):
    root = bill["metadata"]["component"]["bom-ref"]
    graph = {one["ref"]: set(one.get("dependsOn", ())) for one in bill["dependencies"]}
    seen, todo = set(), [root]
    while todo:
        ref = todo.pop()
        if ref not in seen:
            seen.add(ref)
            todo += graph.get(ref, ())
    assert {one["bom-ref"] for one in libraries.values()} <= seen


def test_the_folders_of_the_hosts_hold_what_their_zips_do():
    for host in HOSTS:
        folder = DIST / host / ("footwork" if host == "foundry" else "")
        held = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        assert held == zip_of(host)


def test_a_package_without_the_text_of_a_licence_is_not_built(monkeypatch, tmp_path):
    monkeypatch.setattr("build_scripts.licences.HERE", tmp_path)
    shutil.copy(ROOT / "build_scripts" / "licences" / "inside.toml", tmp_path)
    packages._runtime_components.cache_clear()
    with pytest.raises(SystemExit, match=r"has no text of MPL-2\.0"):
        site_package()
    packages._runtime_components.cache_clear()


def test_built_in_another_place_and_another_world_everything_is_the_same(tmp_path):
    place = tmp_path / "elsewhere"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
    shutil.copytree(BUILD / "parts", place / "build" / "parts")
    # What packing makes of some bytes is kept by their hash: there is no other world in it.
    (place / "build" / "kept").mkdir()
    for packed in [path for kind in ("gzip", "zstd") for path in (BUILD / "kept").glob(f"{kind}-*")]:
        shutil.copy(packed, place / "build" / "kept")
    (place / "build" / "bundle").symlink_to(BUILD / "bundle")
    (place / "node_modules").symlink_to(NPM_BIN.parent)
    world = {
        **os.environ,
        "PYTHONHASHSEED": "7",
        "TZ": "Pacific/Kiritimati",
        "SOURCE_DATE_EPOCH": "1700000000",
    }
    for script in ("runtime", "bundle"):
        subprocess.run(
            [sys.executable, "-m", f"build_scripts.{script}"],
            cwd=place,
            env={**world, "PYTHONPATH": str(place)},
            check=True,
            capture_output=True,
        )
    assert hashes(place / "build" / "runtime") == hashes(RUNTIME)
    assert hashes(place / "build" / "packed") == hashes(PACKED)
    assert hashes(place / "dist") == hashes(DIST)


def hashes(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_zips_open_anywhere():
    for host in {*HOSTS} - {"npm"}:
        with zipfile.ZipFile(DIST / bundle.HOSTS[host][1]) as archive:
            assert archive.testzip() is None
            assert not [name for name in archive.namelist() if name.startswith("/") or ".." in name]
