"""Serve the generator over HTTP on this machine: OpenAI's chat and text completions, whole or streamed, one text at a time."""

import json
import secrets
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader.core.errors import UserError

from ..chat import STOP, chat_prompt
from ..generation.request import SETTINGS, room
from ..generator import tiny_models
from .run import GENERATOR, Runner

MOST_BYTES = 1 << 20
"""Of a request's body."""
TEXT_TOKENS = 16
"""`max_tokens` of a text completion that names none, as the API documents it."""
WITHOUT_EFFECT = frozenset(
    "model user metadata store service_tier safety_identifier prompt_cache_key parallel_tool_calls reasoning_effort "
    "verbosity".split()
)
"""Fields that clients send and that change nothing of the text here are accepted, others refused."""
Json = dict[str, Any]


class ApiError(Exception):
    """A request that cannot be answered; what the API says of it."""

    def __init__(self, message: str, param: str | None = None, status: int = 400, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        kind = "invalid_request_error" if status < 500 else "server_error"
        self.body = {"error": {"message": message, "type": kind, "param": param, "code": code}}


# --- requests ---


class _Part(BaseModel):
    model_config = ConfigDict(strict=True)
    type: Literal["text"]
    text: str


class _Message(BaseModel):
    model_config = ConfigDict(strict=True)
    role: Literal["system", "developer", "user", "assistant"]
    content: str | list[_Part]

    def plain(self) -> dict[str, str]:
        text = self.content if isinstance(self.content, str) else "".join(part.text for part in self.content)
        return {"role": "system" if self.role == "developer" else self.role, "content": text}


class _ResponseFormat(BaseModel):
    type: Literal["text", "json_object"]


Stop = Annotated[str, Field(min_length=1, max_length=1000)]


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")
    temperature: Annotated[float, Field(ge=0, le=2)] = 1.0
    top_k: Annotated[int, Field(ge=0, lt=1 << 31)] = 0
    top_p: Annotated[float, Field(gt=0, le=1)] = 1.0
    min_p: Annotated[float, Field(ge=0, le=1)] = 0.0
    repetition_penalty: Annotated[float, Field(ge=0.01, le=100)] = 1.0
    frequency_penalty: Annotated[float, Field(ge=-2, le=2)] = 0.0
    presence_penalty: Annotated[float, Field(ge=-2, le=2)] = 0.0
    max_tokens: Annotated[int | None, Field(ge=1, lt=1 << 31)] = None
    seed: Annotated[int | None, Field(ge=-(1 << 63), lt=1 << 63)] = None
    stop: Stop | Annotated[list[Stop], Field(max_length=4)] = []
    logit_bias: dict[Annotated[str, Field(pattern="^[0-9]{1,9}$")], Annotated[float, Field(ge=-100, le=100)]] = {}
    draft: Literal["model", "ngram"] | None = None
    n: Literal[1] = 1
    stream: bool = False
    stream_options: dict[Literal["include_usage"], bool] = {}
    response_format: _ResponseFormat = _ResponseFormat(type="text")


class _TextBody(_Body):
    prompt: str | Annotated[list[str], Field(min_length=1, max_length=1)]
    echo: Literal[False] = False
    best_of: Literal[1] = 1


class _ChatBody(_Body):
    messages: Annotated[list[_Message], Field(min_length=1)]
    max_completion_tokens: Annotated[int | None, Field(ge=1, lt=1 << 31)] = None


def read_body(content: bytes, *, is_chat: bool) -> Any:
    """Return the checked fields of a request; null means that a field is left out."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ApiError("the body is not valid JSON") from error
    if not isinstance(body, dict):
        raise ApiError("the body must be a JSON object")
    given = {name: value for name, value in body.items() if value is not None and name not in WITHOUT_EFFECT}
    try:
        return (_ChatBody if is_chat else _TextBody).model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
    name = str(first["loc"][0])[:100]
    if first["type"] == "extra_forbidden":
        raise ApiError(f"{name} is not supported here; leave it out", name, code="unknown_parameter")
    raise ApiError(f"{name}: {first['msg']}", name, code="invalid_value")


class Planned(NamedTuple):
    """A request for the generator, the models for it in this process, and how a real model reads its prompt."""

    request: Json
    models: Any
    prompts: str


def plan(runner: Runner, asked: Any) -> Planned:
    """Return the request for the generator; raise ApiError if the models cannot do it."""
    is_chat, is_real = isinstance(asked, _ChatBody), runner.installed is not None
    prompts = "messages" if is_chat and is_real else "texts"
    models = runner.models(prompts) or tiny_models(has_draft=True)
    if asked.draft == "model" and is_real:
        raise ApiError("this model has no draft", "draft")
    stops, most = [asked.stop] if isinstance(asked.stop, str) else asked.stop, asked.max_tokens
    if is_chat:
        messages = [message.plain() for message in asked.messages]
        prompt, most = json.dumps(messages) if is_real else chat_prompt(messages), asked.max_completion_tokens or most
        stops = stops if is_real else [*stops[:3], STOP]
    else:
        prompt = asked.prompt if isinstance(asked.prompt, str) else asked.prompt[0]
        most = most or TEXT_TOKENS
    seed = secrets.randbits(31) if asked.seed is None else asked.seed & ((1 << 63) - 1)
    settings = {name: getattr(asked, name) for name in SETTINGS} | {"stop": stops, "seed": seed, "max_tokens": 1}
    request = {
        "prompt": prompt,
        "settings": settings,
        "logit_bias": {int(token): bias for token, bias in asked.logit_bias.items()},
        "draft": asked.draft,
        "json": asked.response_format.type == "json_object",
    }
    param = "messages" if is_chat else "prompt"
    try:
        free = room(request, models)
    except ValueError as error:
        code = "context_length_exceeded" if "context" in str(error) else None
        raise ApiError(str(error), param, code=code) from error
    settings["max_tokens"] = min(most or free, free)
    if unknown := [token for token in request["logit_bias"] if token >= len(models.tokenizer.bytes)]:
        raise ApiError(f"logit_bias names the token {unknown[0]}, which this model does not have", "logit_bias")
    return Planned(request, models, prompts)


# --- answers ---


class Answer:
    """Makes the parts of one answer of the events of its text."""

    def __init__(self, model: str, asked: Any, send: Callable[[Json], None]) -> None:
        self._is_chat, self._send = isinstance(asked, _ChatBody), send
        self._is_stream, self._has_usage = asked.stream, asked.stream_options.get("include_usage")
        self._head = {"id": f"cmpl-{secrets.token_hex(12)}", "created": int(time.time()), "model": model}
        kind = "chat.completion" if self._is_chat else "text_completion"
        self._head["object"] = f"{kind}.chunk" if self._is_chat and self._is_stream else kind
        self._text, self._has_begun = "", False

    def take(self, event: Json) -> None:
        """Take an event of the generator; send a chunk, or at the end the whole answer."""
        self._text += event["text"]
        if self._is_stream and self._is_chat and not self._has_begun:
            self._send_choice({"delta": {"role": "assistant", "content": ""}})
        self._has_begun = True
        if self._is_stream and event["text"]:
            self._send_choice({"delta": {"content": event["text"]}} if self._is_chat else {"text": event["text"]})
        if "finish_reason" not in event:
            return
        reason, usage = event["finish_reason"], event["usage"]
        if self._is_stream:
            self._send_choice({"delta": {}} if self._is_chat else {"text": ""}, reason)
            if self._has_usage:
                self._send({**self._head, "choices": [], "usage": usage})
        else:
            message = {"role": "assistant", "content": self._text, "refusal": None}
            self._send_choice({"message": message} if self._is_chat else {"text": self._text}, reason, usage)

    def _send_choice(self, said: Json, reason: str | None = None, usage: Json | None = None) -> None:
        choice = {"index": 0, "finish_reason": reason, "logprobs": None, **said}
        self._send({**self._head, "choices": [choice], **({"usage": usage} if usage else {})})


# --- the server ---


class Server(ThreadingHTTPServer):
    """Answers on a port of this machine alone."""

    daemon_threads = True

    def __init__(self, port: int, runner: Runner, model: str) -> None:
        self.runner, self.model, self.started = runner, model, int(time.time())
        self.turn = threading.Lock()
        try:
            super().__init__(("127.0.0.1", port), Handler)
        except OSError as error:
            raise UserError(f"port {port} is taken ({error.strerror}); choose another with --port") from error


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    timeout = 30  # for the head and the body to arrive

    def do_GET(self) -> None:
        described = {"id": self.server.model, "object": "model", "created": self.server.started, "owned_by": "you"}
        addresses = {
            "/v1/models": {"object": "list", "data": [described]},
            f"/v1/models/{self.server.model}": described,
        }
        self._answer(lambda: self._send_json(_found(addresses, self.path)))

    def do_POST(self) -> None:
        self._answer(self._complete)

    def _answer(self, work: Callable[[], None]) -> None:
        """Answer a request, or say why not; of a failure of ours the client is told the kind alone."""
        self._has_begun = False
        try:
            if "Origin" in self.headers or self.headers.get("Host", "").rpartition(":")[0] not in (
                "127.0.0.1",
                "localhost",
            ):
                raise ApiError("web pages may not ask; only programs on this machine may", status=403, code="origin")
            work()
        except ApiError as error:
            self._fail(error)
        except UnicodeEncodeError:
            self._fail(ApiError("a message is not valid Unicode text", "messages"))
        except (ConnectionError, TimeoutError):  # the client has gone
            self.close_connection = True
        except UserError as error:
            self._fail(ApiError(str(error), status=500, code="failed"))
        except Exception as error:
            self._fail(ApiError(f"the server failed: {type(error).__name__}", status=500, code="failed"))

    def _fail(self, error: ApiError) -> None:
        self.close_connection = True
        try:
            if self._has_begun:  # the status cannot change any more
                self._send_chunk(error.body)
            else:
                self._send_json(error.body, error.status)
        except OSError:  # the client has gone
            pass

    def _complete(self) -> None:
        is_chat = _found({"/v1/chat/completions": True, "/v1/completions": False}, self.path)
        size = self.headers.get("Content-Length", "")
        if not (size.isascii() and size.isdigit() and int(size) <= MOST_BYTES):
            raise ApiError(
                f"the body must have a Content-Length of at most {MOST_BYTES:,}", status=413, code="too_large"
            )
        asked = read_body(self.rfile.read(int(size)), is_chat=is_chat)
        answer = Answer(self.server.model, asked, self._send_chunk if asked.stream else self._send_json)
        with self.server.turn:
            planned = plan(self.server.runner, asked)
            self.server.runner.run(GENERATOR, planned.request, answer.take, planned.models, planned.prompts)
        if asked.stream:
            self.wfile.write(b"data: [DONE]\n\n")

    def _send_json(self, body: Json, status: int = 200) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _send_chunk(self, body: Json) -> None:
        if not self._has_begun:
            self._has_begun = self.close_connection = True
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
        self.wfile.write(b"data: " + json.dumps(body).encode() + b"\n\n")

    def log_message(self, *_: object) -> None:
        """Log nothing: prompts are nobody's business."""


def _found(addresses: Json, path: str) -> Any:
    if path not in addresses:
        raise ApiError("there is no such address here; the API begins with /v1", status=404)
    return addresses[path]
