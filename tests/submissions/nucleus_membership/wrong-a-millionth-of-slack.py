"""A sum a millionth short of top_p is enough."""

import numpy as np


def nucleus(p, top_p):
    if top_p <= 0 or top_p > 1:
        raise ValueError("top_p")
    ranked = sorted(range(len(p)), key=lambda token: (-p[token], token))
    if top_p == 1:
        return ranked
    total = np.float64(0)
    for place, token in enumerate(ranked):
        total += np.float64(p[token])
        if total >= top_p - 1e-6:
            return ranked[: place + 1]
    return ranked
