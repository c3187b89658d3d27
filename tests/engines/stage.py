"""The built demo as it is served to visitors, with ears in its page and a worker that can be killed."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from build_scripts.project import SITE
from build_scripts.serve import ContentStore, Handler, QuietServer, serving

HERE = Path(__file__).parent
# What the worker says when it is killed.
DEATH = "out of memory, say"


class Stage:
    """Where the demo is, whole and without its snapshot; what starts the rules can be held back."""

    def __init__(self) -> None:
        self.address = ""
        self.asked: list[str] = []
        self._may_start = threading.Event()
        self._may_start.set()

    @property
    def seeded(self) -> str:
        """The address of the demo in which the dice of the first roll are 6, 3, 7, 1 and 2."""
        return f"{self.address}?seed=7"

    @property
    def without_snapshot(self) -> str:
        """The address of a demo whose snapshot is not there."""
        return f"{self.address}without-snapshot/"

    def hold(self) -> None:
        """Let no page have its rules from now on."""
        self._may_start.clear()

    def release(self) -> None:
        """Let them have their rules."""
        self._may_start.set()

    def was_asked_for(self, part: str) -> bool:
        """Whether a browser has asked for a part of the runtime since the last time this was forgotten."""
        return any(f"/runtime/{part}." in path for path in self.asked)

    def answer(self, path: str) -> None:
        """Somebody asks for this; comes back when it may be sent."""
        self.asked.append(path)
        if path.endswith("/start.json"):
            self._may_start.wait()


class StageHandler(Handler):
    """Sends when the stage lets it."""

    def __init__(self, *args: object, stage: Stage, **kwargs: object) -> None:
        self._stage = stage
        super().__init__(*args, **kwargs)

    def _answer(self, *, with_body: bool) -> None:
        self._stage.answer(self.path)
        super()._answer(with_body=with_body)


@contextmanager
def open_stage(folder: Path) -> Iterator[Stage]:
    """Serve the demo from a folder that is still empty."""
    site = shutil.copytree(SITE, folder / "site")
    _prepare(site)
    other = shutil.copytree(site, folder / "without-snapshot", copy_function=os.link)
    next((other / "runtime").glob("snapshot.*")).unlink()
    other.rename(site / other.name)
    stage = Stage()
    server = QuietServer(("127.0.0.1", 0), partial(StageHandler, store=ContentStore(site), stage=stage))
    with serving(server) as address:
        stage.address = address
        yield stage
        stage.release()


def _prepare(site: Path) -> None:
    shutil.copy(HERE / "ears.js", site)
    page = site / "index.html"
    text = page.read_text(encoding="utf-8")
    changed = text.replace("<script ", '<script src="./ears.js"></script><script ', 1)
    assert changed != text, "the page has no script to come before"
    page.write_text(changed, encoding="utf-8")
    with (site / "rules-worker.js").open("a", encoding="utf-8") as worker:
        worker.write((HERE / "mortal.js").read_text(encoding="utf-8"))
