"""Right ways to look for the best sequence; the grader must accept every one of them."""

import heapq
import itertools
import math
from functools import cache

import numpy as np


def variant_recursion(model, length):
    """The best of all first tokens, each with its best rest."""

    def best_after(prefix):
        if len(prefix) == length:
            return (), 1.0
        found = [(token, p, best_after((*prefix, token))) for token, p in enumerate(model(prefix))]
        token, p, (rest, q) = max(found, key=lambda item: item[1] * item[2][1])
        return (token, *rest), p * q

    tokens, probability = best_after(())
    return list(tokens), float(probability)


def variant_log_probabilities(model, length):
    """Add logarithms and undo them at the end."""
    best, best_log = None, -math.inf
    for tokens in itertools.product(range(len(model(()))), repeat=length):
        log_p = 0.0
        for i in range(length):
            log_p += math.log(model(tokens[:i])[tokens[i]])
        if log_p > best_log:
            best, best_log = tokens, log_p
    return best, math.exp(best_log)


def variant_breadth_first(model, length):
    """Grow all sequences token by token, asking once for each prefix; a list comes back as the pair."""
    level = [((), 1.0)]
    for _ in range(length):
        level = [((*tokens, i), p * q) for tokens, p in level for i, q in enumerate(model(tokens).tolist())]
    tokens, probability = sorted(level, key=lambda pair: (-pair[1], pair[0]))[0]
    return [list(tokens), probability]


def variant_whole_tensor(model, length):
    """Keep all probabilities in one array with an axis for each token."""
    size = len(model(()))
    p = np.array(model(()))
    for n in range(1, length):
        rows = [model(prefix) for prefix in itertools.product(range(size), repeat=n)]
        p = p[..., None] * np.reshape(rows, (size,) * (n + 1))
    best = np.unravel_index(np.argmax(p), p.shape)
    return np.array(best), p[best]


def variant_best_first(model, length):
    """Always extend the likeliest beginning; the first complete sequence is the best, as no factor reaches 1."""
    queue = [(-1.0, ())]
    while len(queue[0][1]) < length:
        negative, tokens = heapq.heappop(queue)
        for token, p in enumerate(model(tokens)):
            heapq.heappush(queue, (negative * p, (*tokens, token)))
    return queue[0][1], -queue[0][0]


def variant_cached_model(model, length):
    """Ask once for each prefix, hand lists to the model, and take the maximum over a dict."""
    ask = cache(lambda prefix: model(list(prefix)).tolist())
    chances = {
        tokens: math.prod(ask(tokens[:i])[t] for i, t in enumerate(tokens))
        for tokens in itertools.product(range(len(ask(()))), repeat=length)
    }
    best = max(chances, key=chances.get)
    return list(best), chances[best]


def variant_counting_in_base_v(model, length):
    """Write the numbers from 0 to V ** length - 1 in base V."""
    size = model(()).size
    best, top = [], -1
    for number in range(size**length):
        tokens = [number // size ** (length - 1 - i) % size for i in range(length)]
        p = 1
        for i in range(length):
            p = p * model(tuple(tokens[:i]))[tokens[i]]
        if p > top:
            best, top = tokens, p
    return best, float(top)


def variant_float32(model, length):
    """Multiply in float32."""
    best = ([], np.float32(-1))
    for tokens in itertools.product(range(len(model(()))), repeat=length):
        p = np.float32(1)
        for i, token in enumerate(tokens):
            p *= np.float32(model(tokens[:i])[token])
        if p > best[1]:
            best = (list(tokens), p)
    return best
