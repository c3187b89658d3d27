"""WebDriver BiDi, the part of it that is needed: questions and answers over one socket, and events between them."""

import json
from collections.abc import Callable
from typing import Any

import websocket

# Browsers under load take long; an answer that comes in time costs no time.
TIMEOUT_SECONDS = 90


class Bidi:
    """A line to a browser."""

    def __init__(self, address: str, on_event: Callable[[str, dict[str, Any]], None]) -> None:
        self._socket = websocket.create_connection(address, TIMEOUT_SECONDS, suppress_origin=True)
        self._on_event = on_event
        self._last = 0

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to a command; events that come before it are told."""
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv())
            if message["type"] == "event":
                self._on_event(message["method"], message["params"])
            elif message["id"] == self._last:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    def close(self) -> None:
        """Hang up."""
        self._socket.close()
