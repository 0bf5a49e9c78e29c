"""Known wrong answers."""


def not_divided(weights):
    """These are the weights.

    They have to be divided by their sum.
    """
    return weights
