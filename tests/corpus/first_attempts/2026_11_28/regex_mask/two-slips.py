import numpy as np


def regex_mask(
    transitions: list[dict[str, int]], accepting: list[int], vocab: list[str], eos: int
) -> tuple[dict[int, dict[int, int]], np.ndarray]:
    # states from which an accepting state can be reached
    alive = set(accepting)
    changed = True
    while changed:
        changed = False
        for s, moves in enumerate(transitions):
            if s not in alive and any(t in alive for t in moves.values()):
                alive.add(s)
                changed = True
    if 0 not in alive:
        raise ValueError("no text can be finished")
    index = {}
    masks = np.zeros((len(transitions), len(vocab)), dtype=bool)
    for s in range(len(transitions)):
        index[s] = {}
        for token, text in enumerate(vocab):
            if token == eos or text == "":
                continue
            state = s
            for char in text:
                state = transitions[state].get(char)
                if state is None:
                    break
            if state is not None and state in alive:
                index[s][token] = state
                masks[s, token] = True
        if s in accepting:
            index[s][eos] = s
            masks[s, eos] = True
    return index, masks
