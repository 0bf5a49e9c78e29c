# message: asked for more memory than the 256 MiB it may use
import numpy as np


def total(values):
    return float(np.zeros(3 << 27).sum())
