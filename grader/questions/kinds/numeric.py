"""A number, or several, to be worked out, with numbers that are drawn; `grader/questions/numeric` judges it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from grader.core.shapes import yaml_model
from grader.course.course import SolutionError, Solutions
from grader.files.strict_yaml import unknown
from grader.files.yaml_load import FieldProblem
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.lms_item import LmsItem
from grader.questions.numeric import judge, lms
from grader.questions.numeric.judge import PageData
from grader.questions.numeric.parse import AnswerKind
from grader.questions.numeric.question import Numbers, NumericQuestion, drawn, load_question, question_names
from grader.questions.numeric.rng import Draws
from grader.questions.question import Instance, NumberSource, Order, QuizQuestion, filled, shown

MAX_STEPS = 20
"""The maximum number of steps that a key shows."""


@yaml_model
class Numeric(QuizQuestion):
    """A number, or several, to be worked out; solutions/numeric/ draws the numbers and knows the answer."""

    MOST = 2  # the right method, rounded too early, gets one
    FORM = "numeric"
    kind: Literal["numeric"]
    name: str
    """The question in solutions/numeric/ that draws the numbers and knows the answer."""
    numbers: dict[str, object] = field(default_factory=dict)
    """Fixed numbers instead of drawn ones."""

    def problems(self, solutions: Solutions) -> Iterator[FieldProblem]:
        """Yield a question that is not there, and fixed numbers that it does not draw, or cannot compute with."""
        names = question_names(solutions)
        if self.name not in names:
            yield FieldProblem(("name",), unknown("numeric question", self.name, names))
        elif self.numbers:
            yield from self._number_problems(load_question(solutions, self.name))

    def _number_problems(self, numeric: NumericQuestion) -> Iterator[FieldProblem]:
        sample = _sample(numeric)
        for name in self.numbers:
            if name not in sample:
                yield FieldProblem(("numbers", name), unknown("number", name, list(sample)))
        missing = [name for name in sample if name not in self.numbers]
        if missing:
            yield FieldProblem(("numbers",), f"the number `{missing[0]}` is missing; add `{missing[0]}:`")
        if missing or self.numbers.keys() - sample.keys():
            return
        try:
            numeric.answer(self.numbers)
        except SolutionError as error:
            yield FieldProblem(("numbers",), f"no answer can be computed: {error}")

    def sample(self, solutions: Solutions) -> Mapping[str, str] | None:
        """Return drawn numbers by their names; None if there is no question of that name."""
        if self.name not in question_names(solutions):
            return None
        return {name: shown(value) for name, value in _sample(load_question(solutions, self.name)).items()}

    def asked(self, order: Order, figures: Mapping[str, str], origin: NumberSource) -> Instance:
        """Return the question with numbers drawn."""
        numeric = load_question(origin.solutions, self.name)
        numbers = dict(self.numbers) or numeric.draw(origin.seed)
        values = {**figures, **{name: shown(value) for name, value in numbers.items()}}
        return NumericInstance(filled(self, values), numeric=numeric, numbers=numbers)


@dataclass(frozen=True, kw_only=True)
class NumericInstance(Instance):
    """A question with its numbers drawn."""

    numeric: NumericQuestion
    numbers: Numbers

    def mark(self, text: str) -> AnswerJudgement:
        """Judge a number, several, or words; raise UnreadableAnswerError if it is none of these."""
        return judge.judge(self.numeric, self.numbers, text)

    def key(self) -> str:
        return self.numeric.shown(self.numeric.answer(self.numbers))

    def working(self) -> str:
        """Return the steps that lead to the answer, if there are few enough to show."""
        steps = self.numeric.working(self.numbers)
        written = [f"{step.label} = {step.shown(self.numeric.decimals)}" for step in steps]
        return "; ".join(written) if len(written) <= MAX_STEPS else ""

    def how_to(self) -> str:
        return f"Type {self.how_to_write()}."

    def how_to_write(self) -> str:
        """Return the form of an answer, in words."""
        kind = self.numeric.kind
        if kind is AnswerKind.PIECES:
            return "the word with a blank wherever it is cut"
        if kind.is_text:
            return "the item" if kind is AnswerKind.TOKEN else "the items in any order, such as the, a"
        if kind.is_list:
            return "the numbers in their order with semicolons between them, such as 0.5; 0.25"
        if kind is AnswerKind.COUNT:
            return "a whole number"
        if kind.is_part_of_one:
            return "a number in any usual form, such as 0.73, .73, 73 %, 11/15 or 1e-3"
        return "a number in any usual form, such as 0.73, .73, 11/15 or 1e-3"

    def lms_items(self) -> list[LmsItem]:
        """Return the question for a learning platform: for each number one of its own."""
        return lms.items(self.numeric, self.numbers)

    def page_data(self) -> PageData:
        """Return the words to choose from, and the answers that a page knows."""
        return judge.page_data(self.numeric, self.numbers)


def _sample(numeric: NumericQuestion) -> Numbers:
    return drawn(numeric, Draws("names"))


KIND = Numeric
