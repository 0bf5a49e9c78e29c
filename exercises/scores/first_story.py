"""Your first story: a text that comes piece by piece."""

from collections.abc import Callable


def tell(next_piece: Callable[[str], str], beginning: str, pieces: int) -> str:
    """Return a beginning and the pieces of text that follow it.

    Args:
        next_piece: called with a text, it returns the likeliest piece of text after it: a word, a part of one, or a sign.
        beginning: the text to begin with.
        pieces: how many pieces to add, 0 or more.

    Returns:
        the beginning and the new pieces, as one text.

    >>> def alphabet(text):
    ...     return "abcdefgh"[len(text)]
    >>> tell(alphabet, "ab", 4)
    'abcdef'
    """
    story = beginning
    for _ in range(pieces):
        story = story + next_piece(beginning)
    return story
