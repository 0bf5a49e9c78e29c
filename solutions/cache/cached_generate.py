"""The prediction loop with a cache: nothing is computed twice."""

from collections.abc import Callable
from typing import Any

import numpy as np


def generate_cached(
    model: Any, prompt: list[int], max_tokens: int, eos: int, pick: Callable[[np.ndarray], int]
) -> tuple[list[int], str]:
    """Generate tokens after a prompt, feeding the model only what its cache lacks.

    That is the prompt in the first pass and the newest token in every other one: N passes over P + N - 1 positions for
    a prompt of P tokens and N picks. The last token picked is never fed, since nobody asks what comes after it.

    Args:
        model: `model.new_cache()` returns an empty cache; `model(ids, cache)` adds T ids to the cache and returns the
            logits after each of them, (T, V) float.
        prompt: at least one id.
        max_tokens: how many tokens may be picked, at least 1.
        eos: the id that ends the text.
        pick: chooses an id from the logits (V,) of one position.

    Returns:
        the new ids without eos, and why it ended: "eos" or "max_tokens".

    Raises:
        ValueError: max_tokens is less than 1.

    >>> class Successor:  # after every token comes the next larger one
    ...     def new_cache(self):
    ...         return []
    ...
    ...     def __call__(self, ids, cache):
    ...         cache += ids
    ...         return np.eye(9)[[token + 1 for token in ids]]
    >>> generate_cached(Successor(), [1, 2], 3, 8, np.argmax)
    ([3, 4, 5], 'max_tokens')
    >>> generate_cached(Successor(), [1, 2], 9, 5, np.argmax)
    ([3, 4], 'eos')

    Source: Pope et al. 2022, Efficiently scaling transformer inference, https://arxiv.org/abs/2211.05102.
    """
    if max_tokens < 1:
        raise ValueError(f"max_tokens must be at least 1, but it is {max_tokens}")
    cache = model.new_cache()
    generated: list[int] = []
    unseen = prompt  # what the model has not seen yet
    for _ in range(max_tokens):
        token = int(pick(model(unseen, cache)[-1]))
        if token == eos:
            return generated, "eos"
        generated.append(token)
        unseen = [token]
    return generated, "max_tokens"
