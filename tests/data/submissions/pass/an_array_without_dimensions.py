# message: 
import numpy as np


def total(values):
    return np.array(values.sum())
