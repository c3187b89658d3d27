"""Measure how fast the rules start in a browser, beside a bare Pyodide in the same run.

From the creation of the worker to the first destinations, in headless Chromium: on a first visit (nothing
kept by the browser), on a later one, and on a first visit over a slow line. Three take turns: a bare
``loadPyodide()`` as npm brings it, our start from wheels, and our start from the snapshot. Times depend on the
machine, their share hardly does. Last, the demo itself is opened: how long was the longest task of its page?
"""

import json
import shutil
import statistics
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from build_scripts.chromium import open_browser
from build_scripts.figures import calm_page, is_quick, keep, rounds
from build_scripts.packages import bundled
from build_scripts.project import PACKED, ROOT, SITE, megabytes, read_pins, say, stop
from build_scripts.serve import ContentStore, Handler, QuietServer, serving
from build_scripts.vendor import PYODIDE, pyodide_files
from py_rules.service import handle

REPEATS = 5
# Bits a second, and the visits that are made over such a line, one after the other.
LINES = ((None, ("ready", "ready-second-visit")), (20_000_000, ("ready-20mbit",)))
QUICK_LINES = ((200_000_000, ("ready",)),)
READY = "measured-ready"
RUNTIMES = {"bare-pyodide": "bare/", "plain": "plain/", "footwork": "packed/"}

MEASURE = """async ([bare, runtime, requests]) => {
  const { measureBare, measureRules } = await import("/tests/benchmarks/start-up.js");
  const address = new URL(runtime, location.href).href;
  return bare ? measureBare(address) : measureRules(address, requests);
}"""


# Runs before the page does. To ask a page whether it is ready yet is work for it; so it tells by itself, half a
# second later, when the first destinations are drawn too.
TELL_WHEN_READY = f"""
new MutationObserver((_, observer) => {{
  if (!document.querySelector("[data-testid=status][data-state=ready]")) return;
  observer.disconnect();
  const {{ startTime }} = performance.mark("{READY}");
  setTimeout(() => console.debug("{READY}", startTime), 500);
}}).observe(document, {{ subtree: true, childList: true, attributes: true }});
"""
TASKS = ["disabled-by-default-devtools.timeline", "blink.user_timing"]


class Line:
    """A line to the server: counts the bytes that pass, and lets no more pass at once than it can carry."""

    def __init__(self, bits: int | None) -> None:
        self.sent = 0
        self._bits = bits
        self._free_at = 0.0
        self._lock = threading.Lock()

    def carry(self, size: int) -> None:
        """Wait until a number of bytes have passed."""
        with self._lock:
            self.sent += size
            if self._bits is None:
                return
            self._free_at = max(time.monotonic(), self._free_at) + size * 8 / self._bits
            wait = self._free_at - time.monotonic()
        time.sleep(max(0.0, wait))


class MeasuredHandler(Handler):
    """Sends over a :class:`Line`, a piece at a time."""

    def __init__(self, *args: object, line: Line, **kwargs: object) -> None:
        self._line = line
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # as the base class was called

    def setup(self) -> None:
        """Put the line between the answer and the socket."""
        super().setup()
        plain, line = self.wfile.write, self._line

        def write(content: bytes) -> int:
            for start in range(0, len(content), 16_384):
                piece = content[start : start + 16_384]
                line.carry(len(piece))
                plain(piece)
            return len(content)

        self.wfile.write = write  # type: ignore[assignment, method-assign]  # of bytes alone


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


def _measured_server(store: ContentStore, line: Line) -> QuietServer:
    return QuietServer(("127.0.0.1", 0), partial(MeasuredHandler, store=store, line=line))


def measure(browser: Browser, store: ContentStore) -> list[dict[str, Any]]:
    """The figures of all cases; those who start take turns."""
    starts: dict[tuple[str, str], list[dict[str, float]]] = {}
    for bits, visits in QUICK_LINES if is_quick() else LINES:
        line = Line(bits)
        with serving(_measured_server(store, line)) as address:
            for _ in range(rounds(REPEATS)):
                for who in RUNTIMES:
                    context = browser.new_context()
                    for visit in visits:
                        starts.setdefault((visit, who), []).append(_start_once(context, address, who, line))
                    context.close()
    return [_figure(visit, who, found) for (visit, who), found in starts.items()]


def _start_once(context: BrowserContext, address: str, who: str, line: Line) -> dict[str, float]:
    page = calm_page(context)
    page.set_default_timeout(0)
    page.goto(address)
    before = line.sent
    told = page.evaluate(MEASURE, [who == "bare-pyodide", RUNTIMES[who], [first_question()]])
    page.close()
    return {**told, "bytes": line.sent - before}


