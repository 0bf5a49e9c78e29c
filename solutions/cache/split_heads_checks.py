"""Rows and heads of any number."""


def rows(rng, size):
    """Draw the rows of `size` positions, and a number of heads that divides their length."""
    heads, d_head = map(int, rng.integers(1, 5, 2))
    return {"x": rng.normal(0.0, 1.0, (size, heads * d_head)), "heads": heads}


def parts(rng, size):
    """Draw the parts of some heads at `size` positions."""
    heads, d_head = map(int, rng.integers(1, 5, 2))
    return {"x": rng.normal(0.0, 1.0, (heads, size, d_head))}
