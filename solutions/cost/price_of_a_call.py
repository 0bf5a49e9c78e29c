"""The price of a call: what it costs, and which share of that is for the output."""

TOKENS_PER_PRICE = 1_000_000


def price(
    n_in: int, n_out: int, in_per_M: float, out_per_M: float, cached_in: int = 0, cached_per_M: float = 0
) -> float:
    """Return what a call costs.

    There are three piles of tokens, each with its own price; those from the cache are part of the input.

    Args:
        n_in: tokens of the input, those from the cache included; 0 or more.
        n_out: tokens of the output; 0 or more.
        in_per_M: price of a million input tokens.
        out_per_M: price of a million output tokens.
        cached_in: how many of the n_in tokens come from the cache.
        cached_per_M: price of a million tokens from the cache.

    Returns:
        the cost, in the currency of the prices, not rounded.

    >>> price(1_000_000, 500_000, 2.0, 8.0)
    6.0
    >>> price(1_000_000, 500_000, 2.0, 8.0, 1_000_000, 0.5)
    4.5

    Source: the arithmetic of a bill; real price sheets differ, and none is used here.
    """
    full_in = n_in - cached_in
    return (full_in * in_per_M + cached_in * cached_per_M + n_out * out_per_M) / TOKENS_PER_PRICE


def output_share(
    n_in: int, n_out: int, in_per_M: float, out_per_M: float, cached_in: int = 0, cached_per_M: float = 0
) -> float:
    """Return which share of a call's price is for the output.

    Args:
        n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M: as for price.

    Returns:
        a number from 0 to 1; 0 if the call costs nothing.

    >>> output_share(1_000_000, 250_000, 2.0, 8.0)
    0.5
    """
    total = price(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M)
    if total == 0:
        return 0.0
    return price(0, n_out, in_per_M, out_per_M) / total
