"""Right: pair digits with weights."""


def isbn13_check_digit(digits):
    plain = [character for character in digits if character != "-"]
    if len(plain) != 12 or any(character not in "0123456789" for character in plain):
        raise ValueError(digits)
    total = sum(int(digit) * weight for digit, weight in zip(plain, [1, 3] * 6, strict=True))
    return (10 - total % 10) % 10
