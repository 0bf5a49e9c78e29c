"""How well does a model predict a text? Log-probabilities, cross-entropy and perplexity."""

import numpy as np


def cross_entropy(logits, labels, reduction="mean"):
    """F.cross_entropy"""
    m = logits.max(axis=-1, keepdims=True)
    lse = m + np.log(np.exp(logits - m).sum(axis=-1, keepdims=True))
    loss = (lse - logits)[np.arange(len(labels)), labels]
    if reduction == "none":
        return loss
    return loss.mean()


def log_probs(logits: np.ndarray, ids: list[int]) -> tuple[np.ndarray, float, float]:
    """Return how well a model predicts a text."""
    labels = np.array(ids)
    # Shift so that tokens < n predict n
    shift_logits = logits[..., :-1, :]
    shift_labels = labels[..., 1:]
    # Flatten the tokens
    nll = cross_entropy(shift_logits, shift_labels, reduction="none")
    loss = nll.mean()
    ppl = np.exp(loss)
    return nll, float(loss), float(ppl)
