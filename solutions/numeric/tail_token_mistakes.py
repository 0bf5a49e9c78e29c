"""Known wrong answers to how likely at least one unlikely token is to come."""


def added_up(tail, steps):
    """The probabilities of all steps were added up.

    With enough steps the sum exceeds 1. Steps in which it happens twice were counted twice. What is the probability
    that it never happens?
    """
    return tail * steps


def one_step_only(tail):
    """This is the probability for a single step.

    Every further step is another chance for it to happen.
    """
    return tail


def power_of_the_tail(tail, steps):
    """The probability that all steps are unlikely tokens was subtracted from 1.

    Subtract the probability that no step has such a token.
    """
    return 1 - tail**steps


def none_at_all(tail, steps):
    """This is the probability that no unlikely token comes at all.

    The two probabilities add up to 1. Which one does the question want?
    """
    return (1 - tail) ** steps


def exactly_one(tail, steps):
    """This is the probability of exactly one such token.

    At least one means that two and more count as well.
    """
    return steps * tail * (1 - tail) ** (steps - 1)
