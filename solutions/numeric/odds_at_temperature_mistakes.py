"""Known wrong answers to how many times as likely one token is as another."""

import math


def _gap(logits):
    return logits[0] - logits[1]


def multiplied(logits, temperature):
    """The gap was multiplied by the temperature.

    A low temperature makes the model surer, so it must make the ratio larger. Check which way yours goes.
    """
    return math.exp(_gap(logits) * temperature)


def no_exponential(logits, temperature):
    """This is the gap after the temperature, and not yet a ratio.

    Scores differ by a gap; probabilities differ by a factor. What turns the one into the other?
    """
    return _gap(logits) / temperature


def temperature_left_out(logits):
    """This is the ratio at temperature 1.

    The temperature changes all gaps before the exponential is taken. Where does it come into your calculation?
    """
    return math.exp(_gap(logits))


def temperature_too_late(logits, temperature):
    """The ratio was divided by the temperature, after the exponential.

    Temperature acts on scores. Go back to the gap, and change that.
    """
    return math.exp(_gap(logits)) / temperature


def other_way_round(logits, temperature):
    """This says how many times as likely the second token is as the first.

    It is below 1, although the first token is the likelier one. Look at which of the two comes first in the question.
    """
    return math.exp(-_gap(logits) / temperature)


def logits_divided(logits, temperature):
    """The logits were divided by each other.

    A logit can be 0 or negative, and adding the same number to all of them changes nothing for the model. Only their
    difference means something.
    """
    return math.exp(logits[0] / logits[1] / temperature) if logits[1] > 0 else None
