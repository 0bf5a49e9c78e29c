"""The API over HTTP: routes, limits, and answers."""

import asyncio
import contextlib
import json
import secrets
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from grader.core.errors import UserError
from grader.course.generator_table import GeneratorTable
from grader.files import html_page
from grader.lab.generate.events import Event
from grader.lab.serve.answer_shapes import Shapes, ShownTokens, added
from grader.lab.serve.jobs import WritingJobs
from grader.lab.serve.may_ask import OwnOriginOnly, TokenOnly
from grader.lab.serve.plan import Planned
from grader.lab.serve.request import ApiError, ApiRequest, chat_request, text_request

PAGE = Path(__file__).parent / "page.html"
MOST_BYTES = 1 << 20
"""Of a request's body."""
BODY_SECONDS = 30.0
"""For the whole body to arrive."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:; font-src data:"
HTTP_ERRORS = {
    404: "there is no such address here; the API begins with /v1",
    405: "this address does not accept that method",
}
ASKING_SECONDS = 0.2
"""How often it is looked whether a client that gets its text whole is still there."""

Plan = Callable[[ApiRequest], Planned]
"""Returns the request for the generator; raises `ApiError` if the prompt is too long, or the like."""


class ServedModel(NamedTuple):
    """A model that is served."""

    model: str
    """Its name."""
    table: GeneratorTable
    """The settings of the course's generator."""
    plan: Plan
    jobs: WritingJobs
    token: str | None = None
    """The key that a client must send; None lets everybody on this machine ask."""
    origins: Sequence[str] = ()
    """Origins of other pages that may ask, such as `http://localhost:3000`."""
    hosts: Sequence[str] = LOOPBACK
    """Names by which this server may be called: a page elsewhere could have its own name point here."""
    facts: dict[str, Any] = {}  # noqa: RUF012 — never changed
    """For the page: whether there is a draft, and so on."""


def make_app(served: ServedModel) -> ASGIApp:
    """Return the application."""
    routes = [
        Route("/", _page, methods=["GET"]),
        Route("/facts", _facts, methods=["GET"]),
        Route("/v1/models", _models, methods=["GET"]),
        Route("/v1/models/{name:path}", _model, methods=["GET"]),
        Route("/v1/completions", partial(_answer, read=text_request), methods=["POST"]),
        Route("/v1/chat/completions", partial(_answer, read=chat_request), methods=["POST"]),
    ]
    middleware = [Middleware(TrustedHostMiddleware, allowed_hosts=list(served.hosts), www_redirect=False)]
    middleware.append(Middleware(OwnOriginOnly, origins=served.origins, refuse=_error_response))
    if served.origins:
        allowed: dict[str, Any] = {"allow_origins": list(served.origins), "allow_methods": ["GET", "POST"]}
        middleware.append(Middleware(CORSMiddleware, **allowed, allow_headers=["*"]))
    if served.token is not None:
        middleware.append(Middleware(TokenOnly, token=served.token, refuse=_error_response))
    handlers: dict[Any, Any] = dict.fromkeys((ApiError, HTTPException, UserError, Exception), _failed)
    handlers[ClientDisconnect] = _left
    app = Starlette(routes=routes, middleware=middleware, exception_handlers=handlers)
    app.state.served = served
    app.state.started = int(time.time())
    return app


# --- answers ---


async def _page(request: Request) -> Response:
    return HTMLResponse(page_html(), headers={"content-security-policy": CONTENT_POLICY})


def page_html() -> str:
    """Return the page for a browser, with the style that all our pages share."""
    return PAGE.read_text("utf-8").replace("/* face */", html_page.face())


async def _facts(request: Request) -> Response:
    served: ServedModel = request.app.state.served
    return JSONResponse({"model": served.model, **served.facts})


async def _models(request: Request) -> Response:
    return JSONResponse({"object": "list", "data": [_described(request)]})


async def _model(request: Request) -> Response:
    name = request.path_params["name"]
    if name != request.app.state.served.model:
        raise ApiError(f"there is no model {name[:100]!r} here", status=404, code="model_not_found", param="model")
    return JSONResponse(_described(request))


def _described(request: Request) -> dict[str, Any]:
    state = request.app.state
    return {"id": state.served.model, "object": "model", "created": state.started, "owned_by": "you"}


async def _answer(request: Request, read: Callable[[object, GeneratorTable], ApiRequest]) -> Response:
    served: ServedModel = request.app.state.served
    asked = read(await _body(request), served.table)
    plan = await served.jobs.call(partial(served.plan, asked))  # it reads the prompt, which may be long
    first = secrets.randbits(31) if asked.seed is None else asked.seed & ((1 << 63) - 1)
    wanted = [plan.seeded(first + index) for index in range(asked.n)]
    shapes = Shapes(uuid.uuid4().hex, int(time.time()), served.model, is_chat=asked.is_chat)
    if asked.is_stream:
        return await _streamed(served.jobs, wanted, asked, shapes)
    return await _while_connected(request, _whole(served.jobs, wanted, asked, shapes))


