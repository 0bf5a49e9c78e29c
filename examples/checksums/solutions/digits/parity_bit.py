"""The parity bit."""


def parity_bit(bits: str) -> int:
    """Return the bit that makes the number of ones in `bits` even.

    Args:
        bits: characters 0 and 1; any other raises ValueError.

    >>> parity_bit("1011")
    1

    Source: Hamming 1950, Bell System Technical Journal 29(2), section 2.
    """
    if not set(bits) <= {"0", "1"}:
        raise ValueError("bits are 0 and 1")
    return bits.count("1") % 2
