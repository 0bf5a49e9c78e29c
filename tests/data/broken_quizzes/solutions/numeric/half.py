"""Half of a number."""

KIND = "number"


def draw(rng):
    """Draw an even number."""
    return {"whole": 2 * rng.integer(1, 50)}


def answer(keep, whole):
    """Return its half."""
    if whole <= 0:
        raise ValueError("the number is not above 0")
    return whole / 2
