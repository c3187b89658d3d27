"""Every command that `make help` lists, in its shortest form: it ends well, and has made what it is there for.

A new command needs a line here: a function with its short form that runs it and looks at what came of it. Commands run
in a copy of the tree, so that nothing of the tree is written or deleted.
"""

import json
import os
import re
import signal
import subprocess
import urllib.request
import zipfile
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from build_scripts.chromium import open_browser
from build_scripts.project import ROOT, read_pins, sha256
from build_scripts.serve import serving
from py_rules import __version__
from tests.commands.tree import LONG_AGO, TIMEOUT, Tree, copy_tree

Effect = Callable[[Tree, Callable[..., str]], None]
COMMANDS: dict[str, "Command"] = {}
PACKAGE_INDEX = "needs the package index, which does not answer"


@dataclass(frozen=True)
class Command:
    """How a command is run so that it takes little time, and what holds then."""

    words: tuple[str, ...]
    effect: Effect
    bare: bool


def command(name: str, *words: str, bare: bool = False) -> Callable[[Effect], Effect]:
    """Say how a command is run in short; `bare`: in a copy of its own in which nothing is built."""

    def take(effect: Effect) -> Effect:
        COMMANDS[name] = Command((name, *words), effect, bare)
        return effect

    return take


def listed() -> list[str]:
    """Return the commands that `make help` lists."""
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    # The last take the longest and are run first, so that of two processes none is left alone with them.
    return re.findall(r"(?m)^  make ([a-z-]+)", told)[::-1]


@pytest.mark.parametrize("name", listed())
def test_command(name, request, tmp_path):
    assert name in COMMANDS, f"make {name} has no short form here: nothing would tell when it breaks"
    short = COMMANDS[name]
    tree = copy_tree(tmp_path / "tree", built=False) if short.bare else request.getfixturevalue("tree")
    for word in short.words[1:]:
        variable = word.partition("=")[0]
        # Without this a command that no longer knows its short form would run in its long one.
        heeded = "@@" in tree.make("-n", name, f"{variable}=@@")
        assert heeded, f"make {name} does not heed {variable}="
    short.effect(tree, lambda *more, **world: tree.make(*short.words, *more, **world))


# ---------------------------------------------------------------- what is made


@command("help")
def _help(tree, run):
    told = run()
    makefile = tree.read("Makefile")
    phony = set(re.search(r"(?m)^\.PHONY: (.*)$", makefile)[1].split())
    for name in listed():
        assert name in phony, f"make {name} does nothing once there is a file {name}"
        assert re.search(rf"(?m)^  make {name} +\S", told)


@command("setup")
def _setup(tree, run):
    assert run() == ""
    assert os.access(tree.path(".venv/bin/ruff"), os.X_OK)
    assert tree.path("node_modules/.bin/esbuild").exists()


@command("vendor")
def _vendor(tree, run):
    pins = read_pins()
    lost = min(tree.path("build/parts").glob("*.whl"), key=lambda path: path.stat().st_size)
    lost.write_bytes(b"broken")
    try:
        run()
    except AssertionError as failure:
        if "could not fetch" in str(failure):
            pytest.skip(PACKAGE_INDEX)
        raise
    found = {sha256(path) for path in tree.path("build/parts").glob("*.whl")}
    assert {package.sha256 for package in (*pins.packages, *pins.tools)} == found


@command("build")
def _build(tree, run):
    start = tree.read("build/packed/start.json")
    tree.path("build/packed/start.json").unlink()
    assert "demo ready in dist/demo" in run()
    assert tree.read("build/packed/start.json") == start
    names = {"index.html", "main.js", "rules-worker.js", "runtime/start.json", "LICENSE"}
    assert [name for name in names if not tree.path(f"dist/demo/{name}").is_file()] == []


