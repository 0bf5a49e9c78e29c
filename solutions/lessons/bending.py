"""The figures of the page on bending the scores, and of its answers."""

import numpy as np

from ..bending import bias_ban_min_tokens as shaping
from ..bending import frequency_presence as counted
from ..bending import greedy_trap as trap
from ..bending import repetition_penalty as penalty
from ..flashcards import bending as cards
from ..flashcards.as_text import short
from ..scores.softmax_stable import softmax
from ..tiny_lm import model as tiny_lm
from .drawing import following, listed

REPEATED = "I think that I think that"
R = 1.3
FIRST = np.array([0.6, 0.4])
SECOND = {0: np.array([0.5, 0.5]), 1: np.array([0.9, 0.1])}


def page() -> dict[str, str]:
    """Return a real step with and without the penalty, and a text on which greedy loses."""
    tokenizer = tiny_lm.tokenizer()
    seen, logits = tokenizer.encode(REPEATED), following(REPEATED).logits
    bent = penalty.repetition_penalty(logits, seen, R)
    best = int(logits.argmax())
    rival = int(np.argsort(-logits)[1])
    names = [tokenizer.bytes[each].decode() for each in (best, rival)]
    before, after = softmax(logits), softmax(bent)

    def model(prefix: tuple[int, ...]) -> np.ndarray:
        return SECOND[prefix[0]] if prefix else FIRST

    text, chance = trap.best_sequence(model, 2)
    assert text == [1, 0]
    return {
        "again": names[0],
        "rival": names[1],
        "r": f"{R:g}",
        "logit": short(logits[best], 1),
        "bent": short(bent[best], 1),
        "rival_logit": short(logits[rival], 1),
        "before": short(before[best]),
        "five": short(following(" ".join(["I think that"] * 5)).probabilities[0]),
        "after": short(after[best]),
        "greedy": short(FIRST[0] * SECOND[0].max(), 2),
        "best": short(chance, 2),
        "first": short(FIRST[0], 1),
        "second": short(FIRST[1], 1),
        "then": short(SECOND[1].max(), 1),
        "halves": short(SECOND[0].max(), 1),
    }


def repetition_penalty() -> dict[str, str]:
    """Return the logits 4, -1, 2 for r = 2, with tokens 0 and 1 in the text."""
    return {"logits": _written(penalty.repetition_penalty(np.array([4.0, -1.0, 2.0]), [0, 1], 2.0))}


def frequency_presence() -> dict[str, str]:
    """Return the logits 3, 3, 3 after token 0 was generated three times."""
    return {"logits": _written(counted.frequency_presence(np.full(3, 3.0), [2], [0, 0, 0], 0.5, 1.0))}


def bias_ban_min_tokens() -> dict[str, str]:
    """Return the logits with 4 and with 6 tokens generated."""
    early, late = (
        _written(shaping.shape_logits(np.array([2.0, 1.0, 3.0]), {0: 5.0}, [2], 1, count, 6)) for count in (4, 6)
    )
    return {"early": early, "late": late}


def beam_search() -> dict[str, str]:
    """Return the sums of a text of one token and of one of three, and the mean of the longer one."""
    return {name: text for name, text in cards.length_penalty().items() if name != "short_score"}


def _written(logits: np.ndarray) -> str:
    return listed([f"{each:g}".replace("0.", ".").replace("-", "−").replace("inf", "∞") for each in logits])
