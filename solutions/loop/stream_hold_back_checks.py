"""Random pieces and stop sequences that often meet, and laws of streaming."""

from .stop_sequences import apply_stops
from .stop_sequences_checks import pieces_and_stops
from .stream_hold_back import stream

__all__ = ["adds_up", "knows_no_future", "pieces_and_stops", "shows_what_is_safe"]


def shows_what_is_safe(near, pieces, stops):
    """After each piece, all that is safe by then is shown, and no more; the chunk for the end is judged elsewhere."""
    (chunks,) = yield [{"pieces": pieces, "stops": stops}]
    if trouble := _trouble(chunks):
        return trouble
    *wanted, _ = stream(pieces, stops)
    for number, (piece, safe) in enumerate(zip(pieces, wanted, strict=False)):
        if number >= len(chunks):
            return f"there is no chunk for piece {number + 1}, {piece!r}"
        if chunks[number] != safe:
            return f"the chunk after piece {number + 1}, {piece!r}, is {chunks[number]!r}; {safe!r} may be shown then"
    return None


def adds_up(near, pieces, stops):
    """There is one chunk for each piece taken and one for the end; together they are the visible text."""
    (chunks,) = yield [{"pieces": pieces, "stops": stops}]
    visible, consumed, _ = apply_stops(pieces, stops)
    trouble = _trouble(chunks)
    if trouble:
        return trouble
    together = "".join(chunks)
    if together != visible:
        return f"the chunks put together are {together!r}; the visible text is {visible!r}"
    return None if len(chunks) == consumed + 1 else f"{consumed} pieces are taken, and there are {len(chunks)} chunks"


def knows_no_future(near, pieces, stops):
    """The text shown after a piece does not depend on later pieces."""
    half = len(pieces) // 2
    whole, beginning = yield [{"pieces": pieces, "stops": stops}, {"pieces": pieces[:half], "stops": stops}]
    trouble = _trouble(whole) or _trouble(beginning)
    if trouble:
        return trouble
    before = list(beginning)[: min(half, len(beginning) - 1)]
    after = list(whole)[: len(before)]
    if before == after:
        return None
    return f"of these pieces the first {half} alone show {before}; with the rest behind them they show {after}"


def _trouble(chunks):
    if isinstance(chunks, list) and all(isinstance(chunk, str) for chunk in chunks):
        return ""
    return "the result is not a list of texts"
