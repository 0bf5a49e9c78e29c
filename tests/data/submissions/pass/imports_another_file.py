# message: 
from countdown import countdown


def total(values):
    assert next(countdown(3)) == 3
    return sum(values, 0.0)
