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

    Source: Willard and Louf 2023, Efficient guided generation for large language models, section 3.
    """
    states = range(len(transitions))
    after = {state: _after_each_token(transitions, state, vocab, eos) for state in states}
    for state in accepting:
        after[state][eos] = state
    alive = _alive(after, accepting)
    if 0 not in alive:
        raise ValueError("no text of this vocabulary leads from state 0 to an accepting state")
    index = {state: {token: then for token, then in after[state].items() if then in alive} for state in states}
    mask = np.zeros((len(transitions), len(vocab)), dtype=bool)  # (S, V)
    for state, tokens in index.items():
        mask[state, list(tokens)] = True
    return index, mask


def _after_each_token(transitions: list[dict[str, int]], state: int, vocab: list[str], eos: int) -> dict[int, int]:
    """Return the state after each token, for those whose characters may all come, one after the other."""
    found = {}
    for token, text in enumerate(vocab):
        here: int | None = state
        for char in text:
            here = transitions[here].get(char) if here is not None else None
        if text and token != eos and here is not None:
            found[token] = here
    return found


def _alive(after: dict[int, dict[int, int]], accepting: list[int]) -> set[int]:
    """Return the states from which tokens lead to an accepting state."""
    alive: set[int] = set()
    more = set(accepting)
    while more:
        alive |= more
        more = {state for state, tokens in after.items() if alive.intersection(tokens.values())} - alive
    return alive
