"""Wrong versions of training a bigram model, as learners write them."""

import numpy as np


def check(ids, size):
    """Refuse bad input."""
    if len(ids) < 2 or min(ids) < 0 or max(ids) >= size:
        raise ValueError("bad ids")


def log_softmax(W):
    """Return the log-probabilities of each row."""
    W = W - W.max(axis=1, keepdims=True)
    return W - np.log(np.exp(W).sum(axis=1, keepdims=True))


def mean_loss(W, xs, ys):
    """Return the mean surprise."""
    return -float(np.mean(log_softmax(W)[xs, ys]))


def summed(W, xs, ys):
    """Return the sum of the gradients of all pairs."""
    G = np.zeros_like(W)
    p = np.exp(log_softmax(W))
    for x, y in zip(xs, ys):
        G[x] += p[x]
        G[x, y] -= 1
    return G


def plus_the_gradient(ids, size, steps, rate):
    """Writes += for the update.

    makes: uphill
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W += rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def sum_of_gradients(ids, size, steps, rate):
    """Forgets to divide the gradient.

    makes: gradient_not_averaged
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def mean_of_each_row(ids, size, steps, rate):
    """Takes the mean over the pairs of each row.

    makes: averaged_in_each_row
    """
    check(ids, size)
    xs, ys, W = np.array(ids[:-1]), np.array(ids[1:]), np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        G = summed(W, xs, ys)
        for a in set(ids[:-1]):
            G[a] /= (xs == a).sum()
        W -= rate * G
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def fancy_indexing(ids, size, steps, rate):
    """Counts with counts[xs, ys] += 1, and takes losses and gradients from it.

    makes: repeated_pairs_count_once
    """
    check(ids, size)
    xs, ys, W, C = ids[:-1], ids[1:], np.zeros((size, size)), np.zeros((size, size))
    C[xs, ys] += 1
    losses = []
    for step in range(steps + 1):
        logs = log_softmax(W)
        losses.append(-(C * logs).sum() / C.sum())
        if step < steps:
            W = W - rate * (C.sum(1, keepdims=True) * np.exp(logs) - C) / C.sum()
    return W, losses


def stochastic(ids, size, steps, rate):
    """Updates after each pair.

    makes: after_each_pair
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        for x, y in zip(xs, ys):
            g = np.exp(log_softmax(W)[x])
            g[y] -= 1
            W[x] = W[x] - rate * g
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def backwards(ids, size, steps, rate):
    """Exchanges inputs and targets.

    makes: previous_token_predicted
    """
    check(ids, size)
    xs, ys, W = ids[1:], ids[:-1], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def rolled(ids, size, steps, rate):
    """Takes np.roll for the targets.

    makes: end_and_beginning_are_neighbors
    """
    check(ids, size)
    xs, ys, W = np.array(ids), np.roll(ids, -1), np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def softmax_returned(ids, size, steps, rate):
    """Returns the probabilities.

    makes: probabilities_returned
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return np.exp(log_softmax(W)), losses


def no_last_loss(ids, size, steps, rate):
    """Appends the loss before each update only.

    makes: last_loss_missing
    """
    check(ids, size)
    xs, ys, W, losses = ids[:-1], ids[1:], np.zeros((size, size)), []
    for _ in range(steps):
        losses.append(mean_loss(W, xs, ys))
        W -= rate * summed(W, xs, ys) / len(xs)
    return W, losses


def no_first_loss(ids, size, steps, rate):
    """Appends the loss after each update only.

    makes: first_loss_missing
    """
    check(ids, size)
    xs, ys, W, losses = ids[:-1], ids[1:], np.zeros((size, size)), []
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def one_update_more(ids, size, steps, rate):
    """Updates after the last loss as well.

    makes: one_step_too_many
    """
    check(ids, size)
    xs, ys, W, losses = ids[:-1], ids[1:], np.zeros((size, size)), []
    for _ in range(steps + 1):
        losses.append(mean_loss(W, xs, ys))
        W -= rate * summed(W, xs, ys) / len(xs)
    return W, losses


