"""The rules start in a real browser under a strict policy, from one origin, wherever they are put, and answer."""

import gzip
import json
import shutil
from http.server import ThreadingHTTPServer

import pytest

from build_scripts import serve
from build_scripts.project import PACKED, ROOT
from build_scripts.webassembly import split
from tests.pyodide import profile

PAGE = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>rules</title>'

ASK = """async ([runtimeUrl, request]) => {
  const { createRulesClient } = await import(new URL("core/rules-client.js", location.href).href);
  const statuses = [];
  const rules = createRulesClient({
    workerUrl: new URL("core/rules-worker.js", location.href),
    runtimeUrl: new URL(runtimeUrl, location.href),
    maxRestarts: 0,
    onStatus: (status) => statuses.push(status),
  });
  const reply = await rules.request(request);
  const { state, message, versions, because } = rules.status;
  const shown = [...statuses];
  rules.dispose();
  return { reply, state, message, versions, because, statuses: shown };
}"""


@pytest.fixture(scope="module")
def rules_folder(tmp_path_factory):
    """An empty page beside the modules of web/core, as they are, and the runtime; all under a path of its own."""
    folder = tmp_path_factory.mktemp("rules")
    place = folder / "some" / "place"
    place.mkdir(parents=True)
    (place / "index.html").write_text(PAGE, encoding="utf-8")
    shutil.copytree(ROOT / "web" / "core", place / "core")
    shutil.copytree(PACKED, place / "runtime")
    return folder


@pytest.fixture(scope="module")
def rules_url(serve_folder, rules_folder):
    return serve_folder(rules_folder) + "some/place/"


@pytest.fixture
def broken_runtime(rules_folder):
    """A copy of the runtime beside the other, whose parts a test may spoil; removed afterwards."""
    place = rules_folder / "some" / "place"
    copy = shutil.copytree(PACKED, place / "broken")
    yield copy
    shutil.rmtree(copy)


def file_of(runtime, part):
    """The file of a part in a runtime."""
    start = json.loads((runtime / "start.json").read_text(encoding="utf-8"))
    return runtime / start["parts"][part]["file"]


def ask(page, url, runtime="runtime/"):
    page.goto(url)
    return page.evaluate(ASK, [runtime, {"op": "describe"}])


def test_the_worker_gets_ready_from_the_snapshot_and_answers(page, rules_url, addresses, complaints):
    told = ask(page, rules_url)
    assert told["state"] == "ready", told["message"]
    assert told["because"] == ""
    assert told["reply"]["ok"] is True
    loading = [status for status in told["statuses"] if status["state"] == "loading"]
    assert list(dict.fromkeys(status["step"] for status in loading)) == ["runtime", "rules"]
    shares = [status["share"] for status in loading]
    assert shares == sorted(shares)
    assert len(shares) > 3
    assert complaints == []
    assert [address for address in addresses if not address.startswith(rules_url)] == []
    assert not any("python_stdlib" in address for address in addresses)


def spoil_by_cutting(path):
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def spoil_inside(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)


def spoil_by_removing(path):
    path.unlink()


def spoil_by_another(path):
    path.write_bytes(gzip.compress(b"something else"))


@pytest.mark.parametrize("spoil", [spoil_by_cutting, spoil_inside, spoil_by_removing, spoil_by_another])
def test_without_a_whole_snapshot_the_rules_start_without_it(page, rules_url, broken_runtime, spoil):
    spoil(file_of(broken_runtime, "snapshot.bin"))
    told = ask(page, rules_url, "broken/")
    assert told["state"] == "ready", told["message"]
    assert "snapshot.bin" in told["because"]
    assert told["reply"] == ask(page, rules_url)["reply"]


def test_a_snapshot_of_another_pyodide_is_not_used(page, rules_url, broken_runtime):
    start = json.loads((broken_runtime / "start.json").read_text(encoding="utf-8"))
    start["snapshot"]["checksum"] += 1
    (broken_runtime / "start.json").write_text(json.dumps(start), encoding="utf-8")
    told = ask(page, rules_url, "broken/")
    assert told["state"] == "ready", told["message"]
    assert "the memory it was made upon was another one" in told["because"]
    assert told["reply"]["ok"] is True


def replace(runtime, part, content):
    """Put other content in the place of a part, which need not be packed."""
    start = json.loads((runtime / "start.json").read_text(encoding="utf-8"))
    told = start["parts"][part]
    (runtime / told["file"]).write_bytes(content)
    told = {name: value for name, value in told.items() if name != "integrity"}
    start["parts"][part] = {**told, "bytes": len(content), "size": len(content)}
    (runtime / "start.json").write_text(json.dumps(start), encoding="utf-8")


def test_functions_that_no_question_takes_are_not_fetched(page, rules_url, addresses):
    assert ask(page, rules_url)["because"] == ""
    for name in profile.programs():
        first, rest = (file_of(PACKED, part).name for part in (name, f"rest/{name}"))
        assert any(address.endswith(first) for address in addresses)
        assert not any(address.endswith(rest) for address in addresses)


def test_a_function_that_is_called_after_all_is_fetched_then(page, rules_url, broken_runtime, addresses):
    modules = profile.programs_as_shipped()
    for name, used in profile.ran(modules, "").items():
        first, rest = split(modules[name], name, used.__getitem__)
        replace(broken_runtime, name, first)
        replace(broken_runtime, f"rest/{name}", rest)
    told = ask(page, rules_url, "broken/")
    assert told["state"] == "ready", told["message"]
    assert told["because"] == ""
    assert told["reply"] == ask(page, rules_url)["reply"]
    rests = [file_of(broken_runtime, f"rest/{name}").name for name in modules]
    assert all(any(address.endswith(rest) for address in addresses) for rest in rests)


