"""Typical wrong answers."""


def doubled(whole):
    """The number was doubled.

    Half of something is smaller than the whole.
    """
    return 2 * whole
