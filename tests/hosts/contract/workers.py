"""The workers of a page: their answers can be held back and read, and the last one can be killed."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Frame, Page

# Notices stay, however slow the machine is: they leave after 8 or 9 s.
_NOTICES_STAY = """
const honestTimeout = globalThis.setTimeout;
globalThis.setTimeout = (run, millis, ...rest) =>
  millis >= 8000 && millis < 10000 ? 0 : honestTimeout(run, millis, ...rest);
"""
# Runs in a page before all others. Only answers to questions are held back: a worker that starts is heard.
SEEN = (
    _NOTICES_STAY
    + """
globalThis.workers = { made: 0, asked: [], open: new Set(), answers: [], held: null };
globalThis.Worker = class extends Worker {
  constructor(...settings) {
    super(...settings);
    workers.made += 1;
  }
  postMessage(message) {
    if (message.type === "request") {
      workers.asked.push(message.text);
      workers.open.add(message.id);
    }
    super.postMessage(message);
  }
  addEventListener(type, listener) {
    super.addEventListener(type, (event) => {
      const isAnswer = type === "message" && event.data.type === "reply";
      if (isAnswer) workers.answers.push(event.data.text);
      if (isAnswer) workers.open.delete(event.data.id);
      if (isAnswer && workers.held) workers.held.push(() => listener(event));
      else listener(event);
    });
  }
};
"""
)
# Likewise; no worker can be made until the page is allowed one.
NONE = (
    _NOTICES_STAY
    + """
globalThis.mayWork = false;
globalThis.Worker = class extends Worker {
  constructor(...settings) {
    if (!mayWork) throw new Error("no workers here");
    super(...settings);
  }
};
"""
)
# Likewise; the rules say when they are ready that they could not be started from their snapshot.
SLOW_START = """
globalThis.Worker = class extends Worker {
  addEventListener(type, listener) {
    super.addEventListener(type, (event) => {
      if (event.data?.type !== "ready") return listener(event);
      listener(new MessageEvent(type, { data: { ...event.data, because: "no room for it" } }));
    });
  }
};
"""
DEATH = "out of memory, say"
DIE = f"() => {{ setTimeout(() => {{ throw new Error('{DEATH}'); }}); }}"


class Workers:
    """The workers that one frame of a page has made."""

    def __init__(self, page: Page, frame: Callable[[], Frame]) -> None:
        self._page = page
        self._frame = frame

    def _ask(self, script: str) -> Any:
        return self._frame().evaluate(script)

    def made(self) -> int:
        """How many there were by now."""
        return self._ask("() => workers.made")

    def are_idle(self) -> bool:
        """Whether all that was asked is answered."""
        return self._ask("() => workers.open.size === 0")

    def hold(self) -> None:
        """Hold back all answers from now on."""
        self._ask("() => { workers.held ??= []; }")

    def held(self) -> int:
        """How many answers are held back."""
        return self._ask("() => workers.held?.length ?? 0")

    def release(self) -> None:
        """Let the answers through, and all that come."""
        self._ask(
            "() => { const all = workers.held ?? []; workers.held = null; for (const one of all) one(); }"
        )

    def kill(self) -> None:
        """Have the worker of now die."""
        self._page.workers[-1].evaluate(DIE)

    def asked(self) -> int:
        """How many questions there were since the page was opened."""
        return self._ask("() => workers.asked.length")

    def asked_where(self) -> list[str]:
        """Of which tokens it was asked where they can go, in that order."""
        questions = map(json.loads, self._ask("() => workers.asked"))
        return [one["mover"]["token"] for one in questions if one["op"] == "destinations"]

    def asked_ways(self) -> list[tuple[int, int]]:
        """To which cells it was asked what ways come to that were told cell by cell, in that order."""
        questions = map(json.loads, self._ask("() => workers.asked"))
        routes = [mover["route"] for one in questions if one["op"] == "plan" for mover in one["movers"]]
        ends = [route["path"][-1] for route in routes if "path" in route]
        return [(end["col"], end["row"]) for end in ends]

    def forget(self) -> None:
        """Forget the answers that were given."""
        self._ask("() => { workers.answers = []; }")

    def answers(self) -> list[str]:
        """What was answered since."""
        return self._ask("() => workers.answers")
