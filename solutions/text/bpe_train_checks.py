"""Random words to learn from, and laws of the merges that are learned."""

from itertools import pairwise

from .bpe_train import merge_pair


def some_words(rng, size):
    """Draw up to `size` short words of three letters, with counts, and a number of merges."""
    words = {}
    for _ in range(size):
        word = "".join("abc"[int(letter)] for letter in rng.integers(0, 3, int(rng.integers(1, 6))))
        words[word] = int(rng.integers(1, 6))
    return {"words": words, "n_merges": int(rng.integers(0, 9))}


def joins_the_commonest(near, words, n_merges):
    """Every pair learned is at least as common as any other at its time."""
    (merges,) = yield [{"words": words, "n_merges": n_merges}]
    if not isinstance(merges, list) or not all(_is_pair(pair) for pair in merges):
        return "the result is not a list of pairs of texts"
    spelled = {word: list(word) for word in words}
    for number, pair in enumerate(map(tuple, merges), start=1):
        counts = {}
        for word, pieces in spelled.items():
            for each in pairwise(pieces):
                counts[each] = counts.get(each, 0) + words[word]
        if pair not in counts:
            return f"merge {number} joins {pair}, which are no neighbors in any word by then"
        if counts[pair] < max(counts.values()):
            best = max(counts, key=counts.get)
            return f"merge {number} joins {pair}, found {counts[pair]} times; {best} is found {counts[best]} times"
        spelled = {word: merge_pair(pieces, pair) for word, pieces in spelled.items()}
    is_done = len(merges) == n_merges or all(len(pieces) == 1 for pieces in spelled.values())
    return None if is_done else f"{len(merges)} merges were learned, although more pairs were left"


def _is_pair(pair):
    return isinstance(pair, tuple | list) and len(pair) == 2 and all(isinstance(piece, str) for piece in pair)
