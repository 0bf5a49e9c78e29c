"""The price of a call: what it costs, and which share of that is for the output."""


def price(
    n_in: int, n_out: int, in_per_M: float, out_per_M: float, cached_in: int = 0, cached_per_M: float = 0
) -> float:
    """Return what a call costs."""
    full_price = n_in - cached_in
    total = full_price * in_per_M + cached_in * cached_per_M + n_out * out_per_M
    return round(total / 1e6, 4)


def output_share(
    n_in: int, n_out: int, in_per_M: float, out_per_M: float, cached_in: int = 0, cached_per_M: float = 0
) -> float:
    """Return which share of a call's price is for the output."""
    for_input = n_in * in_per_M
    for_output = n_out * out_per_M
    if for_input + for_output == 0:
        return 0
    return for_output / (for_input + for_output)
