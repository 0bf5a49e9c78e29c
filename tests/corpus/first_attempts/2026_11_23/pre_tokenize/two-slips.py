"""Cut a text into the words that byte-pair encoding works on, and find special tokens where they are allowed."""

import re

WORDS = re.compile(r" ?[^\W\d_]+| ?\d+| ?[^\w\s]+|\s+(?!\S)|\s")


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
    if "" in allowed:
        raise ValueError("empty special token")
    if not allowed:
        return WORDS.findall(text)
    special = "(" + "|".join(re.escape(token) for token in allowed) + ")"
    pieces = []
    for part in re.split(special, text):
        if part in allowed:
            pieces.append(part)
        else:
            pieces.extend(WORDS.findall(part))
    return pieces
