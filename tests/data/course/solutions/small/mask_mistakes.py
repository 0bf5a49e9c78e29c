"""Typical wrong versions of the mask."""

import numpy as np


def turned(size):
    """Rows and columns are exchanged.

    Then each position sees the future only. Ask which index is the one that looks.
    """
    return np.tri(size, dtype=bool).T


def strict(size):
    """A position does not see itself.

    It may. Look at the diagonal.
    """
    return np.tri(size, k=-1, dtype=bool)
