"""The fields of a request to the generator, and what only it can find wrong with one."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ..chat import ChatTokenizer
from ..tiny_lm import model as tiny_lm
from .pattern_mask import pattern_problem

MAX_STOPS = 4
RULES: dict[str, Callable[[Any], bool]] = {  # nan is refused by every comparison
    "temperature": lambda value: 0 <= value <= 2,
    "top_p": lambda value: 0 < value <= 1,
    "top_k": lambda value: value >= 0,
    "max_tokens": lambda value: value >= 1,
    "stop": lambda value: len(value) <= MAX_STOPS and all(value),
}
"""The settings that a caller of an API may send, and the values that are allowed."""


class Request(NamedTuple):
    """A request to generate text: `exercises/generator.yaml` has the meaning, range and default of each field."""

    prompt: str
    settings: dict[str, Any]
    logit_bias: dict[int, float]
    ban: list[int]
    min_tokens: int
    draft: str | None
    gamma: int
    beams: int | None
    length_penalty: float
    json: bool
    regex: str | None
    no_cache: bool
    paged: bool
    show: bool
    logprobs: int | None
    time: bool
    price: tuple[float, float] | None
    hidden: int | None
    bigram: str | None
    chat: bool
    yours: tuple[str, ...] | None = None
    """The exercises whose functions are the learner's; None if all parts are the course's."""


def validated(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings, a single stop sequence as a list of one; raise ValueError if one is not allowed."""
    checked = dict(settings)
    if "stop" in settings:
        stop = settings["stop"]
        checked["stop"] = [stop] if isinstance(stop, str) else list(stop)
    for field, is_allowed in RULES.items():
        if field in checked and not is_allowed(checked[field]):
            raise ValueError(field)
    return checked


def token_id(text: str, models: Any = None) -> int | None:
    """Return the id of the token with a text, or the id that is written; None if there is no such token."""
    if text.isdecimal() and text.isascii():
        return int(text) if len(text) < 10 else None
    known = (models.tokenizer if models else tiny_lm.tokenizer()).bytes
    try:
        wanted = text.encode("utf-8", "surrogateescape")  # some tokens are bytes that are not UTF-8
    except UnicodeEncodeError:
        return None
    return known.index(wanted) if wanted and wanted in known else None


def problem(request: dict[str, Any], models: Any = None) -> str:
    """Say what is wrong with a request whose values are all in their ranges, or nothing."""
    asked = Request(**request)
    tokenizer = models.tokenizer if models else tiny_lm.tokenizer()
    size, most = len(tokenizer.bytes), asked.settings["max_tokens"]
    unknown = [token for token in (*asked.logit_bias, *asked.ban) if not 0 <= token < size]
    if unknown:
        return f"there is no token {unknown[0]}; ids go from 0 to {size - 1}"
    if asked.draft == "model" and models and models.draft is None:
        return "there is no smaller model to guess ahead of this one; use --draft ngram"
    if asked.min_tokens > most:
        return f"--min-tokens is {asked.min_tokens}; give a whole number from 0 to {most}, which is --max-tokens"
    wrong = pattern_problem(tokenizer, asked.regex) if asked.regex is not None else ""
    if wrong:
        return wrong
    try:
        free = room(request, models)
    except ValueError as error:
        return str(error)
    if most > free:
        context = models.model.context if models else tiny_lm.CONTEXT
        return f"the prompt leaves room for {free} more tokens in a context of {context}; use --max-tokens {free}"
    return ""


def room(request: dict[str, Any], models: Any = None) -> int:
    """Return how many tokens fit into the context after the prompt of a request.

    Raises:
        ValueError: the prompt cannot be continued; the message says why.
    """
    asked = Request(**request)
    tokenizer = models.tokenizer if models else tiny_lm.tokenizer()
    if asked.chat:
        tokenizer = ChatTokenizer(tokenizer)
    context: int = models.model.context if models else tiny_lm.CONTEXT
    try:
        ids = tokenizer.encode(asked.prompt)
    except UnicodeEncodeError:
        raise ValueError("the prompt is not valid Unicode text; type it anew") from None
    if asked.prompt and not ids:
        words = "the model knows no character of the prompt; begin with one of the text that it was trained on"
        raise ValueError(words)
    if not ids:
        raise ValueError("the prompt is empty; give the beginning of a text, such as 'Once upon a time'")
    ahead = asked.gamma if asked.draft else 0  # the last round may guess so many tokens too many
    free = context - len(ids) + 1 - ahead
    if free < 1:
        raise ValueError(f"the prompt has {len(ids)} tokens, and the model's context holds {context}; shorten it")
    return free
