import itertools
import math


def best_sequence(model, length):
    """Exhaustive (MAP) decoding: argmax_y log p(y)."""
    vocab_size = len(model(()))
    best_hyp, best_score = None, -math.inf
    for hyp in itertools.product(range(vocab_size), repeat=length):
        score = 0.0
        for t, y in enumerate(hyp):
            score += math.log(model(hyp[:t])[y])
        if score > best_score:
            best_hyp, best_score = hyp, score
    return list(best_hyp), best_score
