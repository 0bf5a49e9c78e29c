"""Known wrong answers to the probability of the likeliest token at a temperature."""

from .five_logits import plain_softmax as _plain_softmax


def multiplied(logits, temperature):
    """The logits were multiplied by the temperature.

    That turns the dial the wrong way: a temperature below 1 has to make the likeliest token more likely, and one above
    1 less likely.
    """
    return max(_plain_softmax([z * temperature for z in logits]))


def no_effect(logits):
    """This is the probability at temperature 1.

    Either the temperature was left out, or the probabilities were divided by it and renormalized, which undoes the
    division. It has to act before the softmax.
    """
    return max(_plain_softmax(logits))


def probability_divided(logits, temperature):
    """The probability was divided by the temperature.

    The results would not add up to 1, and at a low temperature they can exceed it. Which numbers does the temperature
    act on?
    """
    return max(_plain_softmax(logits)) / temperature


def softmax_of_the_probabilities(logits, temperature):
    """The probabilities were divided by the temperature, and softmax was taken of them.

    Softmax needs the scores of the model. Go back one step: what did the model give you?
    """
    return max(_plain_softmax([p / temperature for p in _plain_softmax(logits)]))


def three_tokens_only(logits, temperature):
    """Only the three likeliest tokens are in the sum.

    The other two have little, but not nothing, and the total must hold all five. Without a filter no token is left
    out.
    """
    return max(_plain_softmax([z / temperature for z in sorted(logits)[-3:]]))


def exponentials_divided(logits, temperature):
    """One exponential was divided by the temperature, after it had been taken.

    The temperature belongs to the exponent, and to the exponent of every token. Divide first, and take the exponential
    of what you get.
    """
    p = max(_plain_softmax(logits)) / temperature
    return p / (p + 1 - max(_plain_softmax(logits)))
