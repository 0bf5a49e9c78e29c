"""Loaded die."""

import numpy as np


def loaded_die(weights: list[int], rng: np.random.Generator) -> int:
    """Return one of the places of `weights`, each as often as its weight says."""
    total = sum(weights)
    return int(rng.choice(len(weights), p=[weight / total for weight in weights]))
