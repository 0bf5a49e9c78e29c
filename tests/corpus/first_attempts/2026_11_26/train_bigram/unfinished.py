import numpy as np


def softmax(rows):
    e = np.exp(rows - rows.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def train_bigram(ids, size, steps, rate):
    logits = np.zeros((size, size))
    losses = []
    for _ in range(steps):
        p = softmax(logits)
        gradient = np.zeros_like(logits)
        loss = 0.0
        for a, b in zip(ids, ids[1:]):
            gradient[a] += p[a]
            gradient[a, b] -= 1
            loss -= np.log(p[a, b])
        losses.append(loss / (len(ids) - 1))
        logits = logits - rate * gradient
    return logits, losses
