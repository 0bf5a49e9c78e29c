"""The kinds of answers to numeric questions."""

from __future__ import annotations

from enum import StrEnum


class AnswerKind(StrEnum):
    """The kind of an answer; the plural of a kind is an ordered list of such answers."""

    PROBABILITY = "probability"
    PROBABILITIES = "probabilities"
    SHARE = "share"
    NUMBER = "number"
    NUMBERS = "numbers"
    COUNT = "count"
    COUNTS = "counts"
    TOKEN = "token"
    TOKENS = "tokens"
    """A set of tokens: the order does not count."""
    PIECES = "pieces"
    """The pieces of a word, from left to right."""

    @property
    def of_one(self) -> AnswerKind:
        """Return the kind of a single entry of a list of numbers."""
        return _SINGULAR.get(self, self)

    @property
    def is_list(self) -> bool:
        """True if the answer is a list."""
        return self in _SINGULAR or self in (AnswerKind.TOKENS, AnswerKind.PIECES)

    @property
    def is_text(self) -> bool:
        """True if the answer consists of words, not numbers."""
        return self in (AnswerKind.TOKEN, AnswerKind.TOKENS, AnswerKind.PIECES)

    @property
    def is_exact(self) -> bool:
        """True if there is nothing to round."""
        return self.is_text or self.of_one is AnswerKind.COUNT

    @property
    def is_part_of_one(self) -> bool:
        """True if every value lies between 0 and 1."""
        return self.of_one in (AnswerKind.PROBABILITY, AnswerKind.SHARE)


_SINGULAR = {
    AnswerKind.PROBABILITIES: AnswerKind.PROBABILITY,
    AnswerKind.NUMBERS: AnswerKind.NUMBER,
    AnswerKind.COUNTS: AnswerKind.COUNT,
}
