"""Typical wrong versions of training a bigram model."""

import numpy as np

from .train_bigram import train_bigram as _train_bigram


def _log_softmax(logits):
    """Return the log-probabilities of each row."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def _counts(ids, size):
    """Count the pairs; refuse bad input."""
    if len(ids) < 2 or min(ids) < 0 or max(ids) >= size:
        raise ValueError("nothing to learn from")
    counts = np.zeros((size, size))
    np.add.at(counts, (ids[:-1], ids[1:]), 1)
    return counts


def _loss(counts, logs):
    """Return the mean surprise of all pairs."""
    return -float((counts * logs).sum() / counts.sum())


def _gradient(counts, logs):
    """Return the gradient of the mean surprise."""
    return (counts.sum(axis=1, keepdims=True) * np.exp(logs) - counts) / counts.sum()


def _trained(counts, steps, rate, *, start=0.0, gradient=_gradient, loss=_loss, logs=_log_softmax):
    """Train with some of its parts exchanged."""
    logits = np.full(counts.shape, start)
    with np.errstate(all="ignore"):
        losses = [loss(counts, logs(logits))]
        for _ in range(steps):
            logits = logits - rate * gradient(counts, logs(logits))
            losses.append(loss(counts, logs(logits)))
    return logits, losses


def uphill(ids, size, steps, rate):
    """The gradient is added, so the loss rises.

    The gradient points to where the loss grows fastest. Look at your losses: they should fall.
    """
    return _trained(_counts(ids, size), steps, -rate)


def tokens_that_came_left_out(ids, size, steps, rate):
    """The gradient is the probabilities alone.

    Then every logit of a row falls, also that of the token that came. The slope of −ln p[b] has another part, at the
    place b.
    """

    def gradient(counts, logs):
        return counts.sum(axis=1, keepdims=True) * np.exp(logs) / counts.sum()

    return _trained(_counts(ids, size), steps, rate, gradient=gradient)


def only_the_tokens_that_came(ids, size, steps, rate):
    """The logits of tokens that came are raised, and no other changes.

    The loss falls, but the gradient has a part for every token: the probability that the model gave it. Without it the
    logits grow forever, even where the probabilities already match the text.
    """
    return _trained(_counts(ids, size), steps, rate, gradient=lambda counts, logs: -counts / counts.sum())


def gradient_not_averaged(ids, size, steps, rate):
    """The gradient is that of the total surprise, not of the mean.

    The steps of a long text are then longer than those of a short one. Divide by the number of all pairs.
    """
    return _trained(_counts(ids, size), steps, rate, gradient=lambda *each: _gradient(*each) * each[0].sum())


def averaged_in_each_row(ids, size, steps, rate):
    """Each row is divided by the number of its own pairs.

    Rows of rare tokens then learn as fast as the others, which sounds good, but is another loss: the mean is over all
    pairs of the text. Divide every row by the same number.
    """

    def gradient(counts, logs):
        shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        return np.where(counts.sum(axis=1, keepdims=True) > 0, np.exp(logs) - shares, 0.0)

    return _trained(_counts(ids, size), steps, rate, gradient=gradient)


def divided_by_the_ids(ids, size, steps, rate):
    """A sum over the pairs is divided by the number of ids.

    T ids have T − 1 pairs. The loss and the gradient are both means over the pairs: by which number do you divide each?
    """
    share = (len(ids) - 1) / max(len(ids), 1)
    logits, losses = _trained(_counts(ids, size), steps, rate * share)
    return logits, [each * share for each in losses]


def divided_by_the_ids__gradient_only(ids, size, steps, rate):
    """The same in the gradient only."""
    return _trained(_counts(ids, size), steps, rate * (len(ids) - 1) / max(len(ids), 1))


def repeated_pairs_count_once(ids, size, steps, rate):
    """A pair that comes more than once is counted once.

    A set of pairs does that. So does `counts[a, b] += 1` with lists as indices: it writes each place once, however often
    it is listed. `np.add.at` adds each time, and so does a loop.
    """
    return _trained((_counts(ids, size) > 0).astype(float), steps, rate)


def repeated_pairs_count_once__in_the_gradient(ids, size, steps, rate):
    """The table of one-hot rows is right in the loss, and the gradient counts a pair once, but divides by all."""

    def gradient(counts, logs):
        once = (counts > 0).astype(float)
        return (once.sum(axis=1, keepdims=True) * np.exp(logs) - once) / counts.sum()

    return _trained(_counts(ids, size), steps, rate, gradient=gradient)


def after_each_pair(ids, size, steps, rate):
    """The logits change after each pair, so the next pair sees other ones.

    That is stochastic gradient descent, one pair at a time, and useful for large texts. Here all pairs of a step are
    judged by the same logits: collect first, change afterwards.
    """
    counts, logits = _counts(ids, size), np.zeros((size, size))
    losses = [_loss(counts, _log_softmax(logits))]
    for _ in range(steps):
        for a, b in zip(ids[:-1], ids[1:], strict=True):
            p = np.exp(_log_softmax(logits))[a]
            p[b] -= 1
            logits[a] -= rate * p / (len(ids) - 1)
        losses.append(_loss(counts, _log_softmax(logits)))
    return logits, losses


def after_each_pair__with_the_whole_rate(ids, size, steps, rate):
    """The same, and each pair's gradient is not divided."""
    counts, logits = _counts(ids, size), np.zeros((size, size))
    losses = [_loss(counts, _log_softmax(logits))]
    for _ in range(steps):
        for a, b in zip(ids[:-1], ids[1:], strict=True):
            p = np.exp(_log_softmax(logits))[a]
            p[b] -= 1
            logits[a] -= rate * p
        losses.append(_loss(counts, _log_softmax(logits)))
    return logits, losses


