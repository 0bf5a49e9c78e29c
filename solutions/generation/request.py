"""The fields of a request to the generator, and the errors in one."""

from typing import Any, NamedTuple

import numpy as np

from ..chat import ChatTokenizer
from ..loop.api_request import DEFAULTS, validate
from ..tiny_lm import model as tiny_lm
from .beams import excluded
from .pattern_mask import pattern_problem

GAMMA = 4
MOST_GAMMA = 16
MOST_BIAS = 100.0
MOST_LOGPROBS = 20
MOST_BEAMS = 8
MOST_LENGTH_PENALTY = 10.0
MOST_HIDDEN = 1_000_000

ALLOWED = {
    "temperature": "a number from 0 to 2",
    "top_k": "a whole number, 0 or more",
    "top_p": "a number above 0, at most 1",
    "min_p": "a number from 0 to 1",
    "repetition_penalty": "a number above 0",
    "frequency_penalty": "a number from -2 to 2",
    "presence_penalty": "a number from -2 to 2",
    "max_tokens": "a whole number, 1 or more",
    "stop": "at most four texts, none of them empty",
    "seed": "a whole number, 0 or more",
}
"""The type of each setting."""


class Request(NamedTuple):
    """A request to generate text."""

    prompt: str
    settings: dict[str, Any]
    has_draft: bool = False
    is_json: bool = False
    is_shown: bool = False
    pattern: str | None = None
    """A regular expression that the new text must match as a whole."""
    train_on: str | None = None
    """A text: a bigram model of its characters writes, instead of the tiny model."""
    has_cache: bool = True
    is_paged: bool = False
    """The KV cache is kept in blocks; only if `has_cache`."""
    gamma: int = GAMMA
    """How many tokens a draft guesses in each round."""
    is_ngram: bool = False
    """The draft is prompt lookup instead of a model; only if `has_draft`."""
    beams: int | None = None
    """How many beginnings a beam search carries along; None to let another loop write."""
    length_penalty: float = 1.0
    """The exponent of the length penalty of a beam search."""
    is_chat: bool = False
    """The prompt is a message of the user's in a chat with the tiny model."""
    bias: dict[int, float] = {}  # noqa: RUF012 - never changed, and a request is plain data
    """From ids to what is added to their logits."""
    banned: tuple[int, ...] = ()
    """Ids that must not come."""
    min_tokens: int = 0
    """The text does not end before so many tokens, unless a stop sequence comes."""
    n_logprobs: int | None = None
    """How many of the likeliest tokens are told beside the log-probability of each token; None for no log-probabilities."""
    is_timed: bool = False
    """At the end the time is told."""
    price: tuple[float, float] | None = None
    """Prices of a million tokens, of input and of output: at the end the cost is told."""
    hidden: int | None = None
    """Tokens of hidden reasoning that are counted into the cost, beside the text; only with a price."""
    yours: tuple[str, ...] | None = None
    """The exercises whose functions are the learner's; None if all parts are the course's."""


def problem(settings: dict[str, Any]) -> tuple[str, str] | None:
    """Return the first setting that is not allowed, and what is; None if all are."""
    is_allowed = {
        "min_p": 0 <= settings["min_p"] <= 1,
        "repetition_penalty": 0 < settings["repetition_penalty"] < np.inf,
        "frequency_penalty": -2 <= settings["frequency_penalty"] <= 2,
        "presence_penalty": -2 <= settings["presence_penalty"] <= 2,
        "seed": settings["seed"] >= 0,
    }
    wrong = [field for field, is_fine in is_allowed.items() if not is_fine]
    try:
        validated(settings)
    except ValueError as error:
        wrong.insert(0, str(error))
    return (wrong[0], ALLOWED[wrong[0]]) if wrong else None


