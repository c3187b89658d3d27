"""The rules start in a real browser under a strict policy, from one origin, and answer."""

import shutil

import pytest

from build_scripts.project import ROOT, RUNTIME

PAGE = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>rules</title>'

ASK = """async ([runtimeUrl, request]) => {
  const { createRulesClient } = await import("/core/rules-client.js");
  const statuses = [];
  const rules = createRulesClient({
    workerUrl: "/core/rules-worker.js",
    runtimeUrl,
    maxRestarts: 0,
    onStatus: (status) => statuses.push(status),
  });
  const reply = await rules.request(request);
  const { state, message, versions } = rules.status;
  rules.dispose();
  return { reply, state, message, versions, statuses };
}"""


@pytest.fixture(scope="module")
def rules_url(serve_folder, tmp_path_factory):
    """The address of an empty page beside the modules of web/core, as they are, and the runtime."""
    folder = tmp_path_factory.mktemp("rules")
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    shutil.copytree(ROOT / "web" / "core", folder / "core")
    shutil.copytree(RUNTIME, folder / "runtime")
    return serve_folder(folder)


def test_the_worker_gets_ready_and_answers(page, rules_url, addresses, complaints):
    page.goto(rules_url)
    told = page.evaluate(ASK, ["/runtime/", {"op": "describe"}])
    assert told["state"] == "ready", told["message"]
    assert told["reply"]["ok"] is True
    steps = [status["step"] for status in told["statuses"] if status["state"] == "loading"]
    assert steps == ["runtime", "pydantic", "rules"]
    assert complaints == []
    assert [address for address in addresses if not address.startswith(rules_url)] == []
    assert any(address.endswith(".wasm") for address in addresses)


def test_a_missing_runtime_is_a_failure_that_says_so(page, rules_url):
    page.goto(rules_url)
    told = page.evaluate(ASK, ["/nowhere/", {"op": "describe"}])
    assert told["state"] == "failed"
    assert told["reply"]["problem"]["code"] == "worker_failed"
    assert "pyodide.mjs" in told["reply"]["problem"]["message"]
