"""Two servers on two origins: the table's own page, and the extension as any static host serves it."""

import json
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from build_scripts.serve import serving
from tests.hosts.owlbear.worlds import World

DOUBLE = Path(__file__).parent / "double"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class _Page(_Quiet):
    def __init__(self, *args: Any, made: dict[str, bytes], **kwargs: Any) -> None:
        self._made = made
        super().__init__(*args, directory=str(DOUBLE), **kwargs)

    def do_GET(self) -> None:
        made = self._made.get(self.path.lstrip("/"))
        if made is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(made)))
        self.end_headers()
        self.wfile.write(made)


class _Extension(_Quiet):
    """A static server; what it sends beside the file is the test's to say."""

    def __init__(self, *args: Any, manifest_headers: dict[str, str], **kwargs: Any) -> None:
        self._manifest_headers = manifest_headers
        super().__init__(*args, **kwargs)

    def end_headers(self) -> None:
        if self.path.startswith("/manifest.json"):
            for name, value in self._manifest_headers.items():
                self.send_header(name, value)
        super().end_headers()


ALLOWED = {"Access-Control-Allow-Origin": "*"}


class Servers:
    """The table and the extension, each on an origin of its own."""

    def __init__(self, extension: Path, manifest_headers: dict[str, str] = ALLOWED) -> None:
        self._made = {"world.json": b"{}"}
        serve = partial(_Extension, directory=str(extension), manifest_headers=manifest_headers)
        handlers = [partial(_Page, made=self._made), serve]
        self._servers = [ThreadingHTTPServer(("127.0.0.1", 0), handler) for handler in handlers]
        self._open = ExitStack()
        self.table, self.extension = (f"http://127.0.0.1:{one.server_address[1]}/" for one in self._servers)

    def put(self, world: World) -> None:
        """Lay another scene for those who come from now on."""
        self._made["world.json"] = json.dumps(world).encode()

    def __enter__(self) -> Self:
        for server in self._servers:
            self._open.enter_context(serving(server))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()
