"""A statement that is true or false, and why."""

import re
from typing import Literal

from grader.core.shapes import yaml_model
from grader.questions.answer_judgement import AnswerJudgement, UnreadableAnswerError
from grader.questions.kinds.options import Option, OptionQuestion
from grader.questions.letters import SPLIT, read_choice
from grader.questions.lms_item import LmsChoice, LmsItem
from grader.questions.question import Order

_VERDICTS = {"t": True, "true": True, "yes": True, "f": False, "false": False, "no": False}


@yaml_model
class TrueFalse(OptionQuestion):
    """A statement that is true or false, and why."""

    LIST, MOST = "whys", 2
    MOST_CHOICES = 5  # a sixth reason would have the letter f, which means false
    LEAD = "True or false, and why?"
    HOW = "Type true or false, and the letter of the reason, such as false b or f b."
    kind: Literal["true_false"]
    is_true: bool
    """True if the statement holds."""
    whys: tuple[Option, ...]
    """At least three reasons, one of them right."""

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge a verdict and a letter."""
        is_true, why = read_verdict(text, len(order))
        return self.judge(order[why], is_true=is_true)

    def judge(self, why: int, *, is_true: bool) -> AnswerJudgement:
        """Judge a verdict and a reason: a point for the verdict, and one more if the reason for it is right, too."""
        is_verdict_right = is_true == self.is_true
        score = is_verdict_right + (is_verdict_right and self.whys[why].is_right)
        remark = "The statement is true." if self.is_true else "The statement is false."
        return AnswerJudgement(score, self.max_score, remark, self.notes({why}))

    def lms_item(self, order: Order) -> LmsItem:
        """Return each verdict with each reason as one choice: half for the verdict, all if the reason is right, too."""
        choices = [
            LmsChoice(f"{'true' if verdict else 'false'}: {why.text}", (1 + why.is_right) / 2 * is_right, why.words)
            for verdict, is_right in ((True, self.is_true), (False, not self.is_true))
            for why in (self.whys[index] for index in order)
        ]
        return LmsItem(tuple(choices), lead=self.LEAD)

    def key(self, order: Order) -> str:
        """Return the verdict and the letter of the right reason."""
        return f"{'true' if self.is_true else 'false'} {super().key(order)}"


def read_verdict(text: str, count: int) -> tuple[bool, int]:
    """Return the verdict and the place of the reason in a text; raise UnreadableAnswerError if one of them is missing."""
    first, *rest = [word for word in SPLIT.split(text.lower()) if word] or [""]
    if short := re.fullmatch(r"([tf])([a-e1-9])", first):
        first, rest = short[1], [short[2], *rest]
    if first not in _VERDICTS or not rest:
        raise UnreadableAnswerError("Type true or false and the letter of the reason, such as false b.")
    return _VERDICTS[first], read_choice(" ".join(rest), count)


KIND = TrueFalse
