"""Cut a word into tokens with the merges that were learned."""


def join_everywhere(pieces, pair):
    new = []
    was_joined = False
    for i, piece in enumerate(pieces):
        if tuple(pieces[i : i + 2]) == pair:
            new.append(pair[0] + pair[1])
            was_joined = True
        elif was_joined:
            was_joined = False  # already in the piece before
        else:
            new.append(piece)
    return new


def bpe_encode(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """Return the pieces that a word consists of after byte-pair encoding."""
    pieces = list(word)
    for pair in merges:
        if pair in zip(pieces, pieces[1:]):
            # the earliest learned that occurs
            pieces = join_everywhere(pieces, pair)
            break
    # TODO: again with the new pieces until nothing can be joined
    return pieces
