"""Serve a site on this machine, as a browser needs it to start what pages load by scripts."""

import contextlib
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

LOOPBACK, USUAL_PORT = "127.0.0.1", 8000
"""A browser keeps files and progress by address, so that the port should be the same each time."""


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files, and prints nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


def serve(folder: Path, tell: Callable[[str], object]) -> None:
    """Serve a folder until Ctrl-C; `tell` gets its address."""
    handler = partial(QuietHandler, directory=str(folder))
    try:
        server = ThreadingHTTPServer((LOOPBACK, USUAL_PORT), handler)
    except OSError:  # the port is in use
        server = ThreadingHTTPServer((LOOPBACK, 0), handler)
    with server, contextlib.suppress(KeyboardInterrupt):
        tell(f"http://{LOOPBACK}:{server.server_port}/")
        server.serve_forever()
