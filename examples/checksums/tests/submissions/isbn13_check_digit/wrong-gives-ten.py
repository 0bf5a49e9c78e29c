# makes: ten_for_zero


def isbn13_check_digit(digits):
    plain = digits.replace("-", "")
    if len(plain) != 12 or not (plain.isascii() and plain.isdigit()):
        raise ValueError(digits)
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(plain))
    return 10 - total % 10
