import numpy as np


def train_bigram(ids: list[int], size: int, steps: int, rate: float) -> tuple[np.ndarray, list[float]]:
    if len(ids) < 2:
        raise ValueError("at least two ids")
    for i in ids:
        if not 0 <= i < size:
            raise ValueError("id outside of the vocabulary")
    logits = np.zeros((size, size))
    pairs = list(zip(ids[:-1], ids[1:]))

    def log_softmax(row):
        z = row - row.max()
        return z - np.log(np.exp(z).sum())

    def loss():
        return float(-np.mean([log_softmax(logits[a])[b] for a, b in pairs]))

    losses = [loss()]
    for _ in range(steps):
        for a, b in pairs:
            p = np.exp(log_softmax(logits[a]))
            p[b] -= 1
            logits[a] = logits[a] - rate * p / len(pairs)
        losses.append(loss())
    return logits, losses
