"""First good."""

from collections.abc import Callable


def first_good(is_good: Callable[[int], bool], items: list[int]) -> int:
    """Return the place of the first item for which `is_good` returns True; -1 if there is none.

    >>> first_good(lambda item: item > 9, [7, 12])
    1
    """
    for place, item in enumerate(items):
        if is_good(item):
            return place
    return -1