def measure_demo(browser: Browser) -> dict[str, Any]:
    """How long the demo takes from an address to its rules, and the longest task of its page until then."""
    line = Line(None)
    store = ContentStore(SITE)
    store.warm()
    found = []
    with serving(_measured_server(store, line)) as address:
        for _ in range(rounds(REPEATS)):
            page = calm_page(browser.new_context())
            page.set_default_timeout(0)
            page.add_init_script(TELL_WHEN_READY)
            before = line.sent
            browser.start_tracing(page=page, categories=TASKS)
            with page.expect_console_message(lambda message: message.text.startswith(READY)) as told:
                page.goto(address)
            millis = float(told.value.text.split()[1])
            longest = _longest_task(json.loads(browser.stop_tracing())["traceEvents"])
            found.append({"millis": millis, **longest, "bytes": line.sent - before})
            page.context.close()
    processor = max(one["processor"] for one in found)
    return {**_figure("ready-demo", "footwork", found), "longest_task_processor_ms": processor}


def _longest_task(events: list[dict[str, Any]]) -> dict[str, float]:
    """The longest task of the page's main thread, in milliseconds: by the clock, and the longest on the processor.

    On a busy machine a task waits for the processor, too.
    """
    (page,) = {(event["pid"], event["tid"]) for event in events if event["name"] == READY}
    # A task that was still running when the recording ended has no length.
    tasks = [
        event
        for event in events
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) == page and "dur" in event
    ]
    return {
        "longest": max(task["dur"] for task in tasks) / 1000,
        "processor": max(task.get("tdur", 0) for task in tasks) / 1000,
    }


def _figure(visit: str, who: str, found: list[dict[str, float]]) -> dict[str, Any]:
    return {
        "case": visit,
        "who": who,
        "median_ms": statistics.median(one["millis"] for one in found),
        "p99_ms": max(one["millis"] for one in found),
        "runs": len(found),
        "bytes": statistics.median(one["bytes"] for one in found),
        "longest_task_ms": max(one["longest"] for one in found),
    }


def make_site(folder: Path) -> None:
    """An empty page, and what is measured as it ships."""
    page = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>start-up</title>'
    (folder / "index.html").write_text(page, encoding="utf-8")
    for source in (ROOT / "web" / "core", ROOT / "tests" / "benchmarks"):
        shutil.copytree(source, folder / source.relative_to(ROOT))
    worker = Path("web", "core", "rules-worker.js")
    scripts, _ = bundled([ROOT / worker], target="es2022")
    (folder / worker).write_bytes(scripts[worker.name])
    shutil.copytree(PACKED, folder / "packed")
    shutil.copytree(PACKED, folder / "plain")
    start = json.loads((folder / "plain" / "start.json").read_text(encoding="utf-8"))
    del start["parts"]["snapshot.bin"]
    (folder / "plain" / "start.json").write_text(json.dumps(start), encoding="utf-8")
    (folder / "bare").mkdir()
    for path in (*pyodide_files(read_pins()), PYODIDE / "pyodide-lock.json"):
        shutil.copy(path, folder / "bare")


def main() -> None:
    """Measure, print the medians and their shares, and keep them in ``build/bench.json``."""
    if not (PACKED / "start.json").is_file() or not (SITE / "index.html").is_file():
        stop("build/packed or dist/demo is missing; run make build")
    say(f"measuring {rounds(REPEATS)} starts of each kind in headless Chromium")
    with tempfile.TemporaryDirectory() as name, open_browser(whole=not is_quick()) as browser:
        make_site(Path(name))
        store = ContentStore(Path(name))
        store.warm()
        figures = measure(browser, store)
        demo = measure_demo(browser)
    bare = {figure["case"]: figure["median_ms"] for figure in figures if figure["who"] == "bare-pyodide"}
    for figure in figures:
        share = figure["median_ms"] / bare[figure["case"]]
        print(
            f"  {figure['case']:<19} {figure['who']:<13} {figure['median_ms']:6.0f} ms, share {share:.2f}, "
            f"{megabytes(figure['bytes'])}, longest task of the page {figure['longest_task_ms']:.0f} ms"
        )
    print(
        f"  the page of the demo: {demo['median_ms']:.0f} ms, {megabytes(demo['bytes'])}, "
        f"longest task {demo['longest_task_ms']:.0f} ms, on the processor {demo['longest_task_processor_ms']:.0f} ms"
    )
    keep([*figures, demo])


if __name__ == "__main__":
    main()
