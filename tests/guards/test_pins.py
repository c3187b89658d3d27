"""Every place that names a version of a runtime part names the same one."""

import json
import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from build_scripts.project import ROOT, read_pins

PINS = read_pins()
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGE_JSON = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
PACKAGE_LOCK = (ROOT / "package-lock.json").read_text(encoding="utf-8")


def installed_versions():
    lines = (ROOT / "build_scripts" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
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


def test_the_package_has_one_version():
    assert PACKAGE_JSON["version"] == PYPROJECT["version"]
