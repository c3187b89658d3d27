"""Every language says all that the rules say, and that pages of ours say, and fills in the same numbers."""

import ast
import json
import re
from pathlib import Path

import pytest

from build_scripts.project import ROOT
from build_scripts.texts import DEMO_LANGUAGES, LANGUAGES, WORDS, english, table, translation
from py_rules.protocol.problems import KINDS
from py_rules.systems import discover
from tests.guards.test_protocol_page import codes_raised

CLIENT_CODES = {"superseded", "aborted", "worker_failed", "disposed"}
SYSTEMS = discover()
TRANSLATED = sorted(path.stem for path in Path(LANGUAGES).glob("*.json"))
BOUNDS = {
    "ge",
    "gt",
    "le",
    "lt",
    "min_length",
    "max_length",
    "pattern",
    "expected",
    "names",
    "value",
    "system",
    "file",
    "line",
    "error",
}


def placeholders(template):
    return set(re.findall(r"\{(\w+)(?::[^}]*)?\}", template))


def problem_keys():
    kinds = [f"invalid.{kind}" for kind in KINDS]
    codes = (codes_raised() - {"invalid"}) | CLIENT_CODES
    return {f"problem.{name}{part}" for name in (*kinds, *codes) for part in ("", ".remedy")}


def keys_of(system, texts):
    """The keys of all that one system says."""
    own = (f"{system.id}.", *(f"rule.{number}." for number in system.rules))
    return {key for key in texts if key.startswith(own)}


@pytest.fixture(scope="module")
def original():
    return english()


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_of_every_table_is_missing_and_none_is_left_over(language, original):
    told = translation(language).keys()
    shared = original.keys() - set().union(*(keys_of(system, original) for system in SYSTEMS.values()))
    assert (shared | problem_keys()) - told == set()
    assert told - (original.keys() | problem_keys()) == set(), "these have no English original"


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_a_system_is_told_in_a_language_in_full_or_not_at_all(system, language, original):
    """Where no text of a system has been translated, it speaks English; that is listed, not a fault."""
    own = keys_of(system, original)
    missing = own - translation(language).keys()
    if missing == own:
        pytest.skip(
            f"not yet: {system.id} speaks English for people who read {language}: none of its texts is translated"
        )
    assert missing == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_fill_in_what_the_original_does(language, original):
    told = translation(language)
    both = told.keys() & original.keys()
    assert [key for key in sorted(both) if placeholders(told[key]) != placeholders(original[key])] == []
    assert [key for key in problem_keys() if not placeholders(told[key]) <= BOUNDS] == []


FORMS = {"en": 2, "de": 2}
"""How many words a language chooses from by a number: one for 1, one for all others."""
FIXED = r"\{\w+\} (more |mehr |weitere )?(dice|hits|successes|steps|Hooks|Erfolge|Schritte)\b"
"""A plural that stands beside a number whatever that is."""


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_word_beside_a_number_goes_with_it(language, original):
    texts = original if language == "en" else translation(language)
    chosen = [words for text in texts.values() for words in re.findall(r"\{\w+:([^}]*)\}", text)]
    assert {words.count("|") + 1 for words in chosen} == {FORMS[language]}
    assert [key for key, text in texts.items() if re.search(FIXED, text)] == []


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_people_are_shown_words_and_no_names_of_the_protocol(language, original):
    texts = original if language == "en" else translation(language)
    bare = {key: re.sub(r"\{\w+(?::[^}]*)?\}", "", text) for key, text in texts.items() if key in original}
    assert {key: text for key, text in bare.items() if re.search(r"\w_\w|\d(ft|m|u)\b", text)} == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_empty_or_has_stray_spaces(language):
    assert [key for key, text in translation(language).items() if not text or text != text.strip()] == []


def test_systems_refuse_values_only_in_texts_of_theirs():
    """Each check that a system makes on its own says what it has to say by a key."""
    kinds = set()
    folder = ROOT / "py_rules" / "systems"
    for path in folder.rglob("*.py"):
        system = path.relative_to(folder).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                name = ast.unparse(node.exc.func)
                assert name != "ValueError", f"{path.name}:{node.lineno}: raise unfit(say, …)"
                kinds |= {f"{system}.{node.exc.args[1].value}"} if name == "unfit" else set()
    assert kinds
    assert {f"{kind}{part}" for kind in kinds for part in ("", ".remedy")} <= english().keys()


