"""Cut a word into tokens with the merges that were learned."""

from itertools import pairwise

from .bpe_train import merge_pair


def bpe_encode(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """Return the pieces that a word consists of after byte-pair encoding.

    The merge learned earliest goes first, as it did in training. So a word is cut here as it was cut there.

    Args:
        word: the text of one word; it may be empty, and may hold letters that no merge knows.
        merges: the learned pairs, the first one learned first.

    Returns:
        the pieces from left to right; put together they are the word.

    >>> bpe_encode("lowest", [("e", "s"), ("es", "t"), ("l", "o"), ("lo", "w")])
    ['low', 'est']
    >>> bpe_encode("aab", [("a", "b"), ("a", "a")])
    ['a', 'ab']

    Source: Sennrich, Haddow and Birch 2016, Neural machine translation of rare words with subword units, section 3.2.
    """
    rank = {pair: place for place, pair in enumerate(merges)}
    pieces = list(word)
    while present := [pair for pair in pairwise(pieces) if pair in rank]:
        pieces = merge_pair(pieces, min(present, key=rank.__getitem__))
    return pieces
