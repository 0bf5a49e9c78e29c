"""Known wrong answers to the probabilities at temperature 2."""

from .five_logits import plain_softmax as _plain_softmax

_TEMPERATURE = 2


def multiplied(logits):
    """The logits were multiplied by 2 instead of divided.

    The best token has gained. A high temperature makes the row flatter: the best token has to lose.
    """
    return _plain_softmax([z * _TEMPERATURE for z in logits])


def no_effect(logits):
    """This is the row at temperature 1.

    Dividing the probabilities and renormalizing them changes nothing. The logits are what the temperature divides.
    """
    return _plain_softmax(logits)


def probabilities_divided(logits):
    """The probabilities were divided by 2.

    The row adds up to one half. Nothing is lost at a high temperature; what the best token loses, the others gain.
    """
    return [p / _TEMPERATURE for p in _plain_softmax(logits)]


def softmax_of_the_probabilities(logits):
    """The probabilities were divided by 2, and softmax was taken of them.

    Softmax expects logits. It makes such small numbers much more alike.
    """
    return _plain_softmax([p / _TEMPERATURE for p in _plain_softmax(logits)])
