"""An instance of a question: numbers drawn, texts filled in and choices shuffled, all from one seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, TypeVar

from grader.course import Phrase
from grader.course.course import Solutions
from grader.course.translation import full_numbers
from grader.files.figures import computed, fill
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.numeric.judge import judge
from grader.questions.numeric.parse import AnswerKind
from grader.questions.numeric.question import NumericQuestion, load_question
from grader.questions.numeric.rng import Draws, seed_text
from grader.questions.quiz.models import Matching, Numeric, Ordering, Quiz, QuizQuestion

Filled = TypeVar("Filled")
MAX_STEPS = 20
"""The maximum number of steps that a key shows."""


@dataclass(frozen=True)
class Instance:
    """A question as a learner sees it.

    `order` says which choice, counted from 0 as in the file, stands at each place: options, reasons and steps are
    shuffled, and of pairs the right parts.
    """

    question: QuizQuestion
    order: tuple[int, ...] = ()
    numeric: NumericQuestion | None = None
    numbers: Mapping[str, Any] = field(default_factory=dict)
    """The drawn numbers of a numeric question."""

    def mark(self, text: str, phrase: Phrase = str.format) -> AnswerJudgement:
        """Judge an answer as it was typed; raise UnreadableAnswerError if it is no answer to this question."""
        if self.numeric:
            return judge(self.numeric, self.numbers, text, phrase)
        return self.question.mark(text, self.order)

    def key(self) -> str:
        """Return the right answer in the way in which it is typed."""
        if self.numeric:
            return self.numeric.shown(self.numeric.answer(self.numbers))
        return self.question.key(self.order)

    def working(self) -> str:
        """Return the steps that lead to a number, if there are few enough to show."""
        if self.numeric is None:
            return ""
        steps, labels = self.numeric.working(self.numbers), self.numeric.labels
        written = [f"{labels.get(step.label, step.label)} = {step.shown(self.numeric.decimals)}" for step in steps]
        return "; ".join(written) if len(written) <= MAX_STEPS else ""

    def how_to(self, phrase: Phrase = str.format) -> str:
        """Return a sentence on how to answer this question."""
        if self.numeric:
            return phrase("Type {form}.", form=phrase(self.how_to_write()))
        return self.question.how_to(self.order, phrase)

    def how_to_write(self) -> str:
        """Return the form of an answer to a numeric question, in words."""
        kind = self.numeric.kind if self.numeric else AnswerKind.NUMBER
        if kind is AnswerKind.PIECES:
            return "the word with a blank wherever it is cut"
        if kind.is_text:
            return "the token" if kind is AnswerKind.TOKEN else "the tokens in any order, such as the, a"
        if kind.is_list:
            return "the numbers in their order with semicolons between them, such as 0.5; 0.25"
        if kind is AnswerKind.COUNT:
            return "a whole number"
        if kind.is_part_of_one:
            return "a number in any usual form, such as 0.73, .73, 73 %, 11/15 or 1e-3"
        return "a number in any usual form, such as 0.73, .73, 11/15 or 1e-3"


def ask(quiz: Quiz, question: QuizQuestion, solutions: Solutions, seed: str) -> Instance:
    """Draw an instance of a question; the same seed always gives the same."""
    numeric, numbers, words = None, {}, quiz.translated.get(question.id, {})
    if isinstance(question, Numeric):
        numeric = load_question(solutions, question.name).translated(words)
        numbers = dict(question.numbers) or numeric.draw(seed_text(seed, quiz.id, question.id))
    figures = figures_of(question, solutions)
    if words:
        figures = {name: full_numbers(each) for name, each in figures.items()}
    values = figures | {name: shown(value) for name, value in numbers.items()}
    order = shuffled(len(question.choices), seed_text(seed, quiz.id, question.id, "order"))
    if isinstance(question, Ordering | Matching) and order == tuple(range(len(order))):
        order = (*order[1:], order[0])  # the answer itself would be no question
    return Instance(filled(question, values), order, numeric, numbers)


def figures_of(question: QuizQuestion, solutions: Solutions) -> dict[str, str]:
    """Compute the figures of a question; raise FigureError if there is no such function, or it fails."""
    if question.figures is None:
        return {}
    module = solutions.reference("quiz/figures") if solutions.path("quiz/figures").is_file() else None
    return {name: shown(value) for name, value in computed(question.figures, module).items()}


def shown(value: Any) -> str:
    """Format a figure, or a drawn number, for people; pairs in a list, such as merges, as a+b."""
    if isinstance(value, list | tuple):
        return ", ".join("+".join(map(shown, each)) if isinstance(each, list) else shown(each) for each in value)
    if isinstance(value, float):
        return f"{value:.10g}"
    return f"{value:,}".replace(",", "\u00a0") if isinstance(value, int) and value >= 10_000 else str(value)


def filled(part: Filled, values: Mapping[str, str]) -> Filled:
    """Return a question, or a part of one, with its figures in place."""
    if isinstance(part, str):
        return fill(part, values)  # type: ignore[return-value]
    if isinstance(part, tuple):
        return tuple(filled(each, values) for each in part)  # type: ignore[return-value]
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{each.name: filled(getattr(part, each.name), values) for each in fields(part)})
    return part


def shuffled(count: int, seed: str) -> tuple[int, ...]:
    """Return a permutation of range(count) drawn from a seed."""
    return tuple(Draws(seed).shuffled(range(count)))
