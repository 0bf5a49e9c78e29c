"""Wrong versions of the temperature dial, as learners write them."""
import math

import numpy as np


def _ok(T):
    if math.isnan(T) or math.isinf(T) or T < 0:
        raise ValueError("bad temperature")


def _one_hot(logits):
    out = np.zeros(len(logits))
    out[int(np.argmax(logits))] = 1
    return out


def _soft(x):
    e = np.exp(x - np.max(x))
    return e / np.sum(e)


def times_T(logits, T):
    """Multiplies the gaps by T.

    makes: multiplied
    """
    _ok(T)
    if T == 0:
        return _one_hot(logits)
    best = max(logits)
    e = [math.exp((z - best) * T) for z in logits]
    return np.array([x / sum(e) for x in e])


def powers_left(logits, T):
    """Raises the probabilities to 1 / T and stops there.

    makes: powers_not_shared_out
    """
    _ok(T)
    if T == 0:
        return _one_hot(logits)
    return np.array([float(x) ** (1 / T) for x in _soft(logits)])


def softmax_then_divide(logits, T):
    """Divides the probabilities by T after softmax.

    makes: probabilities_divided
    """
    _ok(T)
    if T == 0:
        return _one_hot(logits)
    return np.array([x / T for x in _soft(logits)])


def divided_and_shared_again(logits, T):
    """Divides the exponentials by T, which cancels.

    makes: no_effect
    """
    _ok(T)
    if T == 0:
        return _one_hot(logits)
    e = np.exp(logits - logits.max()) / T
    return e / e.sum()


def double_softmax(logits, T):
    """Softmax of the probabilities over T.

    makes: softmax_of_probabilities
    """
    _ok(T)
    if T == 0:
        return _one_hot(logits)
    p = _soft(logits)
    e = np.exp(p / T)
    return e / e.sum()


def no_case_for_zero(logits, T):
    """Divides by numpy's 0 and returns what comes out.

    makes: zero_divides
    """
    _ok(T)
    with np.errstate(all="ignore"):
        scaled = (logits - logits.max()) / np.float64(T)
        e = np.exp(scaled)
        return e / e.sum()


def python_zero_division(logits, T):
    """Divides Python floats by T = 0.

    makes: zero_fails_in_division
    """
    _ok(T)
    best = float(max(logits))
    e = [math.exp((float(z) - best) / T) for z in logits]
    total = math.fsum(e)
    return np.array([x / total for x in e])


def zero_not_allowed(logits, T):
    """Refuses T <= 0.

    makes: zero_refused
    """
    if not (T > 0 and T < float("inf")):
        raise ValueError("T must be positive")
    return _soft(logits / T)


def falsy_temperature(logits, T):
    """Uses `if T` to see whether a temperature was given.

    makes: zero_as_one
    """
    _ok(T)
    if T:
        return _soft(logits / T)
    return _soft(logits)


def last_of_ties(logits, T):
    """At 0 a loop with >= keeps the last of equals.

    makes: zero_takes_last_tie
    """
    _ok(T)
    if T > 0:
        return _soft(logits / T)
    best = 0
    for i in range(len(logits)):
        if logits[i] >= logits[best]:
            best = i
    out = np.zeros(len(logits))
    out[best] = 1.0
    return out


def ties_share(logits, T):
    """At 0 the largest ones share.

    makes: zero_shares_ties
    """
    _ok(T)
    if T > 0:
        return _soft(logits / T)
    winners = [i for i, z in enumerate(logits) if z == max(logits)]
    return np.array([1 / len(winners) if i in winners else 0.0 for i in range(len(logits))])


def only_below_zero(logits, T):
    """Refuses only T < 0.

    makes: only_negative_refused
    """
    if T < 0:
        raise ValueError("negative")
    if T == 0:
        return _one_hot(logits)
    x = logits / T
    with np.errstate(all="ignore"):
        finite = np.where(np.isneginf(logits), -np.inf, x)
        return _soft(finite if np.isneginf(logits).any() and not math.isinf(T) else x)


def nothing_tested(logits, T):
    """Tests nothing but 0.

    makes: anything_accepted
    """
    if T == 0:
        return _one_hot(logits)
    with np.errstate(all="ignore"):
        return _soft(np.divide(logits, T))


def squared_temperature(logits, T):
    """Divides by T squared.

    makes: nothing listed
    """
    _ok(T)
    return _one_hot(logits) if T == 0 else _soft(logits / T**2)


def root_of_temperature(logits, T):
    """Divides by the root of T.

    makes: nothing listed
    """
    _ok(T)
    return _one_hot(logits) if T == 0 else _soft(logits / math.sqrt(T))


def added_instead(logits, T):
    """Adds T to the positive scores only.

    makes: nothing listed
    """
    _ok(T)
    return _one_hot(logits) if T == 0 else _soft(np.where(logits > 0, logits + T, logits))


def two_as_base(logits, T):
    """Takes powers of 2.

    makes: nothing listed
    """
    _ok(T)
    if T == 0:
        return _one_hot(logits)
    e = np.exp2((logits - logits.max()) / T)
    return e / e.sum()


