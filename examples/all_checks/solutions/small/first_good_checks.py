"""The function that the checks of First good hand in."""


def at_least_10():
    """Make a function whose calls are noted; it is made anew for each call of the learner's function."""
    return lambda item: item >= 10
