"""The best next token is not the best sentence: look at all sequences."""

from collections.abc import Callable
from math import log

import numpy as np


def beam_search_decoder(model, length, k):
    sequences = [[list(), 0.0]]
    # walk over each step in sequence
    for _ in range(length):
        all_candidates = list()
        # expand each current candidate
        for i in range(len(sequences)):
            seq, score = sequences[i]
            row = model(tuple(seq))
            for j in range(len(row)):
                candidate = [seq + [j], score - log(row[j])]
                all_candidates.append(candidate)
        # order all candidates by score
        ordered = sorted(all_candidates, key=lambda tup: tup[1])
        # select k best
        sequences = ordered[:k]
    return sequences


def best_sequence(model: Callable[[tuple[int, ...]], np.ndarray], length: int) -> tuple[list[int], float]:
    """Return the likeliest sequence of tokens, and its probability."""
    result = beam_search_decoder(model, length, 3)
    seq, score = result[0]
    return seq, score
