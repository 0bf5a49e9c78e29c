"""Wrong versions of asking for the next token's logits, as learners write them."""
import numpy as np


def _check(ids):
    if len(ids) == 0:
        raise ValueError("no ids")


def row_zero(model, ids):
    """Takes row 0.

    makes: first_row
    """
    _check(ids)
    for row in model(ids):
        return row


def row_of_the_last_id(model, ids):
    """Takes row len(ids) - 2, since row t is about the token after it.

    makes: row_before_the_last
    """
    _check(ids)
    rows = model(ids)
    return rows[len(ids) - 2]


def average(model, ids):
    """Averages the rows.

    makes: mean_of_the_rows
    """
    _check(ids)
    rows = model(ids)
    return sum(rows) / len(ids)


def columnwise_maximum(model, ids):
    """Takes the maximum of each column.

    makes: largest_of_each_column
    """
    _check(ids)
    return np.array([max(column) for column in model(ids).T])


def softmaxed(model, ids):
    """Applies a stable softmax.

    makes: probabilities
    """
    _check(ids)
    row = model(ids)[-1]
    e = np.exp(row - row.max())
    return e / e.sum()


def argmaxed(model, ids):
    """Returns the best id.

    makes: chosen_token
    """
    _check(ids)
    row = model(ids)[-1].tolist()
    return row.index(max(row))


def newest_id(model, ids):
    """Gives the model the newest id only.

    makes: last_id_only
    """
    _check(ids)
    return model([ids[-1]])[0]


def growing_beginnings(model, ids):
    """Calls the model for each beginning.

    makes: one_call_for_each_id
    """
    _check(ids)
    row = None
    for i in range(len(ids)):
        row = model(ids[: i + 1])[-1]
    return row


def shape_asked_first(model, ids):
    """Calls the model once for the shape and once for the row.

    makes: asks_twice
    """
    _check(ids)
    length = model(ids).shape[0]
    return model(ids)[length - 1]


def no_test(model, ids):
    """Returns zeros without ids.

    makes: nothing listed
    """
    if not ids:
        return np.zeros(3)
    return model(ids)[-1]


def reversed_ids(model, ids):
    """Gives the ids in reverse.

    makes: nothing listed
    """
    _check(ids)
    return model(ids[::-1])[-1]


def without_the_last(model, ids):
    """Leaves the last id out.

    makes: nothing listed
    """
    _check(ids)
    return model(ids[:-1] or ids)[-1]


def sum_of_rows(model, ids):
    """Adds the rows up.

    makes: nothing listed
    """
    _check(ids)
    return model(ids).sum(axis=0)


def doubled_row(model, ids):
    """Doubles the logits.

    makes: nothing listed
    """
    _check(ids)
    return model(ids)[-1] * 2


def sorted_row(model, ids):
    """Sorts the logits.

    makes: nothing listed
    """
    _check(ids)
    return np.sort(model(ids)[-1])[::-1]


def middle_row(model, ids):
    """Takes the row in the middle.

    makes: nothing listed
    """
    _check(ids)
    rows = model(ids)
    return rows[len(rows) // 2]


def unique_ids(model, ids):
    """Gives the model each id once.

    makes: nothing listed
    """
    _check(ids)
    return model(list(dict.fromkeys(ids)))[-1]


def diagonal(model, ids):
    """Takes the logits of the ids that were given.

    makes: nothing listed
    """
    _check(ids)
    return model(ids)[np.arange(len(ids)), np.array(ids)]


def whole_answer(model, ids):
    """Returns what the model returns.

    makes: all_rows
    """
    _check(ids)
    rows = model(ids)
    return rows


def slice_of_rows(model, ids):
    """Takes a slice.

    makes: one_row_still_a_matrix
    """
    _check(ids)
    rows = model(ids)
    return rows[len(rows) - 1 :]


def column(model, ids):
    """Exchanges the axes.

    makes: last_column
    """
    _check(ids)
    return model(ids).T[-1]


def index_error(model, ids):
    """Does not test ids, and looks at ids[-1] first.

    makes: no_ids_give_an_index_error
    """
    ids[-1]
    return model(ids)[-1]


def fed_one_at_a_time(model, ids):
    """Feeds the ids one by one, as if the model remembered them.

    makes: each_id_alone
    """
    if not ids:
        raise ValueError("no ids")
    out = None
    for token in ids:
        out = model([token])
    return out[-1, :]


def empty_in_empty_out(model, ids):
    """Returns nothing for nothing.

    makes: no_ids_give_an_empty_array
    """
    if len(ids) < 1:
        return np.array([])
    table = model(ids)
    return table[table.shape[0] - 1]


def log_softmax_of_the_row(model, ids):
    """Returns log-probabilities, as a library function would.

    makes: log_probabilities
    """
    if len(ids) == 0:
        raise ValueError("empty prompt")
    last = model(ids)[-1]
    shifted = last - last.max()
    return shifted - np.log(np.exp(shifted).sum())


def nothing_for_nothing(model, ids):
    """Returns an empty array if there are no ids.

    makes: no_ids_give_an_empty_array
    """
    if len(ids) == 0:
        return np.array([])
    return model(ids)[-1]


def shifted_and_logs(model, ids):
    """Returns log-probabilities.

    makes: log_probabilities
    """
    if not ids:
        raise ValueError("no ids")
    row = model(ids)[-1]
    shifted = row - np.max(row)
    return shifted - np.log(np.sum(np.exp(shifted)))


def mean_of_rows(model, ids):
    """Averages all rows.

    makes: mean_of_the_rows
    """
    if not ids:
        raise ValueError("no ids")
    table = np.asarray(model(ids))
    return sum(table) / len(table)


def model_called_for_each(model, ids):
    """Calls the model once for every prefix and keeps the last answer.

    makes: one_call_for_each_id
    """
    if len(ids) < 1:
        raise ValueError("empty")
    for n in range(1, len(ids) + 1):
        answer = model(ids[:n])
    return answer[n - 1]


def logits_reversed(model, ids):
    """Returns the row from its end.

    makes: nothing listed
    """
    _check(ids)
    return model(ids)[-1][::-1]


def difference_of_rows(model, ids):
    """Subtracts the row before.

    makes: nothing listed
    """
    _check(ids)
    rows = model(ids)
    return rows[-1] - rows[-2] if len(ids) > 1 else rows[-1]
