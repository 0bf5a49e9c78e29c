"""Drafts without a model: look up what followed the newest tokens before."""

import numpy as np


def ngram_draft(ids: list[int], longest: int, gamma: int, vocab_size: int) -> tuple[list[int], np.ndarray]:
    """Draft the tokens that followed the newest ones at an earlier place of the text.

    Args:
        ids: the text so far; may be empty.
        longest: how many of the newest tokens to look for at most, at least 1.
        gamma: how many tokens to draft at most, at least 0.
        vocab_size: the number of tokens in the vocabulary, V.

    Returns:
        g drafted ids, g <= gamma; and the draft's probabilities at each of their places, (g, V) float.

    Raises:
        ValueError: longest is below 1.

    >>> drafted, Q = ngram_draft([0, 1, 2, 3, 0, 1], 3, 2, 4)
    >>> drafted
    [2, 3]
    >>> Q.tolist()
    [[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    """
    n = min(longest, len(ids) - 1)
    newest = ids[len(ids) - n:]
    drafted = []
    if n > 0:
        for start in range(len(ids) - n - 1, -1, -1):
            if ids[start:start + n] == newest:
                drafted = ids[start + n:start + n + gamma]
                break
    # TODO n - 1, n - 2, ...
    Q = np.zeros((len(drafted), vocab_size))
    for i, t in enumerate(drafted):
        Q[i, t] = 1
    return drafted, Q
