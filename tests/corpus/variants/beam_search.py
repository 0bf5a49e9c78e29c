"""Right ways to write a beam search; the grader must accept every one of them."""

import heapq
import math

import numpy as np


def variant_plain_lists(model, width, length, eos, alpha):
    """Lists of lists, from scratch."""
    if width <= 0 or length <= 0:
        raise ValueError("too small")
    beams, done = [([], 0.0)], []
    for _ in range(length):
        candidates = []
        for tokens, total in beams:
            for token, p in enumerate(model(tuple(tokens))):
                candidates.append((tokens + [token], total + math.log(p)))
        candidates.sort(key=lambda each: each[0])
        candidates.sort(key=lambda each: each[1], reverse=True)  # stable, so equal sums stay in the order of their ids
        beams = []
        for tokens, total in candidates[:width]:
            (done if tokens[-1] == eos else beams).append((tokens, total))
    best, best_score = None, -math.inf
    for tokens, total in sorted(done + beams):
        score = total / len(tokens) ** alpha
        if score > best_score:
            best, best_score = tokens, score
    return best, best_score


def variant_nsmallest(model, width, length, eos, alpha):
    """Costs instead of log-probabilities, and a heap that gives the smallest ones."""
    if min(width, length) < 1:
        raise ValueError((width, length))
    live, finished = [(0.0, ())], []
    while live and length:
        length -= 1
        grown = ((cost - math.log(p), (*ids, i)) for cost, ids in live for i, p in enumerate(model(ids).tolist()))
        best = heapq.nsmallest(width, grown)
        finished += [each for each in best if each[1][-1] == eos]
        live = [each for each in best if each[1][-1] != eos]
    cost, ids = min((cost / len(ids) ** alpha, ids) for cost, ids in [*finished, *live])
    return list(ids), -cost


def variant_dictionary(model, width, length, eos, alpha):
    """A dict from texts to sums."""
    if width < 1 or length < 1:
        raise ValueError("nothing to search")
    live, results = {(): 0.0}, {}
    for _ in range(length):
        grown = {
            (*ids, i): total + log for ids, total in live.items() for i, log in enumerate(np.log(model(ids)).tolist())
        }
        order = sorted(grown, key=lambda ids: (-grown[ids], ids))[:width]
        results |= {ids: grown[ids] for ids in order if ids[-1] == eos}
        live = {ids: grown[ids] for ids in order if ids[-1] != eos}
    results |= live
    scores = {ids: total / math.pow(len(ids), alpha) for ids, total in results.items()}
    best = max(sorted(scores), key=scores.get)
    return np.array(best), scores[best]


def variant_recursion(model, width, length, eos, alpha):
    """One round after the other by recursion."""
    if not (width >= 1 and length >= 1):
        raise ValueError("width and length")

    def rounds(live, left):
        if not left or not live:
            return live
        grown = [(-t - math.log(p), (*ids, i)) for t, ids in live for i, p in enumerate(model(ids))]
        kept = [(-cost, ids) for cost, ids in sorted(grown)[:width]]
        over = [each for each in kept if each[1][-1] == eos]
        return over + rounds([each for each in kept if each[1][-1] != eos], left - 1)

    ranked = sorted(rounds([(0.0, ())], length), key=lambda each: (-each[0] / len(each[1]) ** alpha, each[1]))
    total, ids = ranked[0]
    return ids, total / len(ids) ** alpha


def variant_arrays(model, width, length, eos, alpha):
    """All sums of a round in one array (beams, V), flattened and sorted."""
    if width < 1 or length < 1:
        raise ValueError("width or length is too small")
    live, found = [()], []
    sums = np.zeros(1)
    for _ in range(length):
        if not live:
            break
        grid = sums[:, None] + np.log(np.array([model(ids) for ids in live]))
        V = grid.shape[1]
        texts = [(*live[n // V], n % V) for n in range(grid.size)]
        order = sorted(range(grid.size), key=lambda n: (-grid.flat[n], texts[n]))[:width]
        found += [(texts[n], grid.flat[n]) for n in order if texts[n][-1] == eos]
        rest = [n for n in order if texts[n][-1] != eos]
        live, sums = [texts[n] for n in rest], grid.ravel()[rest]
    found += list(zip(live, sums, strict=True))
    scores = [(-total / len(ids) ** alpha, ids) for ids, total in found]
    score, ids = min(scores)
    return [list(ids), float(-score)]


def variant_numpy_logarithms_until_no_beam(model, width, length, eos, alpha):
    """Break once no beam is left, and take the best by a sort of the scores."""
    if width < 1 or length < 1:
        raise ValueError("at least 1")
    beams, finished = [((), 0.0)], []
    for _ in range(length):
        candidates = [(p + (k,), total + float(lp)) for p, total in beams for k, lp in enumerate(np.log(model(p)))]
        kept = sorted(candidates, key=lambda c: (-c[1], c[0]))[:width]
        finished += [c for c in kept if c[0][-1] == eos]
        beams = [c for c in kept if c[0][-1] != eos]
        if not beams:
            break
    scored = [(text, total / len(text) ** alpha) for text, total in finished + beams]
    return sorted(scored, key=lambda c: (-c[1], c[0]))[0]
