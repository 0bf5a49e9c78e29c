"""A tab without a page: the worker's Python half in Node."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from pathlib import Path
from typing import Any, Self

SECONDS = 300.0
"""How long a tab may take to answer."""
SAY = "SAY"
"""Stands for a function of the page that takes text, among the arguments of `ask`."""


class TabEndedError(Exception):
    """The tab gave no answer in time, and was ended."""


class NodeTab:
    """A worker in Node, which is started when it is first asked, and again after one that had to be ended."""

    def __init__(self, runtime: Path, bundle: Path) -> None:
        self._command = ["node", str(Path(__file__).with_name("tab_node.mjs")), str(runtime), str(bundle)]
        self._node: subprocess.Popen[str] | None = None
        self.said: list[str] = []
        """The texts that the page got while it waited for the last answer."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End Node."""
        if self._node:
            self._node.kill()
            self._node.communicate()
            self._node = None

    def ask(self, *request: str | None) -> dict[str, Any]:
        """Call a method of the tab; return its answer.

        Raises:
            TabEndedError: it gave none in time.
        """
        if self._node is None:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            self._node = subprocess.Popen(self._command, text=True, encoding="utf-8", **pipes)  # type: ignore[call-overload]
            while self._read() != "ready\n":  # numpy's is said to be loaded before
                pass
        assert self._node
        assert self._node.stdin
        self._node.stdin.write(f"{json.dumps(request)}\n")
        self._node.stdin.flush()
        reply = json.loads(self._read())
        assert "fault" not in reply, reply["fault"]
        self.said = reply["said"]
        answer: dict[str, Any] = reply["result"]
        return answer

    def _read(self) -> str:
        node, lines = self._node, queue.SimpleQueue[str]()
        assert node
        assert node.stdout
        threading.Thread(target=lambda: lines.put(node.stdout.readline()), daemon=True).start()
        try:
            line = lines.get(timeout=SECONDS)
        except queue.Empty:
            line = ""
        if not line:
            self.close()
            raise TabEndedError
        return line
