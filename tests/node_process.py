"""A process of Node that answers one line of JSON per line."""

import json
import subprocess
from pathlib import Path
from typing import Any


class NodeProcess:
    """A script that runs until it is closed."""

    def __init__(self, script: Path, *arguments: Path) -> None:
        self._process = subprocess.Popen(
            ["node", str(script), *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(self, question: Any) -> Any:
        """The answer to a question."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return self.read()

    def read(self) -> Any:
        """The next that it says."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            status = self._process.wait()
            raise RuntimeError(f"Node ended with status {status}; its last words are above")
        return json.loads(line)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()
