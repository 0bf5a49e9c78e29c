"""Typical wrong versions of causal attention."""

import numpy as np

from .causal_attention import attend as _attend


def _refuse(q, k):
    if len(k) < len(q):
        raise ValueError(len(k))


def _scores(q, k):
    return q @ k.T / np.sqrt(q.shape[1])


def _is_future(q, k):
    return np.triu(np.ones((len(q), len(k)), dtype=bool), k=1 + len(k) - len(q))


def _softmax(scores, axis=1):
    exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def scores_clipped(q, k, v):
    """Scores beyond 700 or -700 are cut off there, so that the exponential does not overflow.

    Then 2000 and 1999 become equal, and so do their weights. Only differences within a row matter: move the row
    instead of cutting it.
    """
    _refuse(q, k)
    return _softmax(np.where(_is_future(q, k), -np.inf, np.clip(_scores(q, k), -700, 700))) @ v


def one_shift_for_all_rows(q, k, v):
    """The largest score of all rows is subtracted from every row.

    A row whose scores lie 800 lower is then all zeros, and its weights become nan. Each row needs a shift of its own.
    """
    _refuse(q, k)
    scores = np.where(_is_future(q, k), -np.inf, _scores(q, k))
    exponentials = np.exp(scores - scores.max())
    return exponentials / exponentials.sum(axis=1, keepdims=True) @ v


def no_mask(q, k, v):
    """Every query sees every position, also those that come later.

    While a model writes, later positions do not exist yet. Compare your first row with the first value: the first
    position sees nothing but itself. Something has to be crossed out between the scores and softmax.
    """
    _refuse(q, k)
    return _softmax(_scores(q, k)) @ v


def mask_without_offset(q, k, v):
    """The mask starts at the corner as if the first query were position 0.

    With as many queries as keys that is right. With fewer, the queries are the last positions, so row 0 may see more
    than one key. Which position is row t?
    """
    _refuse(q, k)
    return _softmax(np.where(np.triu(np.ones((len(q), len(k)), dtype=bool), k=1), -np.inf, _scores(q, k))) @ v


def mask_without_offset_for_several(q, k, v):
    """Several queries are masked as if they began at position 0.

    Leaving out the mask for T = 1 hides the slip in the commonest call. Try two queries at the end of four positions:
    how many keys may the first of them see?
    """
    return _attend(q, k, v) if len(q) == 1 else mask_without_offset(q, k, v)


def mask_only_for_a_whole_text(q, k, v):
    """The mask is applied only when there are as many queries as keys.

    A single newest query indeed needs none. But of two new queries the first must not see the second. Ask for each
    row separately what it may see.
    """
    _refuse(q, k)
    return _attend(q, k, v) if len(q) == len(k) else _softmax(_scores(q, k)) @ v


def sees_the_future_only(q, k, v):
    """The mask crosses out the past instead of the future.

    Each position then looks at itself and ahead. Draw the square: the part above the diagonal is what has to go,
    because there the column is larger than the row.
    """
    _refuse(q, k)
    is_past = np.tril(np.ones((len(q), len(k)), dtype=bool), k=len(k) - len(q) - 1)
    return _softmax(np.where(is_past, -np.inf, _scores(q, k))) @ v


def cannot_see_itself(q, k, v):
    """The mask hides a position from itself as well.

    The first position then has nothing left to look at, and its row becomes nan. A position may see itself: the
    diagonal belongs to the visible part.
    """
    _refuse(q, k)
    hidden = np.triu(np.ones((len(q), len(k)), dtype=bool), k=len(k) - len(q))
    return _softmax(np.where(hidden, -np.inf, _scores(q, k))) @ v


def cannot_see_itself__but_the_first(q, k, v):
    """The first position, which would see nothing, sees itself."""
    _refuse(q, k)
    hidden = np.triu(np.ones((len(q), len(k)), dtype=bool), k=len(k) - len(q))
    hidden[:, 0] = False
    return _softmax(np.where(hidden, -np.inf, _scores(q, k))) @ v


def not_scaled(q, k, v):
    """The scores are not divided by √d.

    The mixture then leans too much towards the best key. In the worked example the dot products 2 and 4 have to
    become 1 and 2 first.
    """
    return _attend(q * np.sqrt(q.shape[1]), k, v)


