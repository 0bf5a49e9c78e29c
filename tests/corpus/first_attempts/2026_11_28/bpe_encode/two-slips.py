def bpe_encode(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """Return the pieces that a word consists of after byte-pair encoding."""
    known = set(merges)
    pieces = list(word)
    i = 0
    while i < len(pieces) - 1:
        if (pieces[i], pieces[i + 1]) in known:
            pieces[i : i + 2] = [pieces[i] + pieces[i + 1]]
            i = 0  # begin again: the new piece may fit to its neighbors
        else:
            i += 1
    return pieces
