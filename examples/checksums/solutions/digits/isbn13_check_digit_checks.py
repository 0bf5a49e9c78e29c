"""The generator of the ISBN's random digits."""


def twelve_digits(rng, size):
    """Draw twelve digits, whatever the size."""
    return {"digits": "".join(str(digit) for digit in rng.integers(0, 10, 12))}
