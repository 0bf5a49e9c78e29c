"""Which part of a call's price is for the output."""

from ..cost.price_of_a_call import TOKENS_PER_PRICE, output_share

KIND = "share"


def draw(rng):
    """Draw how long input and output are, and two prices for a million tokens."""
    in_per_M = rng.choice([0.5, 1, 1.5, 2, 2.5, 3])
    return {
        "n_in": 4000 * rng.integer(10, 200),
        "n_out": 4000 * rng.integer(5, 80),
        "in_per_M": in_per_M,
        "out_per_M": in_per_M * rng.integer(2, 6),
    }


def is_allowed(n_in, n_out):
    """Refuse calls with more output than input."""
    return n_in > n_out


def answer(keep, n_in, n_out, in_per_M, out_per_M):
    """Return the reference's share; the steps show the two prices it compares."""
    keep("price of the input", n_in * in_per_M / TOKENS_PER_PRICE)
    keep("price of the output", n_out * out_per_M / TOKENS_PER_PRICE)
    return output_share(n_in, n_out, in_per_M, out_per_M)
