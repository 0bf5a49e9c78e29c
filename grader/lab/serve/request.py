"""Check the body of a request to the API: the text to write, and the form of the answer."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader.course.generator_table import GeneratorSetting, GeneratorTable

MOST_CHOICES = 8
LARGEST = 1 << 31
"""Of a whole number that the table gives no limit."""
TEXT_TOKENS = 16
"""`max_tokens` of a text completion that names none, as the API documents it."""
WITHOUT_EFFECT = frozenset(
    "model user metadata store service_tier safety_identifier prompt_cache_key parallel_tool_calls reasoning_effort "
    "verbosity".split()
)
"""Fields that clients send and that change nothing of the text here are accepted, others refused."""


class ApiError(Exception):
    """A request that cannot be answered; what the API says of it."""

    def __init__(self, message: str, *, param: str | None = None, status: int = 400, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        kind = "invalid_request_error" if status < 500 and status != 429 else "server_error"
        self.body = {"error": {"message": message, "type": kind, "param": param, "code": code}}


class ApiRequest(NamedTuple):
    """A checked request."""

    values: dict[str, Any]
    """Settings and options of the course's generator; `max_tokens` is None if the request names none."""
    seed: int | None
    n: int
    is_json: bool
    is_stream: bool
    has_usage: bool
    """Whether a stream ends with the usage."""
    logprobs: int | None
    """How many of the likeliest tokens are listed with each token; None for no log-probabilities."""
    prompt: str | None = None
    messages: tuple[dict[str, str], ...] = ()
    """Of a chat; then there is no prompt."""

    @property
    def is_chat(self) -> bool:
        """Return whether the request is a chat."""
        return self.prompt is None


# --- the fields that the API alone has; `description` says what is allowed --------------------------


class _OpenPart(BaseModel):
    """A part of a body in which other fields change nothing."""

    model_config = ConfigDict(strict=True)


class _Part(_OpenPart):
    type: Literal["text"]
    text: str


class _Message(_OpenPart):
    role: Literal["system", "developer", "user", "assistant"]
    content: str | list[_Part]

    def plain(self) -> dict[str, str]:
        """Return the message with one text; developers are the system."""
        text = self.content if isinstance(self.content, str) else "".join(part.text for part in self.content)
        return {"role": "system" if self.role == "developer" else self.role, "content": text}


class _StreamOptions(_OpenPart):
    include_usage: bool = False


class _ResponseFormat(_OpenPart):
    type: Literal["text", "json_object"]


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")
    seed: Annotated[int | None, Field(ge=-(1 << 63), lt=1 << 63, description="a whole number")] = None
    n: Annotated[int, Field(ge=1, le=MOST_CHOICES, description=f"a whole number from 1 to {MOST_CHOICES}")] = 1
    stream: Annotated[bool, Field(description="true or false")] = False
    stream_options: Annotated[_StreamOptions, Field(description='an object such as {"include_usage": true}')] = (
        _StreamOptions()
    )
    response_format: Annotated[
        _ResponseFormat, Field(description='an object with the type "text" or "json_object"')
    ] = _ResponseFormat(type="text")


Body = TypeVar("Body", bound=_Body)


class _TextBody(_Body):
    prompt: Annotated[str | Annotated[list[str], Field(min_length=1, max_length=1)], Field(description="a text")]
    logprobs: Annotated[int | None, Field(ge=0, le=5, description="a whole number from 0 to 5")] = None
    echo: Annotated[Literal[False], Field(description="false")] = False
    best_of: Annotated[Literal[1], Field(description="1")] = 1


class _ChatBody(_Body):
    messages: Annotated[list[_Message], Field(min_length=1, description="a list with at least one message")]
    max_completion_tokens: Annotated[int | None, Field(ge=1, le=LARGEST, description="a whole number, 1 or more")] = (
        None
    )
    logprobs: Annotated[bool, Field(description="true or false")] = False
    top_logprobs: Annotated[int, Field(ge=0, le=20, description="a whole number from 0 to 20")] = 0


def text_request(body: object, table: GeneratorTable) -> ApiRequest:
    """Check the body of a text completion; raise ApiError if a field is missing, unknown or not valid."""
    values, rest = _values(body, table)
    read = _read(_TextBody, rest)
    prompt = read.prompt if isinstance(read.prompt, str) else read.prompt[0]
    _check_unicode(prompt, "prompt")
    values["max_tokens"] = values["max_tokens"] or TEXT_TOKENS
    return _api_request(read, values, prompt=prompt, logprobs=read.logprobs)


