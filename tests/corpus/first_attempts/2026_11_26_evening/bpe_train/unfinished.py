"""Learn a vocabulary: join the commonest neighbors, again and again."""

from collections import defaultdict


def count_pairs(spelled, words):
    counts = defaultdict(int)
    for word, pieces in spelled.items():
        for a, b in zip(pieces, pieces[1:]):
            counts[a, b] += words[word]
    return counts


def join(pieces, pair):
    out, i = [], 0
    while i < len(pieces):
        if i + 1 < len(pieces) and (pieces[i], pieces[i + 1]) == pair:
            out.append(pieces[i] + pieces[i + 1])
            i += 2
        else:
            out.append(pieces[i])
            i += 1
    return out


def bpe_train(words: dict[str, int], n_merges: int) -> list[tuple[str, str]]:
    """Return the pairs of pieces that byte-pair encoding joins, in the order in which it learns them."""
    spelled = {word: list(word) for word in words}
    merges = []
    for _ in range(n_merges):
        counts = count_pairs(spelled, words)
        # not done yet: no pairs at all
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        spelled = {word: join(pieces, best) for word, pieces in spelled.items()}
    return merges