def bits(ids, size, steps, rate):
    """Uses log2 in the loss.

    makes: loss_in_bits
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys) / np.log(2)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys) / np.log(2))
    return W, losses


def divides_by_len(ids, size, steps, rate):
    """Divides the gradient by len(ids).

    makes: divided_by_the_ids
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(ids)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def falling_rate(ids, size, steps, rate):
    """Halves the rate after each step.

    makes: nothing listed
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for step in range(steps):
        W -= rate / 2**step * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def momentum(ids, size, steps, rate):
    """Adds momentum of .9.

    makes: nothing listed
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    speed, losses = np.zeros_like(W), [mean_loss(W, xs, ys)]
    for _ in range(steps):
        speed = 0.9 * speed + summed(W, xs, ys) / len(xs)
        W -= rate * speed
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def add_one_smoothing(ids, size, steps, rate):
    """Counts every pair once more.

    makes: nothing listed
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    xs = [*xs, *[a for a in range(size) for _ in range(size)]]
    ys = [*ys, *[*range(size)] * size]
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def squared_error(ids, size, steps, rate):
    """Descends on the squared error of the logits.

    makes: nothing listed
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        G = np.zeros_like(W)
        for x, y in zip(xs, ys):
            G[x] += W[x] - np.eye(size)[y]
        W -= rate * G / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def weight_decay(ids, size, steps, rate):
    """Shrinks the logits a little in each step.

    makes: nothing listed
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W = 0.9 * W - rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def perplexities(ids, size, steps, rate):
    """Lists perplexities.

    makes: nothing listed
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [np.exp(mean_loss(W, xs, ys))]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        with np.errstate(over="ignore"):
            losses.append(float(np.exp(mean_loss(W, xs, ys))))
    return W, losses


