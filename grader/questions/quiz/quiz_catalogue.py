"""The quizzes of a course, and opening them."""

from __future__ import annotations

import difflib
from collections.abc import Collection

from grader.course.course import Course
from grader.course.location import shown_path
from grader.questions.quiz.quiz_file import Known, load_quiz
from grader.questions.quiz.quiz_models import Quiz

FOLDER = "quiz"


class UnknownQuizError(Exception):
    """A name that no quiz has."""


def open_all(course: Course, card_ids: Collection[str] | None = None) -> list[Quiz]:
    """Open all quizzes of a course, in the order of its units.

    Raises:
        ExerciseError: with everything that is wrong with the first one that cannot be used.
    """
    units = [unit.id for unit in course.units]
    known = Known(course.exercise_ids, units, course.solutions, card_ids)
    files = sorted((course.content.exercises / FOLDER).glob("*.yaml"))
    quizzes = [load_quiz(path, known, shown_path(path)) for path in files]
    return sorted(quizzes, key=lambda quiz: (units.index(quiz.unit), quiz.id))


def find(quizzes: list[Quiz], name: str) -> Quiz:
    """Return the quiz of that name.

    Raises:
        UnknownQuizError: there is none.
    """
    found = [quiz for quiz in quizzes if quiz.id == name]
    if found:
        return found[0]
    near = difflib.get_close_matches(name, [quiz.id for quiz in quizzes], n=1)
    advice = f"did you mean {near[0]}?" if near else "`learn quiz --list` shows them all"
    raise UnknownQuizError(f"there is no quiz {name!r}; {advice}")
