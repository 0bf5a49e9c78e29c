"""The fields of a request to the generator, and what only it can find wrong with one."""

from typing import Any, NamedTuple

from ..chat import ChatTokenizer
from ..tiny_lm import model as tiny_lm
from .pattern_mask import pattern_problem

GAMMA = 4
"""How many tokens a draft guesses in a round."""
SETTINGS: dict[str, Any] = {
    "temperature": 1.0,
    "top_k": 0,
    "top_p": 1.0,
    "min_p": 0.0,
    "repetition_penalty": 1.0,
    "frequency_penalty": 0.0,
    "presence_penalty": 0.0,
    "max_tokens": 64,
    "seed": 0,
    "stop": [],
}
"""How tokens are chosen, and when the text ends: the settings of a request, at their defaults."""


class Request(NamedTuple):
    """A request to generate text; docs/learning/generate.md has the meaning of each field."""

    prompt: str
    settings: dict[str, Any]
    """All of `SETTINGS`."""
    logit_bias: dict[int, float] = {}  # noqa: RUF012 - never changed
    min_tokens: int = 0
    draft: str | None = None
    """`model` or `ngram`."""
    beams: int | None = None
    json: bool = False
    regex: str | None = None
    cache: str = "kv"
    """`kv`, `paged` or `none`."""
    show: bool = False
    time: bool = False
    price: tuple[float, float] | None = None
    hidden: int | None = None
    bigram: str | None = None
    """The text to train a bigram model on, which writes then."""
    chat: bool = False
    yours: tuple[str, ...] | None = None
    """The exercises whose functions are the learner's; None if all parts are the course's."""


BEAMS_GO_WITH = {"max_tokens", "beams", "cache", "time", "price", "hidden", "bigram"}


def given(request: dict[str, Any]) -> list[str]:
    """Return the names of the settings and fields that a request sets, and the value of each choice among them."""
    asked = Request(**request)
    defaults = {**SETTINGS, **Request._field_defaults, "yours": asked.yours}
    values = {**asked.settings, **asked._asdict()}
    names = [name for name, default in defaults.items() if values[name] != default]
    return [*names, *(values[name] for name in ("draft", "cache") if name in names)]


def _conflict(asked: Request, names: list[str]) -> str:
    """Return a sentence on fields that do not go together, or nothing."""
    pairs = [("beams", name) for name in names if asked.beams is not None and name not in {*BEAMS_GO_WITH, asked.cache}]
    pairs += [("regex", "json")] * (asked.json and asked.regex is not None)
    pairs += [("bigram", name) for name in ("chat", "cache") if asked.bigram is not None and name in names]
    options = [[f"--{name.replace('_', '-')}" for name in pair] for pair in pairs]
    return f"{options[0][0]} does not go with {options[0][1]}; leave out one or the other" if pairs else ""


def problem(request: dict[str, Any], models: Any = None) -> str:
    """Say what is wrong with a request whose values are all in their ranges, or nothing."""
    asked = Request(**request)
    if conflict := _conflict(asked, given(request)):
        return conflict
    tokenizer = models.tokenizer if models else tiny_lm.tokenizer()
    size, most = len(tokenizer.bytes), asked.settings["max_tokens"]
    unknown = [token for token in asked.logit_bias if not 0 <= token < size]
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
    ahead = GAMMA if asked.draft else 0  # the last round may guess so many tokens too many
    free = context - len(ids) + 1 - ahead
    if free < 1:
        raise ValueError(f"the prompt has {len(ids)} tokens, and the model's context holds {context}; shorten it")
    return free