def lowest_wins_at_zero(logits, T):
    """At 0 the smallest logit gets everything.

    makes: nothing listed
    """
    _ok(T)
    if T == 0:
        out = np.zeros(len(logits))
        out[int(np.argmin(logits))] = 1.0
        return out
    return _soft(logits / T)


def uniform_at_zero(logits, T):
    """At 0 all tokens get the same.

    makes: nothing listed
    """
    _ok(T)
    return np.full(len(logits), 1 / len(logits)) if T == 0 else _soft(logits / T)


def temperature_at_most_one(logits, T):
    """A temperature above 1 counts as 1.

    makes: nothing listed
    """
    _ok(T)
    return _one_hot(logits) if T == 0 else _soft(logits / min(T, 1.0))


_last = {}


def remembered(logits, T):
    """Keeps the probabilities of the first call with as many tokens.

    makes: nothing listed
    """
    _ok(T)
    if len(logits) not in _last:
        _last[len(logits)] = _one_hot(logits) if T == 0 else _soft(logits / T)
    return _last[len(logits)]


def wrong_exception(logits, T):
    """Refuses a bad temperature with an AssertionError.

    makes: nothing listed
    """
    assert 0 <= T < math.inf, "bad temperature"
    return _one_hot(logits) if T == 0 else _soft(logits / T)


def overflow_hidden(logits, T):
    """Takes exponentials without a shift and hides nan with nan_to_num.

    makes: overflows_when_cold
    """
    _ok(T)
    if T == 0:
        return _one_hot(logits)
    with np.errstate(all="ignore"):
        e = np.exp(logits / T)
        return np.nan_to_num(e / e.sum())


def very_low_for_banned(logits, T):
    """Writes -100 for banned tokens.

    makes: banned_tokens_return
    """
    _ok(T)
    x = np.array([max(z, -100.0) if z == -math.inf else z for z in logits])
    return _one_hot(x) if T == 0 else _soft(x / T)


def minus_over_T(logits, T):
    """Divides by -T.

    makes: gaps_turned
    """
    _ok(T)
    if T == 0:
        return _one_hot(logits)
    with np.errstate(all="ignore"):
        e = np.exp((logits - logits.max()) / -T)
        return e / e.sum()


def written_into_logits(logits, T):
    """Divides in place.

    makes: changes_its_input
    """
    _ok(T)
    if T == 0:
        return _one_hot(logits)
    logits -= logits.max()
    logits /= T
    return np.exp(logits) / np.exp(logits).sum()


def negative_and_last_tie(logits, T):
    """Accepts a negative temperature, and lets the last of equals win at 0.

    makes: negative_accepted, zero_takes_last_tie
    """
    if T != T or T in (math.inf, -math.inf):
        raise ValueError("T")
    if T == 0:
        out = np.zeros(len(logits))
        out[max(i for i, z in enumerate(logits) if z == max(logits))] = 1.0
        return out
    x = logits / T
    if np.isneginf(logits).any() and T < 0:
        x = np.where(np.isneginf(logits), np.inf, x)
    with np.errstate(all="ignore"):
        return _soft(x)


def times_the_temperature(logits, T):
    """Multiplies by T.

    makes: multiplied
    """
    if T < 0 or math.isinf(T) or math.isnan(T):
        raise ValueError("temperature")
    if T == 0:
        out = np.zeros(len(logits))
        out[int(np.argmax(logits))] = 1.0
        return out
    z = logits * T
    e = np.exp(z - z.max())
    return e / e.sum()


def ties_share_when_cold(logits, T):
    """At T = 0 divides the 1 among all the best.

    makes: zero_shares_ties
    """
    if not math.isfinite(T) or T < 0:
        raise ValueError
    best = max(logits)
    if T == 0:
        winners = [1.0 if x == best else 0.0 for x in logits]
        return np.array(winners) / sum(winners)
    e = np.exp((logits - best) / T)
    return e / e.sum()


def temperature_and_a_bit(logits, T):
    """Adds a tenth to T so that it is never near 0.

    makes: nothing listed
    """
    if not math.isfinite(T) or T < 0:
        raise ValueError("T")
    if T == 0:
        out = np.zeros(len(logits))
        out[np.argmax(logits)] = 1.0
        return out
    z = (logits - np.max(logits)) / (T + 0.1)
    e = np.exp(z)
    return e / e.sum()


def only_the_best_cooled(logits, T):
    """Divides only the largest logit by T.

    makes: nothing listed
    """
    if not math.isfinite(T) or T < 0:
        raise ValueError("T")
    if T == 0:
        out = np.zeros(len(logits))
        out[np.argmax(logits)] = 1.0
        return out
    z = np.array(logits, dtype=float)
    z[np.argmax(z)] = z[np.argmax(z)] / T
    e = np.exp(z - z.max())
    return e / e.sum()


