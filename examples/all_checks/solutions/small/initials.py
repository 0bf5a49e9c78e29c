"""Initials."""


def initials(text: str) -> str:
    """Return the first letter of each word as a capital.

    >>> initials("ada lovelace")
    'AL'
    """
    return "".join(word[0] for word in text.split()).upper()
