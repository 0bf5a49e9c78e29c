import numpy as np


def train_bigram(ids, size, steps, rate):
    if len(ids) < 2 or min(ids) < 0 or max(ids) >= size:
        raise ValueError("at least two ids from 0 to size - 1")
    a = np.array(ids[:-1])
    b = np.array(ids[1:])
    logits = np.zeros((size, size))
    losses = []
    for _ in range(steps):
        z = logits[a]
        z = z - z.max(axis=1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        losses.append(float(-logp[np.arange(len(a)), b].mean()))
        grad_rows = np.exp(logp)
        grad_rows[np.arange(len(a)), b] -= 1
        grad = np.zeros_like(logits)
        np.add.at(grad, a, grad_rows)
        logits = logits - rate * grad
    return logits, losses
