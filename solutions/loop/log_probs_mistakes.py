"""Typical wrong versions of log-probabilities, cross-entropy and perplexity."""

import numpy as np

from .log_probs import log_probs as _log_probs


def _checked(logits, ids):
    """Refuse bad input."""
    if len(ids) < 2 or len(logits) != len(ids):
        raise ValueError("nothing to predict, or rows that do not fit")


def _logs(rows):
    """Return the log-probabilities of all tokens in all rows."""
    shifted = rows - rows.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def _picked(rows, ids):
    """Return the log-probabilities of some ids, one in each row."""
    return _logs(rows)[np.arange(len(ids)), ids]


def _told(logs):
    """Return log-probabilities with the figures that follow from them."""
    mean = -float(np.mean(logs))
    return logs, mean, float(np.exp(mean))


def row_of_the_token_itself(logits, ids):
    """Each token is looked up in the row at its own position.

    That row has read the token already and scores the one after it. Which row was computed before the token was known?
    """
    _checked(logits, ids)
    return _told(_picked(logits[1:], ids[1:]))


def first_token_scored(logits, ids):
    """Every row scores the token at its own position, the first one included.

    There are T results, one too many. Row t has read the token at position t already; write down which token it
    predicts.
    """
    _checked(logits, ids)
    return _told(_picked(logits, ids))


def last_row_predicts_the_first(logits, ids):
    """The ids are turned round by one place, so that the last row scores the first token.

    `np.roll` brings the first id to the end. The last row is about a token that is not in the text; leave it out.
    """
    _checked(logits, ids)
    return _told(_picked(logits, [*ids[1:], ids[0]]))


def first_token_counts_as_certain(logits, ids):
    """The first token is listed with the log-probability 0.

    That says the model was certain of it, and makes the mean better than it is. Nothing predicted the first token, so
    there are T - 1 results.
    """
    _checked(logits, ids)
    return _told(np.concatenate([[0.0], _picked(logits[:-1], ids[1:])]))


def divided_by_all_tokens(logits, ids):
    """The mean divides by all T tokens, though only T - 1 have a prediction.

    The log-probabilities are right. How many are they?
    """
    logs = _log_probs(logits, ids)[0]
    mean = -float(logs.sum()) / len(ids)
    return logs, mean, float(np.exp(mean))


def root_for_all_tokens(logits, ids):
    """The perplexity divides by all T tokens, though only T - 1 have a prediction.

    It is e to the power of the cross-entropy, which divides by T - 1.
    """
    logs, mean, _ = _log_probs(logits, ids)
    return logs, mean, float(np.exp(-logs.sum() / len(ids)))


def total_instead_of_mean(logits, ids):
    """The surprises are added up and not averaged.

    The total grows with the length of the text, so it cannot compare two texts. Cross-entropy is per token.
    """
    logs = _log_probs(logits, ids)[0]
    total = -float(logs.sum())
    with np.errstate(over="ignore"):
        return logs, total, float(np.exp(total))


def bits_instead_of_nats(logits, ids):
    """The logarithms are those to base 2, so the results are in bits.

    The perplexity comes out right, since 2 to the power of bits is e to the power of nats. The task asks for the
    natural logarithm; which function of numpy is that?
    """
    logs, mean, perplexity = _log_probs(logits, ids)
    return logs / np.log(2), mean / np.log(2), perplexity


def base_ten(logits, ids):
    """The logarithms are to base 10.

    The task asks for nats, the unit of the natural logarithm. Which function of numpy is that?
    """
    logs, mean, perplexity = _log_probs(logits, ids)
    return logs / np.log(10), mean / np.log(10), perplexity


def two_to_the_power_of_nats(logits, ids):
    """The perplexity is 2 to the power of a number in nats.

    The log-probabilities and the cross-entropy are right. A logarithm is undone with its own base: 2 belongs to bits.
    """
    logs, mean, _ = _log_probs(logits, ids)
    return logs, mean, float(2.0**mean)


def overflow(logits, ids):
    """The exponentials are computed from logits that are not shifted.

    exp(1000) is infinity, and exp(-900) is 0. Only differences within a row count, so move each row to where nothing
    can overflow first.
    """
    _checked(logits, ids)
    with np.errstate(all="ignore"):
        logs = logits[:-1] - np.log(np.exp(logits[:-1]).sum(axis=-1, keepdims=True))
        return _told(logs[np.arange(len(ids) - 1), ids[1:]])


def overflow__in_a_softmax(logits, ids):
    """The same with a softmax whose logarithm is taken."""
    _checked(logits, ids)
    with np.errstate(all="ignore"):
        e = np.exp(logits[:-1])
        logs = np.log(e / e.sum(axis=-1, keepdims=True))
        return _told(logs[np.arange(len(ids) - 1), ids[1:]])


