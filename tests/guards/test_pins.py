"""Every place that names a version of a runtime part names the same one."""

import json
import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from build_scripts.hashes import FILES, named
from build_scripts.project import ROOT, read_pins

PINS = read_pins()
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGE_JSON = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
PACKAGE_LOCK = (ROOT / "package-lock.json").read_text(encoding="utf-8")


def installed_versions():
    _, requirements = named(FILES[0].read_text(encoding="utf-8"))
    pairs = (requirement.split("==") for requirement in requirements)
    return {canonicalize_name(name): version for name, version in pairs}


INSTALLED = installed_versions()


@pytest.mark.parametrize("package", PINS.packages, ids=lambda package: package.name)
def test_cpython_and_pyodide_run_the_same_version(package):
    assert INSTALLED[package.name] == package.version


@pytest.mark.parametrize("requirement", PYPROJECT["dependencies"])
def test_the_browser_gets_what_the_package_asks_for(requirement):
    wanted = Requirement(requirement)
    versions = {package.name: package.version for package in PINS.packages}
    assert wanted.specifier.contains(versions[canonicalize_name(wanted.name)])


@pytest.mark.parametrize("requirement", PYPROJECT["optional-dependencies"]["dev"])
def test_the_environment_is_what_the_project_asks_for(requirement):
    wanted = Requirement(requirement)
    assert wanted.specifier.contains(INSTALLED[canonicalize_name(wanted.name)])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_each_python_package_is_installed_only_as_it_was(file):
    text = file.read_text(encoding="utf-8")
    _, requirements = named(text)
    assert len(requirements) > 15
    for requirement in requirements:
        assert re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", requirement)
        assert re.search(rf"(?m)^{re.escape(requirement)}( \\\n    --hash=sha256:[0-9a-f]{{64}})+$", text), (
            requirement
        )


def test_what_ships_has_the_hash_that_is_checked_in_development_too():
    text = FILES[0].read_text(encoding="utf-8")
    shared = [package for package in PINS.packages if f"{package.name}==" in text]
    assert len(shared) == len(PINS.packages)
    assert [package.name for package in shared if package.sha256 not in text] == []


def test_what_a_pinned_package_depends_on_is_pinned():
    names = {package.name for package in PINS.packages}
    assert {name for package in PINS.packages for name in package.depends} <= names


def test_npm_gets_the_pinned_pyodide():
    assert PACKAGE_JSON["devDependencies"]["pyodide"] == PINS.pyodide
    assert json.loads(PACKAGE_LOCK)["packages"]["node_modules/pyodide"]["version"] == PINS.pyodide


@pytest.mark.parametrize("group", ["dependencies", "devDependencies"])
def test_npm_versions_are_exact(group):
    inexact = {name: version for name, version in PACKAGE_JSON[group].items() if not version[0].isdigit()}
    assert not inexact


def test_the_npm_lock_names_no_address_to_fetch_from():
    assert not re.search(r'"resolved"', PACKAGE_LOCK)


def test_the_version_stands_in_one_place():
    assert "version" not in PYPROJECT
    assert PYPROJECT["dynamic"] == ["version"]
    assert "version" not in PACKAGE_JSON
