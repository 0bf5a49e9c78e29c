"""The knobs as an API: check what comes in, and name what goes out."""

from collections.abc import Callable
from typing import Any

DEFAULTS: dict[str, Any] = {
    "temperature": 1.0,
    "top_p": 1.0,
    "top_k": 0,
    "max_tokens": 16,
    "frequency_penalty": 0.0,
    "presence_penalty": 0.0,
    "stop": [],
    "stream": False,
}
MAX_STOPS = 4
FINISH_REASONS = {"eos": "stop", "stop_sequence": "stop", "max_tokens": "length"}


def is_number(value: Any) -> bool:
    """Say whether a value is a number; True and False are integers to Python, but not to a caller."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_whole(value: Any) -> bool:
    """Say whether a value is an integer, other than True and False."""
    return isinstance(value, int) and not isinstance(value, bool)


def are_stops(value: Any) -> bool:
    """Say whether a value is a list of at most four texts, none of them empty."""
    return isinstance(value, list) and len(value) <= MAX_STOPS and all(isinstance(stop, str) and stop for stop in value)


RULES: dict[str, Callable[[Any], bool]] = {  # nan is refused by every comparison
    "temperature": lambda value: is_number(value) and 0 <= value <= 2,
    "top_p": lambda value: is_number(value) and 0 < value <= 1,
    "top_k": lambda value: is_whole(value) and value >= 0,
    "max_tokens": lambda value: is_whole(value) and value >= 1,
    "frequency_penalty": lambda value: is_number(value) and -2 <= value <= 2,
    "presence_penalty": lambda value: is_number(value) and -2 <= value <= 2,
    "stop": are_stops,
    "stream": lambda value: isinstance(value, bool),
}


def validate(request: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a request, with defaults for what it leaves out.

    A default stands in for a field that is missing, never for one that is 0, empty or False.

    Args:
        request: the fields that the caller has set, by name.

    Returns:
        all eight fields: temperature, top_p, top_k, max_tokens, frequency_penalty, presence_penalty, stop, stream.

    Raises:
        ValueError: a field is unknown, or its value is not allowed; the message is the name of the field.

    Source: OpenAI API reference, chat completions, for names and ranges; top_k follows vLLM, with 0 for "off".
    """
    settings = {**DEFAULTS, **request}
    if isinstance(settings["stop"], str):
        settings["stop"] = [settings["stop"]]
    for field, value in settings.items():
        if field not in RULES or not RULES[field](value):
            raise ValueError(field)
    settings["stop"] = list(settings["stop"])  # a list of its own, so that nobody can change the default or the request
    return settings


def respond(text: str, reason: str, prompt_tokens: int, completion_tokens: int) -> dict[str, Any]:
    """Return what the caller gets: the text, why it ended, and what it has cost.

    Args:
        text: the visible text.
        reason: why the loop ended: "eos", "stop_sequence" or "max_tokens".
        prompt_tokens: the number of ids in the prompt.
        completion_tokens: the number of tokens picked, EOS and those of a stop sequence included.

    Returns:
        the keys text, finish_reason and usage; usage has prompt_tokens, completion_tokens and total_tokens.

    Raises:
        ValueError: the reason is none of the three.

    Source: OpenAI API reference, chat completions, the objects choice and usage.
    """
    if reason not in FINISH_REASONS:
        raise ValueError(reason)
    usage = {
        "prompt_tokens": prompt_tokens,
        "completion_tokens": completion_tokens,
        "total_tokens": prompt_tokens + completion_tokens,
    }
    return {"text": text, "finish_reason": FINISH_REASONS[reason], "usage": usage}
