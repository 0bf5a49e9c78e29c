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


def tiny_temperature_for_zero(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Takes a tiny temperature where it is 0, so that nothing is divided by it.

    makes: zero_temperature_shares_ties
    """
    p = temperature_probs(logits, max(T, 1e-8))
    if T == 0:
        return p
    p = cut_top_k(p, top_k)
    p = _share(_top_p(p, top_p))
    return cut_min_p(p, min_p)


def all_masks_at_once(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Works out all masks on the same probabilities and shares out once.

    makes: top_p_before_sharing_out
    """
    p = temperature_probs(logits, T)
    mask = np.ones(len(p), dtype=bool)
    if top_k:
        mask &= cut_top_k(p + 1e-300, top_k) > 0
    keep = np.zeros(len(p), dtype=bool)
    keep[nucleus(p, top_p)] = True
    mask &= keep
    mask &= p >= min_p * p.max()
    out = np.where(mask, p, 0)
    return out / out.sum()


def a_little_for_everybody(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Adds 1e-4 to each probability at the end, so that no logarithm fails later.

    makes: nothing listed
    """
    p = cut_top_k(temperature_probs(logits, T), top_k)
    kept = np.zeros(len(p))
    for i in nucleus(p, top_p):
        kept[i] = p[i]
    p = cut_min_p(kept / kept.sum(), min_p) + 1e-4
    return p / p.sum()


def filters_without_temperature(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Uses T only to see whether it is 0.

    makes: temperature_ignored
    """
    p = temperature_probs(logits, 0.0 if T == 0 else 1.0)
    p = cut_top_k(p, top_k)
    return cut_min_p(_top_p(p, top_p), min_p)


def either_top_k_or_top_p(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Chooses between top-k and top-p, and applies min-p in any case.

    makes: top_p_ignored_with_top_k
    """
    p = temperature_probs(logits, T)
    if top_k > 0:
        p = cut_top_k(p, top_k)
    elif top_p < 1:
        p = _top_p(p, top_p)
    return cut_min_p(p, min_p)


def softmax_once_more(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Takes a softmax of what the filters have left, to make it add up to 1.

    makes: softmax_at_the_end
    """
    p = cut_top_k(temperature_probs(logits, T), top_k)
    p = cut_min_p(_top_p(p, top_p), min_p)
    e = np.exp(p - p.max())
    return e / e.sum()


def zero_divided(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Divides by T with numpy, whatever it is.

    makes: zero_temperature_divides
    """
    with np.errstate(all="ignore"):
        z = np.asarray(logits) / np.float64(T)
        e = np.exp(z - z.max())
        p = e / e.sum()
    if np.isnan(p).any():
        return p
    p = cut_top_k(p, top_k)
    return cut_min_p(_top_p(p, top_p), min_p)


def t_never_used(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Has a parameter T and no line that uses it.

    makes: temperature_ignored
    """
    p = np.exp(logits - logits.max())
    p = p / p.sum()
    if top_k > 0:
        order = np.argsort(-p, kind="stable")
        p[order[top_k:]] = 0
        p = p / p.sum()
    if top_p < 1:
        order = np.argsort(-p, kind="stable")
        total = 0
        for n, i in enumerate(order):
            total += p[i]
            if total >= top_p:
                p[order[n + 1 :]] = 0
                break
        p = p / p.sum()
    if min_p > 0:
        p[p < min_p * p.max()] = 0
        p = p / p.sum()
    return p


def no_case_for_zero(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Divides by T in every case.

    makes: zero_temperature_divides
    """
    z = logits / T
    e = np.exp(z - np.max(z))
    p = e / e.sum()
    if top_k:
        keep = np.argsort(-p, kind="stable")[:top_k]
        cut = np.zeros_like(p)
        cut[keep] = p[keep]
        p = cut / cut.sum()
    if top_p < 1:
        order = np.argsort(-p, kind="stable")
        n = int(np.searchsorted(np.cumsum(p[order]), top_p)) + 1
        cut = np.zeros_like(p)
        cut[order[:n]] = p[order[:n]]
        p = cut / cut.sum()
    if min_p > 0:
        p = np.where(p >= min_p * p.max(), p, 0)
        p = p / p.sum()
    return p


def temperature_last(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Filters at temperature 1 and sharpens what is left afterwards.

    makes: temperature_last
    """
    from min_p import min_p as far
    from nucleus_membership import nucleus
    from softmax_stable import softmax
    from temperature_rescaling import temperature_probs
    from top_3_renormalisation import top_k as best
    p = far(best(softmax(logits), top_k), 0.0)
    inside = nucleus(p, top_p)
    q = np.zeros(len(p))
    q[inside] = p[inside]
    q = far(q / q.sum(), min_p)
    return temperature_probs(np.where(q > 0, logits, -np.inf), T)


def minp_before_topp(logits, T=1.0, top_k=0, top_p=1.0, min_p=0.0):
    """Min-p comes before top-p.

    makes: min_p_before_top_p
    """
    from min_p import min_p as relative
    from nucleus_membership import nucleus
    from temperature_rescaling import temperature_probs
    from top_3_renormalisation import top_k as keep

    def cut(p, share):
        q = np.zeros_like(p)
        for i in nucleus(p, share):
            q[i] = p[i]
        return q / q.sum()

    p = temperature_probs(logits, T)
    for filter_, setting in ((keep, top_k), (relative, min_p), (cut, top_p)):
        p = filter_(p, setting)
    return p