def previous_token_predicted(ids, size, steps, rate):
    """The pairs are turned round: row b predicts the token before it.

    The row belongs to the token that is there already, the column to the one that comes. Look at the order of your indices.
    """
    return _trained(_counts(ids, size).T, steps, rate)


def table_transposed(ids, size, steps, rate):
    """Rows and columns of the table are exchanged.

    Row a has the logits of the token after a.
    """
    logits, losses = _train_bigram(ids, size, steps, rate)
    return logits.T, losses


def end_and_beginning_are_neighbors(ids, size, steps, rate):
    """The last token and the first one are counted as a pair.

    `np.roll`, an index of −1, or a modulo does that. Nothing comes after the last token.
    """
    _counts(ids, size)
    return _trained(_counts([*ids, ids[0]], size), steps, rate)


def token_predicts_itself(ids, size, steps, rate):
    """Each token is trained to be followed by itself.

    Both indices come from the same place of the text. Which id is the target of `ids[t]`?
    """
    _counts(ids, size)
    counts = np.diag(np.bincount(ids[:-1], minlength=size)).astype(float)
    return _trained(counts, steps, rate)


def logarithm_of_the_counts(ids, size, steps, rate):
    """The logits are the logarithms of the counts, without any training.

    That is where long training of this model ends, up to a constant in each row. The task is about the way: start at
    zero and take `steps` steps.
    """
    counts = _counts(ids, size)
    with np.errstate(divide="ignore"):
        logits = np.log(counts)
    return logits, _train_bigram(ids, size, steps, rate)[1]


def starts_with_ones(ids, size, steps, rate):
    """The table starts with ones.

    The probabilities are the same, but every logit is 1 too large. The task starts at zero.
    """
    return _trained(_counts(ids, size), steps, rate, start=1.0)


def starts_at_random(ids, size, steps, rate):
    """The table starts with random numbers.

    Networks with several layers need that. A single table does not, and from zero everybody gets the same result.
    """
    counts = _counts(ids, size)
    return _trained(counts, steps, rate, start=np.random.default_rng(0).normal(0.0, 1.0, counts.shape))


