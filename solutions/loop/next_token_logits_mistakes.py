"""Typical wrong versions of asking for the next token's logits."""

import numpy as np

from .next_token_logits import next_logits as _next_logits


def _rows(model, ids):
    """Return the model's answer; refuse to ask without ids."""
    if not ids:
        raise ValueError("no ids")
    return model(ids)


def first_row(model, ids):
    """The first row is returned.

    It has seen the first id only and scores the second one, which is known already. Which row has seen everything?
    """
    return _rows(model, ids)[0]


def row_before_the_last(model, ids):
    """The row before the last one is returned.

    That row scores the last id, which is known already. Each row is about the token **after** its own position.
    """
    return _rows(model, ids)[-2]


def row_after_the_last(model, ids):
    """The row after the last one is requested, which does not exist.

    The next token will be at position T, but its scores are not: T ids give the rows 0 to T - 1. Row t is about the
    token at position t + 1.
    """
    return _rows(model, ids)[len(ids)]


def mean_of_the_rows(model, ids):
    """The rows are averaged.

    The earlier rows answer earlier questions: what comes after the first id, after the second, and so on. One row
    alone is about the next token.
    """
    return _rows(model, ids).mean(axis=0)


def largest_of_each_column(model, ids):
    """For every token the largest logit of all rows is taken.

    A token that would have fitted well some places earlier then looks good here, too. One row alone is about the
    next token.
    """
    return _rows(model, ids).max(axis=0)


def all_rows(model, ids):
    """All rows are returned, not only the one for the next token.

    The shape should be (V,), one number for each token of the vocabulary. Which row is the one?
    """
    return _rows(model, ids)


def one_row_still_a_matrix(model, ids):
    """The last row is returned as a matrix with one row.

    A slice such as `[-1:]` keeps the axis it cuts. The shape should be (V,): pick the row itself.
    """
    return _rows(model, ids)[-1:]


def last_column(model, ids):
    """The last column is returned instead of the last row.

    A column holds the scores of one single token at all positions. Rows are positions, columns are tokens; look at
    the order of the axes in (T, V).
    """
    return _rows(model, ids)[:, -1]


def probabilities(model, ids):
    """The logits of the last row have gone through softmax.

    Temperature, penalties and bans act on the raw scores, so those are what the next step needs. Leave softmax to
    the function that chooses.
    """
    exponentials = np.exp(_rows(model, ids)[-1])
    return exponentials / exponentials.sum()


def chosen_token(model, ids):
    """The result is the best token itself.

    Choosing comes later, and there are more ways to choose than taking the best. Return the scores of all tokens.
    """
    return int(np.argmax(_rows(model, ids)[-1]))


def last_id_only(model, ids):
    """Only the last id is given to the model.

    The model then knows one token of the whole text, and forgets the rest. It has no memory of its own between
    calls; what must it be given?
    """
    return _rows(model, ids[-1:])[-1]


def one_call_for_each_id(model, ids):
    """The model is called once for every id, with longer and longer beginnings.

    The result is right, and the work is done many times over. One call already returns a row for every position.
    """
    for end in range(1, len(ids)):
        model(ids[:end])
    return _rows(model, ids)[-1]


def each_id_alone(model, ids):
    """The model is called once for every id, with this id alone.

    Each answer then knows a single token, and the last one knows the last token only. The model takes the whole list
    at once, and remembers nothing between calls.
    """
    for token in ids[:-1]:
        model([token])
    return _rows(model, ids[-1:])[-1]


def asks_twice(model, ids):
    """The model is called twice with the same ids.

    The result is right and costs twice as much; a call is by far the most expensive step of all. Keep what the
    first call returned in a variable.
    """
    _rows(model, ids)
    return model(ids)[-1]


def no_ids_give_an_index_error(model, ids):
    """Without ids the search for the last row ends in an IndexError.

    The exception does not say what was wrong. The rules want ValueError, before the model is called.
    """
    if not ids:
        raise IndexError("index -1 is out of bounds for axis 0 with size 0")
    return _next_logits(model, ids)


def no_ids_give_an_empty_array(model, ids):
    """Without ids the result is an empty array.

    The caller will fail later, far from the cause. The rules want ValueError.
    """
    return _next_logits(model, ids) if ids else np.zeros(0)


def log_probabilities(model, ids):
    """The result holds log-probabilities instead of logits.

    Log-softmax subtracts the same number from each logit. The order stays, and the numbers are no longer the model's.
    Return the row as it is.
    """
    logits = _rows(model, ids)[-1]
    return logits - np.log(np.exp(logits).sum())


def largest_subtracted(model, ids):
    """The largest logit is subtracted from all of them.

    That is the first line of a stable softmax, which comes later. Some settings look at the numbers themselves, so return
    the row as it is.
    """
    logits = _rows(model, ids)[-1]
    return logits - logits.max()


def computed_in_float32(model, ids):
    """The logits are rounded to float32.

    The model has given float64, and about seven digits of each number are left. Return the row as it is.
    """
    return _rows(model, ids)[-1].astype(np.float32)
