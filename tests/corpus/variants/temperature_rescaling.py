"""Right ways to write the temperature dial; the grader must accept every one of them."""

import math

import numpy as np


def variant_divide_then_shift(logits, T):
    """Divide first and subtract the largest afterwards."""
    if not (np.isfinite(T) and T >= 0):
        raise ValueError("bad temperature")
    if T == 0:
        return np.eye(len(logits))[np.argmax(logits)]
    z = logits / T
    e = np.exp(z - z.max())
    return e / e.sum()


def variant_plain_loop(logits, T):
    """Use Python lists and math.exp only."""
    if T < 0 or math.isnan(T) or math.isinf(T):
        raise ValueError(f"T = {T}")
    scores = [float(z) for z in logits]
    best = max(scores)
    if T == 0:
        winner = scores.index(best)
        return [1.0 if i == winner else 0.0 for i in range(len(scores))]
    exps = [math.exp((z - best) / T) for z in scores]
    total = math.fsum(exps)
    return [e / total for e in exps]


def variant_whole_number_one_hot(logits, T):
    """Give whole numbers back at T = 0."""
    if not 0 <= T < math.inf:
        raise ValueError
    if T == 0:
        return (np.arange(len(logits)) == int(np.argmax(logits))).astype(int)
    e = np.exp((logits - np.max(logits)) / T)
    return e / e.sum()


def variant_float32(logits, T):
    """Compute in float32."""
    if not np.isfinite(T) or T < 0:
        raise ValueError("temperature")
    z = logits.astype(np.float32)
    if T == 0:
        p = np.zeros(len(z), dtype=np.float32)
        p[z.argmax()] = 1
        return p
    z = (z - z.max()) / np.float32(T)
    e = np.exp(z)
    return e / e.sum()


def variant_powers_of_probabilities(logits, T):
    """Take softmax first, then powers 1 / T of the ratios to the best, then share out."""
    if math.isnan(T) or not 0 <= T <= 1e308:
        raise ValueError("temperature out of range")
    if T == 0:
        one_hot = [0] * len(logits)
        one_hot[int(np.argmax(logits))] = 1
        return one_hot
    e = np.exp(logits - logits.max())
    p = e / e.sum()
    powers = (p / p.max()) ** (1 / T)
    return powers / powers.sum()


def variant_log_sum_exp(logits, T):
    """Take the exponential of the log-probabilities."""
    if math.isnan(T) or not 0 <= T <= 1e300:
        raise ValueError(T)
    if T == 0:
        return np.where(np.arange(len(logits)) == logits.argmax(), 1.0, 0.0)
    z = logits / T
    largest = z.max()
    return np.exp(z - (largest + np.log(np.exp(z - largest).sum())))


def variant_logaddexp(logits, T):
    """Let numpy add exponentials in log space, with a generator of indices for T = 0."""
    if T < 0 or not np.isfinite(T):
        raise ValueError("no such temperature")
    if T == 0:
        best = max(range(len(logits)), key=lambda i: logits[i])
        return tuple(float(i == best) for i in range(len(logits)))
    z = logits / T
    return np.exp(z - np.logaddexp.reduce(z))


def variant_differences(logits, T):
    """Write each probability as one over a sum; exponentials that are too large count as infinity."""
    if not np.isfinite(T) or T < 0:
        raise ValueError
    if T == 0:
        p = np.zeros_like(logits)
        p[np.flatnonzero(logits == logits.max())[0]] = 1
        return p
    result = []
    with np.errstate(over="ignore"):
        for z in logits:
            result.append(0.0 if z == -np.inf else 1 / np.exp((logits - z) / T).sum())
    return np.array(result)


def variant_inverse_temperature(logits, T):
    """Multiply by beta = 1 / T, and rely on sorted order for T = 0."""
    if not (T >= 0 and np.isfinite(T)):
        raise ValueError("T must be finite and not negative")
    if T == 0:
        p = np.zeros(logits.shape)
        p[np.argsort(-logits, kind="stable")[0]] = 1.0
        return p
    beta = 1.0 / T
    w = np.exp(beta * (logits - logits.max()))
    return np.divide(w, w.sum())


def variant_recursion(logits, T):
    """Lean on itself: shift once, then call again."""
    if T < 0 or T in (math.inf,) or math.isnan(T):
        raise ValueError("T")
    top = logits.max()
    if T == 0:
        return np.eye(1, len(logits), int(logits.argmax()))[0]
    if top != 0:
        return variant_recursion(logits - top, T)
    e = np.exp(logits / T)
    return e * (1 / e.sum())


def variant_only_finite_ones(logits, T):
    """Skip the banned tokens and write the others into zeros."""
    if not np.isfinite(T):
        raise ValueError("nan or infinity")
    if T < 0:
        raise ValueError("negative")
    p = np.zeros(len(logits))
    if T == 0:
        p[logits.argmax()] = 1.0
        return p
    allowed = np.isfinite(logits)
    z = logits[allowed]
    e = np.exp((z - z.max()) / T)
    p[allowed] = e / e.sum()
    return p


class _BadTemperatureError(ValueError):
    pass


def variant_own_exception(logits, T):
    """Raise an exception derived from ValueError; use powers of 2."""
    if not 0 <= T < float("inf"):
        raise _BadTemperatureError(T)
    if T == 0:
        return [int(i == np.argmax(logits)) for i in range(len(logits))]
    w = np.exp2((logits - logits.max()) / T / np.log(2))
    return (w / w.sum()).tolist()
