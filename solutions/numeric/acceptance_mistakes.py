"""Known wrong answers to how likely a drafted token is to be accepted."""


def both_pick_the_same(p, q):
    """This is how likely draft and target are to draw the same token on their own.

    The target does not draw here. It looks at the token that the draft has chosen, and keeps it as often as it can.
    """
    return sum(one * other for one, other in zip(p, q, strict=True))


def larger_of_the_two(p, q):
    """The larger probability of each token was added up.

    The sum is more than 1, so it is no probability. What can both distributions agree on?
    """
    return sum(max(pair) for pair in zip(p, q, strict=True))


def rejection_instead(p, q):
    """This is how likely the token is to be rejected.

    Accepted or rejected, the two add up to 1. Which one does the question want?
    """
    return 1 - sum(min(pair) for pair in zip(p, q, strict=True))


def ratios_averaged(p, q):
    """The probabilities of the three tokens were averaged as if the draft chose each of them equally often.

    The draft prefers some tokens. Weight each probability by how often the draft proposes that token.
    """
    return sum(min(1, one / other) for one, other in zip(p, q, strict=True)) / len(p)


def weighted_by_the_target(p, q):
    """The probabilities of the three tokens were weighted with the target's probabilities.

    The tokens come from the draft, so its probabilities say how often each one is put to the test.
    """
    return sum(one * min(1, one / other) for one, other in zip(p, q, strict=True))


def ratio_turned_round(p, q):
    """The draft's probability was divided by the target's.

    A token that the target likes more than the draft does is always accepted. Check what your ratio says about it.
    """
    return sum(other * min(1, other / one) for one, other in zip(p, q, strict=True))
