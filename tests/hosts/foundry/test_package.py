"""The module as it is installed: its manifest, its zip, its words."""

import io
import json
import re
import zipfile

import pytest

from build_scripts.foundry import FOLDER, HOST, manifest, missing_from
from build_scripts.packages import zipped
from py_rules import __version__

# The fields of a manifest that its documentation names.
KNOWN = {
    *(
        "id",
        "title",
        "version",
        "authors",
        "bugs",
        "changelog",
        "compatibility",
        "coreTranslation",
        "description",
    ),
    *(
        "documentTypes",
        "download",
        "esmodules",
        "exclusive",
        "flags",
        "languages",
        "library",
        "license",
        "manifest",
    ),
    *(
        "media",
        "packFolders",
        "packs",
        "persistentStorage",
        "protected",
        "quickstart",
        "readme",
        "relationships",
    ),
    *("scripts", "socket", "styles", "url"),
}
MOST_BYTES = 14_200_000
LANGUAGES = ("en", "de")


@pytest.fixture(scope="module")
def told():
    return json.loads(manifest("https://example.org/footwork/", "https://example.org/bugs"))


def words(language: str) -> dict[str, str]:
    """The texts of a language, by key."""
    flat = {}

    def add(part, path):
        if isinstance(part, str):
            flat[path] = part
        else:
            for key, value in part.items():
                add(value, f"{path}.{key}" if path else key)

    add(json.loads((HOST / "languages" / f"{language}.json").read_text(encoding="utf-8")), "")
    return flat


def test_the_manifest_has_what_is_required_and_nothing_unknown(told):
    assert set(told) <= KNOWN
    assert (told["id"], told["title"], told["version"]) == (FOLDER.name, "Footwork", __version__)
    assert re.fullmatch(r"[a-z0-9-]+", told["id"])
    # Verified is what somebody has tried on a real client: nobody has yet.
    assert set(told["compatibility"]) == {"minimum"}
    assert all(set(one) == {"lang", "name", "path"} for one in told["languages"])


def test_the_manifest_is_found_at_one_address_and_the_zip_at_that_of_its_version(told):
    assert told["manifest"] == "https://example.org/footwork/module.json"
    assert told["download"] == f"https://example.org/footwork/{__version__}/footwork-foundry.zip"
    assert told["readme"] == "https://example.org/footwork/site/foundry.html"
    assert told["changelog"] == "https://example.org/footwork/CHANGELOG.md"
    assert told["bugs"] == "https://example.org/bugs"
    assert "#{" not in json.dumps(told)
    assert [text.split()[:3] for text in missing_from(told)] == [["no", "Foundry", "build"]]


def test_what_has_no_address_is_left_out_and_told():
    told = json.loads(manifest("", ""))
    assert {"url", "readme", "changelog", "bugs", "manifest", "download"} & told.keys() == set()
    texts = missing_from(told)
    assert [text for text in texts if "RELEASE_URL" in text or "BUGS_URL" in text] == texts[:2]


def test_every_file_that_the_manifest_names_is_in_the_module(told, built):
    named = [
        *told["esmodules"],
        *told["styles"],
        told["license"],
        *(one["path"] for one in told["languages"]),
    ]
    assert [name for name in named if not (built / name).is_file()] == []
    assert (built / "runtime" / "start.json").is_file()


def test_no_page_is_in_the_module(built):
    # The client serves them as plain text.
    assert [path.name for path in built.rglob("*.html")] == []


def test_the_zip_holds_the_module_is_small_enough_and_the_same_each_time(built):
    files = {
        path.relative_to(built).as_posix(): path.read_bytes() for path in built.rglob("*") if path.is_file()
    }
    content = zipped(files)
    assert len(content) <= MOST_BYTES
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files
    assert zipped(dict(reversed(files.items()))) == content


def test_both_languages_say_the_same_things_about_the_same_names():
    english, german = words("en"), words("de")
    assert english.keys() == german.keys()
    names = re.compile(r"\{\w+\}")
    differing = [
        key for key in english if set(names.findall(english[key])) != set(names.findall(german[key]))
    ]
    assert differing == []


def test_every_text_that_the_module_asks_for_is_there():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in HOST.glob("*.js"))
    asked = {f"FOOTWORK.{key}" for key in re.findall(r'\bsay\(\s*"([\w.]+)"', sources)}
    asked |= set(re.findall(r'format\("(FOOTWORK[\w.]+)"', sources))
    assert len(asked) > 10
    assert asked - words("en").keys() == set()


def test_every_setting_and_key_has_a_name_and_a_hint():
    source = (HOST / "settings.js").read_text(encoding="utf-8")
    settings = set(re.findall(r'^  register\("(\w+)"', source, re.MULTILINE))
    keys = set(re.findall(r'registerKey\("(\w+)"', (HOST / "main.js").read_text(encoding="utf-8")))
    assert settings
    assert keys
    wanted = {f"FOOTWORK.settings.{one}.{part}" for one in settings for part in ("name", "hint")}
    wanted |= {f"FOOTWORK.keys.{one}.{part}" for one in keys for part in ("name", "hint")}
    assert wanted - words("en").keys() == set()
