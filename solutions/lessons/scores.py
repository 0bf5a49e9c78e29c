"""The figures of the page on scores and probabilities, and of its answers."""

import numpy as np

from ..flashcards.as_text import percent, several, short
from ..flashcards.worked_example import LOGITS, TOKENS
from ..scores import entropy as entropy_module
from ..scores import first_loop as loop
from ..scores import softmax_by_hand as by_hand
from ..scores import softmax_stable as stable
from ..scores import temperature_rescaling as temperature
from .drawing import following, listed

PROMPT, REPEATED = "The capital of France is", "I think that I think that"
HOT, COLD = 2, 0.5


def page() -> dict[str, str]:
    """Return the worked example in full, the ratio of a lead of one and of three, and two real distributions."""
    exponentials = np.exp(LOGITS)
    p = by_hand.softmax(LOGITS)
    cold, hot = (temperature.temperature_probs(LOGITS, T) for T in (COLD, HOT))
    sure, unsure = following(PROMPT), following(REPEATED)
    return {
        "logits": ", ".join(f"{each:g}" for each in LOGITS),
        "the": TOKENS[0],
        "exponential": short(exponentials[0]),
        "exponentials": ", ".join(short(each) for each in exponentials),
        "total": short(exponentials.sum()),
        "share": short(p[0]),
        "one": short(p[0] / p[1], 2),
        "three": short(p[0] / p[3], 1),
        "cold_share": short(cold[0]),
        "hot_share": short(hot[0]),
        "bits": short(entropy_module.entropy_bits(p), 2),
        "choices": short(2 ** entropy_module.entropy_bits(p), 1),
        "sure": short(entropy_module.entropy_bits(stable.softmax(sure.logits)), 2),
        "unsure": short(entropy_module.entropy_bits(stable.softmax(unsure.logits)), 2),
        "paris": percent(sure.probabilities[0]),
    }


def softmax_by_hand() -> dict[str, str]:
    """Return the probabilities of the worked example."""
    p = by_hand.softmax(LOGITS)
    first, total = np.exp(LOGITS[0]), np.exp(LOGITS).sum()
    return {"first": short(first), "total": short(total), "share": short(p[0]), "all": several(p, 3)}


def first_loop() -> dict[str, str]:
    """Return the tokens of the model that adds modulo 7, the sum at the end, and the number of calls."""
    calls = []

    def model(ids: list[int]) -> np.ndarray:
        calls.append(sum(ids))
        return np.eye(7)[sum(ids) % 7]

    ids = loop.write_on(model, [1], 9, 4)
    return {"tokens": " and ".join(map(str, ids)), "total": str(calls[-1]), "calls": str(len(calls))}


def softmax_stable() -> dict[str, str]:
    """Return the softmax of 1000, 1001, 1002."""
    p = stable.softmax(np.array([1000.0, 1001.0, 1002.0]))
    assert np.allclose(p, by_hand.softmax(np.array([0.0, 1.0, 2.0])))
    return {"p": listed([short(each) for each in p])}


def temperature_rescaling() -> dict[str, str]:
    """Return the exponentials at T = .5 and 2, and the share of the first token."""
    cold, hot = (np.exp(LOGITS / T) for T in (COLD, HOT))
    return {
        "cold": short(cold[0]),
        "cold_total": short(cold.sum()),
        "cold_share": short(temperature.temperature_probs(LOGITS, COLD)[0]),
        "hot": short(hot[0]),
        "hot_total": short(hot.sum()),
        "hot_share": short(temperature.temperature_probs(LOGITS, HOT)[0]),
    }


def entropy() -> dict[str, str]:
    """Return the entropy of .5, .25 and .25, and each token's part of it."""
    p = np.array([0.5, 0.25, 0.25])
    bits = entropy_module.entropy_bits(p)
    assert bits == (p * -np.log2(p)).sum()
    return {"parts": " + ".join(f"{each:g}".lstrip("0") for each in p * -np.log2(p)), "bits": f"{bits:g}"}