def one_maximum_for_all_rows(logits, ids):
    """The largest logit of the whole table is subtracted, instead of that of each row.

    A row on a lower level then has only exponentials that are 0, and the logarithm of their sum is minus infinity. Each
    row needs a shift of its own.
    """
    _checked(logits, ids)
    with np.errstate(all="ignore"):
        shifted = logits[:-1] - logits.max()
        logs = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
        return _told(logs[np.arange(len(ids) - 1), ids[1:]])


def one_maximum_for_all_rows__then_softmax(logits, ids):
    """The same with a softmax whose logarithm is taken."""
    _checked(logits, ids)
    with np.errstate(all="ignore"):
        e = np.exp(logits[:-1] - logits.max())
        logs = np.log(e / e.sum(axis=-1, keepdims=True))
        return _told(logs[np.arange(len(ids) - 1), ids[1:]])


def logarithm_of_a_finished_softmax(logits, ids):
    """The softmax is computed first and its logarithm taken afterwards.

    exp(-1000) is 0 in a float, and the logarithm of that is minus infinity, although -1000 is an ordinary number.
    Simplify the logarithm of the fraction on paper: what is left of the exponential above the line?
    """
    _checked(logits, ids)
    with np.errstate(all="ignore"):
        p = np.exp(logits[:-1] - logits[:-1].max(axis=-1, keepdims=True))
        p = p / p.sum(axis=-1, keepdims=True)
        return _told(np.log(p[np.arange(len(ids) - 1), ids[1:]]))


def small_number_in_the_logarithm(logits, ids):
    """A tiny number is added to the probability, or is its least value, so that the logarithm exists.

    That gives every unlikely token the same log-probability, about -27.6 for 1e-12, and changes the others a little. The
    logarithm needs no such help if no probability is computed on the way.
    """
    return _with_least(1e-12)(logits, ids)


def _with_least(number, *, is_added=True):
    def function(logits, ids):
        _checked(logits, ids)
        p = np.exp(_picked(logits[:-1], ids[1:]))
        return _told(np.log(p + number if is_added else np.maximum(p, number)))

    return function


small_number_in_the_logarithm__1e_9 = _with_least(1e-9)
small_number_in_the_logarithm__1e_10 = _with_least(1e-10)
small_number_in_the_logarithm__at_least_1e_12 = _with_least(1e-12, is_added=False)
small_number_in_the_logarithm__at_least_1e_10 = _with_least(1e-10, is_added=False)


def logits_taken_for_log_probabilities(logits, ids):
    """The logits themselves are returned as log-probabilities.

    They differ from them by a number that is the same for the whole row: without it the probabilities don't add up to
    1. What does softmax divide by?
    """
    _checked(logits, ids)
    with np.errstate(over="ignore"):
        return _told(logits[:-1][np.arange(len(ids) - 1), ids[1:]])


def probabilities_returned(logits, ids):
    """The first result has the probabilities, not their logarithms.

    Cross-entropy and perplexity are right. A probability of a long text, or of a very unlikely token, does not fit
    into a float; return what you have added up.
    """
    logs, mean, perplexity = _log_probs(logits, ids)
    return np.exp(logs), mean, perplexity


def surprises_returned(logits, ids):
    """The first result has the surprises: the sign is turned.

    Cross-entropy and perplexity are right. The logarithm of a number below 1 is negative. The task wants it as it is.
    """
    logs, mean, perplexity = _log_probs(logits, ids)
    return -logs, mean, perplexity


def mean_without_the_sign(logits, ids):
    """The cross-entropy is negative, and the perplexity lies below 1.

    The mean of log-probabilities is a negative number. Surprise is the opposite of that, and a perplexity of 1 already
    means certain. Where does the sign belong?
    """
    logs, mean, _ = _log_probs(logits, ids)
    return logs, -mean, float(np.exp(-mean))


def mean_without_the_sign__but_the_perplexity_right(logits, ids):
    """Only the cross-entropy is negative."""
    logs, mean, perplexity = _log_probs(logits, ids)
    return logs, -mean, perplexity


def mean_of_probabilities(logits, ids):
    """The probabilities are averaged first, and the logarithm is taken of the mean.

    One very unlikely token hardly changes such a mean. The probability of a text is a product, and the logarithm turns
    it into a sum: average after the logarithm.
    """
    logs, _, _ = _log_probs(logits, ids)
    mean = -float(np.log(np.exp(logs).mean()))
    return logs, mean, float(np.exp(mean))


def entropy_of_the_rows(logits, ids):
    """The cross-entropy is the mean entropy of the rows.

    That is the surprise that the model expects, whatever text is there. Cross-entropy has the model's probabilities and
    the tokens that really came.
    """
    logs, _, _ = _log_probs(logits, ids)
    all_logs = _logs(logits[:-1])
    p = np.exp(all_logs)
    mean = -float(np.where(p > 0, p * np.where(p > 0, all_logs, 0.0), 0.0).sum(axis=-1).mean())
    return logs, mean, float(np.exp(mean))


