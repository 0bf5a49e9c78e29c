"""How long `learn serve` waits for the head and the body of a request."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from grader.lab.serve import app, impatient

uvicorn = pytest.importorskip("uvicorn", reason='uvicorn is not installed: pip install "token-by-token[serve]"')
LONGEST = 300.0
HEAD = b"POST /v1/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n"


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """Yield the address of a server that waits for a fifth of a second; what it would answer is not needed."""
    monkeypatch.setattr(impatient, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(app, "BODY_SECONDS", 0.2)
    nothing: Any = None
    served = app.ServedModel("tiny", nothing, nothing, nothing)
    settings: dict[str, Any] = {"log_level": "warning", "http": impatient.ImpatientProtocol}
    server = uvicorn.Server(uvicorn.Config(app.make_app(served), **settings))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        running.start()
        deadline = time.monotonic() + LONGEST
        while not server.started:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        yield listener.getsockname()
        server.should_exit = True
        running.join(LONGEST)


@pytest.mark.parametrize("sent", [b"", HEAD], ids=["nothing", "half a head"])
def test_a_connection_without_a_whole_head_is_closed(address: tuple[str, int], sent: bytes) -> None:
    with socket.create_connection(address, LONGEST) as connection:
        connection.sendall(sent)
        assert connection.recv(1000) == b""


def test_a_body_that_does_not_come_is_refused(address: tuple[str, int]) -> None:
    with socket.create_connection(address, LONGEST) as connection:
        connection.sendall(HEAD + b"\r\n{")
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"the body did not arrive in 0.2 s" in answer
