import numpy as np


def temperature_probs(logits, T=1.0):
    # reweight by the temperature, as in the keras example
    scaled = np.log(np.asarray(logits, dtype="float64")) / T
    weights = np.exp(scaled)
    return weights / weights.sum()
