"""Right: flip a bit for each one."""


def parity_bit(bits):
    parity = 0
    for character in bits:
        if character not in ("0", "1"):
            raise ValueError(character)
        parity ^= int(character)
    return parity
