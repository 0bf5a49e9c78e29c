"""Known wrong answers to how many tokens the nucleus has at three thresholds."""

import math

import numpy as np

from ..picking.nucleus_membership import nucleus as _nucleus
from .five_logits import plain_softmax as _plain_softmax


def _sizes(logits, thresholds):
    """Return the right sizes."""
    p = np.array(_plain_softmax(logits))
    return [len(_nucleus(p, top_p)) for top_p in thresholds]


def crossing_token_dropped(logits, thresholds):
    """The token that makes the sum reach the threshold was not counted.

    Without it the others hold less than the threshold asks for. It is the last token of the nucleus, not the first one
    outside.
    """
    return [size - 1 for size in _sizes(logits, thresholds)]


def one_too_many(logits, thresholds):
    """One token was counted after the threshold had been reached.

    As soon as the running sum is there, the nucleus is complete. Test the sum before you take another token.
    """
    return [size + 1 for size in _sizes(logits, thresholds)]


def share_of_the_tokens(tokens, thresholds):
    """The threshold was taken as a share of the five tokens.

    Then the probabilities would not matter at all. The threshold says how much probability the group must hold.
    """
    return [math.ceil(top_p * len(tokens)) for top_p in thresholds]


def not_ranked_first(logits, thresholds):
    """The tokens were counted in the order of the list.

    The list is not sorted. The nucleus takes the likeliest token first, wherever it stands.
    """
    sums = np.cumsum(_plain_softmax(logits))
    return [int((sums < top_p).sum()) + 1 for top_p in thresholds]


def single_tokens_compared(logits, thresholds):
    """Only tokens that reach the threshold on their own were counted.

    With a threshold of .8 there can be at most one of those. It is a sum that has to reach it: the likeliest, the two
    likeliest, and so on.
    """
    p = _plain_softmax(logits)
    return [sum(each >= top_p for each in p) for top_p in thresholds]
