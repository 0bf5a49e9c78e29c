"""Say why a text ends, if it ends."""

from typing import Literal

FinishReason = Literal["stop", "length"]


def finish_reason(
    n_generated: int,
    max_tokens: int,
    last_is_eos: bool,
    text: str,
    stops: list[str],
) -> FinishReason | None:
    """Return the finish_reason as in the Chat Completions API.

    "stop": the model hit a natural stop point or a provided stop sequence;
    "length": the maximum number of tokens specified in the request was reached;
    None: the API response is still in progress.
    """
    if last_is_eos or any(stop in text for stop in stops):
        return "stop"
    if n_generated >= max_tokens:
        return "length"
    return None
