from collections.abc import Callable

import numpy as np


def write_on(model: Callable[[list[int]], np.ndarray], prompt: list[int], max_tokens: int, eos: int) -> list[int]:
    new = []
    logits = model(prompt)
    while True:
        token = int(np.argmax(logits))
        if token == eos:
            return new
        new.append(token)
        if len(new) == max_tokens:
            return new
        logits = model(new)
