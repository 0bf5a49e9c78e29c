"""The price of a call."""

from ..cost.price_of_a_call import TOKENS_PER_PRICE, price

KIND = "number"
UNIT = "coins"


def draw(rng):
    """Draw how long input and output are, and two prices for a million tokens."""
    in_per_M = rng.choice([0.5, 1, 1.5, 2, 2.5, 3])
    return {
        "n_in": 4000 * rng.integer(10, 200),
        "n_out": 4000 * rng.integer(1, 50),
        "in_per_M": in_per_M,
        "out_per_M": in_per_M * rng.integer(2, 6),
    }


def is_allowed(n_in, n_out):
    """Refuse calls with as much output as input, or nearly so."""
    return n_in >= 1.5 * n_out


def answer(keep, n_in, n_out, in_per_M, out_per_M):
    """Return the reference's price."""
    keep("price of the input", n_in * in_per_M / TOKENS_PER_PRICE)
    keep("price of the output", n_out * out_per_M / TOKENS_PER_PRICE)
    return price(n_in, n_out, in_per_M, out_per_M)
