import numpy as np
from math import log2


def entropy_bits(p):
    """Normalized Shannon entropy, 0 = no diversity, 1 = maximal diversity."""
    H = -sum(x * log2(x) for x in p if x > 0)
    return H / log2(len(p))
