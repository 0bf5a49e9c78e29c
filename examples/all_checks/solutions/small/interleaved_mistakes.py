"""Typical wrong versions of two lists in one."""


def without_the_rest(left, right):
    """The rest of the longer list is missing.

    Nothing of it may be lost. Where does going through both lists stop?
    """
    return [item for pair in zip(left, right, strict=False) for item in pair]


def one_after_the_other(left, right):
    """The second list follows the first.

    The task wants one of each by turns.
    """
    return [*left, *right]


def right_first(left, right):
    """The second list begins.

    Which item of the worked example comes first?
    """
    both = min(len(left), len(right))
    pairs = [item for pair in zip(right, left, strict=False) for item in pair]
    return [*pairs, *left[both:], *right[both:]]


def empties_the_lists(left, right):
    """The items are taken out of the caller's lists.

    The caller still needs them. How can you read an item without removing it?
    """
    result = []
    while left or right:
        result += [items.pop(0) for items in (left, right) if items]
    return result
