"""A law of prices, and which random calls are possible."""


def is_possible(n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M):
    """Refuse calls with more tokens from the cache than the input has."""
    return cached_in <= n_in


def twice_as_much(near, n_in, n_out, in_per_M, out_per_M, cached_in, cached_per_M):
    """Twice the tokens in every pile cost twice as much."""
    prices = {"in_per_M": in_per_M, "out_per_M": out_per_M, "cached_per_M": cached_per_M}
    single, double = yield [
        {"n_in": n_in, "n_out": n_out, "cached_in": cached_in, **prices},
        {"n_in": 2 * n_in, "n_out": 2 * n_out, "cached_in": 2 * cached_in, **prices},
    ]
    if near(double, 2 * single):
        return None
    return f"with twice as many tokens of every kind, the price went from {single:.6g} to {double:.6g}"
