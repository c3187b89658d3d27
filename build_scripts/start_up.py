"""Measure how fast the rules start in a browser, beside a bare Pyodide in the same run.

From the creation of the worker to the first destinations, in headless Chromium: on a first visit (nothing
kept by the browser) and on a later one. Times depend on the machine, their share hardly does.
"""

import json
import shutil
import statistics
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from build_scripts.chromium import find_chromium, launch_arguments
from build_scripts.project import BUILD, ROOT, RUNTIME, say, stop
from build_scripts.serve import address_of, make_server
from py_rules.service import handle

REPEATS = 5
REPORT = BUILD / "reports" / "start-up.json"

MEASURE_RULES = """async (requests) => {
  const { measureRules } = await import("/tests/benchmarks/start-up.js");
  return measureRules(requests);
}"""
MEASURE_BARE = """async () => {
  const { measureBare } = await import("/tests/benchmarks/start-up.js");
  return measureBare();
}"""


def first_question() -> dict[str, Any]:
    """Where can a token go on an empty map, in the first system there is?"""
    described = json.loads(handle('{"v":1,"op":"describe"}'))
    return {
        "v": 1,
        "op": "destinations",
        "system": described["value"]["systems"][0]["id"],
        "scene": {"grid": {"cols": 30, "rows": 30}, "tokens": [{"id": "a", "col": 15, "row": 15}]},
        "mover": {"token": "a"},
    }


def measure(browser: Browser, address: str) -> dict[str, dict[str, list[float]]]:
    """Milliseconds of each start, by visit and by what was started; rules and bare Pyodide take turns."""
    times: dict[str, dict[str, list[float]]] = {
        visit: {"rules": [], "bare": []} for visit in ("first visit", "later visit")
    }
    for _ in range(REPEATS):
        for started in ("rules", "bare"):
            context = browser.new_context()
            for visit in times:
                times[visit][started].append(_start_once(context, address, started))
            context.close()
    return times


def _start_once(context: BrowserContext, address: str, started: str) -> float:
    page = context.new_page()
    page.goto(address)
    rules = started == "rules"
    millis = page.evaluate(MEASURE_RULES, [first_question()]) if rules else page.evaluate(MEASURE_BARE)
    page.close()
    return float(millis)


def _make_site(folder: Path) -> None:
    """An empty page, and what is measured as it lies in the project."""
    page = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>start-up</title>'
    (folder / "index.html").write_text(page, encoding="utf-8")
    for source in (ROOT / "web" / "core", ROOT / "tests" / "benchmarks", RUNTIME):
        shutil.copytree(source, folder / source.relative_to(ROOT))


def main() -> None:
    """Measure, print the medians and their shares, and keep all times in ``build/reports``."""
    if not (RUNTIME / "pyodide-lock.json").is_file():
        stop("build/runtime is missing; run make build")
    say(f"measuring {REPEATS} starts of each kind in headless Chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        _make_site(Path(folder))
        server = make_server(Path(folder), warm=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=launch_arguments())
        times = measure(browser, address_of(server))
        browser.close()
        server.shutdown()
        server.server_close()
    for visit, by_kind in times.items():
        rules, bare = statistics.median(by_kind["rules"]), statistics.median(by_kind["bare"])
        print(
            f"  {visit:<12} rules to first destinations {rules:6.0f} ms, "
            f"bare Pyodide {bare:6.0f} ms, share {rules / bare:.2f}"
        )
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text(json.dumps(times, indent=1) + "\n", encoding="utf-8")
    say(f"all times are in {REPORT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
