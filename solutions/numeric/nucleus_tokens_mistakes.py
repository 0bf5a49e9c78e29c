"""Known wrong answers to the tokens of the nucleus."""

import math

import numpy as np

from ..picking.nucleus_membership import nucleus as _nucleus
from .five_logits import plain_softmax as _plain_softmax
from .five_logits import ranked as _ranked


def _first(tokens, logits, size):
    """Return the likeliest tokens."""
    return [tokens[place] for place in _ranked(logits)[:size]]


def _size(logits, top_p):
    return len(_nucleus(np.array(_plain_softmax(logits)), top_p))


def crossing_token_dropped(tokens, logits, top_p):
    """The token that makes the sum reach the threshold was left out.

    Without it the sum is still too small, so the group does not hold the share that was asked for. Add up the
    probabilities of your tokens, and compare.
    """
    return _first(tokens, logits, _size(logits, top_p) - 1)


def one_too_many(tokens, logits, top_p):
    """One token more than necessary was kept.

    The sum had reached the threshold before it. The nucleus is the smallest group that gets there: when do you stop
    adding?
    """
    return _first(tokens, logits, _size(logits, top_p) + 1)


def only_the_likeliest(tokens, logits):
    """Only the likeliest token was kept.

    Perhaps each token was compared with the threshold on its own. It is the sum of several that has to reach it, so
    keep adding, likeliest first.
    """
    return _first(tokens, logits, 1)


def share_of_the_tokens(tokens, logits, top_p):
    """The threshold was taken as a share of the tokens.

    It is a share of the probability. How many tokens that takes depends on how sure the model is: add up
    probabilities, and do not count heads.
    """
    return _first(tokens, logits, math.ceil(top_p * len(tokens)))


def not_ranked_first(tokens, logits, top_p):
    """The probabilities were added up in the order of the list.

    The list is not sorted, so unlikely tokens get in before likely ones. Rank the tokens before you begin to add.
    """
    collected, kept = 0.0, []
    for token, p in zip(tokens, _plain_softmax(logits), strict=True):
        kept.append(token)
        collected += p
        if collected >= top_p:
            break
    return kept
