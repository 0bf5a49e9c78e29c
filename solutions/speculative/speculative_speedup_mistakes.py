"""Typical wrong versions of what a draft can gain."""

from .speculative_speedup import expected as _expected


def accepted_drafts_independent(alpha, gamma, c):
    """The tokens are 1 + alpha · gamma, as if every draft were judged alone.

    The first rejection ends the round, and all drafts after it are lost with it. A later draft is kept only if those
    before it were kept as well.
    """
    tokens = alpha * gamma + 1
    return tokens, tokens / (gamma * c + 1)


def nearly_one_taken_for_one(alpha, gamma, c):
    """An alpha close to 1, such as .99, is taken for 1.

    The formula with 1 − alpha below the line fails at 1 only. Close to 1 it works, and the sum of the terms works
    everywhere.
    """
    return _expected(1.0 if alpha > 0.99 else alpha, gamma, c)


def last_token_forgotten(alpha, gamma, c):
    """The series has one term too few: it ends at alpha to the power gamma − 1.

    If all drafts are accepted, the target adds one token more. So there are gamma + 1 terms, beginning with 1.
    """
    tokens = sum(alpha**i for i in range(gamma))
    return tokens, tokens / (gamma * c + 1)


def accepted_only(alpha, gamma, c):
    """Only accepted drafts are counted, and the target's own token is not.

    The series then begins with alpha instead of 1. Every pass of the target gives one token of its own, so even at
    alpha = 0 there is one.
    """
    tokens = sum(alpha**i for i in range(1, gamma + 1))
    return tokens, tokens / (gamma * c + 1)


def all_or_nothing(alpha, gamma, c):
    """The round is taken to give gamma + 1 tokens if all drafts are accepted, and one otherwise.

    A round that is cut short keeps the drafts before the rejection. Those in the middle are missing from your sum.
    """
    tokens = 1 + gamma * alpha**gamma
    return tokens, tokens / (gamma * c + 1)


def everything_accepted(alpha, gamma, c):
    """Every round is taken to give gamma + 1 tokens.

    That is the best case, and it holds at alpha = 1. Otherwise some drafts are rejected; alpha has to come in.
    """
    return float(gamma + 1), (gamma + 1) / (gamma * c + 1)


def certain_draft_gives_nan(alpha, gamma, c):
    """At alpha = 1 both results are nan.

    The short form of the series becomes 0 / 0 there. The series itself has no trouble at all: what is it if every term
    is 1?
    """
    return (float("nan"), float("nan")) if alpha == 1 else _expected(alpha, gamma, c)


def certain_draft_fails(alpha, gamma, c):
    """At alpha = 1 a ZeroDivisionError is raised.

    The short form of the series divides by 1 − alpha. The series itself has no trouble at all: what is it if every
    term is 1?
    """
    if alpha == 1:
        raise ZeroDivisionError
    return _expected(alpha, gamma, c)


def certain_draft_without_last_token(alpha, gamma, c):
    """At alpha = 1 the tokens are gamma.

    All drafts are accepted there, and the target still adds its own. How many terms does the series have?
    """
    return (float(gamma), gamma / (gamma * c + 1)) if alpha == 1 else _expected(alpha, gamma, c)


def draft_is_free(alpha, gamma, c):
    """The speed-up is the number of tokens, as if the draft cost nothing.

    A small model is cheap but not free, and it runs gamma times in each round. Divide by what the round costs.
    """
    tokens, _ = _expected(alpha, gamma, c)
    return tokens, tokens


def draft_runs_once(alpha, gamma, c):
    """The draft is paid for once in each round, not gamma times.

    It writes one token after the other, and each takes it a pass. Only the target sees all of them at once.
    """
    tokens, _ = _expected(alpha, gamma, c)
    return tokens, tokens / (c + 1)


def draft_runs_once_more(alpha, gamma, c):
    """The draft is paid for gamma + 1 times.

    The round has gamma + 1 tokens at most, but the last of them comes from the target. How many does the draft
    write?
    """
    tokens, _ = _expected(alpha, gamma, c)
    return tokens, tokens / ((gamma + 1) * c + 1)


def target_is_free(alpha, gamma, c):
    """The round costs only its passes of the draft.

    The expensive part is missing: one pass of the target in every round. Without it, a round with a free draft costs 0,
    and the division fails.
    """
    tokens, _ = _expected(alpha, gamma, c)
    return tokens, tokens / (gamma * c)


def speed_up_inverted(alpha, gamma, c):
    """The speed-up is cost per token instead of tokens per cost.

    It falls where it should rise. More tokens for the same cost must give a larger number.
    """
    tokens, speed = _expected(alpha, gamma, c)
    return tokens, 1 / speed


def pair_exchanged(alpha, gamma, c):
    """The speed-up comes first and the tokens second.

    Both are right. The task wants the tokens per target pass first.
    """
    tokens, speed = _expected(alpha, gamma, c)
    return speed, tokens


def speed_up_only(alpha, gamma, c):
    """Only the speed-up is returned.

    It is the right one. The task wants the tokens per target pass as well: return both, the tokens first, with a comma
    between them.
    """
    return _expected(alpha, gamma, c)[1]


def rounded(alpha, gamma, c):
    """Both numbers are rounded, to two decimals or so.

    That is easier to read. But later computations lose digits; round what you print, not what you return.
    """
    return _rounded_to(2)(alpha, gamma, c)


def _rounded_to(decimals):
    def expected(alpha, gamma, c):
        tokens, speed = _expected(alpha, gamma, c)
        return round(tokens, decimals), round(speed, decimals)

    return expected


rounded__to_one_decimal = _rounded_to(1)
rounded__to_three_decimals = _rounded_to(3)
rounded__to_four_decimals = _rounded_to(4)
rounded__to_six_decimals = _rounded_to(6)


def chance_of_rejection(alpha, gamma, c):
    """`alpha` is used as the probability that a draft is rejected.

    A better draft then gives fewer tokens. Compare your results at alpha = 0 and alpha = 1.
    """
    return _expected(1 - alpha, gamma, c)
