"""Typical wrong versions of Initials."""


def as_they_are(text):
    """The letters stay small.

    The task asks for capitals. What comes of a word that begins with a small letter?
    """
    return "".join(word[0] for word in text.split())


def split_at_each_space(text):
    """Each space begins a word of its own.

    Two spaces have an empty word between them. Which is its first letter?
    """
    return "".join(word[0] for word in text.split(" ")).upper()


def with_spaces(text):
    """There are spaces between the letters.

    The task says what is between them.
    """
    return " ".join(word[0] for word in text.split()).upper()
