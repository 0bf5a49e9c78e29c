"""Drafts without a model: look up what followed the newest tokens before."""

import numpy as np


def ngram_draft(ids: list[int], longest: int, gamma: int, vocab_size: int) -> tuple[list[int], np.ndarray]:
    """Draft the tokens that followed the newest ones at an earlier place of the text.

    Looking a token up draws nothing, so the draft gives it probability 1: each row of Q is one-hot.

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

    Source: Saxena 2023, Prompt lookup decoding, https://github.com/apoorvumang/prompt-lookup-decoding.
    """
    if longest < 1:
        raise ValueError(f"longest is {longest}; it must be at least 1")
    start = _continuation(ids, longest)
    drafted = ids[start : start + gamma]
    Q = np.zeros((len(drafted), vocab_size))
    Q[np.arange(len(drafted)), drafted] = 1.0
    return drafted, Q


def _continuation(ids: list[int], longest: int) -> int:
    """Return the place after the latest earlier occurrence of the newest tokens, as many of them as possible."""
    for n in range(min(longest, len(ids) - 1), 0, -1):
        for end in range(len(ids) - 1, n - 1, -1):
            if ids[end - n : end] == ids[-n:]:
                return end
    return len(ids)
