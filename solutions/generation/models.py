"""Wrap a model: mask and bend its logits, tell what it is fed, or make it compute the whole text in every pass."""

from collections.abc import Callable
from typing import Any

import numpy as np

Shape = Callable[[np.ndarray, list[int]], np.ndarray]
"""Makes the logits (V,) to choose from, given the model's and the tokens generated before."""


class ShapedModel:
    """A model whose logits are masked and bent, so that a loop that knows of no such settings obeys them.

    Args:
        model: `model.new_cache()` and `model(ids, cache)`, as the exercises describe it.
        prompt_tokens: how many ids of each text are the prompt's.
        shapes: applied to each row one after the other.
        called: told the whole text, the new ids included, before each pass.

    Attributes:
        made: by position, the model's own logits and those after each shape; only if `is_noted`.
        passes: how many there have been.
    """

    def __init__(
        self,
        model: Any,
        prompt_tokens: int,
        shapes: list[Shape],
        called: Callable[[list[int]], None],
        *,
        is_noted: bool,
    ) -> None:
        self._model, self._prompt_tokens, self._shapes, self._called = model, prompt_tokens, shapes, called
        self._is_noted = is_noted
        self._texts: dict[int, tuple[Any, list[int]]] = {}
        self.made: dict[int, list[np.ndarray]] = {}
        self.passes = 0

    def new_cache(self) -> Any:
        """Return an empty cache."""
        cache = self._model.new_cache()
        self._texts[id(cache)] = (cache, [])  # with the cache, so that no later one gets its id
        return cache

    def __call__(self, ids: list[int], cache: Any) -> np.ndarray:
        """Return the logits after each of the new ids, (T, V), and add the ids to the cache."""
        return self._pass(ids, cache, 0)

    def whole(self, ids: list[int]) -> np.ndarray:
        """Return the logits after each id of a whole text, (T, V); only the last row is shaped."""
        self._texts.clear()
        return self._pass(ids, self.new_cache(), len(ids) - 1)

    def _pass(self, ids: list[int], cache: Any, first_shaped: int) -> np.ndarray:
        ids = [int(token) for token in ids]  # a loop may hand over numpy's integers
        text = self._texts[id(cache)][1]
        del text[int(cache.length) :]
        known = len(text)
        text += ids
        self._called(text)
        self.passes += 1
        rows = self._model(ids, cache)
        if not (self._shapes or self._is_noted):
            return rows
        rows = np.array(rows)
        for place in range(max(known + first_shaped, self._prompt_tokens - 1), len(text)):
            made = [rows[place - known].copy()]
            for shape in self._shapes:
                made.append(shape(made[-1], text[self._prompt_tokens : place + 1]))
            rows[place - known] = made[-1]
            if self._is_noted:
                self.made[place] = made
        return rows


class TextCache:
    """The state of a model without a cache: the ids of the text."""

    def __init__(self) -> None:
        self.ids: list[int] = []

    @property
    def length(self) -> int:
        """How many positions the text has."""
        return len(self.ids)

    def truncate(self, n: int) -> None:
        """Forget everything but the first n positions.

        Raises:
            ValueError: n is negative, or larger than the length.
        """
        if not 0 <= n <= len(self.ids):
            raise ValueError(f"cannot keep {n} positions of {len(self.ids)}")
        del self.ids[n:]


class UncachedModel:
    """A model that computes all positions of the text anew in every pass."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def new_cache(self) -> TextCache:
        """Return an empty text."""
        return TextCache()

    def __call__(self, ids: list[int], cache: TextCache) -> np.ndarray:
        """Return the logits after each of the new ids, (T, V), and add the ids to the text."""
        cache.ids += ids
        rows: np.ndarray = self._model(cache.ids, self._model.new_cache())
        return rows[-len(ids) :]


class Rounds:
    """Tell which ids of a text are certain, from the passes of a target and its draft.

    The first pass after one of the target's sees certain ids only: what follows them has still to be drafted.
    """

    def __init__(self, certain: Callable[[list[int]], None]) -> None:
        self._certain = certain
        self._is_new = True
        self._known = 0
        self.drafted: list[int] = []
        """The ids that the newest round has drafted."""

    def draft_called(self, text: list[int]) -> None:
        """Note a pass of the draft."""
        self._begin(text)

    def target_called(self, text: list[int]) -> None:
        """Note a pass of the target."""
        self._begin(text)
        self.drafted = text[self._known :]
        self._is_new = True

    def _begin(self, text: list[int]) -> None:
        if self._is_new:
            self._certain(text)
            self._known, self._is_new = len(text), False
