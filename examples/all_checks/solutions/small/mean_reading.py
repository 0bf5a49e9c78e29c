"""The mean of some readings."""

from typing import Any


def mean_reading(sensor: Any, count: int) -> str:
    """Return the mean of the next `count` readings of a sensor with one decimal, and its unit."""
    total = sum(sensor.read() for _ in range(count))
    return f"{total / count:.1f} {sensor.unit}"
