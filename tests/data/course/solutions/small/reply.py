"""Reply with a cache."""

import numpy as np


def reply(model, prompt: list[int], count: int) -> list[int]:
    """Return count greedy tokens."""
    cache = model.new_cache()
    new, tokens = list(prompt), []
    for _ in range(count):
        token = int(np.argmax(model(new, cache)))
        tokens.append(token)
        new = [token]
    if cache.length > len(prompt):
        cache.truncate(len(prompt))
    return tokens
