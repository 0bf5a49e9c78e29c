"""A quiz, and its questions as a learner sees them: numbers drawn, texts filled in and choices shuffled from one seed."""

from dataclasses import dataclass

from grader.core.shapes import yaml_model
from grader.course.course import Solutions
from grader.files.figures import computed
from grader.questions.numeric.rng import Draws, seed_text
from grader.questions.question import Instance, NumberSource, QuizQuestion, shown


@yaml_model
class QuizTable:
    """A quiz file, without what each question says."""

    id: str
    """The file's name without its ending."""
    title: str
    """The title in lists."""
    about: str
    """One sentence: what it asks about."""
    unit: str
    """The unit of the course that it belongs to, which gives its place in lists."""
    questions: tuple[dict[str, object], ...]
    """At least one."""


@dataclass(frozen=True)
class Quiz:
    """A quiz."""

    id: str
    title: str
    about: str
    unit: str
    questions: tuple[QuizQuestion, ...]

    @property
    def max_score(self) -> int:
        return sum(question.max_score for question in self.questions)


def ask(quiz: Quiz, question: QuizQuestion, solutions: Solutions, seed: str) -> Instance:
    """Draw an instance of a question; the same seed always gives the same."""
    own_seed = seed_text(seed, quiz.id, question.id)
    order = shuffled(len(question.choices), seed_text(seed, quiz.id, question.id, "order"))
    if question.IS_IN_ORDER and order == tuple(range(len(order))):
        order = (*order[1:], order[0])  # the answer itself would be no question
    return question.asked(order, figures_of(question, solutions), NumberSource(solutions, own_seed))


def figures_of(question: QuizQuestion, solutions: Solutions) -> dict[str, str]:
    """Compute the figures of a question; raise FigureError if there is no such function, or it fails."""
    if question.figures is None:
        return {}
    module = solutions.reference("quiz/figures") if solutions.path("quiz/figures").is_file() else None
    return {name: shown(value) for name, value in computed(question.figures, module).items()}


def shuffled(count: int, seed: str) -> tuple[int, ...]:
    return tuple(Draws(seed).shuffled(range(count)))
