"""Keep a model within a regular expression: compute once, for every state, which tokens may come."""

import numpy as np


def regex_mask(
    transitions: list[dict[str, int]], accepting: list[int], vocab: list[str], eos: int
) -> tuple[dict[int, dict[int, int]], np.ndarray]:
    """Return the index of an automaton over a vocabulary, and its masks."""
    S, V = len(transitions), len(vocab)
    index = {}
    mask = np.zeros((S, V), dtype=bool)
    for s in range(S):
        index[s] = {}
        for token, text in enumerate(vocab):
            state = s
            for char in text:
                if char not in transitions[state]:
                    break
                state = transitions[state][char]
            else:
                if text != "":
                    index[s][token] = state
                    mask[s, token] = True
        if s in accepting:
            index[s][eos] = s
            mask[s, eos] = True
    # dead ends: second version
    return index, mask
