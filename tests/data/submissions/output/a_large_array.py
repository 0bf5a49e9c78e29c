# message: returned a value that takes more room than allowed; only results of up to 16 MiB and 32 levels can be read
import numpy as np


def total(values):
    return np.broadcast_to(0.0, 1 << 27)
