"""Known wrong answers to the probability of the likeliest token among the k likeliest."""

import math

from .five_logits import plain_softmax as _plain_softmax


def _ordered(logits):
    """Return the probabilities, largest first."""
    return sorted(_plain_softmax(logits), reverse=True)


def not_shared_out(logits):
    """The probability is the one from before the cut.

    The tokens that were cut leave a hole, so the rest no longer adds up to 1. By which common factor must all that are
    left grow?
    """
    return _ordered(logits)[0]


def sum_of_the_kept(logits, k):
    """This is what all kept tokens hold together.

    You need it to divide by. Which token is the question about?
    """
    return sum(_ordered(logits)[:k])


def one_too_many(logits, k):
    """One token more than k was kept.

    Count the tokens in your sum once more. The likeliest one is number 1.
    """
    p = _ordered(logits)
    return p[0] / sum(p[: k + 1])


def one_too_few(logits, k):
    """One token fewer than k was kept.

    Count the tokens in your sum once more. The k-th one belongs to them.
    """
    p = _ordered(logits)
    return p[0] / sum(p[: k - 1])


def all_equal(k):
    """Every kept token got the same share.

    Cutting the tail does not change what the model thinks of the others. A token that was twice as likely as another
    stays twice as likely.
    """
    return 1 / k


def rest_to_the_best(logits, k):
    """The likeliest token got everything that was cut.

    The sum is 1 again, but the other kept tokens have lost ground. All of them grow by the same factor.
    """
    p = _ordered(logits)
    return 1 - sum(p[1:k])


def rest_shared_equally(logits, k):
    """The probability that was cut was added in equal parts.

    A small probability would then grow far more than a large one, compared with what it was. Multiply, and do not add.
    """
    p = _ordered(logits)
    return p[0] + sum(p[k:]) / k


def softmax_of_the_kept(logits, k):
    """Softmax was taken a second time, of the probabilities.

    It expects logits. It makes numbers between 0 and 1 much more alike. The kept probabilities need no exponential any
    more.
    """
    exponentials = [math.exp(each) for each in _ordered(logits)[:k]]
    return exponentials[0] / sum(exponentials)
