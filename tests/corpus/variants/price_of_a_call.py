"""Right ways to price a call; the grader must accept every one of them with its own share of the output."""

from decimal import Decimal
from fractions import Fraction

import numpy as np


def output_share(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Compare the three costs without dividing by a million."""
    out = n_out * out_per_M
    total = out + (n_in - cached_in) * in_per_M + cached_in * cached_per_M
    return out / total if total else 0


def variant_three_prices(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Divide each price first."""
    per_in, per_out, per_cached = in_per_M / 1e6, out_per_M / 1e6, cached_per_M / 1e6
    return per_in * (n_in - cached_in) + per_out * n_out + per_cached * cached_in


def variant_discount(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Charge all input in full and give the difference back."""
    full = n_in * in_per_M + n_out * out_per_M
    return (full - cached_in * (in_per_M - cached_per_M)) * 1e-6


def variant_dot_product(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Multiply a vector of piles with a vector of prices; a numpy number comes back."""
    piles = np.array([n_in - cached_in, cached_in, n_out])
    return np.dot(piles, [in_per_M, cached_per_M, out_per_M]) / 10**6


def variant_millions(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Count in millions of tokens, in a loop."""
    total = 0.0
    for count, each in ((n_in - cached_in, in_per_M), (cached_in, cached_per_M), (n_out, out_per_M)):
        total += count / 1_000_000 * each
    return total


def variant_fractions(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Compute with exact fractions."""
    coins = (n_in - cached_in) * Fraction(in_per_M) + cached_in * Fraction(cached_per_M) + n_out * Fraction(out_per_M)
    return float(coins / 1_000_000)


def variant_decimals(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Compute with decimals, as a bank does."""
    pairs = [(n_in - cached_in, in_per_M), (cached_in, cached_per_M), (n_out, out_per_M)]
    return float(sum(Decimal(count) * Decimal(each) for count, each in pairs) / Decimal(1_000_000))


def variant_other_parameter_names(tokens_in, tokens_out, price_in, price_out, from_cache=0, price_cache=0.0):
    """Name the parameters differently."""
    fresh = tokens_in - from_cache
    return (fresh * price_in + from_cache * price_cache + tokens_out * price_out) / 1e6


def variant_float32(n_in, n_out, in_per_M, out_per_M, cached_in=0, cached_per_M=0):
    """Compute in float32."""
    piles = np.array([n_in - cached_in, cached_in, n_out], np.float32)
    return (piles * np.array([in_per_M, cached_per_M, out_per_M], np.float32)).sum() / np.float32(1e6)
