"""Settings as an API: validate a request, and name the result."""

from typing import Any


def validate(request: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a request, with defaults for what it leaves out.

    Args:
        request: the fields that the caller has set, by name.

    Returns:
        all five fields: temperature, top_p, top_k, max_tokens, stop.

    Raises:
        ValueError: a field is unknown, or its value is not allowed; the message is the name of the field.

    >>> settings = validate({"temperature": 0.0, "stop": "END"})
    >>> settings["temperature"], settings["top_p"], settings["stop"]
    (0.0, 1.0, ['END'])
    """
    settings = {"temperature": 1.0, "top_p": 1.0, "top_k": 0, "max_tokens": 16, "stop": []}
    for key in settings:
        if key in request:
            settings[key] = request[key]
    if not 0 <= settings["temperature"] <= 2:
        raise ValueError("temperature")
    if not 0 < settings["top_p"] <= 1:
        raise ValueError("top_p")
    # TODO top_k, max_tokens
    if isinstance(settings["stop"], str):
        settings["stop"] = [settings["stop"]]
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

    >>> answer = respond("Hi", "max_tokens", 9, 1)
    >>> answer["finish_reason"], answer["usage"]["total_tokens"]
    ('length', 10)
    """
    raise NotImplementedError  # TODO: write this
