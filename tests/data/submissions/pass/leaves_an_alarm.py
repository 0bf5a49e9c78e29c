# message: 
import signal


def total(values):
    signal.alarm(1)
    return float(values.sum())
