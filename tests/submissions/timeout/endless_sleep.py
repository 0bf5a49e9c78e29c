# message: did not finish within 0.3 s; look for a loop that never ends
import time


def total(values):
    time.sleep(1000)
