# makes: from_the_left


def luhn_is_valid(number):
    if len(number) < 2 or not (number.isascii() and number.isdigit()):
        return False
    total = 0
    for place, character in enumerate(number):
        digit = int(character) * (2 if place % 2 == 0 else 1)
        total += digit - 9 if digit > 9 else digit
    return total % 10 == 0
