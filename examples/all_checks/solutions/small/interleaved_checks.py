"""The lists that the checks of two lists in one draw."""


def two_lists(rng, size):
    """Draw two lists of up to `size` items."""
    return {name: [int(rng.integers(100)) for _ in range(rng.integer(0, size))] for name in ("left", "right")}
