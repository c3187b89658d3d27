"""Assemble the module for Foundry VTT: ``dist/foundry/footwork``, its zip, and the manifest beside it.

The folder is what the zip holds. Nothing in it comes from elsewhere at run time: the runtime rides in it. Set
``RELEASE_URL`` to where the zip, the manifest, the changes and the site will be found, and ``BUGS_URL`` to where people
report what is wrong. What has no address is not in the manifest, and the build says so.
"""

import json
import os

from build_scripts.mirror import mirror, write_if_changed
from build_scripts.packages import HostPackage, host_package, zipped
from build_scripts.project import ROOT, megabytes, say
from build_scripts.texts import WORDS, english, translation
from py_rules import __version__

HOST = ROOT / "web" / "hosts" / "foundry"
FOLDER = ROOT / "dist" / "foundry" / "footwork"
ZIP = ROOT / "dist" / "footwork-foundry.zip"
MANIFEST = ROOT / "dist" / "module.json"
ENTRIES = (HOST / "main.js", ROOT / "web" / "core" / "rules-worker.js")
COPIED = {".css", ".json"}
EXAMPLE = HOST / "example"


def module_package(release_url: str, bugs_url: str) -> HostPackage:
    """The module: its files by path inside its folder, and whose work is in them."""
    copied = (
        path for path in sorted(HOST.rglob("*")) if path.suffix in COPIED and EXAMPLE not in path.parents
    )
    own = {path.relative_to(HOST).as_posix(): path.read_bytes() for path in copied}
    return host_package(
        {**own, **language_files(), "module.json": manifest(release_url, bugs_url)},
        ENTRIES,
        target="es2023",
        with_systems=True,
    )


def manifest(release_url: str, bugs_url: str) -> bytes:
    """The manifest for a release; its download names the version, its own address does not.

    >>> told = json.loads(manifest("", "https://example.org/bugs"))
    >>> told["bugs"], "download" in told
    ('https://example.org/bugs', False)
    """
    template = (HOST / "module.json").read_text(encoding="utf-8").replace("#{VERSION}#", __version__)
    addresses = {"#{RELEASE_URL}#": release_url.rstrip("/"), "#{BUGS_URL}#": bugs_url}
    given = {name: url for name, url in addresses.items() if url}
    told = json.loads(template)
    for field, value in list(told.items()):
        name = next((name for name in addresses if str(value).startswith(name)), None)
        if name in given:
            told[field] = value.replace(name, given[name])
        elif name:
            del told[field]
    return (json.dumps(told, ensure_ascii=False, indent=2) + "\n").encode()


def missing_from(told: dict[str, object]) -> list[str]:
    """What people will miss in a manifest, and how to give it.

    >>> missing_from({"download": "…", "bugs": "…", "compatibility": {"verified": "14"}})
    []
    """
    compatibility = told["compatibility"]
    is_verified = isinstance(compatibility, dict) and "verified" in compatibility
    lacks = {
        "no addresses, so the module can only be unpacked by hand; give RELEASE_URL": "download" not in told,
        "nowhere to report what is wrong; give BUGS_URL": "bugs" not in told,
        "no Foundry build that it was tried on; docs/releasing.md tells when to write one": not is_verified,
    }
    return [text for text, is_lacking in lacks.items() if is_lacking]


def language_files() -> dict[str, bytes]:
    """The module's words in each language, with those of all pages and of the rules, by keys without dots.

    Dots in keys make nested objects there, and some sentences have keys that others begin with.
    """
    files = {}
    for path in sorted((HOST / "languages").glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        rules = english() if path.stem == "en" else translation(path.stem)
        words = json.loads((WORDS / path.name).read_text(encoding="utf-8"))
        for name, texts in (("words", words), ("rules", dict(sorted(rules.items())))):
            content["FOOTWORK"][name] = {key.replace(".", "-"): text for key, text in texts.items()}
        files[f"languages/{path.name}"] = json.dumps(content, ensure_ascii=False, indent=1).encode()
    return files


def make_module() -> HostPackage:
    """Bring the folder, the zip and the manifest up to date."""
    package = module_package(os.environ.get("RELEASE_URL", ""), os.environ.get("BUGS_URL", ""))
    mirror(FOLDER, package.files)
    content = zipped(package.files)
    write_if_changed(ZIP, content)
    write_if_changed(MANIFEST, package.files["module.json"])
    size = megabytes(len(content))
    for text in missing_from(json.loads(package.files["module.json"])):
        say(f"module.json names {text}")
    say(f"Foundry module ready in {ZIP.relative_to(ROOT)}: {len(package.files)} files, {size}")
    return package


if __name__ == "__main__":
    make_module()
