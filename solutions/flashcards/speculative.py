"""The figures on the cards of the deck `speculative`."""

import numpy as np

from ..cost.batch_schedule import step_time
from ..formulas import expected
from ..scores.temperature_rescaling import temperature_probs
from ..speculative.accept_and_residual import accept_and_residual
from ..speculative.ngram_draft import ngram_draft
from .as_text import short
from .worked_example import LOGITS

P, Q = np.array([0.5, 0.3, 0.2]), np.array([0.2, 0.5, 0.3])
"""The probabilities of the target and of the draft, in an example for calculating by hand."""


def right_drafts() -> dict[str, str]:
    """Return how often drafts at T = 2 are kept by a target at T = 1: “the”, “or”, and the average."""
    q = temperature_probs(LOGITS, 2)
    accept, _ = accept_and_residual(temperature_probs(LOGITS, 1), q)
    return {"the": short(accept[0], 0), "least": short(accept[-1], 2), "average": short(q @ accept, 2)}


def overlap() -> dict[str, str]:
    """Return how often a draft of the example is accepted."""
    accept, _ = accept_and_residual(P, Q)
    return {"alpha": short(Q @ accept, 1)}


def residual() -> dict[str, str]:
    """Return the residual of the example."""
    _, rest = accept_and_residual(P, Q)
    return {"residual": ", ".join(f"{each:g}" for each in rest)}


def prompt_lookup() -> dict[str, str]:
    """Return what prompt lookup drafts after the ids on the card."""
    drafted, _ = ngram_draft([7, 2, 9, 4, 7, 2, 5, 9, 7, 2], 3, 2, 10)
    return {"drafted": ", ".join(map(str, drafted))}


def one_hot_draft() -> dict[str, str]:
    """Return how often token 1 of the example is kept if prompt lookup proposes it, and the residual after it."""
    _, Q = ngram_draft([0, 1, 0], 1, 1, len(P))
    accept, rest = accept_and_residual(P, Q[0])
    return {"accept": short(accept[1], 1), "residual": ", ".join(short(each, 3) if each else "0" for each in rest)}


def tokens_per_pass() -> dict[str, str]:
    """Return the tokens per pass for acceptance .8 and 4 drafts, and the limit for ever longer drafts."""
    return {"tokens": short(expected(0.8, 4, 0.05)[0], 2), "limit": f"{1 / (1 - 0.8):g}"}


def lengths_of_drafts() -> dict[str, str]:
    """Return the speed-up for acceptance .8 and cost .05 with 4, 8 and 16 drafts."""
    lengths = {"four": 4, "eight": 8, "sixteen": 16}
    return {name: short(expected(0.8, gamma, 0.05)[1], 2) for name, gamma in lengths.items()}


def slower() -> dict[str, str]:
    """Return the speed-up for acceptance .5, 4 drafts and cost .5."""
    return {"speed": short(expected(0.5, 4, 0.5)[1], 2)}


def full_batch() -> dict[str, str]:
    """Return the gain of four free drafts at 80 %, with one text and with as many as a step computes while it reads."""
    gamma, limit = 4, 64
    tokens, _ = expected(0.8, gamma, 0.0)

    def gain(texts: int) -> float:
        return tokens * step_time(texts, limit, 1.0) / step_time(texts * (gamma + 1), limit, 1.0)

    return {"alone": short(gain(1), 2), "full": short(gain(limit), 2)}
