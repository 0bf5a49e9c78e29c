"""Typical wrong versions of dividing by the temperature."""

import numpy as np

from .scale import scale as _scale


def multiplies(logits, temperature):
    """The logits are multiplied by the temperature.

    A high temperature must bring them together. Compare your first number in the worked example.
    """
    return logits * (temperature if temperature > 0 else _scale(logits, temperature))


def accepts_everything(logits, temperature):
    """A temperature of 0 or less is used like any other.

    Dividing by 0 gives no numbers. Say so with an exception.
    """
    return logits / temperature


def raises_type_error(logits, temperature):
    """Bad temperatures raise TypeError.

    The type is right; it is the value that is not. Look up which exception says so.
    """
    if temperature <= 0:
        raise TypeError("bad temperature")
    return logits / temperature


def changes_its_input(logits, temperature):
    """The result is written over the logits.

    The caller still needs them. Build a new array.
    """
    result = _scale(logits, temperature)
    logits[:] = result
    return logits


def slightly_off(logits, temperature):
    """The temperature is a ten-millionth too small.

    That is nearly right, as float32 would be, but no rounding. Use the temperature as it is given.
    """
    return _scale(np.asarray(logits), temperature) * (1 + 1e-7)
