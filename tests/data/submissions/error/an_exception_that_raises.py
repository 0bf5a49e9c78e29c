# message: raised Odd: (its message cannot be shown: __str__ failed)
class Odd(Exception):
    def __str__(self):
        raise RuntimeError('no')


def total(values):
    raise Odd