def likeliest_token_scored(logits, ids):
    """The log-probability of the likeliest token of each row is taken, whatever token came.

    That says how sure the model was, and not how well it predicted the text. Where do the ids come in?
    """
    _checked(logits, ids)
    return _told(_logs(logits[:-1]).max(axis=-1))


def normalized_over_the_positions(logits, ids):
    """The sum of the exponentials runs over the positions instead of the tokens.

    Each row is a distribution over the vocabulary, the last axis. Look at the axis of your sum.
    """
    _checked(logits, ids)
    with np.errstate(all="ignore"):
        rows = logits[:-1]
        shifted = rows - rows.max(axis=0, keepdims=True)
        logs = shifted - np.log(np.exp(shifted).sum(axis=0, keepdims=True))
        return _told(logs[np.arange(len(ids) - 1), ids[1:]])


def normalized_over_the_positions__all_of_them(logits, ids):
    """The last row, which is about no token of the text, has a part in the sum."""
    _checked(logits, ids)
    with np.errstate(all="ignore"):
        shifted = logits - logits.max(axis=0, keepdims=True)
        logs = shifted - np.log(np.exp(shifted).sum(axis=0, keepdims=True))
        return _told(logs[np.arange(len(ids) - 1), ids[1:]])


def one_sum_for_the_whole_table(logits, ids):
    """All exponentials of the table are added up together.

    A missing `axis` does that. Each row is a distribution of its own, so each needs its own sum.
    """
    _checked(logits, ids)
    with np.errstate(all="ignore"):
        shifted = logits[:-1] - logits[:-1].max()
        logs = shifted - np.log(np.exp(shifted).sum())
        return _told(logs[np.arange(len(ids) - 1), ids[1:]])


def one_sum_for_the_whole_table__each_row_shifted(logits, ids):
    """The largest logit of each row is subtracted, and the sum has no axis."""
    _checked(logits, ids)
    shifted = logits[:-1] - logits[:-1].max(axis=-1, keepdims=True)
    logs = shifted - np.log(np.exp(shifted).sum())
    return _told(logs[np.arange(len(ids) - 1), ids[1:]])


def perplexity_missing(logits, ids):
    """Only the log-probabilities and the cross-entropy are returned.

    Both are right. The task wants three things.
    """
    return _log_probs(logits, ids)[:2]


def lengths_not_compared(logits, ids):
    """Another number of rows than of ids is not refused.

    Rows that do not belong to the ids give figures that mean nothing, or an IndexError. The rules want ValueError.
    """
    if len(ids) < 2:
        raise ValueError("too short")
    count = min(len(ids), len(logits) + 1) - 1
    return _told(_picked(logits[:count], ids[1 : count + 1]))


def lengths_not_compared__index_error(logits, ids):
    """Numpy raises an IndexError, since the shapes of the indices do not match."""
    if len(ids) >= 2 and len(logits) != len(ids):
        raise IndexError("shape mismatch: indexing arrays could not be broadcast together")
    return _log_probs(logits, ids)


def short_texts_give_nan(logits, ids):
    """A text of one token, or of none, gives nan instead of an error.

    A mean of nothing has no value. The rules want ValueError.
    """
    if len(ids) < 2:
        return np.zeros(0), float("nan"), float("nan")
    return _log_probs(logits, ids)


def short_texts_give_nan__zero(logits, ids):
    """The same with a cross-entropy of 0."""
    return (np.zeros(0), 0.0, 1.0) if len(ids) < 2 else _log_probs(logits, ids)


def empty_text_divides_by_zero(logits, ids):
    """A text without any id ends in a ZeroDivisionError.

    A single id is refused, and none is fewer still. The rules want ValueError for fewer than two.
    """
    if len(ids) == len(logits) == 0:
        raise ZeroDivisionError("division by zero")
    return _log_probs(logits, ids)


def changes_its_input(logits, ids):
    """The largest logit is subtracted in the array that was given.

    `-=` changes the array itself, which is the caller's. Make a new one instead.
    """
    found = _log_probs(logits, ids)
    logits -= logits.max(axis=-1, keepdims=True)
    return found


def rounded(logits, ids):
    """The results are rounded, to four decimals or so.

    Round where you print. Sums of many rounded logarithms drift away from the truth.
    """
    logs, mean, perplexity = _log_probs(logits, ids)
    return np.round(logs, 4), round(mean, 4), round(perplexity, 4)


def rounded__to_two_decimals(logits, ids):
    """The same with two decimals."""
    logs, mean, perplexity = _log_probs(logits, ids)
    return np.round(logs, 2), round(mean, 2), round(perplexity, 2)


def rounded__to_three_decimals(logits, ids):
    """The same with three decimals."""
    logs, mean, perplexity = _log_probs(logits, ids)
    return np.round(logs, 3), round(mean, 3), round(perplexity, 3)
