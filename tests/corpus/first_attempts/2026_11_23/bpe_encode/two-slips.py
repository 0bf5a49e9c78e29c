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
    rank = {pair: i for i, pair in enumerate(merges)}
    parts = list(word)
    while True:
        possible = [(a, b) for a, b in zip(parts, parts[1:]) if (a, b) in rank]
        if not possible:
            return parts
        pair = max(possible, key=rank.get)
        i = len(parts) - 2
        while i >= 0:
            if (parts[i], parts[i + 1]) == pair:
                parts[i:i + 2] = [parts[i] + parts[i + 1]]
                i -= 1
            i -= 1
            i = min(i, len(parts) - 2)