def probabilities_returned(ids, size, steps, rate):
    """The table of probabilities is returned instead of the logits.

    The training is right. Temperature and penalties work on logits, so the task wants those.
    """
    logits, losses = _train_bigram(ids, size, steps, rate)
    return np.exp(_log_softmax(logits)), losses


def last_loss_missing(ids, size, steps, rate):
    """The list has the loss before each step, and none after the last.

    The logits that you return have a loss, too. Count: `steps` steps have `steps` + 1 losses.
    """
    logits, losses = _train_bigram(ids, size, steps, rate)
    return logits, losses[:-1]


def first_loss_missing(ids, size, steps, rate):
    """The list has the loss after each step, and none before the first.

    The first loss says where the training began: at ln V. `steps` steps have `steps` + 1 losses.
    """
    logits, losses = _train_bigram(ids, size, steps, rate)
    return logits, losses[1:]


def one_step_too_many(ids, size, steps, rate):
    """The logits are one step further than the losses.

    Perhaps a loop over `steps` + 1 losses changes the logits after the last one, too.
    """
    return _train_bigram(ids, size, steps + 1, rate)[0], _train_bigram(ids, size, steps, rate)[1]


def total_loss(ids, size, steps, rate):
    """The losses are sums over all pairs, not means.

    The logits are right. A sum grows with the length of the text, and cross-entropy is per pair.
    """
    logits, losses = _train_bigram(ids, size, steps, rate)
    return logits, [each * (len(ids) - 1) for each in losses]


def loss_in_bits(ids, size, steps, rate):
    """The losses are in bits.

    The logits are right. The task wants nats, so the natural logarithm.
    """
    logits, losses = _train_bigram(ids, size, steps, rate)
    return logits, [each / np.log(2) for each in losses]


def softmax_down_the_columns(ids, size, steps, rate):
    """The softmax is taken along the columns.

    A row is a distribution over the tokens that may come next, so the sum runs along the row. Look at your axis.
    """
    return _trained(_counts(ids, size), steps, rate, logs=lambda logits: _log_softmax(logits.T).T)


def softmax_of_the_whole_table(ids, size, steps, rate):
    """Softmax is taken over all entries of the table together.

    That is the probability of a pair. A row belongs to one token that is there already, so each row adds up to 1 by itself.
    """

    def logs(logits):
        return logits - np.log(np.exp(logits - logits.max()).sum()) - logits.max()

    return _trained(_counts(ids, size), steps, rate, logs=logs)


def softmax_of_the_whole_table__with_its_gradient(ids, size, steps, rate):
    """The gradient is that of this model."""

    def logs(logits):
        return logits - np.log(np.exp(logits - logits.max()).sum()) - logits.max()

    def gradient(counts, logs):
        return np.exp(logs) - counts / counts.sum()

    return _trained(_counts(ids, size), steps, rate, logs=logs, gradient=gradient)


def expected_once_for_each_row(ids, size, steps, rate):
    """The probabilities of a row are subtracted once, however many pairs the row has.

    Each pair expects p and got one token. So n pairs of a row expect n · p: look at how often p enters for a token that comes
    several times.
    """

    def gradient(counts, logs):
        return ((counts.sum(axis=1, keepdims=True) > 0) * np.exp(logs) - counts) / counts.sum()

    return _trained(_counts(ids, size), steps, rate, gradient=gradient)


def weights_pulled_to_zero(ids, size, steps, rate):
    """The loss has another term, .01 times the mean square of the logits.

    Karpathy's makemore adds it, which keeps the probabilities of rare pairs apart from 0. The task wants the mean surprise alone.
    """
    counts, logits = _counts(ids, size), np.zeros((size, size))
    losses = []
    for _ in range(steps + 1):
        logs = _log_softmax(logits)
        losses.append(_loss(counts, logs) + 0.01 * float((logits**2).mean()))
        if len(losses) <= steps:
            logits = logits - rate * (_gradient(counts, logs) + 0.02 * logits / logits.size)
    return logits, losses


