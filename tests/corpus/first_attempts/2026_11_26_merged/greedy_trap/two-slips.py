from itertools import product


def best_sequence(model, length):
    V = len(model(()))
    best, best_p = None, -1.0
    for sequence in product(range(V), repeat=length):
        p = 0.0
        for i, token in enumerate(sequence):
            p += model(sequence[:i])[token]
        if p >= best_p:
            best, best_p = list(sequence), p
    return best, float(best_p)
