import numpy as np


def find_sub_sequence(fsm, state, token):
    for symbol in token:
        if symbol not in fsm[state]:
            return None
        state = fsm[state][symbol]
    return state


def create_fsm_index(fsm, vocabulary, eos):
    # Willard & Louf 2023, algorithm 4
    index = {s: {} for s in range(len(fsm))}
    for s in index:
        for token_id, token in enumerate(vocabulary):
            if token_id == eos:
                continue
            end = find_sub_sequence(fsm, s, token)
            if end is not None:
                index[s][token_id] = end
    return index


def regex_mask(transitions, accepting, vocab, eos):
    index = create_fsm_index(transitions, vocab, eos)
    for s in accepting:
        index[s][eos] = s
    mask = np.zeros((len(transitions), len(vocab)), dtype=bool)
    for s, tokens in index.items():
        mask[s, list(tokens)] = True
    return index, mask
