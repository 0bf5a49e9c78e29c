"""The kinds of answers that can be asked for."""

from __future__ import annotations

from enum import StrEnum


class AnswerKind(StrEnum):
    """What an answer is; the plural of a kind is a list of such answers, in order."""

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
    """What a word is cut into, from left to right."""

    @property
    def of_one(self) -> AnswerKind:
        """Return the kind of a single entry of a list of numbers."""
        return _SINGULAR.get(self, self)

    @property
    def is_list(self) -> bool:
        """Say whether several answers are asked for at once."""
        return self in _SINGULAR or self in (AnswerKind.TOKENS, AnswerKind.PIECES)

    @property
    def is_text(self) -> bool:
        """Say whether the answer is made of words and not of numbers."""
        return self in (AnswerKind.TOKEN, AnswerKind.TOKENS, AnswerKind.PIECES)

    @property
    def is_exact(self) -> bool:
        """Say whether there is nothing to round."""
        return self.is_text or self.of_one is AnswerKind.COUNT

    @property
    def is_part_of_one(self) -> bool:
        """Say whether every value lies between 0 and 1."""
        return self.of_one in (AnswerKind.PROBABILITY, AnswerKind.SHARE)


_SINGULAR = {
    AnswerKind.PROBABILITIES: AnswerKind.PROBABILITY,
    AnswerKind.NUMBERS: AnswerKind.NUMBER,
    AnswerKind.COUNTS: AnswerKind.COUNT,
}
