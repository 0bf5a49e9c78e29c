"""The judgement of an answer, the same for numbers, quizzes and worksheets."""

from collections.abc import Sequence
from dataclasses import dataclass

from grader.core.result import NamedMistake

VERDICTS = ("Right.", "That is not right.")
"""First sentences of a message that say no more than the score."""


class UnreadableAnswerError(Exception):
    """A text that cannot be an answer, so that it does not count as a try; the message says what to write."""


def listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


@dataclass(frozen=True)
class Note:
    """A comment on one choice, which was made or should have been.

    `choice` is its place in the file, counted from 0: of an option, a reason, a step or the left part of a pair.
    """

    choice: int
    words: str
    is_right: bool


@dataclass(frozen=True)
class AnswerJudgement:
    """The points of an answer, and the comments on it."""

    score: int
    max_score: int
    message: str = ""
    notes: tuple[Note, ...] = ()
    mistakes: tuple[NamedMistake, ...] = ()
    """Typical mistakes that lead to this answer: several if they lead to the same, or if each explains a part."""

    @property
    def is_right(self) -> bool:
        return self.score == self.max_score

    @property
    def remark(self) -> str:
        """Return the message without the verdict that the score already gives."""
        verdict = next(filter(self.message.startswith, VERDICTS), "")
        return self.message.removeprefix(verdict).strip()
