"""Say why a text ends, if it ends."""


def finish_reason(
    n_generated: int,
    max_tokens: int,
    last_is_eos: bool,
    text: str,
    stops: list[str],
) -> str | None:
    """Return why the loop must end after the newest token, None if it goes on.

    The order of the tests is the order of precedence: the first reason that holds is the one reported.

    Args:
        n_generated: how many tokens have been picked so far, the newest one included.
        max_tokens: how many may be picked.
        last_is_eos: whether the newest token is EOS.
        text: the text generated so far.
        stops: the stop sequences, none of them empty; there may be none at all.

    Returns:
        "eos", "stop_sequence", "max_tokens" or None.

    >>> finish_reason(7, 20, False, "Bye. User: hi", ["User:"])
    'stop_sequence'
    >>> finish_reason(7, 20, False, "Bye. User", ["User:"]) is None
    True

    Source: vLLM, check_stop in vllm/v1/core/sched/utils.py, which tests for EOS before the cap.
    """
    if last_is_eos:
        return "eos"
    if any(stop in text for stop in stops):
        return "stop_sequence"
    if n_generated >= max_tokens:
        return "max_tokens"
    return None
