"""The prediction loop: ask, pick, append, repeat."""

from collections.abc import Callable

import numpy as np


def generate(
    model: Callable[[list[int]], np.ndarray],
    prompt: list[int],
    max_tokens: int,
    eos: int,
    pick: Callable[[np.ndarray], int],
) -> tuple[list[int], str]:
    """Write a prompt on, token by token.

    Nothing is kept from one round to the next but the ids: each round reads the whole text so far.

    Args:
        model: called with T token ids, it returns an array (T, V) of logits, one row for each position.
        prompt: the ids to begin with, at least one.
        max_tokens: how many tokens may be picked, 1 or more.
        eos: the id of the token that ends a text.
        pick: called with the logits (V,) of the next token, it returns its id.

    Returns:
        the new ids, without eos; and why the loop ended, "eos" or "max_tokens".

    Raises:
        ValueError: max_tokens is less than 1.

    >>> def model(ids):  # the token after i is i + 1
    ...     return np.eye(10)[np.array(ids) + 1]
    >>> def best(logits):
    ...     return int(np.argmax(logits))
    >>> generate(model, [3, 4], 2, 9, best)
    ([5, 6], 'max_tokens')
    >>> generate(model, [6], 8, 9, best)
    ([7, 8], 'eos')

    Source: Sutskever, Vinyals and Le 2014, Sequence to sequence learning with neural networks, section 2.
    """
    if max_tokens < 1:
        raise ValueError(f"max_tokens must be 1 or more, but it is {max_tokens}")
    new: list[int] = []
    for _ in range(max_tokens):
        logits = model([*prompt, *new])[-1]  # only the last row has seen everything
        token = int(pick(logits))
        if token == eos:
            return new, "eos"
        new.append(token)
    return new, "max_tokens"
