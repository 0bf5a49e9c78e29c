"""The lists that the checks of two lists in one draw, and the law of the course that they use."""

from ..laws.items import keeps_every_item as keeps_every_item


def two_lists(rng, size):
    """Draw two lists of up to `size` items."""
    return {name: [int(rng.integers(100)) for _ in range(rng.integer(0, size))] for name in ("left", "right")}
