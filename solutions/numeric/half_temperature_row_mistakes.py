"""Known wrong answers to the probabilities at temperature .5."""

from .five_logits import plain_softmax as _plain_softmax

_TEMPERATURE = 0.5


def multiplied(logits):
    """The logits were multiplied by .5 instead of divided.

    The row has become flatter. A low temperature makes the model surer: the best token has to gain.
    """
    return _plain_softmax([z * _TEMPERATURE for z in logits])


def no_effect(logits):
    """This is the row at temperature 1.

    Dividing the probabilities and renormalizing them changes nothing. Divide the logits, and do that first.
    """
    return _plain_softmax(logits)


def probabilities_divided(logits):
    """The probabilities were divided by .5.

    The row adds up to 2. The temperature acts before the softmax, on the logits.
    """
    return [p / _TEMPERATURE for p in _plain_softmax(logits)]


def softmax_of_the_probabilities(logits):
    """The probabilities were divided by .5, and softmax was taken of them.

    Softmax expects logits. It makes probabilities much more alike.
    """
    return _plain_softmax([p / _TEMPERATURE for p in _plain_softmax(logits)])
