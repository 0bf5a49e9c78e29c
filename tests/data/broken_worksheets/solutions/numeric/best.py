"""The token with the larger weight."""

KIND = "token"


def draw(rng):
    """Draw two tokens with their weights."""
    return {"tokens": ["one", "two"], "weights": [rng.integer(1, 4), rng.integer(5, 9)], "limit": 0.5}


def answer(keep, tokens, weights):
    """Return the one that weighs more."""
    return tokens[weights.index(max(weights))]
