"""What of others ships with Footwork, by component: its version, its licence, and the text of that.

Nothing is listed twice: Python packages and their licences come from their pinned wheels, Rust crates from the bill
of materials in such a wheel, npm packages from ``node_modules`` and its lock. Only what is compiled into Pyodide is
listed here, in ``inside.toml``; beside it are the texts of licences that ride in no package.
"""

import base64
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any

from build_scripts.bytecode import files_of
from build_scripts.project import ROOT, Package, Pins, stop
from build_scripts.vendor import wheel_of

HERE = Path(__file__).parent
MODULES = ROOT / "node_modules"
FILE = "THIRD-PARTY.txt"

# Where a licence may be chosen, the first of these is.
PREFERRED = ("Apache-2.0", "MIT", "BSD-3-Clause")


@dataclass(frozen=True, slots=True)
class Component:
    """Something by others that ships with Footwork."""

    name: str
    version: str
    licence: str  # an SPDX expression
    purl: str
    texts: tuple[str, ...]
    notice: str = ""  # of its authors, where the text has none
    hashes: tuple[tuple[str, str], ...] = ()  # of what was fetched: algorithm, hexadecimal
    within: str = ""  # the component that it is a part of

    @property
    def title(self) -> str:
        """Its name and version, for people."""
        return f"{self.name} {self.version}"


def components_of_runtime(pins: Pins) -> list[Component]:
    """All that is in the runtime: Pyodide and what is compiled into it, the decoder, and the packages with theirs."""
    pyodide = npm_component("pyodide", text=_standard_text("MPL-2.0"))
    packages = [one for package in pins.packages for one in _of_wheel(package)]
    return [pyodide, *_inside_pyodide(), npm_component("zstddec"), *packages]


def npm_component(name: str, *, text: str = "") -> Component:
    """A package of npm as it is installed; the text of its licence, if it brings none."""
    told = json.loads((MODULES / name / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    algorithm, _, digest = lock["packages"][f"node_modules/{name}"]["integrity"].partition("-")
    texts = [path.read_text(encoding="utf-8") for path in sorted((MODULES / name).glob("LICEN[CS]E*"))]
    if not texts and not text:
        stop(f"{name} brings no text of its licence; see build_scripts/licences")
    return Component(
        name=name,
        version=told["version"],
        licence=told["license"],
        purl=f"pkg:npm/{name.replace('@', '%40')}@{told['version']}",
        texts=tuple(texts or [text]),
        hashes=((algorithm, base64.b64decode(digest).hex()),),
    )


def _of_wheel(package: Package) -> Iterator[Component]:
    """A Python package, and what is compiled into it."""
    files = files_of(wheel_of(package).read_bytes())
    (metadata,) = (content for path, content in files.items() if path.endswith(".dist-info/METADATA"))
    told = Parser().parsestr(metadata.decode(), headersonly=True)
    texts = [content.decode() for path, content in files.items() if "/licenses/" in path]
    if not texts:
        stop(f"the wheel of {package.name} brings no text of its licence; see build_scripts/licences")
    yield Component(
        name=package.name,
        version=package.version,
        licence=_licence_of(told),
        purl=f"pkg:pypi/{package.name}@{package.version}",
        texts=tuple(texts),
        hashes=(("sha256", package.sha256),),
    )
    for path, content in files.items():
        if "/sboms/" in path:
            yield from _of_bill(json.loads(content), within=package.name)


def _licence_of(metadata: Message) -> str:
    """The licence that a wheel's metadata tell, also in older ways.

    >>> _licence_of(Parser().parsestr("License-Expression: MIT"))
    'MIT'
    >>> _licence_of(Parser().parsestr("Classifier: License :: OSI Approved :: MIT License"))
    'MIT'
    """
    classes = [told.split(" :: ") for told in metadata.get_all("Classifier", ())]
    classified = [told[-1] for told in classes if told[0] == "License"]
    found = metadata["License-Expression"] or metadata["License"] or next(iter(classified), "")
    if not found:
        stop(f"the wheel of {metadata['Name']} does not tell its licence")
    return str(found).removesuffix(" License")


def _of_bill(bill: Mapping[str, Any], *, within: str) -> Iterator[Component]:
    """What a bill of materials lists that is in the product."""
    for part in bill["components"]:
        if part.get("scope") == "excluded":
            continue
        licence = part["licenses"][0]["expression"]
        yield Component(
            name=part["name"],
            version=part["version"],
            licence=licence,
            purl=part["purl"],
            texts=tuple(map(_standard_text, chosen(licence))),
            notice=f"Copyright (c) {part.get('author', 'the authors of ' + part['name'])}",
            hashes=tuple((one["alg"].replace("-", "").lower(), one["content"]) for one in part["hashes"]),
            within=within,
        )


def _inside_pyodide() -> Iterator[Component]:
    for name, told in tomllib.loads((HERE / "inside.toml").read_text(encoding="utf-8")).items():
        yield Component(
            name=name,
            version=told["version"],
            licence=told["licence"],
            purl=told["purl"],
            texts=tuple(map(_standard_text, chosen(told["licence"]))),
            notice=told["notice"].strip(),
            within="pyodide",
        )


def chosen(licence: str) -> list[str]:
    """The licences of an SPDX expression that apply, once one of each choice has been made.

    >>> chosen("(MIT OR Apache-2.0) AND Unicode-DFS-2016"), chosen("Unlicense OR MIT")
    (['Apache-2.0', 'Unicode-DFS-2016'], ['MIT'])
    >>> chosen("Apache-2.0 WITH LLVM-exception")
    ['Apache-2.0', 'LLVM-exception']
    """
    found = []
    for part in licence.split(" AND "):
        choices = part.strip("()").split(" OR ")
        best = next((one for one in PREFERRED if one in choices), choices[0])
        found += best.split(" WITH ")
    return found


def _standard_text(licence: str) -> str:
    path = HERE / f"{licence}.txt"
    if not path.is_file():
        stop(f"build_scripts/licences has no text of {licence}; add it as {path.name}")
    return path.read_text(encoding="utf-8")


def third_party(components: Iterable[Component]) -> bytes:
    """One text for a package: all components with their notices and licences, each text once."""
    by_texts: dict[tuple[str, ...], list[Component]] = {}
    for component in sorted(components, key=lambda one: (one.name.lower(), one.version)):
        by_texts.setdefault(component.texts, []).append(component)
    chapters = ["This package contains software by others, under the licences below.\n"]
    for texts, group in by_texts.items():
        lines = [line for component in group for line in _entry(component)]
        chapters.append("\n".join([*lines, "", *(re.sub(r"\s+\Z", "\n", text) for text in texts)]))
    return ("\n" + "=" * 100 + "\n\n").join(chapters).encode()


def _entry(component: Component) -> list[str]:
    """How a component is named above its licence."""
    part = f", part of {component.within}" if component.within else ""
    notice = [f"    {line}" for line in component.notice.splitlines()]
    return [f"{component.title} ({component.licence}{part}; {component.purl})", *notice]
