import numpy as np


def log_probs(logits, ids):
    """perplexity as in the HF docs: shift so that tokens < n predict n"""
    shift_logits = np.asarray(logits)[..., :-1, :]
    shift_labels = np.asarray(ids)[..., 1:]
    m = shift_logits.max(-1, keepdims=True)
    lse = m[:, 0] + np.log(np.exp(shift_logits - m).sum(-1))
    # loss_fct = CrossEntropyLoss(reduction="none")
    loss = lse - shift_logits[np.arange(len(shift_labels)), shift_labels]
    neg_log_likelihood = loss.mean()
    return loss, float(neg_log_likelihood), float(np.exp(neg_log_likelihood))
