"""Show a course while it is written: one page at a time, as on its site, at an address of this machine that reloads."""

import html
import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from grader.authoring.site.build import SiteContent, rendering, static_files
from grader.authoring.site.framed_page import HOME, SitePlace
from grader.core.errors import UserError
from grader.course import author_fault
from grader.course.course import Course

HOST = "127.0.0.1"
FRAME = Path(__file__).parent / "preview.html"
LOAD_SECONDS = 1.0
"""How long a proof waits for the page that shows the change, which comes first."""
WAIT_SECONDS = 20.0
"""How long a browser waits for the next change before it asks again."""


class Preview:
    """A server of the pages of a course, and of the problems beside them, if it has any; `begin` and `show` tell it of a change."""

    def __init__(self, opened: Callable[[], Course], port: int = 0, *, has_problems: bool = True) -> None:
        self._open = opened
        self._state: dict[str, Any] = {"version": 0, "page": HOME, "problems": [], "is_proving": True}
        self._state["has_problems"] = has_problems
        self._changed = threading.Condition()
        self._navigation: tuple[SitePlace, ...] = ()
        self._has_browser = False
        self._rendered = threading.Event()
        self._rendered.set()  # nobody has asked yet
        self.lock = threading.Lock()
        """Held while code of the course runs, which is not made for threads."""
        handler = type("Handler", (_Handler,), {"preview": self})
        self._server = ThreadingHTTPServer((HOST, port), handler)
        self.names = {f"{name}:{self._server.server_port}" for name in (HOST, "localhost")}
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Return the address to open in a browser."""
        return f"http://{HOST}:{self._server.server_port}/"

    def close(self) -> None:
        """End the server."""
        self._server.shutdown()
        self._server.server_close()

    def begin(self, page: str | None = None) -> None:
        """Have the browser load the page anew, or another one; wait until it has it, if one is open."""
        if self._has_browser:
            self._rendered.clear()
        self.tell(is_proving=True, **({"page": page} if page else {}))
        self._rendered.wait(LOAD_SECONDS)

    def tell(self, **changes: object) -> None:
        """Change what the browser shows: `page`, `problems`, `is_proving`."""
        with self._changed:
            self._state |= {**changes, "version": self._state["version"] + 1}
            self._changed.notify_all()

    def state_after(self, version: int) -> bytes:
        """Return the state as JSON as soon as it is another than the one of that version."""
        self._has_browser = True
        with self._changed:
            self._changed.wait_for(lambda: self._state["version"] != version, WAIT_SECONDS)
            return json.dumps(self._state).encode()

    def page(self, path: str) -> bytes | None:
        """Return a page, or a file that pages share; one that cannot be rendered says why. None if there is none."""
        try:
            if not path.endswith(".html"):
                return dict(static_files(self._content())).get(path)  # no code of the course: it waits for no proof
            with self.lock:
                content = self._content(self._navigation if path.startswith("units/") else ())
                self._navigation = content.places
                return next((render() for name, render in rendering(content) if name == path), None)
        except Exception as error:
            if not (message := str(error) if isinstance(error, UserError) else author_fault(error)):
                raise
            return f"<!doctype html><meta charset=utf-8><pre>{html.escape(message)}</pre>".encode()
        finally:
            if path.endswith(".html"):
                self._rendered.set()

    def _content(self, navigation: tuple[SitePlace, ...] = ()) -> SiteContent:
        return SiteContent(self._open(), "a4", "", has_pdf=False, navigation=navigation)


class _Handler(BaseHTTPRequestHandler):
    """Answers a browser; `preview` is set by a subclass for each server."""

    preview: Preview

    def do_GET(self) -> None:
        """Send the frame, the state after a version, or a page of the course."""
        path = self.path.partition("?")[0].removeprefix("/")
        if self.headers.get("Host") not in self.preview.names:  # a name that another site has pointed to this machine
            self.send_error(403)
        elif not path:
            self._send(FRAME.read_bytes(), "text/html; charset=utf-8")
        elif path.startswith("state/") and path[6:].isdigit():
            self._send(self.preview.state_after(int(path[6:])), "application/json")
        elif path.startswith("course/") and (page := self.preview.page(path.removeprefix("course/"))) is not None:
            kinds = {".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}
            self._send(page, kinds.get(Path(path).suffix, "text/html; charset=utf-8"))
        else:
            self.send_error(404)

    def _send(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing: the terminal shows the problems."""
