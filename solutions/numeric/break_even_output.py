"""How many output tokens cost as much as the whole input."""

KIND = "count"
UNIT = "tokens"


def draw(rng):
    """Draw how long the input is, and two prices for a million tokens."""
    ratio = rng.integer(2, 8)
    in_per_M = rng.choice([0.5, 1, 1.5, 2, 2.5, 3])
    return {"n_in": 50 * rng.integer(6, 200) * ratio, "in_per_M": in_per_M, "out_per_M": in_per_M * ratio}


def answer(keep, n_in, in_per_M, out_per_M):
    """Return the input's length divided by how much more an output token costs."""
    return round(n_in / keep("price ratio", out_per_M / in_per_M))
