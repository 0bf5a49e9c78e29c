"""Known wrong answers to the repetition penalty of two logits."""


def always_divided(logits, penalty):
    """Both logits were divided by the penalty.

    Dividing moves a number towards 0. For a logit below 0 that is up, so its token would be rewarded for having been
    repeated.
    """
    return [z / penalty for z in logits]


def always_multiplied(logits, penalty):
    """Both logits were multiplied by the penalty.

    Multiplying moves a number away from 0. For a logit above 0 that is up, so its token would be rewarded. Which way
    should a penalty move a score?
    """
    return [z * penalty for z in logits]


def exchanged(logits, penalty):
    """The two rules were exchanged.

    Both tokens have become more likely. A penalty makes both scores smaller.
    """
    return [logits[0] * penalty, logits[1] / penalty]


def subtracted(logits, penalty):
    """The penalty was subtracted.

    Other penalties work like that, those for frequency and presence. This one is a factor.
    """
    return [z - penalty for z in logits]


def once_for_each_time(logits, times, penalty):
    """The penalty was applied once for each time that the token has come.

    This penalty asks only whether a token has been seen, not how often.
    """
    return [logits[0] / penalty ** times[0], logits[1] * penalty ** times[1]]


def unchanged(logits):
    """The logits are as they were.

    Both tokens have been in the text, so both are penalized.
    """
    return list(logits)
