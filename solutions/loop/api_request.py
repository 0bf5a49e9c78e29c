"""Settings as an API: validate a request, and name the result."""

from collections.abc import Callable
from typing import Any

DEFAULTS: dict[str, Any] = {"temperature": 1.0, "top_p": 1.0, "top_k": 0, "max_tokens": 16, "stop": []}
MAX_STOPS = 4
FINISH_REASONS = {"eos": "stop", "stop_sequence": "stop", "max_tokens": "length"}
RULES: dict[str, Callable[[Any], bool]] = {  # nan is refused by every comparison
    "temperature": lambda value: 0 <= value <= 2,
    "top_p": lambda value: 0 < value <= 1,
    "top_k": lambda value: value >= 0,
    "max_tokens": lambda value: value >= 1,
    "stop": lambda value: len(value) <= MAX_STOPS and all(value),
}


def validate(request: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a request, with defaults for what it leaves out.

    A default stands in for a field that is missing, never for one that is 0 or empty.

    Args:
        request: the fields that the caller has set, by name.

    Returns:
        all five fields: temperature, top_p, top_k, max_tokens, stop.

    Raises:
        ValueError: a field is unknown, or its value is not allowed; the message is the name of the field.

    Source: OpenAI API reference, chat completions, for names and ranges; top_k follows vLLM, with 0 for "off".
    """
    settings = {**DEFAULTS, **request}
    stop = settings["stop"]
    settings["stop"] = [stop] if isinstance(stop, str) else list(stop)  # a list of its own: nobody can change ours
    for field, value in settings.items():
        if field not in RULES or not RULES[field](value):
            raise ValueError(field)
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

    Source: OpenAI API reference, chat completions, the objects choice and usage.
    """
    usage = {
        "prompt_tokens": prompt_tokens,
        "completion_tokens": completion_tokens,
        "total_tokens": prompt_tokens + completion_tokens,
    }
    return {"text": text, "finish_reason": FINISH_REASONS[reason], "usage": usage}
