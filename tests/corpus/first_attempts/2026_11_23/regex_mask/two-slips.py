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
    n = len(transitions)

    def run(state, text):
        for char in text:
            if char not in transitions[state]:
                return None
            state = transitions[state][char]
        return state

    # states from which an accepting state can be reached
    alive = set(accepting)
    changed = True
    while changed:
        changed = False
        for s in range(n):
            if s not in alive and any(nxt in alive for nxt in transitions[s].values()):
                alive.add(s)
                changed = True
    if 0 not in alive:
        raise ValueError("nothing can be written")

    index = {s: {} for s in range(n)}
    for s in range(n):
        for token, text in enumerate(vocab):
            if token == eos:
                end = s if s in accepting else None
            else:
                end = run(s, text)
            if end is not None and end in alive:
                index[s][token] = end
    mask = np.array([[token in index[s] for token in range(len(vocab))] for s in range(n)])
    return index, mask
