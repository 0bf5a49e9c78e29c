"""Known wrong answers to what to draw from after a rejection."""


def _lacking(p, q):
    return [max(0.0, one - other) for one, other in zip(p, q, strict=True)]


def target_itself(p):
    """These are the target's own probabilities.

    The accepted tokens have already brought part of them. Another draw from all of them would favor the tokens that
    both models like.
    """
    return list(p)


def sizes_of_the_differences(p, q):
    """The sizes of the differences were renormalized, whatever their signs.

    A token that the draft offers too often must not come once more. Which differences count?
    """
    sizes = [abs(one - other) for one, other in zip(p, q, strict=True)]
    return [each / sum(sizes) for each in sizes]


def not_shared_out(p, q):
    """The differences do not add up to 1.

    They are no distribution yet. What do you do with numbers that should add up to 1?
    """
    return _lacking(p, q)


def other_way_round(p, q):
    """The target was subtracted from the draft.

    The residual is the part that the target has more than the draft. Look at the order of the subtraction.
    """
    extra = _lacking(q, p)
    return [each / sum(extra) for each in extra]


def draft_again(q):
    """These are the draft's probabilities.

    The draft's token was rejected. Now the target decides.
    """
    return list(q)


def all_equal(p, q):
    """The tokens that are left got equal shares.

    The target misses some of them more than others. Keep the ratio of the differences.
    """
    left = [float(each > 0) for each in _lacking(p, q)]
    return [each / sum(left) for each in left]
