"""The law that the checks of Loaded die hold the draws to."""


def eighths():
    """Return the probability of each result that is possible; they add up to 1."""
    return {0: 1 / 8, 2: 5 / 8, 3: 2 / 8}
