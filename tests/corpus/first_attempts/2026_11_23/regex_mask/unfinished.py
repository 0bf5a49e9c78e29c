"""Keep a model within a regular expression: compute once, for every state, which tokens may come."""

import numpy as np


def regex_mask(
    transitions: list[dict[str, int]], accepting: list[int], vocab: list[str], eos: int
) -> tuple[dict[int, dict[int, int]], np.ndarray]:
    """Return the index of an automaton over a vocabulary, and its masks.

    Args:
        transitions: for each of S states the state after each character that may come; S >= 1, and state 0 is the
            first.
        accepting: the states in which the text may end.
        vocab: the text of every token, V of them; some may be empty.
        eos: the id of the end-of-sequence token, whose text is of no importance.

    Returns:
        for every state, by the id of each token that may come, the state after it; and (S, V) bool, True for each of
        these tokens.

    Raises:
        ValueError: no text can be written from state 0 to its end.

    >>> index, mask = regex_mask([{"a": 1}, {"b": 1, "c": 2}, {}], [2], ["a", "b", "bc", "ca", "<end>"], 4)
    >>> index
    {0: {0: 1}, 1: {1: 1, 2: 2}, 2: {4: 2}}
    >>> mask[1].tolist()
    [False, True, True, False, False]
    """
    S = len(transitions)
    index = {}
    masks = np.zeros((S, len(vocab)), dtype=bool)
    for s in range(S):
        index[s] = {}
        for t, text in enumerate(vocab):
            if t == eos:
                if s in accepting:
                    index[s][t] = s
                    masks[s, t] = True
                continue
            if not text:
                continue
            state = s
            for c in text:
                state = transitions[state].get(c)
                if state is None:
                    break
            if state is not None:
                index[s][t] = state
                masks[s, t] = True
    # TODO dead ends
    return index, masks
