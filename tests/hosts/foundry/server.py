"""The server of a table: pages, the module, the one world that all clients share, and messages between clients."""

import copy
import json
import queue
import threading
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from build_scripts.foundry import EXAMPLE
from build_scripts.serve import OTHER_TYPE, TYPES, QuietServer

HERE = Path(__file__).parent
DOUBLE = HERE / "double"
SYSTEMS = HERE / "systems"
EXAMPLE_ID = "footwork-stride"

World = dict[str, Any]


class Table:
    """The world, and the clients that are connected to it."""

    def __init__(self, module: Path) -> None:
        self.module = module
        self.lock = threading.RLock()
        # What a proxy before the server allows workers, as it says in a header; none: all. The page is spared, for
        # tests evaluate texts there; a worker goes by what comes with its own script.
        self.policy = ""
        self.world: World = {}
        self.clients: dict[str, queue.Queue[dict[str, Any] | None]] = {}

    def put(self, world: World) -> None:
        """Put another world on the table; whoever still listens is sent away."""
        with self.lock:
            for waiting in self.clients.values():
                waiting.put(None)
            self.clients = {}
            # As text, so that no two tokens share what they are made of.
            self.world = json.loads(json.dumps(world))

    def snapshot(self) -> World:
        """The world as it is now, with who is here."""
        with self.lock:
            return copy.deepcopy({**self.world, "online": sorted(self.clients)})

    def enter(self, client: str) -> "queue.Queue[dict[str, Any] | None]":
        """A client begins to listen."""
        mine: queue.Queue[dict[str, Any] | None] = queue.Queue()
        with self.lock:
            self.clients[client] = mine
            self._tell_all({"kind": "online", "data": sorted(self.clients)}, but=None)
        return mine

    def leave(self, client: str, mine: "queue.Queue[dict[str, Any] | None]") -> None:
        """A client is gone."""
        with self.lock:
            if self.clients.get(client) is mine:
                del self.clients[client]
                self._tell_all({"kind": "online", "data": sorted(self.clients)}, but=None)

    def change(self, said: dict[str, Any]) -> None:
        """Change a document and tell the others."""
        collection, key, changes = said["collection"], said["id"], said["changes"]
        with self.lock:
            if collection == "settings":
                self.world["settings"][key] = changes["value"]
            elif collection == "messages":
                self._change_message(key, changes)
            elif collection == "actors":
                merge(next(one for one in self.world["actors"] if one["id"] == key), changes)
            elif collection == "combats":
                self._change_combat(key, changes)
            elif collection == "effects":
                next(one for one in self.world["actors"] if one["id"] == key).update(changes)
            else:
                merge(self.world[collection][key], changes)
            data = {"id": key, "changes": changes, "extra": said["extra"], "client": said["client"]}
            self._tell_all({"kind": collection, "data": data}, but=said["client"], number=said.get("number"))

    def _change_message(self, key: str, changes: dict[str, Any]) -> None:
        known = next((one for one in self.world["messages"] if one["_id"] == key), None)
        if known is None:
            self.world["messages"].append(changes)
        else:
            merge(known, changes)

    def _change_combat(self, key: str, changes: dict[str, Any]) -> None:
        combats = self.world["combats"]
        if created := changes.get("created"):
            combats.append(created)
            return
        combat = next(one for one in combats if one["id"] == key)
        if changes.get("deleted"):
            combats.remove(combat)
        else:
            merge(combat, changes)

    def pass_on(self, said: dict[str, Any]) -> None:
        """Tell all clients but the one that says it."""
        with self.lock:
            message = {"kind": said["kind"], "data": said["data"]}
            self._tell_all(message, but=said["client"], number=said.get("number"))

    def _tell_all(self, message: dict[str, Any], *, but: str | None, number: str | None = None) -> None:
        """Tell all clients but the one that has said it: that hears, in the same order, that its word was heard."""
        for client, waiting in self.clients.items():
            waiting.put(message if client != but else {"kind": "heard", "data": number})


def merge(target: dict[str, Any], changes: dict[str, Any]) -> None:
    """Merge changes into a document; a key that begins with ``-=`` deletes."""
    for key, value in changes.items():
        if key.startswith("-="):
            target.pop(key.removeprefix("-="), None)
        elif isinstance(value, dict) and isinstance(target.get(key), dict):
            merge(target[key], value)
        else:
            target[key] = value


class Handler(BaseHTTPRequestHandler):
    """Answers the clients of one table."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def __init__(self, *args: object, table: Table, prefix: str, **kwargs: object) -> None:
        self._table = table
        self._prefix = prefix
        super().__init__(*args, **kwargs)

    def _path(self) -> str:
        """What is asked for behind the prefix; what is asked for elsewhere is not there."""
        path = urlsplit(self.path).path
        return path.removeprefix(self._prefix) if path.startswith(f"{self._prefix}/") else ""

    def do_GET(self) -> None:
        path = self._path()
        if path == "/world":
            self._send(json.dumps(self._table.snapshot()).encode(), TYPES[".json"])
        elif path == "/events":
            self._send_events(parse_qs(urlsplit(self.path).query)["client"][0])
        else:
            self._send_file(path)

    def do_POST(self) -> None:
        said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self._path() == "/world":
            self._table.change(said)
        else:
            self._table.pass_on(said)
        self._send(b"{}", TYPES[".json"])

    def _send_file(self, path: str) -> None:
        folders = {"double": DOUBLE, "systems": SYSTEMS, "modules": self._table.module.parent}
        if path == "/game":
            self._send((DOUBLE / "game.html").read_bytes(), TYPES[".html"])
            return
        name, _, rest = path.lstrip("/").partition("/")
        folder = folders.get(name)
        if name == "modules" and rest.startswith(f"{EXAMPLE_ID}/"):
            folder, rest = EXAMPLE, rest.removeprefix(f"{EXAMPLE_ID}/")
        file = folder and (folder / rest).resolve()
        if not folder or not file or not file.is_relative_to(folder.resolve()) or not file.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        kind = TYPES.get(file.suffix, OTHER_TYPE)
        is_page_of_module = name == "modules" and file.suffix == ".html"
        self._send(file.read_bytes(), TYPES[".txt"] if is_page_of_module else kind)

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        # Files of modules may be fetched from other pages, as a host's file server lets them.
        self.send_header("Access-Control-Allow-Origin", "*")
        if self._table.policy and kind != TYPES[".html"]:
            self.send_header("Content-Security-Policy", self._table.policy)
        self.end_headers()
        self.wfile.write(body)

    def _send_events(self, client: str) -> None:
        # Whoever is told that the line is open is here: the world that is fetched next tells so.
        mine = self._table.enter(client)
        self.close_connection = True
        try:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            while (message := self._next(mine)) is not None:
                self.wfile.write(
                    f"data: {json.dumps(message)}\n\n".encode() if message else b": still here\n\n"
                )
                self.wfile.flush()
        except OSError:  # the browser has hung up
            pass
        finally:
            self._table.leave(client, mine)

    @staticmethod
    def _next(mine: "queue.Queue[dict[str, Any] | None]") -> dict[str, Any] | None:
        try:
            return mine.get(timeout=1)
        except queue.Empty:
            return {}

    def log_message(self, *_: object) -> None:
        """Say nothing about ordinary requests."""


def make_table_server(table: Table, prefix: str = "") -> QuietServer:
    """A server for a table on 127.0.0.1, at any free port, not yet serving; all of it is behind the prefix."""
    return QuietServer(("127.0.0.1", 0), partial(Handler, table=table, prefix=prefix))
