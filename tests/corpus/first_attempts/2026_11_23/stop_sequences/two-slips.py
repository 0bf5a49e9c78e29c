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
    if any(len(s) == 0 for s in stops):
        raise ValueError("empty stop sequence")
    text = ""
    for i, piece in enumerate(pieces):
        text = text + piece
        hits = []
        for s in stops:
            where = text.find(s)
            if where != -1:
                hits.append((where, len(s), s))
        if hits:
            where, _, s = min(hits)
            return text[:where], i, s
    return text, len(pieces), None
