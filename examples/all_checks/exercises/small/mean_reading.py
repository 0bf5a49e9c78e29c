"""The mean of some readings."""

from typing import Any


def mean_reading(sensor: Any, count: int) -> str:
    """Return the mean of the next `count` readings of a sensor with one decimal, and its unit."""
    raise NotImplementedError  # TODO: write this
