import numpy as np


def walk_fsm(transitions, token, start_state):
    state = start_state
    for symbol in token:
        new_state = transitions[state].get(symbol)
        if new_state is None:
            return None
        state = new_state
    return state


def regex_mask(transitions, accepting, vocab, eos):
    """state -> token -> state, breadth first"""
    states_to_token_subsets = {}
    seen = set()
    next_states = {0}
    masks = np.zeros((len(transitions), len(vocab)), dtype=bool)
    while next_states:
        start_state = next_states.pop()
        subset = states_to_token_subsets.setdefault(start_state, {})
        for token_id, token in enumerate(vocab):
            if token_id == eos or not token:
                continue
            end_state = walk_fsm(transitions, token, start_state)
            if end_state is not None:
                subset[token_id] = end_state
                if end_state not in seen:
                    next_states.add(end_state)
        if start_state in accepting:
            subset[eos] = start_state
        masks[start_state, list(subset)] = True
        seen.add(start_state)
    return states_to_token_subsets, masks
