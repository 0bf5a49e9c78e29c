"""One of several options is right."""

from typing import Literal

from grader.core.shapes import yaml_model
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.kinds.options import Option, OptionQuestion
from grader.questions.letters import read_choice
from grader.questions.question import Order


@yaml_model
class Single(OptionQuestion):
    """One of several options is right."""

    LIST = "options"
    HOW = "Type the letter of the right answer, from a to {last}."
    kind: Literal["single"]
    options: tuple[Option, ...]
    """At least three, one of them right."""

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        return self.judge(order[read_choice(text, len(order))])

    def judge(self, chosen: int) -> AnswerJudgement:
        """Judge the choice of one option: all or nothing."""
        return AnswerJudgement(int(self.options[chosen].is_right), self.max_score, notes=self.notes({chosen}))


KIND = Single
