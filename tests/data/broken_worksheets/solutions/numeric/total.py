"""The sum of two lengths, and their difference."""

KIND = "counts"


def draw(rng):
    """Draw two lengths."""
    return {"lengths": [rng.integer(1, 9), rng.integer(10, 20)]}


def answer(keep, lengths):
    """Add them up, and subtract them."""
    return [sum(lengths), lengths[1] - lengths[0]]
