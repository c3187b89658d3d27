"""Assemble the package for npm: ``dist/npm``, and the archive of it, which ``npm install`` takes.

It is ``web/core`` as it is, with types made of its comments, beside the worker in one file and the runtime. Its address
in the page is that of its folder: nothing has to be bundled.
"""

import json
import re
import tempfile
from pathlib import Path

from build_scripts.mirror import mirror, write_if_changed
from build_scripts.packages import HostPackage, host_package
from build_scripts.programs import output_of
from build_scripts.project import NPM_BIN, ROOT, megabytes, say
from py_rules import __version__

WEB = ROOT / "web"
CORE = WEB / "core"
FOLDER = ROOT / "dist" / "npm"
ARCHIVE = ROOT / "dist" / f"footwork-{__version__}.tgz"
WORKER = CORE / "rules-worker.js"
# Reached only from the worker, which is in the package as one file.
WITHIN_WORKER = {
    *("rules-worker.js", "runtime-parts.js", "snapshot.js", "unpacking.js"),
    *("wasm-functions.js", "wasm-module-cache.js", "zstandard.js"),
}
HOST_TYPES = WEB / "hosts" / "host.js"
README = """# Footwork

Movement rules for tabletop games in a web page: how far a token can go, what it costs, which roll it takes and which
rule says so. Save this page beside `node_modules`, serve the folder (`python3 -m http.server`), and open it:

{page}

Start with `core/rules-client.js` and `core/destination-map.js`; every module has types. The page needs the folder of
this package on its server, for the worker and its runtime. `core/form.js`, `core/presets.js`, `core/turn-summary.js`
and `core/legend-view.js` draw with [lit](https://lit.dev), which is yours to install.
"""
PAGE = re.compile(r"^```html\n.*?^```$", re.MULTILINE | re.DOTALL)


def npm_package() -> HostPackage:
    """The package: its files by path inside its folder, and whose work is in them."""
    modules = sorted(path for path in CORE.glob("*.js") if path.name not in WITHIN_WORKER)
    data = [*CORE.glob("*.d.ts"), *CORE.rglob("*.json")]
    own = {path.relative_to(WEB).as_posix(): path.read_bytes() for path in (*modules, *data, HOST_TYPES)}
    types = _types([*modules, HOST_TYPES])
    told = {"package.json": _manifest(), "README.md": _readme()}
    return host_package({**own, **types, **told}, (WORKER,))


def _readme() -> bytes:
    """What the package says of itself, with the page that the documentation of new hosts begins with."""
    page, *_ = PAGE.findall((ROOT / "docs" / "new-host.md").read_text(encoding="utf-8"))
    return README.format(page=page).encode()


def _manifest() -> bytes:
    project = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    told = {
        "name": "footwork",
        "version": __version__,
        **{name: project[name] for name in ("description", "license", "type")},
        "exports": {
            "./*.js": {"types": "./*.d.ts", "default": "./*.js"},
            "./rules-worker.js": "./rules-worker.js",
            "./*": "./*",
        },
        "sideEffects": False,
        "peerDependencies": {"lit": project["dependencies"]["lit"]},
        "peerDependenciesMeta": {"lit": {"optional": True}},
    }
    return (json.dumps(told, indent=2) + "\n").encode()


def _types(modules: list[Path]) -> dict[str, bytes]:
    """A file of types for each module, by path."""
    options = json.loads((ROOT / "tsconfig.json").read_text(encoding="utf-8"))["compilerOptions"]
    made = {"noEmit": False, "declaration": True, "emitDeclarationOnly": True, "rootDir": str(WEB)}
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as name:
        out = Path(name) / "types"
        files = [*map(str, modules), *map(str, CORE.glob("*.d.ts"))]
        project = {"compilerOptions": {**options, **made, "outDir": str(out)}, "files": files}
        (Path(name) / "tsconfig.json").write_text(json.dumps(project), encoding="utf-8")
        output_of([str(NPM_BIN / "tsc"), "-p", name], "the types of web/core could not be made")
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*.d.ts"))}


def _archive() -> bytes:
    """What npm makes of the folder."""
    with tempfile.TemporaryDirectory() as into:
        command = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", into, str(FOLDER)]
        output_of(command, "npm could not pack dist/npm")
        return (Path(into) / ARCHIVE.name).read_bytes()


def make_npm() -> HostPackage:
    """Bring the folder and the archive up to date."""
    package = npm_package()
    mirror(FOLDER, package.files)
    content = _archive()
    write_if_changed(ARCHIVE, content)
    size = megabytes(len(content))
    say(f"npm package ready in {ARCHIVE.relative_to(ROOT)}: {len(package.files)} files, {size}")
    return package


if __name__ == "__main__":
    make_npm()