def test_a_server_that_does_not_know_webassembly_will_do(page, rules_url):
    program = file_of(PACKED, "pyodide.asm.wasm")
    page.route(
        f"**/{program.name}",
        lambda route: route.fulfill(path=program, content_type="application/octet-stream"),
    )
    told = ask(page, rules_url)
    assert (told["state"], told["because"]) == ("ready", "")


def spoil_unnoticed(path):
    """Leave a script that a browser loads without complaint."""
    path.write_text("export default 1; export const loadPyodide = 1;", encoding="utf-8")


@pytest.mark.parametrize(
    ("part", "spoil"),
    [
        ("pyodide.asm.wasm", spoil_inside),
        ("pyodide.asm.wasm", spoil_by_removing),
        ("pyodide.asm.data", spoil_inside),
        ("pyodide.asm.data", spoil_by_removing),
        ("pyodide.asm.mjs", spoil_inside),
        ("pyodide.asm.mjs", spoil_by_removing),
        ("pyodide.asm.mjs", spoil_unnoticed),
        ("pyodide.mjs", spoil_unnoticed),
        ("zstd.wasm", spoil_by_another),
        ("zstd.wasm", spoil_by_removing),
    ],
)
def test_a_part_that_is_missing_or_spoilt_is_named(page, rules_url, broken_runtime, part, spoil):
    file = file_of(broken_runtime, part)
    spoil(file)
    told = ask(page, rules_url, "broken/")
    assert told["state"] == "failed"
    problem = told["reply"]["problem"]
    assert problem["code"] == "worker_failed"
    assert file.name in problem["message"]
    assert "reload the page" in problem["message"]


def test_a_missing_runtime_is_a_failure_that_says_so(page, rules_url):
    told = ask(page, rules_url, "nowhere/")
    assert told["state"] == "failed"
    assert told["reply"]["problem"]["code"] == "worker_failed"
    assert "nowhere/start.json" in told["reply"]["problem"]["message"]


def test_a_browser_that_cannot_unpack_is_told(page, rules_url):
    page.goto(rules_url)
    worker = "import './rules-worker.js'; delete globalThis.DecompressionStream;"
    page.route(
        "**/core/old-worker.js", lambda route: route.fulfill(body=worker, content_type="text/javascript")
    )
    ask_old = ASK.replace("rules-worker.js", "old-worker.js")
    told = page.evaluate(ask_old, ["runtime/", {"op": "describe"}])
    assert told["state"] == "failed"
    assert "DecompressionStream" in told["message"]


@pytest.mark.parametrize(
    "spoil",
    [
        "delete globalThis.Worker;",
        "globalThis.Worker = class extends Worker { constructor() { super('./no.js') } };",
    ],
)
def test_where_a_worker_makes_no_worker_the_snapshot_is_unpacked_all_the_same(page, rules_url, spoil):
    page.goto(rules_url)
    worker = f"import './rules-worker.js'; {spoil}"
    page.route(
        "**/core/lone-worker.js", lambda route: route.fulfill(body=worker, content_type="text/javascript")
    )
    told = page.evaluate(ASK.replace("rules-worker.js", "lone-worker.js"), ["runtime/", {"op": "describe"}])
    assert told["state"] == "ready", told["message"]
    assert told["because"] == ""
    assert told["reply"] == ask(page, rules_url)["reply"]


class PlainHandler(serve.Handler):
    """A static host that knows of nothing: no policy, no validators, no type but those of pages and scripts."""

    isolated = False

    def _send_common_headers(self, _content):
        if self.isolated:
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")


class IsolatedHandler(PlainHandler):
    isolated = True


@pytest.mark.parametrize("handler", [PlainHandler, IsolatedHandler])
def test_the_rules_start_on_a_host_that_sends_only_what_it_must(page, rules_folder, handler, monkeypatch):
    known = {name: serve.TYPES[name] for name in (".html", ".js")}
    monkeypatch.setattr(serve, "TYPES", known)
    monkeypatch.setattr(serve, "OTHER_TYPE", "text/plain")
    monkeypatch.setattr(serve, "COMPRESSIBLE", set())
    store = serve.ContentStore(rules_folder)

    def make(*arguments):
        return handler(*arguments, store=store)

    server = ThreadingHTTPServer(("127.0.0.1", 0), make)
    with serve.serving(server) as address:
        told = ask(page, address + "some/place/")
        assert page.evaluate("crossOriginIsolated") is handler.isolated
    assert told["state"] == "ready", told["message"]
    assert told["because"] == ""
    assert told["reply"]["ok"] is True


def test_a_host_that_does_not_send_scripts_as_scripts_is_told_so(page, rules_url):
    script = file_of(PACKED, "pyodide.asm.mjs").name
    page.route(
        f"**/{script}",
        lambda route: route.fulfill(path=PACKED / script, content_type="application/octet-stream"),
    )
    told = ask(page, rules_url)
    assert told["state"] == "failed"
    assert script in told["message"]
    assert "have the server send files that end in .js as text/javascript" in told["message"]


def test_a_second_visit_transfers_nothing_that_is_unchanged(browser, rules_url):
    context = browser.new_context()
    first, second = (_transferred(context, rules_url) for _ in range(2))
    context.close()
    assert 6_000_000 < first < 8_000_000
    assert second < 40_000


def _transferred(context, url):
    """Bytes that a start brings over the network, as the worker's browser counts them."""
    page = context.new_page()
    total = 0

    def count(request):
        nonlocal total
        sizes = request.sizes()
        from_network = not request.response().from_service_worker
        total += sizes["responseBodySize"] if from_network else 0

    page.on("requestfinished", count)
    ask(page, url)
    page.close()
    return total
