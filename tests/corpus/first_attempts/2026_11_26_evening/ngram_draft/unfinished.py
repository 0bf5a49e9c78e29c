"""Drafts without a model: look up what followed the newest tokens before."""

import numpy as np


def ngram_draft(ids: list[int], longest: int, gamma: int, vocab_size: int) -> tuple[list[int], np.ndarray]:
    """Draft the tokens that followed the newest ones at an earlier place of the text."""
    newest = ids[len(ids) - longest :]
    drafted = []
    # from the back, so the latest place is found first
    for start in range(len(ids) - 2 * longest, -1, -1):
        if ids[start : start + longest] == newest:
            drafted = ids[start + longest : start + longest + gamma]
            break
    # TODO: fewer tokens if that was not found

    Q = np.zeros((len(drafted), vocab_size))
    for row, token in enumerate(drafted):
        Q[row, token] = 1
    return drafted, Q
