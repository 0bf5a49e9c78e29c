"""Learn a vocabulary: join the commonest neighbors, again and again."""

from collections import Counter


def join(pieces, pair):
    out = []
    for piece in pieces:
        if out and not out[-1][1] and (out[-1][0], piece) == pair:
            out[-1] = (out[-1][0] + piece, True)
        else:
            out.append((piece, False))
    return [text for text, _ in out]


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
    pieces = [(list(word), n) for word, n in words.items()]
    merges = []
    while len(merges) < n_merges:
        counter = Counter()
        for word, n in pieces:
            for pair in set(zip(word, word[1:])):
                counter[pair] += n
        if not counter:
            break
        pair = max(counter, key=lambda p: (counter[p], p))
        merges.append(pair)
        pieces = [(join(word, pair), n) for word, n in pieces]
    return merges
