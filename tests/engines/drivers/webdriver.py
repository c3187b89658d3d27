"""The WebDriver protocol, the part of it that is needed: a driver program, and one session of it."""

import http.client
import json
import socket
import subprocess
import time
from collections.abc import Mapping
from typing import Any

# Browsers under load take long; an answer that comes in time costs no time.
TIMEOUT_SECONDS = 120
LOOK_SECONDS = 0.02


class WebDriver:
    """A driver program that has opened a browser, until it is closed."""

    def __init__(self, program: str, capabilities: Mapping[str, Any], environment: Mapping[str, str]) -> None:
        self._port = _free_port()
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen([program, f"--port={self._port}"], env=environment, **quiet)
        self._session = ""
        try:
            self._wait_until_listening()
            wanted = {"capabilities": {"alwaysMatch": capabilities}}
            self._session = f"/session/{self._ask('POST', '/session', wanted)['sessionId']}"
        except BaseException:
            self.close()
            raise

    def _wait_until_listening(self) -> None:
        end = time.monotonic() + TIMEOUT_SECONDS
        while True:
            try:
                self._ask("GET", "/status")
            except ConnectionRefusedError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise
                time.sleep(LOOK_SECONDS)
            else:
                return

    def get(self, command: str) -> Any:
        """What a command that changes nothing answers."""
        return self._ask("GET", self._session + command)

    def post(self, command: str, **parameters: Any) -> Any:
        """What a command with parameters answers."""
        return self._ask("POST", self._session + command, parameters)

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT_SECONDS)
        try:
            connection.request(method, path, None if body is None else json.dumps(body))
            reply = connection.getresponse()
            value = json.loads(reply.read())["value"]
        finally:
            connection.close()
        if reply.status != http.HTTPStatus.OK:
            raise RuntimeError(f"{path}: {value['error']}: {value['message']}")
        return value

    def close(self) -> None:
        """End the browser and the driver program."""
        try:
            if self._session:
                self._ask("DELETE", self._session)
        finally:
            self._process.terminate()
            self._process.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]
