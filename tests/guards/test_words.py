"""One notion has one word on all surfaces, in each language."""

import ast
import re
from collections import defaultdict

import pytest

from build_scripts import words
from build_scripts.project import ROOT
from build_scripts.texts import english, translation

WANTED = {
    "Undo": r"\btak(?:e|en|ing) back\b|\brevert",
    "Costs extra": r"^at a price\b",
    "Cost multiplier": r"\bprice factor\b",
    "Reset to defaults": r"\brestore defaults\b",
    "Remember this answer": r"\balways answer so\b",
    "travelled": r"\btraveled\b",
    "colour": r"\bcolor\b",
    "End turn": r"^new turn$",
    "difficult terrain": r"\bdifficult ground\b",
}
"""What is said of a notion in English, and other words for it."""

NAMES = (
    "Undo",
    "Costs extra",
    "Block movement while rules are unavailable",
    "Red-green colour-blind",
    "{name}’s sheet lacks {fields}; using defaults.",
    "The recorded turn differs from what the rules say here.",
    "Cost multiplier",
    "Remember this answer",
    "unused",
)
"""How texts of some surface begin."""

WANTED_IN_GERMAN = {
    "Raster": r"\bGitter",
    "Vorlage": r"\bVoreinstellung der Hausregeln",
    "rückgängig": r"\bzurückgenommen|\bzurück(?:zu)?nehmen",
    "der Token": r"\bFigur|\bdas Token\b",
    "schwieriges Gelände": r"\bschwieriger Boden\b",
}
"""What is said of a notion in German, and other words for it."""

HOMONYMS = {
    "Actions",  # a menu of acts; a resource
    "All",
    "Cliff",  # the name of a place; a surface
    "Done",  # ends a dialog; an answer of the GM
    "Down",  # a direction; of rounding
    "Fall",  # a verb; a noun
    "Flat",  # of ground; of a price
    "Jump",  # a verb; a noun
    "Move",  # a band of Any game; a number on a sheet
    "Nothing",
    "Rappelling",  # a noun; a state
    "Roll",  # a noun; a verb; a style
    "Running",  # a noun; a state
    "Skip",  # of a tour; a container
    "Target",  # of a move; a number
    "action",  # of OpenD6 and Any game; of Shadowrun
    "actions",
    "write it {known}",
}
"""English words that mean several things, which have words of their own in German."""


def surfaces():
    """Yield surface, key, English and German text of all that is shown."""
    for title, folder in words.SURFACES.items():
        tables = [words.texts_of(folder, language) for language in ("en", "de")]
        yield from ((title, key, text, tables[1][key]) for key, text in tables[0].items())
    german = translation("de")
    yield from (("Rules", key, text, german[key]) for key, text in english().items() if key in german)


def test_the_page_of_words_is_fresh():
    assert words.PAGE.read_text(encoding="utf-8") == words.page(), "run make types"


@pytest.mark.parametrize("wanted", WANTED)
def test_a_notion_has_one_word(wanted):
    other = re.compile(WANTED[wanted], re.IGNORECASE)
    said = {f"{surface} {key}": text for surface, key, text, _ in surfaces() if other.search(text)}
    assert said == {}, f"say {wanted!r}"


@pytest.mark.parametrize("name", NAMES)
def test_a_thing_has_its_name(name):
    assert any(text.startswith(name) for _, _, text, _ in surfaces())


@pytest.mark.parametrize("wanted", WANTED_IN_GERMAN)
def test_a_notion_has_one_word_in_german(wanted):
    other = re.compile(WANTED_IN_GERMAN[wanted], re.IGNORECASE)
    said = {f"{surface} {key}": german for surface, key, _, german in surfaces() if other.search(german)}
    assert said == {}, f"say {wanted!r}"


def test_what_is_one_text_in_english_is_one_in_german():
    found = defaultdict(lambda: defaultdict(list))
    for surface, key, text, german in surfaces():
        found[text][german].append(f"{surface} {key}")
    several = {text: dict(by_german) for text, by_german in found.items() if len(by_german) > 1}
    assert {text: told for text, told in several.items() if text not in HOMONYMS} == {}
    assert several.keys() >= HOMONYMS, "these have one word by now"


def strings_of(path):
    """Yield what a module of the rules may say, with its line: all strings but those that explain the code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    explains = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explains:
            yield node.lineno, node.value


def test_people_read_no_quotes_or_apostrophes_of_a_typewriter():
    told = [*((f"{surface} {key}", text) for surface, key, text, _ in surfaces()), *english().items()]
    told_in_german = [*((f"{surface} {key}", german) for surface, key, _, german in surfaces())]
    told_in_german += translation("de").items()
    assert {key for key, text in told + told_in_german if re.search(r"['\"]", text)} == set()
    assert {key for key, text in told if text.count("“") != text.count("”")} == set()
    assert {key for key, text in told_in_german if text.count("„") != text.count("“")} == set()


def test_what_the_rules_put_together_has_no_apostrophe_of_a_typewriter():
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "py_rules").rglob("*.py"))
        if path.parent.name != "check"  # it speaks of Python
        for line, text in strings_of(path)
        if re.search(r"[a-z]'(?:s|t|re|ve|ll)\b|s'[ ,]", text)
    ]
    assert found == []
