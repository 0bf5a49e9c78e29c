import numpy as np


def regex_mask(transitions, accepting, vocab, eos):
    S, V = len(transitions), len(vocab)
    index = {}
    for s in range(S):
        index[s] = {}
        for token, text in enumerate(vocab):
            if token == eos or text == "":
                continue
            state = s
            for char in text:
                state = transitions[state].get(char)
                if state is None:
                    break
            if state is not None:
                index[s][token] = state
        if s in accepting:
            index[s][eos] = s
    # TODO: dead ends
    mask = np.zeros((S, V), dtype=bool)
    for s, row in index.items():
        for token in row:
            mask[s, token] = True
    return index, mask
