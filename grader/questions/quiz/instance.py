"""A question as it is asked: its numbers drawn, its texts filled in, its choices shuffled, all from one seed."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

from grader.course.solutions import Solutions
from grader.questions.numeric import numeric_question
from grader.questions.numeric.rng import Draws, seed_text
from grader.questions.quiz import templating
from grader.questions.quiz.quiz_models import Matching, Multiple, Numeric, Ordering, Question, Quiz, Single, TrueFalse


@dataclass(frozen=True)
class Worked:
    """A numeric question with the numbers that are asked about."""

    question: numeric_question.Question
    numbers: dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """A question as somebody sees it.

    `order` says which choice, counted from 0 as in the file, stands at each place: options, reasons and steps are
    shuffled, and of pairs the right parts.
    """

    question: Question
    order: tuple[int, ...] = ()
    worked: Worked | None = None


def ask(quiz: Quiz, question: Question, solutions: Solutions, seed: str) -> Asked:
    """Make a question ready; the same seed always makes it the same."""
    worked = work(question, solutions, seed_text(seed, quiz.id, question.id)) if isinstance(question, Numeric) else None
    drawn = {name: templating.shown(value) for name, value in worked.numbers.items()} if worked else {}
    values = templating.figures_of(question, figures_module(solutions)) | drawn
    order = shuffled(choices(question), seed_text(seed, quiz.id, question.id, "order"))
    if isinstance(question, Ordering | Matching) and order == tuple(range(len(order))):
        order = (*order[1:], order[0])  # the answer itself would be no question
    return Asked(templating.filled(question, values), order, worked)


def work(question: Numeric, solutions: Solutions, seed: str) -> Worked:
    """Draw the numbers of a numeric question, or take the ones that the quiz fixes."""
    found = numeric_question.load(solutions, question.name)
    return Worked(found, dict(question.numbers) or found.draw(seed))


def figures_module(solutions: Solutions) -> ModuleType | None:
    """Return the module that computes the figures of quizzes, if the course has one."""
    return solutions.reference("quiz/figures") if solutions.path("quiz/figures").is_file() else None


def choices(question: Question) -> int:
    """Return how many things a question shuffles."""
    match question:
        case Single() | Multiple():
            return len(question.options)
        case TrueFalse():
            return len(question.whys)
        case Ordering():
            return len(question.steps)
        case Matching():
            return len(question.pairs)
    return 0


def shuffled(count: int, seed: str) -> tuple[int, ...]:
    """Return the numbers below a count in an order that belongs to a seed."""
    return tuple(Draws(seed).shuffled(range(count)))
