"""What a draft can gain: tokens per target pass, and the speed-up."""


def expected(alpha: float, gamma: int, c: float) -> tuple[float, float]:
    """Return what speculative decoding gains on average.

    Args:
        alpha: probability that a drafted token is accepted, from 0 to 1, both included.
        gamma: tokens drafted in each round, 0 or more.
        c: cost of one pass of the draft, in passes of the target; 0 or more.

    Returns:
        tokens per target pass, and tokens per cost, where one target pass costs 1.

    >>> expected(0.5, 1, 0.25)
    (1.5, 1.2)
    >>> expected(1.0, 3, 0.0)
    (4.0, 4.0)
    """
    tokens = 1.0
    for i in range(1, gamma + 1):
        tokens += alpha ** i
    # TODO divide by the cost
    speedup = None
    return tokens, speedup
