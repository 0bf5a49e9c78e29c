"""Two lists in one."""


def interleaved(left: list[int], right: list[int]) -> list[int]:
    """Return the items of both lists by turns; the rest of the longer one follows.

    >>> interleaved([1, 2, 3], [7])
    [1, 7, 2, 3]
    """
    both = min(len(left), len(right))
    pairs = [item for place in range(both) for item in (left[place], right[place])]
    return [*pairs, *left[both:], *right[both:]]
