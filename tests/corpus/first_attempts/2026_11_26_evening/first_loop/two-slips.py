"""The smallest loop that writes a text."""

from collections.abc import Callable

import numpy as np


def write_on(model: Callable[[list[int]], np.ndarray], prompt: list[int], max_tokens: int, eos: int) -> list[int]:
    """Write a prompt on with the likeliest token each time."""
    ids = prompt
    new = []
    while len(new) < max_tokens:
        logits = model(ids)
        best = int(np.argsort(logits)[-1])  # the largest is last
        if best == eos:
            break
        ids.append(best)
        new.append(best)
    return new
