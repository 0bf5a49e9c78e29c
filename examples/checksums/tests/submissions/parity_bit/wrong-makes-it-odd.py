# makes: odd_parity


def parity_bit(bits):
    if bits.strip("01"):
        raise ValueError(bits)
    return (bits.count("1") + 1) % 2
