"""Known wrong answers to what to draw from after a guess of prompt lookup was rejected."""


def target_itself(p):
    """These are the target's own probabilities.

    The rejected token would have been kept with its p. What do the others lack?
    """
    return list(p)


def not_shared_out(p, guess):
    """The rejected token is out, but the others do not add up to 1.

    Some token has to come. What do you do with numbers that should add up to 1?
    """
    return [0.0 if place == guess else each for place, each in enumerate(p, start=1)]


def all_equal(guess):
    """The two tokens that are left got equal shares.

    The target does not like them equally. Keep the ratio of their probabilities.
    """
    return [0.0 if place == guess else 0.5 for place in (1, 2, 3)]


def guess_itself(guess):
    """The rejected token comes again.

    That is q, the draft's row. The residual is p minus q where that is above 0, and q is 1 here.
    """
    return [float(place == guess) for place in (1, 2, 3)]


def added_to_the_likeliest(p, guess):
    """The probability of the rejected token went to the likeliest of the others.

    Both others lack something, in the ratio of their probabilities. Divide both by their sum.
    """
    left = [0.0 if place == guess else each for place, each in enumerate(p, start=1)]
    left[left.index(max(left))] += p[guess - 1]
    return left


def halved(p, guess):
    """The probability of the rejected token was shared equally among the others.

    That changes their ratio. Divide each by the sum of the two instead.
    """
    return [0.0 if place == guess else each + p[guess - 1] / 2 for place, each in enumerate(p, start=1)]