def scaled_by_d(q, k, v):
    """The scores are divided by d instead of √d.

    That flattens the weights too much. In the worked example d is 4, and the dot products 2 and 4 have to become 1
    and 2, not ½ and 1.
    """
    return _attend(q / np.sqrt(q.shape[1]), k, v)


def scaled_by_value_width(q, k, v):
    """The scores are divided by the root of the width of the values.

    Values often have the width of the queries, and then it goes unnoticed. The scale belongs to the dot product: how
    many numbers are added up in it?
    """
    return _attend(q * np.sqrt(q.shape[1] / v.shape[1]), k, v)


def scaled_by_text_length(q, k, v):
    """The scores are divided by the root of the number of positions.

    Then a score changes whenever the text gets longer. The scale makes up for the length of the dot product, which is
    d.
    """
    return _attend(q * np.sqrt(q.shape[1] / len(k)), k, v)


def masked_after_softmax(q, k, v):
    """Hidden positions are crossed out after softmax, and the rest is left as it is.

    The remaining weights no longer add up to 1: what the hidden positions got is lost. Hide their scores before
    softmax.
    """
    _refuse(q, k)
    return np.where(_is_future(q, k), 0.0, _softmax(_scores(q, k))) @ v


def masked_after_softmax_and_shared_out(q, k, v):
    """Hidden positions are crossed out after softmax, and the rest is renormalized.

    On paper that is right. But if a hidden key has by far the largest score, all visible weights are rounded to 0
    before they can be renormalized, and 0 / 0 is nan. Hide the score, not the weight.
    """
    _refuse(q, k)
    weights = np.where(_is_future(q, k), 0.0, _softmax(_scores(q, k)))
    return weights / weights.sum(axis=1, keepdims=True) @ v


def zero_for_hidden_scores(q, k, v):
    """Hidden scores are set to 0.

    The exponential of 0 is 1, so the hidden positions still get a weight, and often a large one. Which score has the
    exponential 0?
    """
    _refuse(q, k)
    return _softmax(np.where(_is_future(q, k), 0.0, _scores(q, k))) @ v


def softmax_over_queries(q, k, v):
    """Softmax runs down the columns, over the queries, instead of along the rows.

    The weights of each query are a distribution over the keys. Add up the weights of one query: they should give 1.
    """
    _refuse(q, k)
    return _softmax(np.where(_is_future(q, k), -np.inf, _scores(q, k)), axis=0) @ v


def overflows(q, k, v):
    """Large scores overflow in the exponential.

    exp(800) is larger than any float, and exp(-800) is 0 to a computer, so a row ends as nan. The stable softmax of
    an earlier exercise subtracts each row's maximum first.
    """
    _refuse(q, k)
    exponentials = np.where(_is_future(q, k), 0.0, np.exp(_scores(q, k)))
    return exponentials / exponentials.sum(axis=1, keepdims=True) @ v


def weights_returned(q, k, v):
    """The result holds the weights instead of the mixed values.

    The weights are right. One step is missing: they say how much of each value to take.
    """
    _refuse(q, k)
    return _softmax(np.where(_is_future(q, k), -np.inf, _scores(q, k)))


def keys_mixed(q, k, v):
    """The weights mix the keys instead of the values.

    Keys are only there to be found; what a position gives is its value. Look at the third formula.
    """
    return _attend(q, k, k)


def fewer_keys_accepted(q, k, v):
    """Fewer keys than queries are accepted, and the first rows become nan.

    The first queries would then be before the beginning of the text and see nothing. The rules want `ValueError`.
    """
    return _softmax(np.where(_is_future(q, k), -np.inf, _scores(q, k))) @ v


def queries_aligned_with_the_first_keys(q, k, v):
    """Fewer keys than queries are accepted, and the extra queries see everything.

    A query without a position of its own is a mistake of the caller. The rules want `ValueError`.
    """
    if len(k) >= len(q):
        return _attend(q, k, v)
    return _softmax(np.where(np.triu(np.ones((len(q), len(k)), dtype=bool), k=1), -np.inf, _scores(q, k))) @ v


def changes_its_input(q, k, v):
    """The queries that were given are scaled in place.

    The caller may still need its queries. `q /= ...` writes into the caller's array; build a new one.
    """
    result = _attend(q, k, v)
    q /= np.sqrt(q.shape[1])
    return result
