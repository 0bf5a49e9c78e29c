"""Keep a model within a regular expression: compute once, for every state, which tokens may come."""

import numpy as np


def walk(transitions, state, text):
    """The state after a text, or None if a character may not come."""
    for char in text:
        state = transitions[state].get(char)
        if state is None:
            return None
    return state


def can_finish(transitions, accepting):
    """The states from which an accepting one can be reached."""
    good = set(accepting)
    changed = True
    while changed:
        changed = False
        for s, arrows in enumerate(transitions):
            if s not in good and any(t in good for t in arrows.values()):
                good.add(s)
                changed = True
    return good


def regex_mask(
    transitions: list[dict[str, int]], accepting: list[int], vocab: list[str], eos: int
) -> tuple[dict[int, dict[int, int]], np.ndarray]:
    """Return the index of an automaton over a vocabulary, and its masks."""
    good = can_finish(transitions, accepting)
    if 0 not in good:
        raise ValueError("the text cannot be finished")

    index = {s: {} for s in range(len(transitions))}
    for s in index:
        for token, text in enumerate(vocab):
            if token == eos:
                continue
            after = walk(transitions, s, text)
            if after is not None and after in good:
                index[s][token] = after
    for s in accepting:
        index[s][eos] = s

    masks = np.zeros((len(transitions), len(vocab)), dtype=bool)
    for s, row in index.items():
        masks[s, list(row)] = True
    return index, masks
