"""End a text where the caller wants it to end."""


def apply_stops(pieces: list[str], stops: list[str]) -> tuple[str, int, str | None]:
    """Put the texts of tokens together until a stop sequence appears.

    Args:
        pieces: the text of each token, in the order in which the model writes them.
        stops: the stop sequences; there may be none at all.

    Returns:
        the text before the stop sequence; how many pieces were needed; and the stop sequence that was found.
        Without one: the whole text, the number of all pieces, and None.

    Raises:
        ValueError: a stop sequence is empty.

    >>> apply_stops(["Bye.", " Us", "er", ": hi", " there"], ["User:"])
    ('Bye. ', 4, 'User:')
    >>> apply_stops(["Bye", "."], ["User:"])
    ('Bye.', 2, None)
    """
    text = ""
    n = 0
    for piece in pieces:
        text += piece
        n += 1
        for stop in stops:
            if stop in text:
                # TODO which one is first?
                return text[:text.index(stop)], n, stop
    return text, n, None
