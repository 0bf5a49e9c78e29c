"""Right ways to write the frequency and presence penalties; the grader must accept every one of them."""

from collections import Counter, defaultdict

import numpy as np


def variant_counter(logits, prompt, generated, alpha_f, alpha_p):
    """Count with a Counter and change a copy."""
    z = logits.copy()
    for token, count in Counter(generated).items():
        z[token] -= alpha_f * count + alpha_p
    return z


def variant_two_loops(logits, prompt, generated, alpha_f, alpha_p):
    """Take alpha_f off at every step and alpha_p once for each of the set."""
    z = [float(each) for each in logits]
    for token in generated:
        z[token] -= alpha_f
    for token in set(generated):
        z[token] -= alpha_p
    return z


def variant_list_count(logits, prompt, generated, alpha_f, alpha_p):
    """Ask the list how often it holds each id."""
    return [
        z - alpha_f * generated.count(i) - (alpha_p if i in generated else 0) for i, z in enumerate(logits.tolist())
    ]


def variant_add_at(logits, prompt, generated, alpha_f, alpha_p):
    """Let numpy add up repeated indices."""
    counts = np.zeros(len(logits))
    np.add.at(counts, np.array(generated, dtype=int), 1)
    return logits - (alpha_f * counts + alpha_p * np.minimum(counts, 1))


def variant_unique(logits, prompt, generated, alpha_f, alpha_p):
    """Use np.unique with its counts."""
    result = np.array(logits, dtype=float)
    ids, counts = np.unique(np.array(generated, dtype=int), return_counts=True)
    result[ids] = result[ids] - alpha_f * counts - alpha_p
    return result


def variant_one_hot_table(logits, prompt, generated, alpha_f, alpha_p):
    """Compare all ids with all positions in a table."""
    table = np.arange(len(logits))[:, None] == np.array(generated, dtype=int)[None, :]  # (V, n)
    return logits - alpha_f * table.sum(axis=1) - np.where(table.any(axis=1), alpha_p, 0.0)


def variant_first_time_flag(logits, prompt, generated, alpha_f, alpha_p):
    """Walk through the answer once and notice what comes for the first time."""
    z, has_come = np.copy(logits), defaultdict(bool)
    for token in generated:
        if not has_come[token]:
            has_come[token] = True
            z[token] = z[token] - alpha_p
        z[token] = z[token] - alpha_f
    return tuple(z)


def variant_float32(logits, prompt, generated, alpha_f, alpha_p):
    """Compute in float32."""
    counts = np.bincount(np.array(generated, dtype=int), minlength=len(logits)).astype(np.float32)
    penalty = np.float32(alpha_f) * counts + np.float32(alpha_p) * np.sign(counts)
    return logits.astype(np.float32) - penalty
