"""The figures on the cards of the deck `bending`."""

import math

import numpy as np

from ..bending.beam_search import beam_search
from ..bending.bias_ban_min_tokens import shape_logits
from ..bending.frequency_presence import frequency_presence
from ..bending.greedy_trap import best_sequence
from ..bending.repetition_penalty import repetition_penalty
from ..scores.softmax_stable import softmax
from .as_text import short
from .worked_example import LOGITS

VOCABULARY_OF_GPT2 = 50_257


def both_signs() -> dict[str, str]:
    """Return what a repetition penalty of 2 makes of the logits 4 and −4, and what division would make of the second."""
    positive, negative = repetition_penalty(np.array([4.0, -4.0]), [0, 1], 2)
    return {"positive": short(positive, 0), "negative": short(negative, 0), "divided": short(-4 / 2, 0)}


def where_zero_is() -> dict[str, str]:
    """Return “the” before and after a repetition penalty of 1.3, and after it with all logits 10 lower."""
    penalised = {
        name: softmax(repetition_penalty(LOGITS - down, [0], 1.3)) for name, down in (("after", 0), ("shifted", 10))
    }
    return {"before": short(softmax(LOGITS)[0])} | {name: short(p[0]) for name, p in penalised.items()}


def penalised() -> dict[str, str]:
    """Return the logit of a token with logit 3 that came three times, for penalties .5 and 1."""
    return {"logit": short(frequency_presence(np.array([3.0, 3.0]), [1], [0, 0, 0], 0.5, 1)[0], 1)}


def odds() -> dict[str, str]:
    """Return by how much half a logit less divides a token's odds."""
    before, after = softmax(np.array([0.5, 0.0])), softmax(np.array([0.0, 0.0]))
    return {"factor": short((before[0] / before[1]) / (after[0] / after[1]), 2)}


def low_is_not_banned() -> dict[str, str]:
    """Return the probability of the best among logits that are all very low."""
    return {"share": short(softmax(np.array([-10.0, -20.0, -30.0]))[0], 5)}


def bias() -> dict[str, str]:
    """Return by how much a bias of 5 multiplies odds, and what it makes of a probability of .001."""
    logits = shape_logits(np.log([0.001, 0.999]), {0: 5}, [], 1, 0, 0)
    return {"factor": short(math.exp(5), 0), "after": short(softmax(logits)[0])}


def product_of_steps() -> dict[str, str]:
    """Return the probability of a text whose steps have .5, .4 and .9."""
    return {"product": short(0.5 * 0.4 * 0.9, 2)}


def greedy_trap() -> dict[str, str]:
    """Return the probabilities of the greedy text and of the best one."""
    tree = {(): [0.4, 0.6], (0,): [0.9, 0.1], (1,): [0.5, 0.5]}
    best, probability = best_sequence(lambda prefix: np.array(tree[prefix]), 2)
    assert best == [0, 0]
    return {"greedy": short(max(tree[()]) * max(tree[(1,)]), 2), "best": short(probability, 2)}


def all_texts() -> dict[str, str]:
    """Return how many digits the number of texts of 20 tokens has, for the vocabulary of GPT-2."""
    return {"digits": str(len(str(VOCABULARY_OF_GPT2**20)))}


def calls_of_a_beam_search() -> dict[str, str]:
    """Return how often a beam search of width 4 calls the model for 20 tokens."""
    width, length, calls = 4, 20, []

    def model(prefix: tuple[int, ...]) -> np.ndarray:
        calls.append(prefix)
        return np.array([0.19, 0.21, 0.2, 0.18, 0.22])

    beam_search(model, width, length, -1, 1.0)  # no token ends the text
    return {"width": str(width), "length": str(length), "calls": str(len(calls))}


def length_penalty() -> dict[str, str]:
    """Return the sums and the scores of a text of one token and of one of three tokens."""
    tree = {(): [0.6, 0.1, 0.3], (0,): [0.1, 0.8, 0.1], (0, 1): [0.3, 0.1, 0.6]}
    others = [1 / 3] * 3
    (short_text, short_sum), (long_text, long_score) = (
        beam_search(lambda prefix: np.array(tree.get(prefix, others)), 3, 3, 2, alpha) for alpha in (0.0, 1.0)
    )
    assert (short_text, long_text) == ([2], [0, 1, 2])
    shown = {"short_sum": short_sum, "long_sum": 3 * long_score, "short_score": short_sum, "long_score": long_score}
    return {name: short(number).replace("−0.", "−.") for name, number in shown.items()}
