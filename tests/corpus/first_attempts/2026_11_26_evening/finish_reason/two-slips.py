"""Say why a text ends, if it ends."""


def finish_reason(
    n_generated: int,
    max_tokens: int,
    last_is_eos: bool,
    text: str,
    stops: list[str],
) -> str | None:
    """Return why the loop must end after the newest token, None if it goes on."""
    for stop in stops:
        if stop in text:
            return "stop_sequence"
    if last_is_eos:
        return "eos"
    if n_generated > max_tokens:
        return "max_tokens"
    return None
