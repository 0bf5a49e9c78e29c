import numpy as np


def log_probs(logits, ids):
    # shift_logits = logits[..., :-1, :]; shift_labels = labels[..., 1:], as in Transformers
    z = logits[:-1]
    labels = np.array(ids[1:])
    log_sum = np.log(np.exp(z - z.max()).sum(axis=-1)) + z.max()
    lp = z[np.arange(len(labels)), labels] - log_sum
    loss = -lp.mean()
    return lp, float(loss), float(2**loss)
