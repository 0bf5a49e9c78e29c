import numpy as np


def softmax(logits, axis=None):
    r"""Compute the softmax function (from scipy.special)."""
    x = np.asarray(logits, dtype=np.float64)
    x_amax = np.amax(x, axis=axis, keepdims=True)
    exp_x_shifted = np.exp(x - x_amax)
    return exp_x_shifted / np.sum(exp_x_shifted, axis=axis, keepdims=True)
