"""Loaded die."""

import numpy as np


def loaded_die(weights: list[int], rng: np.random.Generator) -> int:
    """Return one of the places of `weights`, each as often as its weight says.

    >>> loaded_die([0, 2], np.random.default_rng(1))
    1
    """
    raise NotImplementedError  # TODO: write this
