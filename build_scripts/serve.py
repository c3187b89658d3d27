"""Serve a folder of static files to a browser on this machine.

What a good static host does, so that the demo is tried under real conditions: right types, a strict content
security policy, compressed transfer, and 304 for what the browser already has.
"""

import argparse
import errno
import gzip
import hashlib
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from build_scripts.project import say, stop

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; "
    # Pyodide compiles WebAssembly; nothing evaluates strings.
    "script-src 'self' 'wasm-unsafe-eval'; "
    "worker-src 'self'; "
    "style-src 'self'; "
    "img-src 'self' data: blob:; "
    "connect-src 'self'; "
    "object-src 'none'; "
    "base-uri 'none'; "
    "frame-ancestors 'self'"
)

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
# The parts of the packed runtime.
NAMED_BY_CONTENT = re.compile(r"\.[0-9a-f]{16}\.[a-z]+$")

OTHER_TYPE = "application/octet-stream"
USUAL_PORT, LAST_PORT = 8000, 65_535

# The others are compressed already, wheels and the zipped standard library among them.
COMPRESSIBLE = {".css", ".html", ".js", ".json", ".map", ".mjs", ".svg", ".txt", ".wasm"}


@dataclass(frozen=True, slots=True)
class Content:
    """A file ready to send, plain and, where it pays, compressed."""

    plain: bytes
    zipped: bytes | None
    tag: str


class ContentStore:
    """The files of a folder, read and compressed once each and again when they change.

    ``games`` are files of authors elsewhere: they are served under ``games/``, and the page is told of them.
    """

    def __init__(self, folder: Path, games: Sequence[Path] = ()) -> None:
        self._folder = folder.resolve()
        self._games = {f"games/{game.name}": game.resolve() for game in games}
        self._known: dict[Path, tuple[int, Content]] = {}
        self._lock = threading.Lock()

    def path_of(self, url_path: str) -> Path | None:
        """The file behind the path of an address; None if there is none inside the folder."""
        name = unquote(url_path).lstrip("/")
        if name in self._games:
            return self._games[name]
        try:
            wanted = (self._folder / name).resolve()
            if wanted.is_dir():
                wanted /= "index.html"
            return wanted if wanted.is_relative_to(self._folder) and wanted.is_file() else None
        except (OSError, ValueError):  # no file can have such a name
            return None

    def content_of(self, path: Path) -> Content:
        """What to send for a file."""
        changed = path.stat().st_mtime_ns
        with self._lock:
            known = self._known.get(path)
            if known is None or known[0] != changed:
                known = (changed, _prepare(path, self._told() if path == self._folder / "index.html" else ""))
                self._known[path] = known
            return known[1]

    def _told(self) -> str:
        """What the page needs to know of games, as a part of its head."""
        return "".join(f'<meta name="footwork-game" content="./{escape(name)}">' for name in self._games)

    def warm(self) -> None:
        """Prepare every file now."""
        for path in sorted(self._folder.rglob("*")):
            if path.is_file():
                self.content_of(path)


