"""The law of drawing."""


def quarters():
    """Return the probabilities of the check."""
    return {0: 0.5, 2: 0.25, 3: 0.25}
