"""Learn a vocabulary: join the commonest neighbors, again and again."""

from collections import Counter
from itertools import pairwise


def bpe_train(words: dict[str, int], n_merges: int) -> list[tuple[str, str]]:
    """Return the pairs of pieces that byte-pair encoding joins, in the order in which it learns them.

    Each round joins one pair everywhere, so the next round counts other pieces than this one.

    Args:
        words: how often each word occurs, at least once; no word is empty.
        n_merges: how many pairs to learn, 0 or more; fewer are learned if no pair is left.

    Returns:
        the learned pairs, the first one first.

    >>> bpe_train({"low": 5, "lower": 2, "newest": 6, "widest": 3}, 3)
    [('e', 's'), ('es', 't'), ('l', 'o')]

    Source: Sennrich, Haddow and Birch 2016, Neural machine translation of rare words with subword units, algorithm 1.
    """
    spelled = {word: list(word) for word in words}  # every word, in the pieces that it consists of so far
    merges: list[tuple[str, str]] = []
    while len(merges) < n_merges:
        counts = count_pairs(spelled, words)
        if not counts:  # every word is a single piece
            break
        best = min(counts, key=lambda pair: (-counts[pair], pair))  # the highest count; among equals, the smallest pair
        merges.append(best)
        spelled = {word: merge_pair(pieces, best) for word, pieces in spelled.items()}
    return merges


def merge_pair(pieces: list[str], pair: tuple[str, str]) -> list[str]:
    """Return the pieces with a pair joined wherever it stands, from left to right and without overlaps."""
    joined: list[str] = []
    for piece in pieces:
        if joined and (joined[-1], piece) == pair:
            joined[-1] += piece
        else:
            joined.append(piece)
    return joined


def count_pairs(spelled: dict[str, list[str]], words: dict[str, int]) -> Counter[tuple[str, str]]:
    """Count the pairs of neighbors inside words, each as often as its word occurs."""
    counts: Counter[tuple[str, str]] = Counter()
    for word, pieces in spelled.items():
        for pair in pairwise(pieces):
            counts[pair] += words[word]
    return counts
