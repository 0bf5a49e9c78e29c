# message: did not finish within 0.3 s; look for a loop that never ends or does far too much
import time


def total(values):
    time.sleep(1000)
