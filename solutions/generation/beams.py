"""Let a beam search write: what the model is to it, and when a text is whole."""

from typing import Any

import numpy as np

from ..scores.softmax_stable import softmax


class BeamModel:
    """The probabilities of the next token after a prompt and any tokens, from one cache.

    From one call to the next the cache keeps the positions that both texts begin with.

    Args:
        model: `model.new_cache()` and `model(ids, cache)`, as the exercises describe it.
        prompt: the ids of the prompt, one or more.
    """

    def __init__(self, model: Any, prompt: list[int]) -> None:
        self._model, self._prompt = model, prompt
        self._cache = model.new_cache()
        self._text: list[int] = []

    def __call__(self, tokens: tuple[int, ...]) -> np.ndarray:
        """Return the probabilities (V,) of the token after the prompt and these tokens."""
        text = [*self._prompt, *map(int, tokens)]
        pairs = zip(text, self._text, strict=False)
        same = next((n for n, (new, old) in enumerate(pairs) if new != old), min(len(text), len(self._text)))
        known = min(same, len(text) - 1)  # the last token is fed in any case, for its logits
        self._cache.truncate(known)
        rows = self._model(text[known:], self._cache)
        self._text = text
        probabilities: np.ndarray = softmax(np.asarray(rows[-1], dtype=float))
        return probabilities


def is_whole(ids: list[int], most: int, eos: int) -> bool:
    """True if tokens end with the first eos, or else with the last token that may be written."""
    end = ids.index(eos) + 1 if eos in ids else most
    return len(ids) == end <= most
