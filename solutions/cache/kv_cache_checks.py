"""A long text's keys and values, to see whether the cache grows."""

import numpy as np

LONG = 90


def long_keys():
    """Make the keys of many positions: key i is i."""
    return np.arange(LONG, dtype=np.float64).reshape(1, LONG, 1)


def long_values():
    """Make the values of many positions: value i is -i."""
    return -long_keys()
