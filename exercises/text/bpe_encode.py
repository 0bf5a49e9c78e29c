"""Cut a word into tokens with the merges that were learned."""


def bpe_encode(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """Return the pieces that a word consists of after byte-pair encoding.

    Args:
        word: the text of one word; it may be empty, and may hold letters that no merge knows.
        merges: the learned pairs, the first one learned first.

    Returns:
        the pieces from left to right; put together they are the word.

    >>> bpe_encode("lowest", [("e", "s"), ("es", "t"), ("l", "o"), ("lo", "w")])
    ['low', 'est']
    >>> bpe_encode("aab", [("a", "b"), ("a", "a")])
    ['a', 'ab']
    """
    raise NotImplementedError  # TODO: write this