def logarithm_of_a_finished_softmax(ids, size, steps, rate):
    """The loss takes the logarithm of probabilities, some of which are 0 in a float.

    With large logits the loss becomes infinite or nan. The exercise before has a formula that computes no probability on the way.
    """

    def logs(logits):
        p = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.log(p / p.sum(axis=1, keepdims=True))

    def loss(counts, logs):
        return -float(np.where(counts > 0, counts * logs, 0.0).sum() / counts.sum())

    return _trained(_counts(ids, size), steps, rate, logs=logs, loss=loss)


def logarithm_of_a_finished_softmax__times_zero(ids, size, steps, rate):
    """The same, multiplied with counts of 0."""

    def logs(logits):
        p = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.log(p / p.sum(axis=1, keepdims=True))

    return _trained(_counts(ids, size), steps, rate, logs=logs)


def overflow(ids, size, steps, rate):
    """The exponentials are computed from logits that are not shifted.

    With a large rate the logits are in the thousands, and exp(1000) is infinity. Subtract the largest of each row first.
    """

    def logs(logits):
        e = np.exp(logits)
        return np.log(e / e.sum(axis=1, keepdims=True))

    return _trained(_counts(ids, size), steps, rate, logs=logs)


def overflow__in_the_logarithm(ids, size, steps, rate):
    """The same with the logarithm of the sum."""
    return _trained(_counts(ids, size), steps, rate, logs=lambda z: z - np.log(np.exp(z).sum(axis=1, keepdims=True)))


def negative_ids_count_from_the_end(ids, size, steps, rate):
    """A negative id is taken for a row from the end of the table.

    Python and numpy index that way, without an error. The rules want ValueError.
    """
    return _train_bigram([token + size if -size <= token < 0 else token for token in ids], size, steps, rate)


def last_id_not_checked(ids, size, steps, rate):
    """The last id is not compared with the vocabulary.

    It has no row of its own to train, but it is the target of the last pair. The rule holds for every id.
    """
    if len(ids) < 2:
        raise ValueError("too short")
    if ids[-1] >= size:
        raise IndexError("index is out of bounds")
    return _train_bigram([*ids[:-1], ids[-1] + size if -size <= ids[-1] < 0 else ids[-1]], size, steps, rate)


def first_id_not_checked(ids, size, steps, rate):
    """The first id is not compared with the vocabulary.

    Nothing predicts it, but its row is trained. The rule holds for every id.
    """
    if len(ids) < 2:
        raise ValueError("too short")
    if ids[0] >= size:
        raise IndexError("index is out of bounds")
    return _train_bigram([ids[0] + size if -size <= ids[0] < 0 else ids[0], *ids[1:]], size, steps, rate)


def too_large_ids_give_an_index_error(ids, size, steps, rate):
    """An id outside of the vocabulary ends in an IndexError.

    The rules want ValueError, and it should come before any work.
    """
    if len(ids) >= 2 and max(ids) >= size:
        raise IndexError("index is out of bounds")
    return _train_bigram([abs(token) for token in ids], size, steps, rate)


def short_texts_give_zeros(ids, size, steps, rate):
    """A text without any pair gives a table of zeros and no error.

    A mean over no pairs has no value. The rules want ValueError.
    """
    if len(ids) < 2:
        return np.zeros((size, size)), [float(np.log(size))] * (steps + 1)
    return _train_bigram(ids, size, steps, rate)


def short_texts_give_zeros__and_nan(ids, size, steps, rate):
    """The same with losses that are nan."""
    if len(ids) < 2:
        return np.zeros((size, size)), [float("nan")] * (steps + 1)
    return _train_bigram(ids, size, steps, rate)


def changes_its_input(ids, size, steps, rate):
    """Ids are taken out of the list that was given.

    The caller still needs the text. `pop` and `del` change the list itself; a slice makes a new one.
    """
    found = _train_bigram(ids, size, steps, rate)
    ids.pop()
    return found