async def _whole(jobs: WritingJobs, wanted: list[Planned], asked: ApiRequest, shapes: Shapes) -> Response:
    choices, usages = [], []
    for index, one in enumerate(wanted):
        last: Event = {}
        text, tokens = "", ShownTokens()
        async with contextlib.aclosing(jobs.events(one)) as events:
            async for event in events:
                if "logprob" in event:
                    tokens.add(event["logprob"])
                else:
                    text, last = text + event["text"], event
        shown = tokens.take(text) if asked.logprobs is not None else None
        choices.append(shapes.choice(index, text, last["finish_reason"], shown))
        usages.append(last["usage"])
    return JSONResponse(shapes.whole(choices, added(usages)))


async def _streamed(jobs: WritingJobs, wanted: list[Planned], asked: ApiRequest, shapes: Shapes) -> StreamingResponse:
    """Return the answer as a stream; what fails before the first event still is an error with its status."""
    chunks = _chunks(jobs, wanted, asked, shapes)
    try:
        first = await anext(chunks)
    except BaseException:
        await chunks.aclose()
        raise

    async def lines() -> AsyncIterator[bytes]:
        async with contextlib.aclosing(chunks):
            try:
                yield _line(first)
                async for chunk in chunks:
                    yield _line(chunk)
            except Exception as error:  # the answer has begun: its status cannot change any more
                yield _line(_told(error).body)
            yield b"data: [DONE]\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream", headers={"cache-control": "no-cache"})


async def _chunks(
    jobs: WritingJobs, wanted: list[Planned], asked: ApiRequest, shapes: Shapes
) -> AsyncGenerator[dict[str, Any]]:
    usages = []
    for index, one in enumerate(wanted):
        tokens, begin = ShownTokens(), shapes.begin(index)
        offset = 0
        async with contextlib.aclosing(jobs.events(one)) as events:
            async for event in events:
                while begin:
                    yield begin.pop()
                if "logprob" in event:
                    tokens.add(event["logprob"])
                    continue
                if event["text"]:
                    shown = tokens.take(event["text"]) if asked.logprobs is not None else None
                    yield shapes.chunk(index, event["text"], shown, offset)
                    offset += len(event["text"])
                if "finish_reason" in event:
                    usages.append(event["usage"])
                    yield shapes.end(index, event["finish_reason"])
    if asked.has_usage:
        yield shapes.usage(added(usages))


def _line(data: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(data).encode() + b"\n\n"


async def _while_connected(request: Request, answer: Coroutine[Any, Any, Response]) -> Response:
    """Wait for an answer; end it when the client goes away."""
    task = asyncio.ensure_future(answer)
    try:
        while not task.done():
            await asyncio.wait([task], timeout=ASKING_SECONDS)
            if not task.done() and await request.is_disconnected():
                raise ClientDisconnect
        return task.result()
    except ClientDisconnect:
        return Response(status_code=499)
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await task


# --- requests ---


async def _body(request: Request) -> Any:
    received = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                received += part
                if len(received) > MOST_BYTES:
                    raise ApiError(f"the body is longer than {MOST_BYTES:,} bytes", status=413, code="too_large")
    except TimeoutError:
        raise ApiError(f"the body did not arrive in {BODY_SECONDS:g} s", status=408, code="timeout") from None
    try:
        return json.loads(received)
    except (ValueError, RecursionError) as error:
        raise ApiError("the body is not valid JSON") from error


# --- errors ---


async def _failed(request: Request, error: Exception) -> Response:
    return _error_response(_told(error))


async def _left(request: Request, error: Exception) -> Response:
    """Answer a client that went away in the middle of its body: nobody reads this."""
    return Response(status_code=499)


def _told(error: Exception) -> ApiError:
    """Return what a client is told of a failure: the sentence of one of the learner's functions, nothing of ours."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, HTTPException):
        return ApiError(HTTP_ERRORS.get(error.status_code, error.detail), status=error.status_code)
    words = str(error) if isinstance(error, UserError) else f"the server failed: {type(error).__name__}"
    return ApiError(words, status=500, code="failed")


def _error_response(error: ApiError) -> Response:
    headers = {"retry-after": "2"} if error.status in (429, 503) else None
    if error.status == 408:
        headers = {"connection": "close"}
    return JSONResponse(error.body, status_code=error.status, headers=headers)
