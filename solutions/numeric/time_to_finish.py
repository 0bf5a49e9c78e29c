"""How long an answer takes from the request to its last token."""

KIND = "count"
UNIT = "ms"


def draw(rng):
    """Draw the time to the first token, the time for each later one, and how many tokens there are."""
    return {"first_ms": 10 * rng.integer(20, 90), "each_ms": rng.integer(8, 40), "generated": 10 * rng.integer(4, 30)}


def answer(keep, first_ms, each_ms, generated):
    """Return the time to the first token and the time of all later ones."""
    return first_ms + keep("later tokens", (generated - 1) * each_ms)
