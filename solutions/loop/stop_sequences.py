"""End a text where the caller wants it to end."""


def apply_stops(pieces: list[str], stops: list[str]) -> tuple[str, int, str | None]:
    """Put the texts of tokens together until a stop sequence appears.

    Tokens do not respect stop sequences, so the search is in the text, and after every token.

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

    Source: OpenAI API reference, parameter `stop`: the text that is returned will not contain the stop sequence.
    """
    refuse_empty(stops)
    text = ""
    for consumed, piece in enumerate(pieces, start=1):
        text += piece
        found = first_stop(text, stops)
        if found:
            start, stop = found
            return text[:start], consumed, stop
    return text, len(pieces), None


def first_stop(text: str, stops: list[str]) -> tuple[int, str] | None:
    """Return where the first stop sequence of a text begins, and which it is: the longest of those that begin there."""
    places = [(text.find(stop), -len(stop), stop) for stop in stops if stop in text]
    if not places:
        return None
    start, _, stop = min(places)
    return start, stop


def refuse_empty(stops: list[str]) -> None:
    """Refuse empty stop sequences: they would be found in every text, before its first letter."""
    if "" in stops:
        raise ValueError("a stop sequence must not be empty")
