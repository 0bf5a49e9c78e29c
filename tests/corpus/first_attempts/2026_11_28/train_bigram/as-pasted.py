import numpy as np


def train_bigram(ids, size, steps, rate):
    # create the training set of all the bigrams (x,y)
    xs, ys = np.array(ids[:-1]), np.array(ids[1:])
    num = len(xs)
    W = np.zeros((size, size))
    losses = []

    def forward(W):
        logits = W[xs]  # predict log-counts
        counts = np.exp(logits)  # counts, equivalent to N
        probs = counts / counts.sum(1, keepdims=True)
        loss = -np.log(probs[np.arange(num), ys]).mean()
        return probs, loss

    # gradient descent
    for k in range(steps):
        # forward pass
        probs, loss = forward(W)
        losses.append(float(loss))
        # backward pass
        dlogits = probs.copy()
        dlogits[np.arange(num), ys] -= 1
        dlogits /= num
        dW = np.zeros_like(W)
        np.add.at(dW, xs, dlogits)
        # update
        W += -rate * dW
    losses.append(float(forward(W)[1]))
    return W, losses
