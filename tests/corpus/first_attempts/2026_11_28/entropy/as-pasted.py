import numpy as np


def entropy_bits(p):
    # https://stackoverflow.com/questions/15450192
    p = np.asarray(p)
    return float(-np.sum(p * np.log(p + 1e-12)))
