# message: raised Odd: (its message cannot be shown: __str__ failed)
class Odd(Exception):
    def __str__(self):
        return 7


def total(values):
    raise Odd
