"""Cut a text into the words that byte-pair encoding works on, and find special tokens where they are allowed."""

import re

WORD = re.compile(r" ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s")
"""Letters, digits or signs with the space before them, or white space: every character belongs to one of these."""


def pre_tokenize(text: str, allowed: list[str]) -> list[str]:
    """Return the words of a text, none of which a merge may cross, and the special tokens in it.

    Special tokens come first: what stands between two of them is cut as if it were a text of its own.

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

    Source: Radford et al. 2019, Language models are unsupervised multitask learners, section 2.2, and GPT-2's encoder.py.
    """
    if "" in allowed:
        raise ValueError("a special token is empty")
    if not allowed:
        return WORD.findall(text)
    names = "|".join(map(re.escape, sorted(allowed, key=len, reverse=True)))  # the longest first: `|` takes the first
    parts = re.split(f"({names})", text)  # every second one is a special token
    return [piece for place, part in enumerate(parts) for piece in ([part] if place % 2 else WORD.findall(part))]
