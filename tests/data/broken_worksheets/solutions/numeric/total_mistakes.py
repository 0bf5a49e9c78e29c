"""Known wrong answers."""


def the_other_way_round(lengths):
    """The sum and the difference stand the other way round.

    Write the sum first.
    """
    return [lengths[1] - lengths[0], sum(lengths)]
