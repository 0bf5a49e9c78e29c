import numpy as np


def train_bigram(ids, size, steps, rate):
    if len(ids) < 2 or any(not 0 <= i < size for i in ids):
        raise ValueError("bad ids")
    xs, ys = np.array(ids[:-1]), np.array(ids[1:])
    num = len(xs)
    # random weights
    g = np.random.default_rng(2147483647)
    W = g.standard_normal((size, size))
    xenc = np.eye(size)[xs]

    def forward():
        logits = xenc @ W
        counts = np.exp(logits)
        probs = counts / counts.sum(1, keepdims=True)
        loss = -np.log(probs[np.arange(num), ys]).mean() + 0.01 * (W**2).mean()
        return probs, loss

    probs, loss = forward()
    lossi = [float(loss)]
    for k in range(steps):
        # backward pass
        dlogits = probs.copy()
        dlogits[np.arange(num), ys] -= 1
        dW = xenc.T @ dlogits / num + 0.02 * W / W.size
        # update
        W += -rate * dW
        probs, loss = forward()
        lossi.append(float(loss))
    return W, lossi
