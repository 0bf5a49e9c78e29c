import numpy as np


def walk(transitions, state, token):
    for char in token:
        state = transitions[state].get(char)
        if not state:
            return None
    return state


def regex_mask(transitions, accepting, vocab, eos):
    """As in Outlines: an index from states to the tokens that may come."""
    index = {}
    for state in range(len(transitions)):
        index[state] = {}
        for token_id, token in enumerate(vocab):
            if token_id == eos:
                continue
            end = walk(transitions, state, token)
            if end is not None:
                index[state][token_id] = end
        if state in accepting:
            index[state][eos] = state
    masks = np.zeros((len(transitions), len(vocab)), dtype=bool)
    for state, tokens in index.items():
        masks[state, list(tokens)] = True
    return index, masks
