"""Which check digit an ISBN has, by the weighted sum of its first twelve digits."""

KIND = "count"


def draw(rng):
    """Draw the weighted sum."""
    return {"total": rng.integer(61, 159)}


def is_allowed(total):
    """Refuse sums of which remainder and check digit are the same, or nothing is missing."""
    return total % 10 not in {0, 5}


def answer(keep, total):
    """Return what is missing to the next number that 10 divides."""
    return keep("next number that 10 divides", total + -total % 10) - total
