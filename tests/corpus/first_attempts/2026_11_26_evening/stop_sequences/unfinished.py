"""End a text where the caller wants it to end."""


def apply_stops(pieces: list[str], stops: list[str]) -> tuple[str, int, str | None]:
    """Put the texts of tokens together until a stop sequence appears."""
    text = ""
    taken = 0
    for piece in pieces:
        text += piece
        taken += 1
        for s in stops:
            where = text.find(s)
            if where != -1:
                # TODO: what if two of them are in it?
                return text[:where].rstrip(), taken, s
    return text, taken, None
