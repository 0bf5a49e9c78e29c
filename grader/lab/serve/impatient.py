"""Connections that may not wait for ever: uvicorn has no limit for the head of a request."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 30.0
"""After so long, or at most twice as long, without a whole head."""
MOST_DESCRIPTORS = 8192


class ImpatientProtocol(H11Protocol):
    """HTTP over a connection that is closed if the head of a request does not come."""

    def connection_made(self, transport: Any) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self._look(self)

    def _look(self, seen: object) -> None:
        """Close the connection if nothing has been answered, or begun, since the last look."""
        if self.transport.is_closing():
            return
        if self.cycle is seen and (self.cycle is None or self.cycle.response_complete):
            self.transport.close()
            return
        asyncio.get_running_loop().call_later(HEAD_SECONDS, self._look, self.cycle)


def raise_descriptor_limit() -> None:
    """Let the process hold more connections than the usual 1,024 descriptors, where the system has such a limit."""
    try:
        import resource  # not on Windows
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
