"""Random pieces and stop sequences that often meet, and laws of stopping."""

import numpy as np

from .stop_sequences import apply_stops


def pieces_and_stops(rng, size):
    """Draw up to `size` pieces and up to three stop sequences, all of the same few letters."""
    return {
        "pieces": [_letters(rng, "ab ", 3) for _ in range(int(rng.integers(0, size + 1)))],
        "stops": [_letters(rng, "ab", 4) for _ in range(int(rng.integers(0, 4)))],
    }


def _letters(rng, alphabet, most):
    return "".join(alphabet[int(letter)] for letter in rng.integers(0, len(alphabet), int(rng.integers(1, most + 1))))


def shows_no_stop(near, pieces, stops):
    """The visible text is a beginning of the whole text, and holds no stop sequence."""
    (result,) = yield [{"pieces": pieces, "stops": stops}]
    trouble = _trouble(result)
    if trouble:
        return trouble
    visible = result[0]
    held = [stop for stop in stops if stop in visible]
    if held:
        return f"the visible text {visible!r} holds the stop sequence {held[0]!r}"
    return None if "".join(pieces).startswith(visible) else f"{visible!r} is no beginning of {''.join(pieces)!r}"


def needs_no_more(near, pieces, stops):
    """The pieces consumed give the same result by themselves, and with one less there is no stop sequence yet."""
    consumed = apply_stops(pieces, stops)[1]
    whole, needed = yield [{"pieces": pieces, "stops": stops}, {"pieces": pieces[:consumed], "stops": stops}]
    trouble = _trouble(whole) or _trouble(needed)
    if trouble:
        return trouble
    if tuple(whole) != tuple(needed):
        return f"the first {consumed} pieces alone give {tuple(needed)}, all together give {tuple(whole)}"
    if whole[2] is not None and any(stop in "".join(pieces[: whole[1] - 1]) for stop in stops):
        return f"a stop sequence had appeared before piece {whole[1]}"
    return None


def _trouble(result):
    """Say what keeps a result from being a text, a number and a stop sequence or None."""
    if not isinstance(result, tuple | list) or len(result) != 3:
        return "the result is not a tuple of three"
    visible, consumed, matched = result
    if not isinstance(visible, str) or isinstance(consumed, bool) or not isinstance(consumed, int | np.integer):
        return "the result is not a text, a whole number, and a text or None"
    return (
        "" if matched is None or isinstance(matched, str) else "the third part of the result is neither a text nor None"
    )
