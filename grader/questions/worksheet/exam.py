"""Compose an exam: a worksheet in two versions, of numeric questions about chosen units.

An exam is a worksheet file that a teacher can read and edit; all else is done by what takes worksheets.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from typing import NamedTuple, TypeVar

from grader.core.errors import UnknownNameError
from grader.course.course import Course
from grader.files.strict_yaml import unknown, written
from grader.questions.numeric.question import NumericQuestion, drawn
from grader.questions.numeric.rng import Draws, seed_text
from grader.questions.question import QuizQuestion, filled
from grader.questions.quiz.load import open_all
from grader.questions.quiz.models import Quiz, figures_of
from grader.questions.turns import by_turns
from grader.questions.worksheet.quiz_step import name_of, text_of
from grader.questions.worksheet.sheet import Worksheet, WorksheetStep

T = TypeVar("T")
VERSIONS = ("A", "B")
MOST_QUESTIONS = 6
"""Three on each page of A4 or Letter."""
ROOM_MM = 30.0
"""The height of the room for working; with 35 mm, the course's longest questions still fit two pages of Letter."""
POINTS, MINUTES = 2, 5
POINTS_ROUNDED_TOO_EARLY = 1


class Candidate(NamedTuple):
    """A question that an exam can ask."""

    exercise_id: str
    text: str
    numeric: NumericQuestion

    @property
    def unit(self) -> str:
        """Return the id of the unit that it is about."""
        return self.exercise_id.partition("/")[0]


def candidates(course: Course) -> list[Candidate]:
    """Return the questions of all quizzes that draw numbers, each numeric question once."""
    by_name: dict[str, Candidate] = {}
    for quiz in open_all(course):
        for question in quiz.questions:
            if numeric := question.on_paper(course.solutions):
                text = filled(question.question, figures_of(question, course.solutions))
                by_name[numeric.name] = Candidate(question.exercise, text, numeric)
    return list(by_name.values())


def compose(
    course: Course,
    units: Sequence[str],
    name: str,
    seed: str,
    minutes: int | None = None,
    date: str | None = None,
    choices: int = 0,
) -> tuple[Worksheet, ...]:
    """Compose an exam on some units, called `name`, in all versions; without `minutes`, five for each question.

    All versions ask the same questions. Their numbers differ, since numbers are drawn with the id of a worksheet.

    Raises:
        UnknownNameError: there is no numeric question on a unit.
    """
    by_unit: dict[str, list[Candidate]] = {unit.id: [] for unit in course.units}
    for candidate in candidates(course):
        by_unit[candidate.unit].append(candidate)
    known = [unit for unit, own in by_unit.items() if own]
    for unit in units:
        if unit not in known:
            raise UnknownNameError(unknown("unit with numeric questions", unit, known))
    draws = Draws(seed_text("exam", seed, *units))
    chosen = draws.shuffled(_choose([draws.shuffled(by_unit[unit]) for unit in units]))
    titles = ", ".join(unit.title for unit in course.units if unit.id in units)
    steps = choice_steps(course, units, choices, draws) if choices else []
    versions = zip(VERSIONS, _turned(chosen), _turned(steps), strict=True)
    sheets = [(worksheet_of(name, version, titles, ordered), more) for version, ordered, more in versions]
    whole = [replace(sheet, steps=(*sheet.steps, *more), date=date) for sheet, more in sheets]
    return tuple(replace(sheet, minutes=minutes or MINUTES * len(sheet.steps)) for sheet in whole)


def choice_steps(course: Course, units: Sequence[str], count: int, draws: Draws) -> list[WorksheetStep]:
    """Choose questions on some units whose answers are letters: the kinds in turn, and no two with one name.

    Code to read and a picture to look at are kinds of their own. Units come in turn within a kind.
    """
    by_kind: dict[str, list[tuple[Quiz, QuizQuestion]]] = {}
    for quiz, question in draws.shuffled([(own, one) for own in open_all(course) for one in own.questions]):
        if question.choices and question.unit in units:
            kind = "read" if question.excerpt else "look" if question.picture else type(question).__name__
            by_kind.setdefault(kind, []).append((quiz, question))
    chosen: dict[str, tuple[Quiz, QuizQuestion]] = {}
    for _ in range(count):
        for own in by_kind.values():
            asked = Counter(question.unit for _, question in chosen.values())
            free = [pair for pair in own if name_of(pair[1]) not in chosen]
            if free and len(chosen) < count:
                quiz, question = min(free, key=lambda pair: asked[pair[1].unit])
                chosen[name_of(question)] = quiz, question
    title = {unit.id: unit.title for unit in course.units}
    return [
        WorksheetStep(
            question=name,
            title=f"{title[question.unit]} {number}",
            text=text_of(question, course),
            points=POINTS,
            quiz=quiz.id,
        )
        for number, (name, (quiz, question)) in enumerate(chosen.items(), 1)
    ]


def _choose(by_unit: Sequence[list[Candidate]]) -> list[Candidate]:
    """Take questions from the units in turn, of each unit first one on each exercise, and no two that are one idea."""
    queues = [by_turns(questions, lambda question: question.exercise_id) for questions in by_unit]
    chosen: list[Candidate] = []
    for turn in range(MOST_QUESTIONS * len(queues)):
        queue = queues[turn % len(queues)]
        queue[:] = [one for one in queue if not any(is_one_idea(one, other) for other in chosen)]
        chosen += queue[:1]
    return chosen[:MOST_QUESTIONS]


def is_one_idea(first: Candidate, second: Candidate) -> bool:
    """Return whether two steps that follow one another are in both workings, as those of a softmax are in top-k's."""
    one, other = _kinds_of_steps(first), _kinds_of_steps(second)
    is_same = first.numeric.name == second.numeric.name or (bool(one) and one == other)
    return is_same or bool({*pairwise(one)} & {*pairwise(other)})


def _kinds_of_steps(candidate: Candidate) -> list[str]:
    """Return the labels on the way to the answer, without what they are of: `exp(0.5)` and `exp(1)` are one `exp`."""
    working = candidate.numeric.working(drawn(candidate.numeric, Draws("idea")))
    return list(dict.fromkeys(step.label.partition("(")[0] for step in working))


def _turned(chosen: list[T]) -> Iterator[list[T]]:
    """Yield the questions in the order of each version; neighbors with A and B have them on different pages."""
    half = -(-len(chosen) // 2)
    yield chosen
    yield [*chosen[half:], *chosen[:half]]


def worksheet_of(name: str, version: str, titles: str, chosen: Sequence[Candidate]) -> Worksheet:
    """Return the worksheet of a version that asks some questions in their order."""
    return Worksheet(
        id=f"{name}_{version.casefold()}",
        title=f"Exam {version}",
        intro=f"{titles}. A calculator is allowed. Write numbers that are not whole with three decimals.",
        own_numbers=True,
        steps=tuple(_step(candidate) for candidate in chosen),
    )


def _step(candidate: Candidate) -> WorksheetStep:
    return WorksheetStep(
        question=candidate.numeric.name,
        title=candidate.numeric.title.rstrip("."),
        text=candidate.text,
        room_mm=ROOM_MM,
        points=POINTS,
        rounded_too_early=None if candidate.numeric.kind.is_exact else POINTS_ROUNDED_TOO_EARLY,
    )


def to_yaml(sheet: Worksheet) -> str:
    """Return the file of an exam, without the keys that it does not use."""
    used = {key: value for key, value in asdict(sheet).items() if value not in ((), None)}
    used["steps"] = [{key: value for key, value in step.items() if value not in ((), None)} for step in used["steps"]]
    return written(used)
