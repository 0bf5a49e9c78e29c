"""The repetition penalty: make tokens that are already in the text less likely to come again."""

import numpy as np


def repetition_penalty(logits: np.ndarray, seen: list[int], r: float) -> np.ndarray:
    """Return the logits after penalizing every token that has been seen.

    Dividing pulls a positive logit down but a negative one up, so a negative one is multiplied instead.

    Args:
        logits: (V,) float, V >= 1; -inf marks a banned token.
        seen: the ids in the text so far, in any order, each perhaps several times; may be empty.
        r: above 0; 1 changes nothing, more penalizes, less rewards.

    Returns:
        (V,) float; a seen token's logit divided by r, or multiplied by r if it is negative; the others as before.

    Raises:
        ValueError: r is 0 or less.

    >>> repetition_penalty(np.array([6.0, -3.0, 1.0]), [0, 1, 0], 3.0).tolist()
    [2.0, -9.0, 1.0]
    >>> repetition_penalty(np.array([4.0, -1.0, 2.0]), [], 2.0).tolist()
    [4.0, -1.0, 2.0]

    Source: Keskar et al. 2019, CTRL (penalized sampling), with the repair for negative logits of Hugging Face's issue 2302.
    """
    if r <= 0:
        raise ValueError(f"the repetition penalty must be above 0, but it is {r}")
    penalised = logits.copy()
    for token in set(seen):  # a set, so that each token is penalized once
        score = logits[token]
        penalised[token] = score * r if score < 0 else score / r
    return penalised
