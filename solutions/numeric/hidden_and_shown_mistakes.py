"""Known wrong answers to billed and shown tokens."""


def no_limit(thinking, answer):
    """The limit was ignored.

    It covers all tokens, hidden and shown, and ends the text; it is no limit for the answer alone.
    """
    return [thinking + answer, answer]


def hidden_free(thinking, limit):
    """Hidden tokens were not billed.

    They are output like any other.
    """
    return [limit - thinking, limit - thinking]


def all_shown(answer, limit):
    """The answer was taken to be shown whole.

    It comes after the hidden tokens, and the limit cuts its end.
    """
    return [limit, answer] if answer < limit else None


def hidden_for_shown(thinking, limit):
    """The second number is that of the hidden tokens.

    Those shown are what is left of the limit after them.
    """
    return [limit, thinking]
