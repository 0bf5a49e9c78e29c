"""What the checks of First good hand to the learner's function."""


def at_least_10():
    """Make a function whose calls are noted; it is made anew for each call of the learner's function."""
    return lambda item: item >= 10