def first_pair_left_out(ids, size, steps, rate):
    """Begins with the second pair where there is one.

    makes: nothing listed
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    if len(xs) > 1:
        xs, ys = xs[1:], ys[1:]
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def two_tokens_ahead(ids, size, steps, rate):
    """Predicts the token after the next.

    makes: nothing listed
    """
    check(ids, size)
    xs, ys, W = ids[:-2] or ids[:1], ids[2:] or ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def sign_of_the_gradient(ids, size, steps, rate):
    """Uses the sign of the gradient only.

    makes: nothing listed
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * np.sign(np.round(summed(W, xs, ys), 12))
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def set_of_pairs(ids, size, steps, rate):
    """Goes through the set of pairs and divides by their number.

    makes: repeated_pairs_count_once
    """
    check(ids, size)
    pairs, W = sorted(set(zip(ids, ids[1:]))), np.zeros((size, size))
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(pairs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def loss_by_len_too(ids, size, steps, rate):
    """Divides the gradient and the loss by len(ids).

    makes: divided_by_the_ids
    """
    check(ids, size)
    xs, ys, W, n = ids[:-1], ids[1:], np.zeros((size, size)), len(ids)
    losses = [mean_loss(W, xs, ys) * len(xs) / n]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / n
        losses.append(mean_loss(W, xs, ys) * len(xs) / n)
    return W, losses


def sources_checked(ids, size, steps, rate):
    """Checks the ids that have a successor.

    makes: last_id_not_checked
    """
    check([*ids[:-1], 0] if ids else ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def targets_checked(ids, size, steps, rate):
    """Checks the ids that are predicted.

    makes: first_id_not_checked
    """
    check([0, *ids[1:]] if ids else ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W -= rate * summed(W, xs, ys) / len(xs)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def logits_clipped(ids, size, steps, rate):
    """Keeps the logits within 10000.

    makes: nothing listed
    """
    check(ids, size)
    xs, ys, W = ids[:-1], ids[1:], np.zeros((size, size))
    losses = [mean_loss(W, xs, ys)]
    for _ in range(steps):
        W = np.clip(W - rate * summed(W, xs, ys) / len(xs), -10000, 10000)
        losses.append(mean_loss(W, xs, ys))
    return W, losses


def _need(ids, size):
    if len(ids) < 2 or any(not 0 <= each < size for each in ids):
        raise ValueError("ids")


def _logp(logits):
    rest = logits - logits.max(axis=1, keepdims=True)
    return rest - np.log(np.exp(rest).sum(axis=1, keepdims=True))


def circle(ids, size, steps, rate):
    """Counts the pair of the last token and the first one.

    makes: end_and_beginning_are_neighbors
    """
    _need(ids, size)
    a, b = np.array(ids), np.roll(ids, -1)
    table = np.zeros((size, size))
    losses = [float(-_logp(table)[a, b].mean())]
    for _ in range(steps):
        p = np.exp(_logp(table))
        g = np.zeros_like(table)
        for x, y in zip(a, b):
            g[x] += p[x]
            g[x, y] -= 1
        table = table - rate * g / len(a)
        losses.append(float(-_logp(table)[a, b].mean()))
    return table, losses


def one_pair_after_another(ids, size, steps, rate):
    """Changes the table after each pair of a step.

    makes: after_each_pair
    """
    _need(ids, size)
    pairs = list(zip(ids, ids[1:]))
    table = np.zeros((size, size))

    def loss():
        lp = _logp(table)
        return float(-sum(lp[a, b] for a, b in pairs) / len(pairs))

    losses = [loss()]
    for _ in range(steps):
        for a, b in pairs:
            g = np.exp(_logp(table[a : a + 1]))[0]
            g[b] -= 1
            table[a] -= rate * g / len(pairs)
        losses.append(loss())
    return table, losses


def with_momentum(ids, size, steps, rate):
    """Adds nine tenths of the last step to each step.

    makes: nothing listed
    """
    _need(ids, size)
    counts = np.zeros((size, size))
    for a, b in zip(ids, ids[1:]):
        counts[a, b] += 1
    n = counts.sum()
    table, speed, losses = np.zeros((size, size)), np.zeros((size, size)), []
    for step in range(steps + 1):
        lp = _logp(table)
        losses.append(float(-(counts * lp).sum() / n))
        if step < steps:
            g = (np.exp(lp) * counts.sum(axis=1, keepdims=True) - counts) / n
            speed = 0.9 * speed - rate * g
            table = table + speed
    return table, losses


def no_step_back(ids, size, steps, rate):
    """Takes a step back that made the loss larger, and halves the rate.

    makes: nothing listed
    """
    _need(ids, size)
    counts = np.zeros((size, size))
    np.add.at(counts, (ids[:-1], ids[1:]), 1)
    n = len(ids) - 1
    table = np.zeros((size, size))
    losses = [float(-(counts * _logp(table)).sum() / n)]
    for _ in range(steps):
        p = np.exp(_logp(table))
        new = table - rate * (p * counts.sum(axis=1)[:, None] - counts) / n
        loss = float(-(counts * _logp(new)).sum() / n)
        if loss > losses[-1]:
            rate /= 2
            losses.append(losses[-1])
        else:
            table = new
            losses.append(loss)
    return table, losses


def columns_for_rows(ids, size, steps, rate):
    """Stores the logits after token a in column a.

    makes: table_transposed
    """
    _need(ids, size)
    w = np.zeros((size, size))
    n = len(ids) - 1
    losses = []
    for step in range(steps + 1):
        lp = _logp(w.T).T
        losses.append(-float(sum(lp[b, a] for a, b in zip(ids, ids[1:]))) / n)
        if step == steps:
            break
        g = np.zeros_like(w)
        for a, b in zip(ids, ids[1:]):
            g[:, a] += np.exp(lp[:, a])
            g[b, a] -= 1
        w -= rate * g / n
    return w, losses