def floor_of_the_gaps(logits, T):
    """Shifts first and then divides with two slashes.

    makes: whole_division
    """
    if not math.isfinite(T) or T < 0:
        raise ValueError(T)
    z = np.array(logits, dtype=float)
    if T == 0:
        return np.eye(len(z))[int(z.argmax())]
    z -= z.max()
    ex = np.exp(z // T)
    return ex / ex.sum()


def isnan_and_negative(logits, T):
    """Refuses nan and negative temperatures; an infinite one goes through.

    makes: infinity_accepted
    """
    if math.isnan(T):
        raise ValueError("temperature is nan")
    if T < 0:
        raise ValueError("temperature is negative")
    best = int(np.argmax(logits))
    if T == 0:
        return np.array([1.0 if i == best else 0.0 for i in range(len(logits))])
    weights = []
    for z in logits:
        weights.append(math.exp((z - logits[best]) / T) if z != -np.inf else 0.0)
    return np.array(weights) / sum(weights)


def at_least_a_tenth(logits, T):
    """Takes any temperature above 0 for at least 0.1, to stay clear of overflow.

    makes: nothing listed
    """
    if T < 0 or T == float("inf") or T != T:
        raise ValueError("temperature")
    if T == 0:
        out = np.zeros(len(logits))
        out[np.argmax(logits)] = 1
        return out
    T = max(T, 0.1)
    x = np.exp((logits - np.max(logits)) / T)
    return x / x.sum()


def argmax_at_zero(logits, T):
    """Returns the id at T = 0.

    makes: zero_gives_the_id
    """
    if not (math.isfinite(T) and T >= 0):
        raise ValueError("T")
    if T == 0:
        return int(np.argmax(logits))
    e = np.exp((np.array(logits) - max(logits)) / T)
    return e / e.sum()


def all_maxima_one(logits, T):
    """Compares with the maximum at T = 0.

    makes: zero_gives_each_tie_one
    """
    if T < 0 or not np.isfinite(T):
        raise ValueError("T")
    top = np.max(logits)
    if T == 0:
        return np.where(logits == top, 1.0, 0.0)
    w = np.exp((logits - top) / T)
    return w / np.sum(w)


def no_test_of_the_sign(logits, T):
    """Refuses infinity and nan, and forgets the negative ones.

    makes: negative_accepted
    """
    if math.isnan(T) or math.isinf(T):
        raise ValueError("T must be finite")
    if T == 0:
        p = np.zeros(len(logits))
        p[np.argmax(logits)] = 1
        return p
    z = logits / T
    z = z - np.max(z)
    e = np.exp(z)
    return e / e.sum()


def small_as_zero(logits, T):
    """Treats every T below .01 as 0.

    makes: small_as_zero
    """
    if not math.isfinite(T) or T < 0:
        raise ValueError("T must be 0 or more")
    if T < 0.01:
        p = np.zeros(len(logits))
        p[np.argmax(logits)] = 1.0
        return p
    z = (logits - logits.max()) / T
    e = np.exp(z)
    return e / e.sum()


def times_T_again(logits, T):
    """Multiplies the logits by T instead of dividing.

    makes: multiplied
    """
    if T < 0 or T != T or T == float("inf"):
        raise ValueError("T")
    z = logits.tolist()
    if T == 0:
        first = z.index(max(z))
        return np.array([float(i == first) for i in range(len(z))])
    top = max(z)
    powers = [np.exp((x - top) * T) for x in z]
    return np.array(powers) / sum(powers)


def zero_is_shared(logits, T):
    """At T = 0 all largest logits share the probability.

    makes: zero_shares_ties
    """
    if not np.isfinite(T) or T < 0:
        raise ValueError(f"T = {T}")
    if T > 0:
        shifted = (logits - np.amax(logits)) / T
        return np.exp(shifted) / np.exp(shifted).sum()
    winners = logits == np.amax(logits)
    return winners / np.count_nonzero(winners)


def cold_is_greedy(logits, T):
    """Treats a temperature below .01 as 0.

    makes: small_as_zero
    """
    if not (np.isfinite(T) and T >= 0):
        raise ValueError("T")
    z = np.asarray(logits, dtype=float)
    if T < 0.01:
        return np.eye(len(z))[z.argmax()]
    e = np.exp((z - z.max()) / T)
    return e / e.sum()


def ties_shared_and_inf_allowed(logits, T):
    """At T = 0 equals share, and only negative temperatures are refused.

    makes: zero_shares_ties, only_negative_refused
    """
    if T < 0:
        raise ValueError("negative")
    if T == 0:
        best = max(logits)
        winners = [float(z == best) for z in logits]
        return np.array(winners) / sum(winners)
    z = (logits - logits.max()) / T
    return np.exp(z) / np.exp(z).sum()


def nearly_greedy(logits, T):
    """Picks the best token for a T up to a small number.

    makes: small_as_zero
    """
    _ok(T)
    return _soft(np.array(logits) / T) if T >= 0.005 else _one_hot(logits)


def lowest_setting(logits, T):
    """Raises a positive T to at least .01.

    makes: small_made_larger
    """
    _ok(T)
    if T == 0:
        return _one_hot(logits)
    if T < 0.01:
        T = 0.01
    return _soft(np.array([float(z) / T for z in logits]))
