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
    raise NotImplementedError  # TODO: write this
