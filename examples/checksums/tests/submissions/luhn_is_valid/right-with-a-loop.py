"""Right, with a loop, and 9 taken from what is above 9."""


def luhn_is_valid(number):
    if len(number) < 2 or not (number.isascii() and number.isdigit()):
        return False
    total = 0
    for place, character in enumerate(number[::-1]):
        digit = int(character)
        if place % 2 == 1:
            digit *= 2
            if digit > 9:
                digit -= 9
        total += digit
    return total % 10 == 0
