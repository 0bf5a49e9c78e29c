"""Check the body of a request to the API: what is to be written, and how the answer is to look."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Json = Any
Message = dict[str, str]

MOST_CHOICES = 8
MOST_STOPS = 4
TEXT_TOKENS = 16
"""`max_tokens` of a text completion that names none, as the API documents it."""
ROLES = ("system", "developer", "user", "assistant")
READ_ELSEWHERE = ("model", "messages", "prompt")
WITHOUT_EFFECT = (
    *("user", "metadata", "store", "service_tier", "safety_identifier", "prompt_cache_key"),
    *("parallel_tool_calls", "reasoning_effort", "verbosity"),
)
IGNORED = frozenset([*READ_ELSEWHERE, *WITHOUT_EFFECT])
"""Fields that clients send and that change nothing of the text here are accepted, others refused."""


class ApiError(Exception):
    """A request that cannot be answered; what the API says of it."""

    def __init__(self, message: str, *, param: str | None = None, status: int = 400, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        kind = "invalid_request_error" if status < 500 and status != 429 else "server_error"
        self.body = {"error": {"message": message, "type": kind, "param": param, "code": code}}


class Asked(NamedTuple):
    """A checked request."""

    prompt: str | None
    messages: tuple[Message, ...]
    """Of a chat; then there is no prompt."""
    settings: dict[str, Any]
    """For the generator: temperature, penalties, stops and so on; `max_tokens` is None if the request names none."""
    n: int
    is_json: bool
    is_stream: bool
    has_usage: bool
    """Whether a stream ends with the usage."""
    has_logprobs: bool
    top_logprobs: int
    logit_bias: dict[int, float]
    has_draft: bool
    has_cache: bool

    @property
    def is_chat(self) -> bool:
        """Return whether the request is a chat."""
        return self.prompt is None


class _Field(NamedTuple):
    """A field of the body: its value if it is left out or null, whether a value is valid, and what is."""

    default: Json
    is_valid: Callable[[Json], bool]
    allowed: str


def _number(least: float, most: float) -> Callable[[Json], bool]:
    return lambda value: type(value) in (int, float) and math.isfinite(value) and least <= value <= most


def _whole(least: int, most: int) -> Callable[[Json], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _flag(*, default: bool) -> _Field:
    return _Field(default, lambda value: type(value) is bool, "true or false")


def _are_stops(value: Json) -> bool:
    stops = [value] if isinstance(value, str) else value
    return (
        isinstance(stops, list) and len(stops) <= MOST_STOPS and all(isinstance(each, str) and each for each in stops)
    )


def _is_bias(value: Json) -> bool:
    return isinstance(value, dict) and all(
        key.isascii() and key.isdigit() and len(key) < 10 and _number(-100, 100)(each) for key, each in value.items()
    )


def _is_format(value: Json) -> bool:
    return isinstance(value, dict) and value.get("type") in ("text", "json_object")


def _is_stream_options(value: Json) -> bool:
    return isinstance(value, dict) and type(value.get("include_usage", False)) is bool


FIELDS = {
    "temperature": _Field(1.0, _number(0, 2), "a number from 0 to 2"),
    "top_p": _Field(1.0, lambda value: _number(0, 1)(value) and value > 0, "a number above 0, at most 1"),
    "top_k": _Field(0, _whole(0, 1 << 31), "a whole number, 0 or more"),
    "min_p": _Field(0.0, _number(0, 1), "a number from 0 to 1"),
    "repetition_penalty": _Field(1.0, lambda value: _number(0, 100)(value) and value > 0, "a number above 0"),
    "frequency_penalty": _Field(0.0, _number(-2, 2), "a number from -2 to 2"),
    "presence_penalty": _Field(0.0, _number(-2, 2), "a number from -2 to 2"),
    "max_tokens": _Field(None, _whole(1, 1 << 31), "a whole number, 1 or more"),
    "max_completion_tokens": _Field(None, _whole(1, 1 << 31), "a whole number, 1 or more"),
    "stop": _Field([], _are_stops, f"a text or a list of at most {MOST_STOPS} texts, none of them empty"),
    "seed": _Field(None, _whole(-(1 << 63), (1 << 63) - 1), "a whole number"),
    "n": _Field(1, _whole(1, MOST_CHOICES), f"a whole number from 1 to {MOST_CHOICES}"),
    "stream": _flag(default=False),
    "stream_options": _Field({}, _is_stream_options, 'an object such as {"include_usage": true}'),
    "logit_bias": _Field({}, _is_bias, "an object of token ids, each with a number from -100 to 100"),
    "response_format": _Field({"type": "text"}, _is_format, 'an object with the type "text" or "json_object"'),
    "draft": _flag(default=False),
    "cache": _flag(default=True),
}
TEXT_FIELDS = FIELDS | {
    "logprobs": _Field(None, _whole(0, 5), "a whole number from 0 to 5"),
    "echo": _Field(False, lambda value: value is False, "false"),  # noqa: FBT003 — the default
    "best_of": _Field(1, _whole(1, 1), "1"),
}
CHAT_FIELDS = FIELDS | {
    "logprobs": _flag(default=False),
    "top_logprobs": _Field(0, _whole(0, 20), "a whole number from 0 to 20"),
}
SETTINGS = (
    "temperature", "top_p", "top_k", "min_p", "repetition_penalty", "frequency_penalty", "presence_penalty", "seed"
)  # fmt: skip


def asked_text(body: Json) -> Asked:
    """Check the body of a text completion; raise ApiError if a field is missing, unknown or not valid."""
    values = _values(body, TEXT_FIELDS)
    prompt = body.get("prompt")
    if isinstance(prompt, list) and len(prompt) == 1:
        prompt = prompt[0]
    if not isinstance(prompt, str):
        raise ApiError("prompt must be a text", param="prompt")
    _check_unicode(prompt, "prompt")
    values |= {"max_tokens": values["max_tokens"] or TEXT_TOKENS, "top_logprobs": values["logprobs"] or 0}
    return _asked(values, prompt=prompt, has_logprobs=values["logprobs"] is not None)


def asked_chat(body: Json) -> Asked:
    """Check the body of a chat completion; raise ApiError if a field is missing, unknown or not valid."""
    values = _values(body, CHAT_FIELDS)
    if values["top_logprobs"] and not values["logprobs"]:
        raise ApiError("top_logprobs needs logprobs to be true", param="top_logprobs")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise ApiError("messages must be a list with at least one message", param="messages")
    read = tuple(_message(each, f"messages[{place}]") for place, each in enumerate(messages))
    values["max_tokens"] = values["max_completion_tokens"] or values["max_tokens"]
    return _asked(values, messages=read, has_logprobs=values["logprobs"])


def _asked(
    values: Mapping[str, Json], *, prompt: str | None = None, messages: tuple[Message, ...] = (), has_logprobs: bool
) -> Asked:
    stop = values["stop"]
    settings = {name: values[name] for name in (*SETTINGS, "max_tokens")}
    return Asked(
        prompt=prompt,
        messages=messages,
        settings=settings | {"stop": [stop] if isinstance(stop, str) else list(stop)},
        n=values["n"],
        is_json=values["response_format"]["type"] == "json_object",
        is_stream=values["stream"],
        has_usage=values["stream_options"].get("include_usage", False),
        has_logprobs=has_logprobs,
        top_logprobs=values["top_logprobs"],
        logit_bias={int(key): float(value) for key, value in values["logit_bias"].items()},
        has_draft=values["draft"],
        has_cache=values["cache"],
    )


def _values(body: Json, fields: Mapping[str, _Field]) -> dict[str, Json]:
    """Return the value of every field; null means that a field is left out."""
    if not isinstance(body, dict):
        raise ApiError("the body must be a JSON object")
    for name in body:
        if name not in fields and name not in IGNORED and body[name] is not None:
            raise ApiError(
                f"{name[:100]} is not supported here; leave it out", param=name[:100], code="unknown_parameter"
            )
    values = {name: field.default if body.get(name) is None else body[name] for name, field in fields.items()}
    for name, field in fields.items():
        if values[name] is not field.default and not field.is_valid(values[name]):
            raise ApiError(f"{name} must be {field.allowed}", param=name, code="invalid_value")
    return values


def _message(message: Json, where: str) -> Message:
    """Return a message with its role and its text."""
    if not isinstance(message, dict) or message.get("role") not in ROLES:
        raise ApiError(f"{where} must have one of the roles {', '.join(ROLES)}", param=where)
    content = message.get("content")
    if isinstance(content, list):
        if not all(
            isinstance(each, dict) and each.get("type") == "text" and isinstance(each.get("text"), str)
            for each in content
        ):
            raise ApiError(f"{where}.content may have parts of the type text only", param=where)
        content = "".join(each["text"] for each in content)
    if not isinstance(content, str):
        raise ApiError(f"{where}.content must be a text", param=where)
    _check_unicode(content, where)
    role = "system" if message["role"] == "developer" else message["role"]
    return {"role": role, "content": content}


def _check_unicode(text: str, where: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ApiError(f"{where} is not valid Unicode text", param=where) from error
