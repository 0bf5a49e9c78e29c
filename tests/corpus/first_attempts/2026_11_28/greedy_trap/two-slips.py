import math
from itertools import product


def best_sequence(model, length):
    V = len(model(()))
    best = None
    best_score = -math.inf
    for seq in product(range(V), repeat=length):
        score = 0.0
        for i in range(length):
            score += math.log(model(seq[:i])[seq[i]])
        if score >= best_score:
            best, best_score = seq, score
    return list(best), best_score
