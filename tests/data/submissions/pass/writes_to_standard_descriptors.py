# message: 
import os


def total(values):
    os.write(1, b'x' * 100_000)
    os.write(2, b'x' * 100_000)
    return float(values.sum())
