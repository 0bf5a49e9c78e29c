"""Typical wrong versions of drawing a token."""

import numpy as np

from .sample_with_u import sample as _sample


def _in_stretches(p, u):
    """Draw without refusing anything, and without a guard at the end: V where no end is greater than u."""
    return int(np.searchsorted(np.cumsum(p), u, side="right"))


def _guarded(p, u):
    return min(_in_stretches(p, u), int(np.flatnonzero(p)[-1]))


def _is_bad_u(u):
    return not 0 <= u < 1


def _is_bad_sum(p):
    return abs(p.sum() - 1) > 1e-6


def u_made_smaller(p, u):
    """u is made a little smaller before it is compared.

    That hides a comparison that is wrong at u = 1, which never comes, and shifts every border. Compare u as it is.
    """
    return _sample(p, u * (1 - 1e-3))


def impossible_token_at_zero(p, u):
    """A u exactly on the end of a stretch belongs to the token that ends there.

    With .5, .25 and .25, u = .5 then draws token 0 in place of token 1. A stretch includes its beginning and not its
    end: look at the comparison of u with the running sum, or at what `searchsorted` does with equal numbers.
    """
    _sample(p, u)
    return min(int(np.searchsorted(np.cumsum(p), u, side="left")), int(np.flatnonzero(p)[-1]))


def impossible_token_at_zero__without_zeros(p, u):
    """Tokens of probability 0 are left out first, so none of them is drawn."""
    _sample(p, u)
    possible = np.flatnonzero(p)
    return int(possible[min(int(np.searchsorted(np.cumsum(p[possible]), u)), len(possible) - 1)])


def always_the_likeliest(p, u):
    """The likeliest token is always drawn, whatever u is.

    This is greedy picking. Here the second best must come as well, as often as its probability says; u decides when.
    """
    _sample(p, u)
    return int(np.argmax(p))


def compared_with_each(p, u):
    """u is compared with the probabilities themselves instead of their running sums.

    A token's stretch does not begin at 0, unless it is token 0. Add up what lies before it: where does its
    stretch end?
    """
    _sample(p, u)
    return next((token for token, share in enumerate(p) if u < share), len(p) - 1)


def compared_with_each__or_the_best(p, u):
    """Where no probability is above u, the likeliest token is drawn."""
    _sample(p, u)
    return next((token for token, share in enumerate(p) if u < share), int(np.argmax(p)))


def compared_with_each__or_none(p, u):
    """Where no probability is above u, the result is None."""
    _sample(p, u)
    return next((token for token, share in enumerate(p) if u < share), None)


def one_too_high(p, u):
    """The token after the right one is drawn.

    Perhaps the running sum is tested before the token's own probability is added. At u = 0, with a token 0 that is
    possible, the answer is 0.
    """
    return min(_sample(p, u) + 1, len(p) - 1)


def one_too_low(p, u):
    """The token before the right one is drawn, or -1.

    `np.searchsorted` counts the ends below u, and that count is the id already. At u = 0, with a token 0 that is
    possible, the answer is 0.
    """
    return _sample(p, u) - 1


def all_equally_often(p, u):
    """Every token is drawn equally often, since u is only multiplied by the number of tokens.

    That is a fair die with V sides. The model's probabilities have to make some sides larger than others.
    """
    _sample(p, u)
    return int(u * len(p))


def in_order_of_probability(p, u):
    """The stretches lie in order of probability, the likeliest first.

    This draws every token as often as it should, and some libraries do it after sorting for top-p. But the same u
    gives another token than here: the rules want the stretches in the order of the ids.
    """
    _sample(p, u)
    order = np.argsort(-p, kind="stable")
    return int(order[_guarded(p[order], u)])


def rank_for_id(p, u):
    """The probabilities are sorted, and the result is a place in the ranking instead of an id.

    After sorting, place 0 belongs to the likeliest token, whichever that is. Nothing has to be sorted here; if you do
    sort, look the id up in the ranking.
    """
    _sample(p, u)
    return _guarded(np.sort(p)[::-1], u)


def from_the_other_end(p, u):
    """The stretches are laid out from the last token to the first.

    This draws every token as often as it should, but another one for the same u. The rules want the order of the ids,
    beginning at 0.
    """
    _sample(p, u)
    return len(p) - 1 - _guarded(p[::-1], u)


def probability_returned(p, u):
    """The result is the probability of the right token instead of its id.

    The loop continues with a token, and its probability does not say which one it is. Return the place.
    """
    return float(p[_sample(p, u)])


