"""Random arguments: how each kind that YAML can name is drawn, and how small ones look.

`draw(rng, size)` gives a value for a vocabulary of `size` tokens; `simple(rng, size)` gives one that a
person can compute with, for showing the smallest call that fails.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeVar, get_args

import numpy as np

from grader.core.call import Array, Value
from grader.core.shapes import number_field, yaml_model

T = TypeVar("T")


class Rng(np.random.Generator):
    """numpy's generator, with the methods that the `rng` of drawn questions has, too."""

    def integer(self, low: int, high: int) -> int:
        """Draw a whole number from `low` to `high`, both included."""
        return int(self.integers(low, high + 1))

    def sample(self, items: Sequence[T], size: int) -> list[T]:
        return [items[int(place)] for place in self.permutation(len(items))[:size]]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        return self.sample(items, len(items))


@yaml_model
class Logits:
    """A vector of logits, float64 of shape (size,)."""

    kind: Literal["logits"]
    scale: float = number_field(0, default=3.0)
    """Standard deviation of the logits."""
    limit: float = number_field(0, default=50.0)
    """No logit is further from 0 than this."""
    ties: float = number_field(0, 1, default=0.2)
    """Share of vectors in which some logits are equal."""
    banned: float = number_field(0, 1, default=0.0)
    """Share of vectors in which some logits, never all, are -inf."""
    whole: float = number_field(0, 1, default=0.1)
    """Share of vectors of whole numbers."""

    def draw(self, rng: Rng, size: int) -> Value:
        """Draw a vector of logits."""
        logits = rng.normal(0.0, self.scale, size)
        logits = np.minimum(np.maximum(logits, -self.limit), self.limit)  # what np.clip does, in a third of the time
        if rng.random() < self.whole:
            logits = np.round(logits)
        return _banned(rng, _tied(rng, logits, self.ties), self.banned)

    def simple(self, rng: Rng, size: int) -> Value:
        """Draw small whole logits."""
        logits = rng.integers(-3, 4, size).astype(np.float64)
        return _banned(rng, logits, self.banned)


@yaml_model
class Vector(Logits):
    """A vector of numbers, float64 of shape (size,); drawn as `logits` are."""

    kind: Literal["vector"]  # type: ignore[assignment]  # another name of the same kind


@yaml_model
class Probabilities:
    """A probability distribution, float64 of shape (size,), summing to 1."""

    kind: Literal["probabilities"]
    concentration: float = number_field(0, default=0.7)
    """Parameter of the Dirichlet distribution it is drawn from: small is peaked, large is flat."""
    ties: float = number_field(0, 1, default=0.2)
    """Share of vectors in which some probabilities are equal."""
    zeros: float = number_field(0, 1, default=0.0)
    """Share of vectors in which some probabilities, never all, are 0."""

    def draw(self, rng: Rng, size: int) -> Value:
        weights = _tied(rng, rng.gamma(self.concentration, 1.0, size) + 1e-9, self.ties)
        weights = _banned(rng, weights, self.zeros, 0.0)
        return weights / weights.sum()

    def simple(self, rng: Rng, size: int) -> Value:
        """Draw a distribution in tenths, twentieths or hundredths."""
        total = 10 if size <= 5 else 20 if size <= 10 else 100
        parts = 1 + rng.multinomial(total - size, np.full(size, 1 / size)) if size < total else np.ones(size)
        parts = _banned(rng, parts, self.zeros, 0)
        return parts / parts.sum()


@yaml_model
class Number:
    """A number with decimals between two bounds."""

    kind: Literal["number"]
    low: float
    """The smallest value."""
    high: float
    """The largest value."""
    simple_values: tuple[float, ...] = (0.5, 1.0, 2.0)
    """Values that are easy to compute with; those within the bounds are used to show small calls."""

    def draw(self, rng: Rng, size: int) -> Value:
        return float(rng.uniform(self.low, self.high))

    def simple(self, rng: Rng, size: int) -> Value:
        """Draw one of the simple values."""
        inside = [value for value in self.simple_values if self.low <= value <= self.high]
        return float(rng.choice(inside)) if inside else self.draw(rng, size)


@yaml_model
class Integer:
    """A whole number between two bounds, the upper one relative to the size if wanted."""

    kind: Literal["integer"]
    low: int = 0
    """The smallest value."""
    high: int | None = None
    """The largest value."""
    beyond_size: int | None = None
    """The largest value, counted from the size: 2 means size + 2."""

    def draw(self, rng: Rng, size: int) -> Value:
        """Draw a whole number."""
        high = self.high if self.high is not None else size + (self.beyond_size or 0)
        return int(rng.integers(self.low, max(self.low, high) + 1))

    simple = draw


@yaml_model
class Choice:
    """One of the values listed."""

    kind: Literal["choice"]
    values: tuple[Value, ...]
    """The values to choose from."""

    def draw(self, rng: Rng, size: int) -> Value:
        return self.values[int(rng.integers(len(self.values)))]

    simple = draw


@yaml_model
class Ids:
    """A list of whole numbers from 0 on, all below the size; repeats allowed."""

    kind: Literal["ids"]
    least: int = number_field(0, default=0)
    """The smallest number of ids."""
    most: int = number_field(0, default=12)
    """The largest number of ids."""

    def draw(self, rng: Rng, size: int) -> Value:
        return [int(token) for token in rng.integers(0, size, int(rng.integers(self.least, self.most + 1)))]

    def simple(self, rng: Rng, size: int) -> Value:
        return replace(self, most=min(self.most, max(self.least, 2))).draw(rng, size)


Input = Vector | Logits | Probabilities | Number | Integer | Choice | Ids
KINDS: dict[str, type] = {kind.__name__.lower(): kind for kind in get_args(Input)}


def _tied(rng: Rng, values: Array, share: float) -> Array:
    """Make some values equal in the given share of vectors."""
    size = len(values)
    if size > 1 and rng.random() < share:
        chosen = rng.choice(size, int(rng.integers(2, size + 1)), replace=False)
        values = values.copy()
        values[chosen] = values[chosen[0]]
    return values


def _banned(rng: Rng, values: Array, share: float, banned: float = -np.inf) -> Array:
    """Set some values, never all, to `banned` in the given share of vectors."""
    size = len(values)
    if size > 1 and rng.random() < share:
        values = values.copy()
        values[rng.choice(size, int(rng.integers(1, size)), replace=False)] = banned
    return values
