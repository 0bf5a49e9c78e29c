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
    if longest < 1:
        raise ValueError("longest must be at least 1")

    def search():
        L = len(ids)
        for size in range(min(longest, L), 0, -1):
            tail = ids[L - size:]
            for pos in reversed(range(L - 2 * size + 1)):
                if ids[pos:pos + size] == tail:
                    return ids[pos + size:pos + size + gamma]
        return []

    found = search()
    Q = np.zeros((gamma, vocab_size))
    Q[np.arange(len(found)), found] = 1.0
    return found, Q