def test_there_is_a_translation():
    assert "de" in TRANSLATED


def test_keys_stay_apart_where_a_host_has_no_dots_in_them(original):
    keys = [key.replace(".", "-") for key in (*original, *problem_keys())]
    assert len(keys) == len(set(keys))


# ---------------------------------------------------------------- what pages of ours say themselves

WEB = ROOT / "web"
OWN = {
    "the demo": (DEMO_LANGUAGES, WEB / "demo"),
    "all pages": (WORDS, WEB),
    **{
        host: (WEB / "hosts" / host / "languages", WEB / "hosts" / host) for host in ("owlbear", "planarally")
    },
}
# Where one language says whose something is, another says the name.
ALIKE = {"whose": "name"}
SCENES = sorted((ROOT / "web" / "demo" / "scenes").glob("*.json"))


def own_placeholders(template):
    return {ALIKE.get(name, name) for name in placeholders(template)}


def used_in(folder):
    """The keys that the modules of a folder name, and how keys begin that they put together."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.js")))
    pages = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html")))
    keys = set(re.findall(r'"([\w.]+)"', code)) | set(re.findall(r'data-say(?:-label)?="([\w.]+)"', pages))
    return keys, tuple(set(re.findall(r"`(\w+\.(?:\w+\.)*)\$\{", code)))


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("folder", [folder for folder, _ in OWN.values()], ids=list(OWN))
def test_pages_say_the_same_in_every_language(folder, language):
    ours, other = table(folder / "en.json"), table(folder / f"{language}.json")
    assert other.keys() == ours.keys()
    assert [key for key in ours if own_placeholders(ours[key]) != own_placeholders(other[key])] == []
    assert [key for key, text in other.items() if not text or text != text.strip()] == []


@pytest.mark.parametrize(("folder", "code"), OWN.values(), ids=list(OWN))
def test_no_word_of_a_page_is_left_over(folder, code):
    keys, beginnings = used_in(code)
    ours = table(folder / "en.json")
    assert [key for key in ours if key not in keys and not key.startswith(beginnings)] == []


def test_what_stands_in_the_page_from_the_first_is_what_it_says_in_english():
    ours = table(DEMO_LANGUAGES / "en.json")
    page = (ROOT / "web" / "demo" / "index.html").read_text(encoding="utf-8")
    texts = re.findall(r'data-say="([\w.]+)">([^<]*)<', page)
    labels = [
        (key, label) for label, key in re.findall(r'aria-label="([^"]*)" data-say-label="([\w.]+)"', page)
    ]
    assert len(texts) + len(labels) == page.count("data-say") > 0
    assert [(key, text) for key, text in texts + labels if ours[key] != text] == []


def names_of(scene):
    """All names in a scene of the demo, without the numbers behind them."""
    parts = scene.get("scene", {})
    named = [one for kind in ("tokens", "regions", "storeys", "passages") for one in parts.get(kind, [])]
    names = [scene.get("title"), scene.get("about"), *(one.get("name") for one in named)]
    return {re.sub(r" \d+$", "", name) for name in names if name}


def test_scenes_of_the_demo_are_told_in_every_language():
    told = {key.removeprefix("name.") for key in table(DEMO_LANGUAGES / "en.json") if key.startswith("name.")}
    assert told == set().union(*(names_of(json.loads(path.read_text(encoding="utf-8"))) for path in SCENES))
    own = table(DEMO_LANGUAGES / "en.json")
    assert [name for name in told if own[f"name.{name}"] != name] == []


def test_the_demo_offers_all_languages_that_there_are():
    code = (ROOT / "web" / "demo" / "language.js").read_text(encoding="utf-8")
    offered = re.search(r"LANGUAGES = /\*\* @type \{const\} \*/ \(\{(.*?)\}\)", code)
    assert offered
    assert set(re.findall(r"(\w+):", offered[1])) == {"en", *TRANSLATED}
