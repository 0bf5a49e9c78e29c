"""Decide who may ask the server: pages of its own origin or of allowed ones, and programs, all with the token."""

import secrets
from collections.abc import Callable, Sequence

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from grader.lab.serve.request import ApiError

PAGE = "/"
"""The address of the page: the same for everybody, and without anything secret."""
OWN_SITES = (None, "same-origin", "none")
"""Values of the header Sec-Fetch-Site; programs send none, and `none` is an address that was typed."""
Refuse = Callable[[ApiError], Response]


def headers_of(scope: Scope) -> dict[str, str]:
    """Return the headers of a request, by their names in lower-case letters."""
    return {key.decode("latin-1"): value.decode("latin-1") for key, value in scope.get("headers", [])}


class OwnOriginOnly:
    """Refuse what a page of another origin asks, unless that origin is allowed; programs send no origin."""

    def __init__(self, app: ASGIApp, origins: Sequence[str], refuse: Refuse) -> None:
        self._app, self._origins, self._refuse = app, origins, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        headers = headers_of(scope)
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        is_own = origin in (None, f"http://{headers.get('host')}") and site in OWN_SITES
        is_link = scope.get("path") == PAGE and origin is None and headers.get("sec-fetch-mode") == "navigate"
        if scope["type"] != "http" or is_own or is_link or origin in self._origins:
            await self._app(scope, receive, send)
            return
        error = ApiError("pages of other origins may not ask; see --allow-origin", status=403, code="origin")
        await self._refuse(error)(scope, receive, send)


class TokenOnly:
    """Refuse what comes without the token: other users of this machine reach the port, too."""

    def __init__(self, app: ASGIApp, token: str, refuse: Refuse) -> None:
        self._app, self._refuse = app, refuse
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        sent = headers_of(scope).get("authorization", "").encode()
        if scope["type"] != "http" or scope["path"] == PAGE or secrets.compare_digest(sent, self._expected):
            await self._app(scope, receive, send)
            return
        words = "the api_key is missing or wrong; `learn serve` prints it"
        await self._refuse(ApiError(words, status=401, code="invalid_api_key"))(scope, receive, send)
