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
    for s in stops:
        if not s:
            raise ValueError("a stop sequence is empty")

    def waiting(text):
        """How many characters at the end may become a stop sequence."""
        for n in range(1, len(text) + 1):
            if any(len(s) > n and s.startswith(text[-n:]) for s in stops):
                return n
        return 0

    text, shown, result = "", "", []
    for piece in pieces:
        text += piece
        found = [text.index(s) for s in stops if s in text]
        if found:
            result.append(text[len(shown):min(found)])
            return result
        safe = text[:len(text) - waiting(text)]
        result.append(safe[len(shown):])
        if len(safe) > len(shown):
            shown = safe
    result.append(text[len(shown):])
    return result
