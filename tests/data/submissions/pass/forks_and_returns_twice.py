# message: 
import os


def total(values):
    os.fork()
    return float(values.sum())