def validated(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings, those that a caller of an API may send as `validate` returns them."""
    sent = {field: value for field, value in settings.items() if field in DEFAULTS}
    checked = validate(sent)
    return settings | {field: checked[field] for field in sent}


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


def request_problem(request: dict[str, Any], models: Any = None) -> str:
    """Say what is wrong with the fields of a request beside its prompt and settings, or nothing."""
    asked = Request(**request)
    tokenizer = models.tokenizer if models else tiny_lm.tokenizer()
    size = len(tokenizer.bytes)
    most = asked.settings["max_tokens"]
    unknown = [token for token in (*asked.bias, *asked.banned) if not 0 <= token < size]
    too_much = [bias for bias in asked.bias.values() if not -MOST_BIAS <= bias <= MOST_BIAS]  # nan is refused, too
    if not 1 <= asked.gamma <= MOST_GAMMA:
        return f"--gamma is {asked.gamma}; give a whole number from 1 to {MOST_GAMMA}"
    if unknown:
        return f"there is no token {unknown[0]}; ids go from 0 to {size - 1}"
    if too_much:
        return f"a bias is {too_much[0]}; give a number from {-MOST_BIAS:g} to {MOST_BIAS:g}"
    if not 0 <= asked.min_tokens <= most:
        return f"--min-tokens is {asked.min_tokens}; give a whole number from 0 to {most}, which is --max-tokens"
    if asked.n_logprobs is not None and not 0 <= asked.n_logprobs <= MOST_LOGPROBS:
        return f"--logprobs is {asked.n_logprobs}; give a whole number from 0 to {MOST_LOGPROBS}"
    return _cost_problem(asked) or _form_problem(asked, tokenizer) or _beam_problem(asked)


def _cost_problem(asked: Request) -> str:
    """Say what is wrong with the fields for the price of a call, or nothing."""
    if asked.price is not None and not all(0 <= each < np.inf for each in asked.price):
        return f"--price is {','.join(map(str, asked.price))}; give two numbers, 0 or more, such as 0.15,0.6"
    if asked.hidden is not None and not 0 <= asked.hidden <= MOST_HIDDEN:
        return f"--hidden is {asked.hidden}; give a whole number from 0 to {MOST_HIDDEN}"
    if asked.hidden is not None and asked.price is None:
        return "--hidden counts tokens into the price; give --price IN,OUT as well"
    return ""


def _form_problem(asked: Request, tokenizer: Any) -> str:
    """Say what is wrong with the forms that a text must have, or nothing."""
    if asked.pattern is None:
        return ""
    if asked.is_json:
        return "--json and --regex are two forms of one text; leave out one of them"
    return pattern_problem(tokenizer, asked.pattern)


def _beam_problem(asked: Request) -> str:
    """Say what is wrong with the fields for a beam search, or nothing."""
    if not 0 <= asked.length_penalty <= MOST_LENGTH_PENALTY:
        return f"--length-penalty is {asked.length_penalty}; give a number from 0 to {MOST_LENGTH_PENALTY:g}"
    if asked.beams is None:
        return ""
    if not 1 <= asked.beams <= MOST_BEAMS:
        return f"--beams is {asked.beams}; give a whole number from 1 to {MOST_BEAMS}"
    others = excluded(asked)
    return f"--beams searches with the model's own probabilities; leave out {', '.join(others)}" if others else ""


def prompt_problem(
    prompt: str, max_tokens: int, *, has_draft: bool, models: Any = None, gamma: int = GAMMA, is_chat: bool = False
) -> str:
    """Say what is wrong with a prompt, or nothing."""
    tokenizer = models.tokenizer if models else tiny_lm.tokenizer()
    if is_chat:
        tokenizer = ChatTokenizer(tokenizer)
    context = models.model.context if models else tiny_lm.CONTEXT
    try:
        ids = tokenizer.encode(prompt)
    except UnicodeEncodeError:
        return "the prompt is not valid Unicode text; type it anew"
    if prompt and not ids:
        return "the model knows no character of the prompt; begin with one of the text that it was trained on"
    if not ids:
        return "the prompt is empty; give the beginning of a text, such as 'Once upon a time'"
    ahead = gamma if has_draft else 0  # the last round may guess so many tokens too many
    room = context - len(ids) + 1 - ahead
    if room < 1:
        return f"the prompt has {len(ids)} tokens, and the model's context holds {context}; shorten it"
    if max_tokens > room:
        return f"the prompt leaves room for {room} more tokens in a context of {context}; use --max-tokens {room}"
    return ""
