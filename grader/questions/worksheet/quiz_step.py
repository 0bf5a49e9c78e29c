"""A step of a worksheet that asks a question of a quiz: letters to write, with the choices in each student's own order."""

from dataclasses import dataclass
from typing import NamedTuple

from grader.course.course import Course
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.letters import letter
from grader.questions.numeric.parse import AnswerKind
from grader.questions.numeric.question import Key, Numbers
from grader.questions.numeric.rng import seed_text
from grader.questions.question import QuizQuestion, filled
from grader.questions.quiz.load import open_all
from grader.questions.quiz.models import Quiz, ask, figures_of

ORDER = "order"
"""The name of the drawn order among a step's numbers."""

HOW = {
    "Single": "the letter of the right answer",
    "Multiple": "the letters of all right answers",
    "TrueFalse": "true or false, and the letter of the reason",
    "Ordering": "all letters in the right order",
    "Matching": "each number with its letter",
}
"""How a question of a kind is answered, by the name of its class."""


class PrintedChoices(NamedTuple):
    """The part of a question that is printed below its text."""

    excerpt: str
    picture: str
    """SVG; empty if there is none."""
    numbered: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    """The letter and the text of each choice."""


@dataclass(frozen=True)
class QuizStepQuestion:
    """A question of a quiz, with the interface of a numeric question as far as worksheets need it."""

    quiz: Quiz
    question: QuizQuestion
    course: Course
    kind = AnswerKind.TOKEN
    """One text, compared exactly."""
    decimals = 0
    mistakes = ()

    @property
    def name(self) -> str:
        """Return the name of its answer."""
        return name_of(self.question)

    def draw(self, seed: str, student: str) -> Numbers:
        """Draw the order of the choices."""
        return {ORDER: list(ask(self.quiz, self.question, self.course.solutions, seed_text(seed, student)).order)}

    def answer(self, numbers: Numbers) -> tuple[str, ...]:
        """Return the right answer, the letters as one text."""
        return (self.question.key(tuple(numbers[ORDER])),)

    def shown(self, answer: tuple[float | str, ...]) -> str:
        """Return an answer as it is written."""
        return str(answer[0])

    def working(self, numbers: Numbers) -> tuple[()]:
        """Return the steps to the answer: none."""
        return ()

    def key(self, numbers: Numbers) -> Key:
        """Return the right answer."""
        return Key(self.answer(numbers), (), (), (), {}, (), "")

    @property
    def how(self) -> str:
        """Return the form of the answer, in words."""
        return HOW[type(self.question).__name__]

    def printed(self, numbers: Numbers) -> PrintedChoices:
        """Return what is printed below the text."""
        question = filled(self.question, figures_of(self.question, self.course.solutions))
        choices = ((letter(place), question.choices[index].text) for place, index in enumerate(numbers[ORDER]))
        picture = question.drawn.unnamed if question.drawn else ""
        return PrintedChoices(question.excerpt or "", picture, question.numbered, tuple(choices))

    def judge(self, numbers: Numbers, text: str) -> AnswerJudgement:
        """Judge letters, all or nothing, without a word on which would be right.

        Raises:
            UnreadableAnswerError: The text cannot be an answer.
        """
        is_right = self.question.mark(text, tuple(numbers[ORDER])).is_right
        return AnswerJudgement(int(is_right), 1, "" if is_right else "That is not right.")


def name_of(question: QuizQuestion) -> str:
    """Return the name of the answer to a question."""
    return question.id.replace("-", "_")


def text_of(question: QuizQuestion, course: Course) -> str:
    """Return the text of a question with its figures in place."""
    text = filled(question.question, figures_of(question, course.solutions))
    return " ".join(filter(None, (question.LEAD, text, question.HINT)))


def find_step(course: Course, quiz_name: str, name: str) -> QuizStepQuestion | None:
    """Return a question of a quiz by the name of its answer; None if there is none that has choices."""
    for quiz in open_all(course):
        for question in quiz.questions if quiz.id == quiz_name else ():
            if name_of(question) == name and question.choices:
                return QuizStepQuestion(quiz, question, course)
    return None
