"""Cut a word into tokens with the merges that were learned."""


def bpe_encode(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """Return the pieces that a word consists of after byte-pair encoding.

    >>> bpe_encode("lowest", [("e", "s"), ("es", "t"), ("l", "o"), ("lo", "w")])
    ['low', 'est']
    >>> bpe_encode("abc", [("b", "c"), ("a", "b")])
    ['a', 'bc']
    """
    pieces = list(word)
    # merges are sorted by rank, so just replay them in order
    for left, right in merges:
        for i in range(len(pieces) - 1):
            if pieces[i] == left and pieces[i + 1] == right:
                pieces[i : i + 2] = [left + right]
                break
    return pieces
