"""Initials."""


def initials(text: str) -> str:
    """Return the first letter of each word as a capital.

    >>> initials("ada lovelace")
    'AL'
    """
    raise NotImplementedError  # TODO: write this
