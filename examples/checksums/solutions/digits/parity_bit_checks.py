"""The generator of the parity bit's random rows."""


def a_row(rng, size):
    """Draw a row of `size` bits."""
    return {"bits": "".join(str(bit) for bit in rng.integers(0, 2, size))}
