"""Every language says all that the rules say, and fills in the same numbers."""

import ast
import re
from pathlib import Path

import pytest

from build_scripts.project import ROOT
from build_scripts.texts import LANGUAGES, english, translation
from py_rules.problems import KINDS
from tests.guards.test_protocol_page import codes_raised

CLIENT_CODES = {"superseded", "aborted", "worker_failed", "disposed"}
TRANSLATED = sorted(path.stem for path in Path(LANGUAGES).glob("*.json"))
BOUNDS = {"ge", "gt", "le", "lt", "min_length", "max_length", "pattern", "expected", "names", "value"}


def placeholders(template):
    return set(re.findall(r"\{(\w+)\}", template))


def problem_keys():
    kinds = [f"invalid.{kind}" for kind in KINDS]
    codes = (codes_raised() - {"invalid"}) | CLIENT_CODES
    return {f"problem.{name}{part}" for name in (*kinds, *codes) for part in ("", ".remedy")}


@pytest.fixture(scope="module")
def original():
    return english()


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_is_missing_and_none_is_left_over(language, original):
    assert translation(language).keys() == original.keys() | problem_keys()


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_fill_in_what_the_original_does(language, original):
    told = translation(language)
    assert [key for key in original if placeholders(told[key]) != placeholders(original[key])] == []
    assert [key for key in problem_keys() if not placeholders(told[key]) <= BOUNDS] == []


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_people_are_shown_words_and_no_names_of_the_protocol(language, original):
    texts = original if language == "en" else translation(language)
    bare = {key: re.sub(r"\{\w+\}", "", text) for key, text in texts.items() if key in original}
    assert {key: text for key, text in bare.items() if re.search(r"\w_\w|\d(ft|m|u)\b", text)} == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_empty_or_has_stray_spaces(language):
    assert [key for key, text in translation(language).items() if not text or text != text.strip()] == []


def test_systems_refuse_values_only_in_texts_of_theirs():
    """Each check that a system makes on its own says what it has to say by a key."""
    kinds = set()
    for path in (ROOT / "py_rules" / "systems").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                name = ast.unparse(node.exc.func)
                assert name != "ValueError", f"{path.name}:{node.lineno}: raise unfit(say, …)"
                kinds |= {f"{path.stem}.{node.exc.args[1].value}"} if name == "unfit" else set()
    assert kinds
    assert {f"{kind}{part}" for kind in kinds for part in ("", ".remedy")} <= english().keys()


def test_there_is_a_translation():
    assert "de" in TRANSLATED


def test_keys_stay_apart_where_a_host_has_no_dots_in_them(original):
    keys = [key.replace(".", "-") for key in (*original, *problem_keys())]
    assert len(keys) == len(set(keys))