@command("demo", "PORT=0")
def _demo(tree, _run):
    demo = subprocess.Popen(
        ["make", *COMMANDS["demo"].words],
        cwd=tree.folder,
        env=tree.world(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        lines = iter(demo.stdout.readline, "")
        [address] = next(filter(None, (re.findall(r"serving dist/demo at (\S+)", line) for line in lines)))
        with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own server
            assert answer.read() == tree.path("dist/demo/index.html").read_bytes()
    finally:
        os.killpg(demo.pid, signal.SIGINT)
        rest, _ = demo.communicate(timeout=120)
    assert "footwork: ended" in rest
    assert "Traceback" not in rest


@command("foundry", "RELEASE_URL=https://example.org/release")
def _foundry(tree, run):
    run()
    manifest = json.loads(tree.read("dist/module.json"))
    assert manifest["manifest"] == "https://example.org/release/module.json"
    with zipfile.ZipFile(tree.path("dist/footwork-foundry.zip")) as archive:
        assert json.loads(archive.read("module.json")) == manifest
        assert {"main.js", "runtime/start.json"} <= set(archive.namelist())


@command("owlbear", "OWLBEAR_URL=https://example.org/owlbear")
def _owlbear(tree, run):
    run()
    assert "https://example.org/owlbear/background.html" in tree.read("dist/owlbear/manifest.json")
    assert tree.path("dist/owlbear/runtime/start.json").is_file()


@command("planarally")
def _planarally(tree, run):
    run()
    with zipfile.ZipFile(tree.path("dist/footwork-planarally.pam")) as archive:
        assert {"mod.toml", "index.js", "runtime/start.json"} <= set(archive.namelist())


@command("planarally-test")
def _planarally_test(_tree, run):
    told = run("--old-file=planarally", PLANARALLY_URL="", PLANARALLY_DB="")
    assert re.search(r"\d+ skipped", told)
    assert "needs a running PlanarAlly: set PLANARALLY_URL and PLANARALLY_DB" in told


@command("bundle")
def _bundle(tree, run):
    assert "their hashes in dist/SHA256SUMS" in run()
    sums = dict(reversed(line.split()) for line in tree.read("dist/SHA256SUMS").splitlines())
    assert len(sums) >= 7
    assert {name: sha256(tree.path(f"dist/{name}")) for name in sums} == sums


@command("typings")
def _typings(tree, run):
    run()
    assert tree.path("build/typings/node_modules/.bin/tsc").exists()


@command("site")
def _site(tree, run):
    assert "site ready in dist/site" in run()
    pages = {path: path.read_text(encoding="utf-8") for path in tree.path("dist/site").glob("**/*.html")}
    for path, text in pages.items():
        fetched = re.findall(r'<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="?(https?:[^" >]+)', text)
        assert fetched == [], f"{path.name} asks another origin"
    assert tree.path("dist/site/demo/rules-worker.js").is_file()
    with served(tree.path("dist/site")) as address, open_browser(whole=False) as browser:
        page = browser.new_page()
        page.goto(f"{address}rules/contract.html")
        example = page.locator(".fw-example").filter(has_text="two dice, one for each 5 ft")
        example.get_by_role("button", name="Run").click()
        expect(example.get_by_role("listitem").first).to_contain_text("CON-05", timeout=60_000)


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that tells nothing of what it serves."""

    def log_message(self, *_arguments):
        pass


@command("npm")
def _npm(tree, run):
    run()
    folder = tree.path("build/npm-tried")
    folder.mkdir(parents=True, exist_ok=True)
    archive = tree.path(f"dist/footwork-{__version__}.tgz")
    manual = tree.read("docs/new-host.md")
    page, turn = (re.search(rf"```{kind}\n(.*?)```", manual, re.DOTALL)[1] for kind in ("html", "js"))
    told = "document.title = `${drop.outcome} ${drop.end.col}, ${back.outcome} ${back.end.col}, ${next.outcome}`;\n"
    whole = page.replace("</script>", f"{turn}{told}</script>")
    (folder / "index.html").write_text(whole, encoding="utf-8")
    script = re.search(r"<script type=\"module\">\n(.*?)</script>", page, re.DOTALL)[1]
    # The page names files; who bundles names the package.
    by_name = script.replace("./node_modules/footwork/core/", "footwork/core/")
    (folder / "page.mts").write_text(by_name, encoding="utf-8")
    (folder / "package.json").write_text("{}", encoding="utf-8")
    within(folder, "npm", "install", "--offline", "--silent", "--no-audit", "--no-fund", str(archive))
    strict = (
        "--ignoreConfig",
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--lib",
        "es2023,dom,dom.iterable",
        "--types",
        "",
    )
    within(
        folder,
        *(str(ROOT / "node_modules/.bin/tsc"), *strict, "--module", "nodenext"),
        "page.mts",
    )
    broken = by_name.replace('op: "destinations"', 'op: "destination"')
    (folder / "broken.mts").write_text(broken, encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        within(
            folder,
            *(str(ROOT / "node_modules/.bin/tsc"), *strict, "--module", "nodenext"),
            "broken.mts",
        )
    with served(folder) as address, open_browser(whole=False) as browser:
        tab = browser.new_page()
        tab.goto(address)
        expect(tab.locator("output")).to_have_text("Seven cells: penalised", timeout=60_000)
        expect(tab).to_have_title("made 7, made 0, made")


def within(folder, *words):
    """Run a program in a folder; fail if it does."""
    subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)


@contextmanager
def served(folder):
    """Serve a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    with serving(server) as address:
        yield address


@command(
    "release", "VERSION=9.8.7", "RELEASE_URL=https://example.org/fw", "OWLBEAR_URL=https://example.org/owl"
)
def _release(tree, run):
    for name in (".venv", "node_modules", "build", "dist"):
        with tree.path(".gitignore").open("a", encoding="utf-8") as ignored:
            ignored.write(f"/{name}\n")
    git = partial(within, tree.folder, "git", "-c", "user.name=a", "-c", "user.email=a@example.org")
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "All of it")
    git("tag", "v9.8.6")
    assert "write three numbers" in refused_release(tree, VERSION="9.8")
    assert "VERSION is missing" in refused_release(tree, VERSION="")
    assert "9.8.6 exists already" in refused_release(tree, VERSION="9.8.6")
    assert "VERSION=0.0.1 is older than 0." in refused_release(tree, VERSION="0.0.1")
    assert "RELEASE_URL is missing" in refused_release(tree, RELEASE_URL="")
    assert "no address that others can reach" in refused_release(tree, RELEASE_URL="http://localhost/fw")
    assert "would write 9.8.7 into CHANGELOG.md" in run("DRY=1")
    old = tree.change("README.md", "# Footwork", "# Footwork!")
    assert "the tree has changes that are not committed (M README.md)" in refused_release(tree)
    tree.path("README.md").write_text(old, encoding="utf-8")
    within(tree.folder, "git", "diff", "--exit-code")
    # Everything is built anew, for the version is in all of it.
    words = COMMANDS["release"].words
    assert "9.8.7 is in dist" in tree.make(*words, timeout=3 * TIMEOUT)
    assert '__version__ = "9.8.7"' in tree.read("py_rules/__init__.py")
    assert re.search(r"(?m)^## 9\.8\.7 \(\d{4}-\d\d-\d\d\)$", tree.read("CHANGELOG.md"))
    manifest = json.loads(tree.read("dist/module.json"))
    assert manifest["download"] == "https://example.org/fw/9.8.7/footwork-foundry.zip"
    assert "https://example.org/owl/background.html" in tree.read("dist/owlbear/manifest.json")
    names = {line.split()[1] for line in tree.read("dist/SHA256SUMS").splitlines()}
    assert {"footwork-9.8.7-py3-none-any.whl", "footwork-9.8.7.tgz", "footwork-planarally.pam"} <= names
    assert not [name for name in names if "0.1.0" in name]
    assert json.loads(tree.read("dist/footwork.cdx.json"))["metadata"]["component"]["version"] == "9.8.7"
    assert tree.path("dist/site/demo/rules-worker.js").is_file()
    git("checkout", "--quiet", ".")


def refused_release(tree, **other):
    """Return what is said to a release that cannot be."""
    words = dict(word.split("=", 1) for word in COMMANDS["release"].words[1:]) | other
    return tree.make("release", *(f"{name}={value}" for name, value in words.items()), status=2)


# ---------------------------------------------------------------- what is generated


@command("types")
def _types(tree, run):
    old = tree.change("web/core/protocol.d.ts", "planes: string[]", "planes: number[]")
    assert "wrote web/core/protocol.d.ts" in run()
    assert tree.read("web/core/protocol.d.ts") == old


@command("profile", "QUESTIONS=3")
def _profile(tree, run):
    path = "build_scripts/pyodide/used-functions.json"
    old = json.loads(tree.change(path, '"sha256": "', '"sha256": "0'))
    assert "functions of pyodide.asm.wasm run" in run()
    new = json.loads(tree.read(path))
    assert {name: found["sha256"] for name, found in new.items()} == {
        name: found["sha256"] for name, found in old.items()
    }
    assert all(len(new[name]["used"]) == len(found["used"]) for name, found in old.items())


@command("cave")
def _cave(tree, run):
    old = tree.change("web/demo/scenes/cave.json", "Two hundred cells", "Two cells")
    assert "wrote web/demo/scenes/cave.json" in run()
    assert tree.read("web/demo/scenes/cave.json") == old


@command("stories")
def _stories(tree, run):
    old = tree.change("tests/stories/d6.txt", "\n|", "\n| Something else was answered.\n|")
    assert "-| Something else was answered.\n" in run()
    assert tree.read("tests/stories/d6.txt") == old


@command("pins", "PINS=build_scripts/bill/requirements.txt")
def _pins(tree, run):
    name = "build_scripts/bill/requirements.txt"
    old = tree.read(name)
    tree.path(name).write_text(
        re.sub(r"--hash=sha256:\w{8}", "--hash=sha256:00000000", old), encoding="utf-8"
    )
    try:
        run()
    except AssertionError as failure:
        if re.search("fetching uv|uv could not find", str(failure)):
            pytest.skip(PACKAGE_INDEX)
        raise
    assert tree.read(name) == old
    # Younger than what was fetched for it, it would have that fetched again, under commands that use it elsewhere.
    os.utime(tree.path(name), LONG_AGO)


@command("format")
def _format(tree, run):
    python = tree.change("build_scripts/plot.py", "BAR, GAP", "BAR , GAP")
    script = tree.change("web/core/queue.js", "export", "  export")
    run()
    assert tree.read("build_scripts/plot.py") == python
    assert tree.read("web/core/queue.js") == script


# ---------------------------------------------------------------- what runs tests: a part of them each


@command("test", "RINGS=doctests")
def _test(_tree, run):
    # The doctests need nothing of what is built.
    assert verdicts(run()) == [("doctests", "passed")]


@command("lint", "RINGS=typings")
def _lint(_tree, run):
    assert verdicts(run()) == [("typings", "passed")]


@command("check", "RINGS=doctests stories")
def _check(tree, run):
    assert verdicts(run()) == [("doctests", "passed"), ("stories", "passed")]
    assert "SYSTEM=none is no game system; name one of contract, " in tree.make(
        "check", "SYSTEM=none", status=2
    )


@command("coverage", "RINGS=doctests")
def _coverage(_tree, run):
    told = run(status=2)
    assert verdicts(told) == [("doctests", "passed")]
    assert re.search(r"(?m)^  all together +\d+\.\d % +\d+\.\d %$", told)
    assert re.search(r"(?m)^py_rules/\w+\.py:\d+", told), "doctests alone run not all of it"


def verdicts(told):
    return re.findall(r"(?m)^  (\S.*?) +(passed|FAILED)\b", told)


@command("soak", "EXAMPLES=2", "WHAT=inv_05")
def _soak(_tree, run):
    assert re.search(r"\b[1-9]\d* passed", run())
    assert "give how many to try, from 1 up" in _tree.make("soak", "EXAMPLES=many", status=2)


@command("mutate", "WHAT=custom", "SAMPLE=1")
def _mutate(_tree, run):
    assert re.search(r"custom: [01] of 1 slips noticed", run())


# ---------------------------------------------------------------- what needs a browser


@command("bench", "ROUNDS=1", "BOARDS=maze-100")
def _bench(tree, run):
    told = run()
    assert "maze-100" in told
    figures = json.loads(tree.read("build/quick/bench.json"))
    assert {"maze-100", "ready", "ready-demo"} <= {figure["case"] for figure in figures}
    for report in ("pointer", "foundry", "answers", "growth"):
        assert json.loads(tree.read(f"build/quick/reports/{report}.json"))
    assert not tree.path("build/bench.json").exists(), "a quick look is no measure"


@command("screenshots", "ONLY=demo-phone-dark foundry-turn-dark owlbear-phone")
def _screenshots(tree, run):
    pictures = COMMANDS["screenshots"].words[1].removeprefix("ONLY=").split()
    for name in pictures:
        tree.path(f"docs/pictures/{name}.png").unlink()
    run()
    for name in pictures:
        assert tree.path(f"docs/pictures/{name}.png").read_bytes().startswith(b"\x89PNG")


@command("film", "ONLY=demo-dark")
def _film(tree, run):
    film = tree.path("docs/pictures/demo-dark.webp")
    film.unlink()
    assert re.search(r"took docs/pictures/demo-dark.webp: \d\d frames", run())
    assert film.read_bytes()[8:12] == b"WEBP"


@command("clean", bare=True)
def _clean(tree, run):
    for made in ("dist/demo/index.html", "build/quick/bench.json", ".mypy_cache/x", ".hypothesis/x"):
        tree.path(made).parent.mkdir(parents=True, exist_ok=True)
        tree.path(made).write_text("made", encoding="utf-8")
    run()
    ignored = re.findall(r"(?m)^/?(\.?[\w.]+)/$", tree.read(".gitignore"))
    assert {".venv", "node_modules", "build", "dist", ".hypothesis"} <= set(ignored)
    kept = {path.name for path in tree.folder.iterdir()}
    assert kept.isdisjoint(ignored)
    assert {"Makefile", "py_rules", "web", "tests", "docs"} <= kept
    assert (ROOT / ".venv" / "bin" / "python").exists(), "a link is deleted, not what it leads to"
