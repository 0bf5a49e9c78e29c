"""Wrong versions of the whole sampler, as learners write them."""
import numpy as np
from min_p import min_p as cut_min_p
from nucleus_membership import nucleus
from temperature_rescaling import temperature_probs
from top_3_renormalisation import top_k as cut_top_k


def _share(p):
    return p / p.sum()


def _top_p(p, top_p):
    out = np.zeros(len(p))
    for i in nucleus(p, top_p):
        out[i] = p[i]
    return _share(out)


def warms_up_at_the_end(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Filters at T = 1 and bends the survivors' probabilities at the end.

    makes: temperature_last
    """
    p = temperature_probs(logits, 1.0)
    p = cut_min_p(_top_p(cut_top_k(p, top_k), top_p), min_p)
    if T == 0:
        out = np.zeros(len(p))
        out[int(np.argmax(p))] = 1.0
        return out
    with np.errstate(divide="ignore"):
        return temperature_probs(np.log(p), T)


def nucleus_before_k(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Applies top-p first, then top-k.

    makes: top_p_before_sharing_out
    """
    p = temperature_probs(logits, T)
    p = _top_p(p, top_p)
    p = cut_top_k(p, top_k)
    return cut_min_p(p, min_p)


def min_p_second(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Applies min-p between top-k and top-p.

    makes: min_p_before_top_p
    """
    p = temperature_probs(logits, T)
    for step in (lambda q: cut_top_k(q, top_k), lambda q: cut_min_p(q, min_p), lambda q: _top_p(q, top_p)):
        p = step(p)
    return p


def elif_chain(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Chooses one filter with if and elif.

    makes: first_filter_only
    """
    p = temperature_probs(logits, T)
    if top_k:
        p = cut_top_k(p, top_k)
    elif top_p < 1:
        p = _top_p(p, top_p)
    elif min_p:
        p = cut_min_p(p, min_p)
    return p


def result_thrown_away(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Calls min_p and does not keep its result.

    makes: min_p_ignored
    """
    p = temperature_probs(logits, T)
    p = cut_top_k(p, top_k)
    p = _top_p(p, top_p)
    cut_min_p(p, min_p)
    return p


def divides_twice(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Divides by T before it calls temperature_probs with T.

    makes: temperature_twice
    """
    if T > 0:
        logits = np.array([z / T for z in logits])
    p = temperature_probs(logits, T)
    return cut_min_p(_top_p(cut_top_k(p, top_k), top_p), min_p)


def nucleus_left_with_a_hole(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Copies the nucleus without sharing out; min-p does it only if it is on.

    makes: nucleus_not_shared_out
    """
    p = cut_top_k(temperature_probs(logits, T), top_k)
    inside = nucleus(p, top_p)
    p = np.array([p[i] if i in inside else 0.0 for i in range(len(p))])
    if min_p > 0:
        p = cut_min_p(p, min_p)
    return p


def falsy_T(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Applies the temperature `if T`.

    makes: zero_temperature_as_one
    """
    if T:
        p = temperature_probs(logits, T)
    else:
        p = temperature_probs(logits, 1)
    return cut_min_p(_top_p(cut_top_k(p, top_k), top_p), min_p)


def largest_first(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Sorts the probabilities to find the filters' survivors and never sorts back.

    makes: sorted_result
    """
    p = np.array(sorted(temperature_probs(logits, T).tolist(), reverse=True))
    return cut_min_p(_top_p(cut_top_k(p, top_k), top_p), min_p)


def min_p_first_of_all(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Applies min-p right after the temperature, so before top-k and top-p.

    makes: min_p_before_top_p
    """
    p = cut_min_p(temperature_probs(logits, T), min_p)
    return _top_p(cut_top_k(p, top_k), top_p)


def top_p_twice(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Applies top-p before and after top-k.

    makes: nothing listed
    """
    p = _top_p(temperature_probs(logits, T), top_p)
    return cut_min_p(_top_p(cut_top_k(p, top_k), top_p), min_p)


def k_one_more(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Keeps one token more than top_k.

    makes: nothing listed
    """
    p = cut_top_k(temperature_probs(logits, T), top_k + 1 if top_k else 0)
    return cut_min_p(_top_p(p, top_p), min_p)


def min_p_of_V(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Compares with min_p itself instead of its part of the best.

    makes: nothing listed
    """
    p = _top_p(cut_top_k(temperature_probs(logits, T), top_k), top_p)
    kept = np.where(p >= min_p, p, 0.0)
    return _share(kept) if kept.any() else p


def temperature_inverted(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Multiplies the logits by T.

    makes: nothing listed
    """
    p = temperature_probs(logits, 1 / T if T else 0.0)
    return cut_min_p(_top_p(cut_top_k(p, top_k), top_p), min_p)


def log_returned(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Returns the logarithms.

    makes: nothing listed
    """
    p = cut_min_p(_top_p(cut_top_k(temperature_probs(logits, T), top_k), top_p), min_p)
    with np.errstate(divide="ignore"):
        return np.log(p)


def token_returned(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Returns the likeliest token instead of the distribution.

    makes: nothing listed
    """
    p = cut_min_p(_top_p(cut_top_k(temperature_probs(logits, T), top_k), top_p), min_p)
    return int(np.argmax(p))


def top_p_default_kept(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Always uses 0.9 for top-p if it is on.

    makes: nothing listed
    """
    p = cut_top_k(temperature_probs(logits, T), top_k)
    p = _top_p(p, 0.9 if top_p < 1 else 1.0)
    return cut_min_p(p, min_p)
