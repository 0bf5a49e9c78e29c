"""The figures on the cards of the deck `scores`."""

import math

import numpy as np

from ..scores.entropy import entropy_bits
from ..scores.softmax_by_hand import softmax
from ..scores.temperature_rescaling import temperature_probs
from .as_text import BLANK, several, short
from .worked_example import LOGITS

GAP = np.array([1.0, 0.0])
"""Two tokens, one logit apart."""


def worked_example() -> dict[str, str]:
    """Return the probabilities of the worked example, and their running sums."""
    p = softmax(LOGITS)
    return {"probabilities": several(p), "sums": several(np.cumsum(p)[:-1]) + f"{BLANK}1"}


def softmax_by_hand() -> dict[str, str]:
    """Return the exponentials of the worked example, their total, and the share of “the”."""
    exponentials = np.exp(LOGITS)
    return {
        "exponentials": ", ".join(map(short, exponentials)),
        "total": short(exponentials.sum()),
        "the": short(softmax(LOGITS)[0]),
    }


def rounded_sum() -> dict[str, str]:
    """Return the rounded probabilities of the worked example, and what they add up to."""
    rounded = np.round(softmax(LOGITS), 3)
    return {"rounded": several(rounded), "total": short(float(rounded.sum()))}


def ratios_of_gaps() -> dict[str, str]:
    """Return how many times likelier a lead of 1 and of 3 logits makes a token."""
    ratios = [p[0] / p[1] for p in (softmax(GAP), softmax(3 * GAP))]
    return {"one": short(ratios[0], 1), "three": short(ratios[1], 1)}


def overflow() -> dict[str, str]:
    """Return the largest whole number whose exponential is a float64, and the first whose is not."""
    last = math.floor(math.log(np.finfo(np.float64).max))
    return {"last": str(last), "first": str(last + 1)}


def ratios_of_temperatures() -> dict[str, str]:
    """Return how many times likelier a lead of one logit makes a token at T = .5, 1 and 2."""
    odds = {name: temperature_probs(GAP, T) for name, T in (("cold", 0.5), ("plain", 1.0), ("hot", 2.0))}
    return {name: short(p[0] / p[1], 2) for name, p in odds.items()}


def power_form() -> dict[str, str]:
    """Return the first probability of the worked example, before and after raising all to 1/T for T = .5."""
    p = softmax(LOGITS)
    raised = p ** (1 / 0.5)
    return {"before": short(p[0]), "after": short(raised[0] / raised.sum())}


def nine_to_one() -> dict[str, str]:
    """Return the temperature at which a lead of one logit means 9 to 1."""
    return {"temperature": short((GAP[0] - GAP[1]) / math.log(9))}


def misprint() -> dict[str, str]:
    """Return what “the” has at T = .5, what the misprinted row adds up to, and the softmax of the first three."""
    return {
        "right": short(temperature_probs(LOGITS, 0.5)[0]),
        "printed_sum": short(sum((0.866, 0.117, 0.016, 0.002, 0.001))),
        "three_only": short(temperature_probs(LOGITS[:3], 0.5)[0]),
    }


def surprises() -> dict[str, str]:
    """Return the surprise in bits of tokens of probability 1, 1/2, 1/4 and 1/8: the entropy where all are like that."""
    bits = [f"{entropy_bits(np.full(count, 1 / count)):.0f}" for count in (1, 2, 4, 8)]
    return {"bits": f"{', '.join(bits[:-1])} and {bits[-1]}"}


def effective_choices() -> dict[str, str]:
    """Return 2 to the power of the entropy of the worked example."""
    return {"choices": short(2 ** entropy_bits(softmax(LOGITS)), 2)}
