"""The toy model, and ways to pick that are easy to follow by hand."""

import numpy as np

VOCABULARY = 7


def toy_model():
    """Make a model whose favorite after some ids is their sum, modulo 7; other tokens score the lower the farther."""

    def model(ids):
        """Return (T, 7) logits; row t depends on the ids 0 to t."""
        favourites = np.cumsum([int(token) for token in np.ravel(ids)]) % VOCABULARY  # (T,)
        return 1.7 - 0.3 * np.abs(np.arange(VOCABULARY) - favourites[:, None])

    return model


def greedy():
    """Make a way to pick that takes the largest logit."""

    def pick(logits):
        """Return the id of the largest logit."""
        return int(np.argmax(logits))

    return pick


def script_of_five():
    """Make a way to pick that reads from a list, whatever the logits are; 5 is the end of the text."""
    return _script([4, 0, 0, 6, 2])


def script_with_end():
    """Make a way to pick that reads from a list with the end of the text in it."""
    return _script([1, 6, 5, 2, 2])


def _script(ids):
    left = iter(ids)

    def pick(logits):
        """Return the next id of the list, and 3 when there is none left."""
        return next(left, 3)

    return pick
