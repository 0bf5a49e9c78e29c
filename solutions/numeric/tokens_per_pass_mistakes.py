"""Known wrong answers to how many tokens one pass of the target yields."""

from ..formulas import expected as _expected


def no_rejection_stops(alpha, gamma):
    """Every drafted token was counted with the same probability.

    After a rejection the later ones are dropped. The second token needs the first to be accepted as well.
    """
    return alpha * gamma + 1


def bonus_forgotten(alpha, gamma):
    """The last token is missing.

    A round with all drafts accepted gives one more token, from the same pass of the target. How many can come out at
    most?
    """
    return _expected(alpha, gamma - 1, 0)[0]


def all_accepted(gamma):
    """This is the most that one pass can yield.

    It takes a draft that is never rejected. The average is lower.
    """
    return gamma + 1


def accepted_drafts_only(alpha, gamma):
    """Only accepted drafts were counted.

    Every round ends with one token of the target's own, after a rejection as well as after the last draft.
    """
    return _expected(alpha, gamma, 0)[0] - 1


def all_or_nothing(alpha, gamma):
    """It was counted as if a round gave all tokens or only one.

    A round that fails at the third draft has still brought the first two. Go through the tokens one by one.
    """
    return 1 + gamma * alpha**gamma


def endless_draft(alpha):
    """This is what an endless draft would yield.

    The draft stops after a few tokens, so the sum of the powers stops as well.
    """
    return 1 / (1 - alpha)
