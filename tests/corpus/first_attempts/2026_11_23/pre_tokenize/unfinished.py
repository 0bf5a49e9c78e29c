"""Cut a text into the words that byte-pair encoding works on, and find special tokens where they are allowed."""

from itertools import groupby


def kind(c):
    if c.isalpha():
        return "letter"
    if c.isdecimal():
        return "digit"
    if c.isspace():
        return "space"
    return "sign"


def pre_tokenize(text: str, allowed: list[str]) -> list[str]:
    """Return the words of a text, none of which a merge may cross, and the special tokens in it.

    Args:
        text: any text; it may be empty.
        allowed: the special tokens to find; every other one is ordinary text.

    Returns:
        the pieces from left to right; put together they are the text.

    Raises:
        ValueError: a special token is empty.

    >>> pre_tokenize("Call 911, now!", [])
    ['Call', ' 911', ',', ' now', '!']
    >>> pre_tokenize("Bye <|end|>", ["<|end|>"])
    ['Bye', ' ', '<|end|>']
    """
    pieces = ["".join(group) for _, group in groupby(text, kind)]
    # TODO: move the space to the next piece
    # TODO: allowed
    return pieces
