"""Build everything that ships into ``dist/``, and say what is in it.

Beside the folders of the hosts there are a zip of each, the wheel, a bill of materials in CycloneDX's format, and
the hashes of these. A table of every file that ships is printed.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from build_scripts.foundry import MANIFEST, make_module
from build_scripts.licences import Component, chosen
from build_scripts.mirror import write_if_changed
from build_scripts.npm import ARCHIVE, make_npm
from build_scripts.owlbear import make_extension
from build_scripts.packages import RUNTIME_FOLDER, HostPackage, zipped
from build_scripts.planarally import make_mod
from build_scripts.programs import output_of
from build_scripts.project import BUILD, ROOT, say, stop
from build_scripts.site import make_site
from build_scripts.wheel import FIXED_TIME, build_wheel
from py_rules import __version__

# The packages that there are: what makes each one's folder and tells what is in it, and the zip of that.
HOSTS: Mapping[str, tuple[Callable[[], HostPackage], str]] = {
    "demo": (make_site, "footwork-demo.zip"),
    "foundry": (make_module, "footwork-foundry.zip"),
    "npm": (make_npm, ARCHIVE.name),
    "owlbear": (make_extension, "footwork-owlbear.zip"),
    "planarally": (make_mod, "footwork-planarally.pam"),
}

DIST = ROOT / "dist"
BILL = "footwork.cdx.json"
SUMS = "SHA256SUMS"
BILL_PYTHON = BUILD / "bundle" / "venv" / "bin" / "python"
OUR_LICENCE = "MIT"
HEADINGS = ("file", "bytes", "version", "licence", "sha256")

Row = tuple[str, str, str, str, str]


def shipped(packages: Mapping[str, HostPackage]) -> dict[str, bytes]:
    """The files to publish, by name: a zip of each package, the manifest that Foundry asks for, the wheel."""
    wheel = build_wheel()
    zips = {
        name: ARCHIVE.read_bytes() if host == "npm" else zipped(packages[host].files)
        for host, (_, name) in HOSTS.items()
        if host in packages
    }
    return {**zips, MANIFEST.name: MANIFEST.read_bytes(), wheel.name: wheel.read_bytes()}


def bill_of(packages: Mapping[str, HostPackage], files: Mapping[str, bytes]) -> bytes:
    """The bill of materials of all packages."""
    if not BILL_PYTHON.is_file():
        stop("build/bundle is missing; run make bundle")
    command = [str(BILL_PYTHON), "-m", "build_scripts.bill"]
    told = json.dumps(_told(packages, files))
    return output_of(command, "the bill of materials could not be written", told=told).encode()


def _told(packages: Mapping[str, HostPackage], files: Mapping[str, bytes]) -> dict[str, Any]:
    """What the bill is made of."""
    places: dict[str, list[str]] = {}
    components: dict[str, Component] = {}
    for host, package in packages.items():
        for path, found in package.others.items():
            for component in found:
                components[component.purl] = component
                places.setdefault(component.purl, []).append(f"{host}/{path}")
    product = Component("footwork", __version__, OUR_LICENCE, f"pkg:pypi/footwork@{__version__}", ())
    return {
        "time": int(FIXED_TIME),
        "product": _entry(product, []),
        "files": [{"name": name, "sha256": _sha256(files[name])} for name in sorted(files)],
        "components": [_entry(components[purl], sorted(places[purl])) for purl in sorted(components)],
    }


def _entry(component: Component, places: list[str]) -> dict[str, Any]:
    return {
        "name": component.name,
        "version": component.version,
        "licence": component.licence,
        "purl": component.purl,
        "notice": component.notice,
        "hashes": component.hashes,
        "within": component.within,
        "in": places,
    }


def rows(packages: Mapping[str, HostPackage], files: Mapping[str, bytes]) -> Iterator[Row]:
    """A row for each published file, and below each zip one for each file in it."""
    by_archive = {HOSTS[host][1]: package for host, package in packages.items()}
    for name in sorted(files):
        package = by_archive.get(name, HostPackage({}, {}))
        everyone = [one for found in package.others.values() for one in found]
        yield _row(name, files[name], __version__, _licences(everyone, ours=True))
        for path, content in sorted(package.files.items()):
            found = package.others.get(path, ())
            whole = [one for one in found if not one.within]
            is_theirs = len(whole) == 1 and path.startswith(RUNTIME_FOLDER)
            version = whole[0].version if is_theirs else __version__
            yield _row(f"  {path}", content, version, _licences(found, ours=not is_theirs))


def _licences(components: list[Component] | tuple[Component, ...], *, ours: bool) -> str:
    names = {name for component in components for name in chosen(component.licence)}
    return ", ".join(sorted(names | ({OUR_LICENCE} if ours else set())))


def _row(name: str, content: bytes, version: str, licence: str) -> Row:
    return (name, f"{len(content):,}", version, licence, _sha256(content))


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def table(lines: list[Row]) -> str:
    """Rows under their headings, in columns; numbers to the right, the longest column last.

    >>> print(table([("a.js", "1,000", "0.1.0", "MIT", "ab"), ("  b", "1", "2.0", "Zlib", "cd")]))
    file  bytes  version  sha256  licence
    a.js  1,000  0.1.0    ab      MIT
      b       1  2.0      cd      Zlib
    """
    ordered = [(*row[:3], row[4], row[3]) for row in [HEADINGS, *lines]]
    widths = [max(len(row[column]) for row in ordered) for column in range(4)]
    return "\n".join(
        f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:<{widths[2]}}  {row[3]:<{widths[3]}}  {row[4]}"
        for row in ordered
    )


def main() -> None:
    """Bring ``dist/`` up to date and print what is in it."""
    packages = {host: make() for host, (make, _) in HOSTS.items()}
    files = shipped(packages)
    files[BILL] = bill_of(packages, files)
    for old in (*DIST.glob("*.whl"), *DIST.glob("*.zip"), *DIST.glob("*.tgz")):
        if old.name not in files:
            old.unlink()
    for name, content in files.items():
        write_if_changed(DIST / name, content)
    sums = "".join(f"{_sha256(files[name])}  {name}\n" for name in sorted(files))
    write_if_changed(DIST / SUMS, sums.encode())
    print(table(list(rows(packages, files))))
    say(f"{len(files)} files to publish are in dist, their hashes in dist/{SUMS}")


if __name__ == "__main__":
    main()
