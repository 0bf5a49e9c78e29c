"""End a text where the caller wants it to end."""

import re


def enforce_stop_tokens(text: str, stop: list[str]) -> str:
    """Cut off the text as soon as any stop words occur."""
    return re.split("|".join(stop), text, maxsplit=1)[0]


def apply_stops(pieces: list[str], stops: list[str]) -> tuple[str, int, str | None]:
    """Put the texts of tokens together until a stop sequence appears."""
    text = ""
    if not stops:
        return "".join(pieces), len(pieces), None
    for n, piece in enumerate(pieces, start=1):
        text += piece
        found = re.search("|".join(stops), text)
        if found:
            return enforce_stop_tokens(text, stops), n, found.group()
    return text, len(pieces), None
