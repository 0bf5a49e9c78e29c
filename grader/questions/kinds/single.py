"""One of several options is right."""

from typing import Literal

from grader.core.shapes import yaml_model
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.kinds.options import Option, OptionQuestion, form
from grader.questions.letters import read_choice
from grader.questions.question import Order, PageForm

_MARKER = """(article) => {
      const chosen = article.querySelector("[name=choice]:checked");
      if (!chosen) return { missing: "Choose an answer first." };
      const note = noteFor(article, chosen.value);
      return { score: "right" in note.dataset ? 1 : 0, notes: [note, ...unchosen(article, [note])] };
    }"""


@yaml_model
class Single(OptionQuestion):
    """One of several options is right."""

    LIST = "options"
    HOW = "Type the letter of the right answer, from a to {last}."
    PAGE = PageForm(form("radio"), _MARKER)
    kind: Literal["single"]
    options: tuple[Option, ...]
    """At least three, one of them right."""

    def mark(self, text: str, order: Order) -> AnswerJudgement:
        """Judge a letter."""
        return self.judge(order[read_choice(text, len(order))])

    def judge(self, chosen: int) -> AnswerJudgement:
        """Judge the choice of one option: all or nothing."""
        return AnswerJudgement(int(self.options[chosen].is_right), self.max_score, notes=self.notes({chosen}))


KIND = Single
