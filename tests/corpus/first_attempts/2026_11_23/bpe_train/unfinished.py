"""Learn a vocabulary: join the commonest neighbors, again and again."""


def bpe_train(words: dict[str, int], n_merges: int) -> list[tuple[str, str]]:
    """Return the pairs of pieces that byte-pair encoding joins, in the order in which it learns them.

    Args:
        words: how often each word occurs, at least once; no word is empty.
        n_merges: how many pairs to learn, 0 or more; fewer are learned if no pair is left.

    Returns:
        the learned pairs, the first one first.

    >>> bpe_train({"low": 5, "lower": 2, "newest": 6, "widest": 3}, 3)
    [('e', 's'), ('es', 't'), ('l', 'o')]
    """
    split = {w: list(w) for w in words}
    merges = []
    for _ in range(n_merges):
        counts = {}
        for w, n in words.items():
            s = split[w]
            for a, b in zip(s, s[1:]):
                counts[a, b] = counts.get((a, b), 0) + n
        best = max(counts, key=counts.get)  # TODO ties
        merges.append(best)
        for w in split:
            s = split[w]
            new = []
            i = 0
            while i < len(s):
                if i + 1 < len(s) and (s[i], s[i + 1]) == best:
                    new.append(s[i] + s[i + 1])
                    i += 2
                else:
                    new.append(s[i])
                    i += 1
            split[w] = new
    return merges
