"""Typical wrong versions of Loaded die."""

import numpy as np


def all_alike(weights, rng):
    """All places come equally often.

    The weights have no part in it. How often should a place of weight 0 come?
    """
    return int(rng.integers(len(weights)))


def the_heaviest(weights, rng):
    """The place with the largest weight comes each time.

    The others should come, too, but less often.
    """
    return int(np.argmax(weights))


def all_with_weight_alike(weights, rng):
    """All places that have a weight come equally often.

    Is there a difference between the weights 1 and 5?
    """
    return int(rng.choice(np.flatnonzero(weights)))
