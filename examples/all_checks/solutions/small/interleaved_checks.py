"""The lists that the checks of two lists in one draw, and what must hold of the result."""


def two_lists(rng, size):
    """Draw two lists of up to `size` items."""
    return {name: [int(rng.integers(100)) for _ in range(rng.integer(0, size))] for name in ("left", "right")}


def keeps_items(near, left, right):
    """Ask for one call; return None if it lost no item and made none up, or the item and how often it came."""
    (result,) = yield [{"left": left, "right": right}]
    given = [*left, *right]
    for item in [*given, *result]:
        if given.count(item) != result.count(item):
            return f"{item} is {given.count(item)} times in the arguments and {result.count(item)} times in the result"
    return None
