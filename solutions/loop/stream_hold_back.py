"""Show a text while it is written, and never the beginning of a stop sequence."""

from .stop_sequences import first_stop, refuse_empty


def stream(pieces: list[str], stops: list[str]) -> list[str]:
    """Return what may be shown after each token, and what is left at the end.

    Only the end of the text can become a stop sequence, so only that is held back, and no more of it than necessary.

    Args:
        pieces: the text of each token, in the order in which the model writes them.
        stops: the stop sequences; there may be none at all.

    Returns:
        one text for each piece taken, "" where nothing may be shown yet, and one more for the end;
        put together they are the visible text.

    Raises:
        ValueError: a stop sequence is empty.

    >>> stream(["Hi", " Us", "ual", "!"], ["User:"])
    ['Hi', ' ', 'Usual', '!', '']
    >>> stream(["Hi", " Us", "er", ": and", " so"], ["User:"])
    ['Hi', ' ', '', '', '']

    Source: OpenAI API reference, parameters `stop` and `stream`.
    """
    refuse_empty(stops)
    text, shown, chunks = "", 0, []
    for piece in pieces:
        text += piece
        found = first_stop(text, stops)
        safe = found[0] if found else len(text) - possible_stop(text, stops)
        chunks.append(text[shown:safe])
        shown = safe
        if found:
            return [*chunks, ""]
    return [*chunks, text[shown:]]  # nothing more comes, so what was held back was no stop sequence


def possible_stop(text: str, stops: list[str]) -> int:
    """Return the length of the longest end of a text that begins a stop sequence without completing it."""
    beginnings = [stop[:length] for stop in stops for length in range(1, len(stop))]
    return max((len(beginning) for beginning in beginnings if text.endswith(beginning)), default=0)
