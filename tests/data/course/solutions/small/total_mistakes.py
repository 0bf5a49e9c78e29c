"""Typical wrong versions of adding up."""


def mean(values):
    """The sum is divided by how many there are.

    That is the mean. Ask what the task calls the result.
    """
    return float(values.sum() / max(len(values), 1))


def largest(values):
    """The largest value is returned.

    One value is not the sum of all. Use every value once.
    """
    return float(max([0.0, *values]))
