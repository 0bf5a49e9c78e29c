"""The price of a call: what it costs, and which share of that is for the output."""


def price(
    n_in: int, n_out: int, in_per_M: float, out_per_M: float, cached_in: int = 0, cached_per_M: float = 0
) -> float:
    """Return what a call costs."""
    M = 1_000_000
    cost_in = n_in / M * in_per_M
    cost_cached = cached_in / M * cached_per_M
    cost_out = n_out / M * out_per_M
    return cost_in + cost_cached + cost_out


def output_share(
    n_in: int, n_out: int, in_per_M: float, out_per_M: float, cached_in: int = 0, cached_per_M: float = 0
) -> float:
    """Return which share of a call's price is for the output."""
    raise NotImplementedError  # TODO: write this
