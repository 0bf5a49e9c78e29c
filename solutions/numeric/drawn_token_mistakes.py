"""Known wrong answers to which token a random number picks."""

import numpy as np

from ..picking.sample_with_u import sample as _sample


def ranked_first(tokens, p, u):
    """The stretches were laid out with the likeliest token first.

    That is a fair way to draw, but the rule here is the order of the list. Add up the probabilities as they stand.
    """
    order = np.argsort(-np.array(p), kind="stable")
    return tokens[order[_sample(np.array(p)[order], u)]]


def one_too_early(tokens, p, u):
    """This is the token before the right one.

    Its stretch ends below the random number. The running sum has to exceed it: did you add the token's own
    probability?
    """
    place = _sample(np.array(p), u)
    return tokens[place - 1] if place else None


def one_too_late(tokens, p, u):
    """This is the token after the right one.

    The running sum had exceeded the random number before. Stop at the first token where it does.
    """
    place = _sample(np.array(p), u)
    return tokens[place + 1] if place + 1 < len(tokens) else None


def always_the_likeliest(tokens, p):
    """This is the likeliest token, whatever the random number is.

    That is greedy picking. When drawing, the others get their turn as often as their probability says, and the random
    number decides.
    """
    return tokens[p.index(max(p))]


def compared_with_each(tokens, p, u):
    """The random number was compared with the probabilities one by one, and not with their running sum.

    Only the stretch of the first token begins at 0. Where does the stretch of the second one begin?
    """
    return next((token for token, each in zip(tokens, p, strict=True) if u < each), None)
