"""Browsers are found where they are, and where there is none, it is told how to get one."""

import pytest

from build_scripts import browsers
from build_scripts.browsers import KINDS, Found, find


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine without browsers, on which nothing can be installed; gives a folder of its PATH."""
    path = tmp_path / "bin"
    path.mkdir()
    monkeypatch.setenv("PATH", str(path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    for kind in KINDS.values():
        monkeypatch.delenv(kind.variable, raising=False)
    monkeypatch.setattr(browsers, "is_root", lambda: False)
    return path


def put(path):
    """Put a program there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o755)
    return str(path)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("engine", KINDS)
def test_where_there_is_none_none_is_found_and_the_advice_names_what_to_install(engine):
    assert find(engine) is None
    assert f"apt-get install {KINDS[engine].packages[0]}" in KINDS[engine].advice


def test_a_firefox_of_playwright_goes_before_another_one(machine, tmp_path):
    other = put(machine / "firefox-esr")
    assert find("firefox") == Found(other)
    own = put(tmp_path / "playwright" / "firefox-1500" / "firefox" / "firefox")
    assert find("firefox") == Found(own, is_playwrights=True)


def test_a_chromium_on_the_path_goes_before_that_of_playwright(machine, tmp_path):
    own = put(tmp_path / "playwright" / "chromium-1200" / "chrome-linux" / "chrome")
    assert find("chromium") == Found(own, is_playwrights=True)
    other = put(machine / "chromium")
    assert find("chromium") == Found(other)


def test_who_names_a_browser_gets_it(machine, tmp_path, monkeypatch):
    put(machine / "firefox")
    mine = put(tmp_path / "mine")
    monkeypatch.setenv("FIREFOX_PATH", mine)
    assert find("firefox") == Found(mine)
    monkeypatch.setenv("FIREFOX_PATH", str(tmp_path / "nothing"))
    with pytest.raises(SystemExit, match=r"FIREFOX_PATH is .*nothing, which cannot be run"):
        find("firefox")


def test_webkit_without_the_screen_that_it_needs_is_not_taken(machine, monkeypatch):
    put(machine / "WebKitWebDriver")
    monkeypatch.setattr(browsers, "path_like", lambda pattern: None if "dummy" in pattern else pattern)
    assert find("webkit") is None
    monkeypatch.setattr(browsers, "path_like", lambda pattern: pattern)
    assert find("webkit") is not None
