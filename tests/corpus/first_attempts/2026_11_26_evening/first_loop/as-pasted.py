"""The smallest loop that writes a text."""

from collections.abc import Callable

import numpy as np


def write_on(model: Callable[[list[int]], np.ndarray], prompt: list[int], max_tokens: int, eos: int) -> list[int]:
    """Greedy search, like model.generate(input_ids, max_new_tokens=..., eos_token_id=..., do_sample=False)."""
    input_ids = list(prompt)
    for _ in range(max_tokens):
        next_token_logits = model(list(input_ids))
        next_token = int(np.argmax(next_token_logits))
        # update generated ids for next step
        input_ids = input_ids + [next_token]
        if next_token == eos:
            break
    return input_ids
