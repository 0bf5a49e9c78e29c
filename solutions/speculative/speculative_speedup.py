"""The gain from a draft: tokens per target pass, and the speed-up."""


def expected(alpha: float, gamma: int, c: float) -> tuple[float, float]:
    """Return what speculative decoding gains on average.

    Token number i + 1 of a round is there if the first i drafts were accepted, which has probability alpha^i.

    Args:
        alpha: probability that a drafted token is accepted, from 0 to 1, both included.
        gamma: tokens drafted in each round, 0 or more.
        c: cost of one pass of the draft, in passes of the target; 0 or more.

    Returns:
        tokens per target pass, and tokens per cost, where one target pass costs 1.

    Source: Leviathan, Kalman and Matias 2023, https://arxiv.org/abs/2211.17192, equation 1 and theorem 3.8.
    """
    # the short form (1 - alpha^(gamma + 1)) / (1 - alpha) is the same sum, but 0 / 0 at alpha = 1
    tokens = float(sum(alpha**i for i in range(gamma + 1)))
    cost = gamma * c + 1
    return tokens, tokens / cost
