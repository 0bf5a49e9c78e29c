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
    >>> bpe_encode("abc", [("b", "c"), ("a", "b")])
    ['a', 'bc']
    """
    pieces = list(word)
    for a, b in merges:
        for i in range(len(pieces) - 1):
            if pieces[i] == a and pieces[i + 1] == b:
                pieces[i:i + 2] = [a + b]
                break  # TODO all places
    return pieces
