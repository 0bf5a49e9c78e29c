"""A toy model that is easy to follow by hand."""

import numpy as np

VOCABULARY = 7


def toy_model():
    """Make a model whose favorite after some ids is their sum, modulo 7; other tokens score the lower the farther."""

    def model(ids):
        """Return (T, 7) logits; row t depends on the ids 0 to t."""
        favourites = np.cumsum([int(token) for token in np.ravel(ids)]) % VOCABULARY  # (T,)
        return 1.7 - 0.3 * np.abs(np.arange(VOCABULARY) - favourites[:, None])

    return model