def chat_request(body: object, table: GeneratorTable) -> ApiRequest:
    """Check the body of a chat completion; raise ApiError if a field is missing, unknown or not valid."""
    values, rest = _values(body, table)
    read = _read(_ChatBody, rest)
    if read.top_logprobs and not read.logprobs:
        raise ApiError("top_logprobs needs logprobs to be true", param="top_logprobs")
    messages = tuple(message.plain() for message in read.messages)
    for place, message in enumerate(messages):
        _check_unicode(message["content"], f"messages[{place}]")
    values["max_tokens"] = read.max_completion_tokens or values["max_tokens"]
    return _api_request(read, values, messages=messages, logprobs=read.top_logprobs if read.logprobs else None)


def _api_request(read: _Body, values: dict[str, Any], **own: Any) -> ApiRequest:
    """Return the request with the fields that both endpoints have, and those that one has of its own."""
    return ApiRequest(
        values=values,
        seed=read.seed,
        n=read.n,
        is_json=read.response_format.type == "json_object",
        is_stream=read.stream,
        has_usage=read.stream_options.include_usage,
        **own,
    )


def _read(model: type[Body], fields: Mapping[str, object]) -> Body:
    """Return the fields that the API alone has; raise ApiError for the first that is unknown or not valid."""
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
    name = str(first["loc"][0])[:100]
    if first["type"] == "extra_forbidden":
        raise ApiError(f"{name} is not supported here; leave it out", param=name, code="unknown_parameter")
    if name == "messages" and len(first["loc"]) > 1:
        where = f"messages[{first['loc'][1]}]"
        is_role = first["loc"][2:] == ("role",)
        words = "one of the roles system, developer, user and assistant" if is_role else "a text as its content"
        raise ApiError(f"{where} must have {words}", param=where)
    raise ApiError(f"{name} must be {model.model_fields[name].description}", param=name, code="invalid_value")


# --- the fields that the course's generator has ------------------------------------------------------


def _values(body: object, table: GeneratorTable) -> tuple[dict[str, Any], dict[str, object]]:
    """Return the values of the course's settings, and the other fields; null means that a field is left out."""
    if not isinstance(body, dict):
        raise ApiError("the body must be a JSON object")
    given = {name: value for name, value in body.items() if value is not None and name not in WITHOUT_EFFECT}
    known = [setting for setting in table.settings if setting.name != "seed"]
    known += [option for option in table.options if option.in_api]
    sent = {setting.name: _value(setting, given.pop(setting.name)) for setting in known if setting.name in given}
    return {setting.name: setting.off for setting in known} | {"max_tokens": None} | sent, given


def _value(setting: GeneratorSetting, value: Any) -> Any:
    """Return what a value of JSON is to the generator; raise ApiError if it is not allowed."""
    allowed, is_fine = setting.allowed, False
    match setting.kind:
        case "number" | "whole":
            is_fine = type(value) is int or (type(value) is float and setting.kind == "number")
            is_fine = is_fine and (setting.kind == "number" or abs(value) <= LARGEST)
        case "flag":
            is_fine = type(value) is bool
        case "choice":  # true stands for the option without a value
            is_fine, allowed = type(value) is bool or value in setting.choices, "true or false"
            value = (setting.bare if value else None) if type(value) is bool else value
        case "texts":
            value = [value] if isinstance(value, str) else value
            is_fine = isinstance(value, list) and all(isinstance(text, str) for text in value)
            allowed = f"a text or a list of {allowed}"
        case "biases":
            is_fine = isinstance(value, dict) and all(map(_is_bias, value, value.values()))
            allowed = f"an object of token ids, each with {allowed}"
            value = {int(key): number for key, number in value.items()} if is_fine else value
    if not is_fine or setting.wrong(value) is not None:
        raise ApiError(f"{setting.name} must be {allowed}", param=setting.name, code="invalid_value")
    for text in value if setting.kind == "texts" else ():
        _check_unicode(text, setting.name)
    return {key: float(number) for key, number in value.items()} if setting.kind == "biases" else value


def _is_bias(key: str, number: object) -> bool:
    return key.isascii() and key.isdigit() and len(key) < 10 and type(number) in (int, float)


def _check_unicode(text: str, where: str) -> None:
    """Refuse half of a surrogate pair, which UTF-8 cannot write."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ApiError(f"{where} is not valid Unicode text", param=where) from error
