"""The smallest loop that writes a text."""

from collections.abc import Callable

import numpy as np


def write_on(model: Callable[[list[int]], np.ndarray], prompt: list[int], max_tokens: int, eos: int) -> list[int]:
    """Write a prompt on with the likeliest token each time.

    Args:
        model: called with token ids, it returns the logits (V,) of the next token.
        prompt: the ids to begin with, at least one.
        max_tokens: how many tokens may come, 1 or more.
        eos: the id of the token that ends a text.

    Returns:
        the new ids, without eos.

    >>> def model(ids):  # the token after i is i + 1
    ...     return np.eye(10)[ids[-1] + 1]
    >>> write_on(model, [3, 4], 2, 9)
    [5, 6]
    >>> write_on(model, [6], 8, 9)
    [7, 8]

    Source: Sutskever, Vinyals and Le 2014, Sequence to sequence learning with neural networks, section 2.
    """
    new: list[int] = []
    for _ in range(max_tokens):
        token = int(np.argmax(model([*prompt, *new])))  # the first of several, so the lowest id
        if token == eos:
            return new
        new.append(token)
    return new
