"""The share of each weight."""

KIND = "probabilities"


def draw(rng):
    """Draw two tokens with their weights."""
    return {"tokens": ["one", "two"], "weights": [rng.integer(1, 4), rng.integer(5, 9)], "limit": 0.5}


def answer(keep, weights):
    """Divide by the sum."""
    total = keep("sum", sum(weights))
    return [each / total for each in weights]