def runs_off_the_end(p, u):
    """Where no running sum is greater than u, the result is V, which is no token.

    Ten times .1 add up to a little less than 1, so a u can lie beyond the last end. The rule on rounding says which
    token comes then.
    """
    _sample(p, u)
    return _in_stretches(p, u)


def none_at_the_end(p, u):
    """Where no running sum is greater than u, the result is None.

    A loop that returns inside an `if` has nothing to return when it is over. Ten times .1 add up to a little less than
    1, so that does happen. The rule on rounding says which token comes then.
    """
    _sample(p, u)
    token = _in_stretches(p, u)
    return token if token < len(p) else None


def error_at_the_end(p, u):
    """Where no running sum is greater than u, the search ends in an IndexError.

    Ten times .1 add up to a little less than 1, so a u can lie beyond the last end. Neither number is wrong; both are
    rounded. The rule on rounding says which token comes then.
    """
    _sample(p, u)
    token = _in_stretches(p, u)
    if token == len(p):
        raise IndexError(token)
    return token


def first_token_at_the_end(p, u):
    """Where no running sum is greater than u, the result is token 0.

    `np.argmax(ends > u)` gives 0 if the condition is nowhere true. Ten times .1 add up to a little less than 1, so
    that does happen, and the first token is the furthest from there. See the rule on rounding.
    """
    _sample(p, u)
    return _in_stretches(p, u) % len(p)


def last_id_at_the_end(p, u):
    """Where no running sum is greater than u, the result is the last id, even if its token has probability 0.

    A filter such as top-k may have cut that token, and then it must not come back. The rules want the last token whose
    probability is not 0.
    """
    _sample(p, u)
    return min(_in_stretches(p, u), len(p) - 1)


def exact_sum_demanded(p, u):
    """Probabilities that miss 1 only by rounding are refused.

    Three times .3333333 is as close to 1 as seven digits allow. The rules allow a deviation of .000001; `==` allows
    none.
    """
    if abs(p.sum() - 1) > 1e-9:
        raise ValueError(p.sum())
    return _sample(p, u)


def sum_not_checked(p, u):
    """Probabilities that do not add up to 1 are accepted.

    Then some u have no stretch, or some tokens can never be reached. Perhaps the caller passed logits, or forgot to
    renormalize after a filter. The rules want `ValueError`.
    """
    return _guarded(p, u) if _is_bad_sum(p) and not _is_bad_u(u) else _sample(p, u)


def sum_nearly_one_accepted(p, u):
    """Probabilities whose sum is further than .000001 from 1 are accepted if they come close.

    `np.isclose` and rounding allow more than the rule does. Compare the distance from 1 with the number in the rule.
    """
    if not _is_bad_u(u) and np.isclose(p.sum(), 1):
        return _guarded(p, u)
    return _sample(p, u)


def shared_out_first(p, u):
    """Numbers that do not add up to 1 are scaled until they do.

    That is friendly, but it hides a slip: perhaps the caller passed logits, or forgot to renormalize after a filter.
    The rules want `ValueError`.
    """
    return _sample(p / p.sum(), u)


def u_not_checked(p, u):
    """A u below 0, or of 1 and more, is accepted.

    No generator of random numbers gives one, so there is a slip somewhere, perhaps a percentage instead of a fraction.
    The rules want `ValueError`.
    """
    return _guarded(p, u) if _is_bad_u(u) and not _is_bad_sum(p) else _sample(p, u)


def one_accepted(p, u):
    """A u of exactly 1 is accepted.

    The last stretch ends at 1 and does not include its end, as no stretch does. Generators such as `rng.random()`
    never return 1. The rules want `ValueError`.
    """
    return _guarded(p, u) if u == 1 and not _is_bad_sum(p) else _sample(p, u)


def nothing_refused(p, u):
    """Neither u nor the sum of the probabilities is checked.

    The result is then some token, right or not, and the slip that led here stays hidden. The rules name what has to
    raise `ValueError`.
    """
    return _guarded(p, u)


def changes_its_input(p, u):
    """The running sums are written over the probabilities that were given.

    The caller may want to draw again from the same distribution. An operation with `out=`, or `p[i] += p[i - 1]`,
    writes into the caller's array. Let the running sums be a new one.
    """
    token = _sample(p, u)
    np.cumsum(p, out=p)
    return token