def _prepare(path: Path, head: str) -> Content:
    plain = path.read_bytes()
    if head:
        plain = plain.replace(b"</head>", head.encode() + b"</head>", 1)
    # Level 6: level 9 takes three times as long for the WebAssembly file and saves one part in a hundred.
    zipped = gzip.compress(plain, compresslevel=6, mtime=0) if path.suffix in COMPRESSIBLE else None
    return Content(plain=plain, zipped=zipped, tag=f'"{hashlib.sha256(plain).hexdigest()[:32]}"')


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD from a :class:`ContentStore`."""

    protocol_version = "HTTP/1.1"
    # Headers and body leave in two writes; without this the second waits for the first to be acknowledged.
    disable_nagle_algorithm = True
    timeout = 60
    """How many seconds the server waits for the rest of a request, or for the next one."""

    def __init__(self, *args: object, store: ContentStore, **kwargs: object) -> None:
        self._store = store
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # as the base class was called

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Send the headers of a file."""
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        try:
            asked = urlsplit(self.path).path
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        path = self._store.path_of(asked)
        if path is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        content = self._store.content_of(path)
        if content.tag in self.headers.get("If-None-Match", ""):
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self._send_common_headers(content)
            self.end_headers()
            return
        body = content.plain
        self.send_response(HTTPStatus.OK)
        if content.zipped is not None and reads_gzip(self.headers.get("Accept-Encoding", "")):
            body = content.zipped
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", TYPES.get(path.suffix, OTHER_TYPE))
        self.send_header("Content-Length", str(len(body)))
        self._send_common_headers(content)
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def _send_common_headers(self, content: Content) -> None:
        self.send_header("ETag", content.tag)
        self.send_header("Vary", "Accept-Encoding")
        named_by_content = NAMED_BY_CONTENT.search(urlsplit(self.path).path)
        # Other files are kept too, but asked for each time: their names carry no version.
        caching = "public, max-age=31536000, immutable" if named_by_content else "no-cache"
        self.send_header("Cache-Control", caching)

    def end_headers(self) -> None:
        """End the headers of any answer, also of one that tells an error."""
        self.send_header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing about ordinary requests."""


def reads_gzip(accepted: str) -> bool:
    """Whether the header Accept-Encoding lets an answer be compressed with gzip.

    >>> [reads_gzip(accepted) for accepted in ("br, gzip", "gzip;q=0, *", "*", "identity", "")]
    [True, False, True, False, False]
    """
    weights = {}
    for coding in accepted.lower().split(","):
        name, _, weight = coding.partition(";")
        weights[name.strip()] = weight.strip().removeprefix("q=") or "1"
    return weights.get("gzip", weights.get("*", "0")).strip("0.") != ""


class QuietServer(ThreadingHTTPServer):
    """A threaded server that does not mind browsers hanging up."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that left in the middle is no error worth a word."""


def make_server(
    folder: Path, *, port: int = 0, warm: bool = False, games: Sequence[Path] = ()
) -> ThreadingHTTPServer:
    """A server for a folder on 127.0.0.1, not yet serving; port 0 takes any free one.

    With ``warm`` all files are compressed beforehand, so that no visitor waits for that.
    """
    store = ContentStore(folder, games)
    server = QuietServer(("127.0.0.1", port), partial(Handler, store=store))
    if warm:
        store.warm()
    return server


def address_of(server: ThreadingHTTPServer) -> str:
    """The address of a server, with a slash at its end."""
    return f"http://127.0.0.1:{server.server_address[1]}/"


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[str]:
    """Have a server answer beside what is done here; gives its address."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield address_of(server)
    finally:
        server.shutdown()
        server.server_close()


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="Serve a folder of static files on this machine.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", default=str(USUAL_PORT))
    parser.add_argument("--game", type=Path, action="append", default=[], help="a file of a game of your own")
    options = parser.parse_args()
    if not options.folder.is_dir():
        stop(f"there is no folder {options.folder}; run make build first")
    for game in options.game:
        if not game.is_file() or game.suffix != ".py" or not game.stem.isidentifier():
            stop(f"{game} is no file of a game; name one that ends in .py: make demo GAME=mine/stride.py")
    if not options.port.isdecimal() or int(options.port) > LAST_PORT:
        stop(f"{options.port!r} is no port; choose one up to {LAST_PORT}: make demo PORT={USUAL_PORT}")
    port = int(options.port)
    try:
        server = make_server(options.folder, port=port, warm=True, games=options.game)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            other = port + 1 if port < LAST_PORT else USUAL_PORT
            stop(f"port {port} is taken; choose another one: make demo PORT={other}")
        if error.errno == errno.EACCES:
            stop(f"port {port} is kept for the system; choose another one: make demo PORT={USUAL_PORT}")
        raise
    say(f"serving {options.folder} at {address_of(server)} (Ctrl+C ends it)")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say("ended")
    finally:
        server.server_close()


if __name__ == "__main__":
    main()
