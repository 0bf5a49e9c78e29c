"""Any number of several options are right, and at least one is not."""

from collections.abc import Set
from dataclasses import replace
from typing import Literal

from grader.core.shapes import yaml_model
from grader.questions.answer_judgement import AnswerJudgement, UnreadableAnswerError
from grader.questions.kinds.options import Option, OptionQuestion
from grader.questions.letters import read_places
from grader.questions.question import Order


@yaml_model
class Multiple(OptionQuestion):
    """Any number of several options are right, and at least one is not."""

    LIST = "options"
    HINT = "Several may be right."
    HOW = "Type the letters of all right answers, such as a c. Each one that is wrong or missing costs a point."
    kind: Literal["multiple"]
    options: tuple[Option, ...]
    """At least three."""

    @property
    def max_score(self) -> int:
        return sum(option.is_right for option in self.options)

    @property
    def most_right(self) -> int:
        return len(self.options) - 1

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge some letters; the notes are in the order of the letters."""
        judged = self.judge({order[place] for place in read_choices(text, len(order))})
        return replace(judged, notes=tuple(sorted(judged.notes, key=lambda note: order.index(note.choice))))

    def judge(self, chosen: Set[int]) -> AnswerJudgement:
        """Judge the choice of several options: a point for each right one, less one for each wrong one, at least 0."""
        score = sum(1 if self.options[index].is_right else -1 for index in chosen)
        return AnswerJudgement(max(0, score), self.max_score, notes=self.notes(chosen))


def read_choices(text: str, count: int) -> frozenset[int]:
    """Return the places of all choices that a text names; raise UnreadableAnswerError if it names none."""
    places = read_places(text, count)
    if not places:
        raise UnreadableAnswerError("Type the letters of all that are right, such as a c.")
    return frozenset(places)


KIND = Multiple
