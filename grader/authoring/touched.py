"""Which parts of a course a changed file touches, so that only these are proved again after a save."""

import re
from collections.abc import Collection, Iterable
from pathlib import Path

from grader.authoring.validate import CourseReport, inspect_course, noting, unexpected_files
from grader.authoring.validate_content import KINDS, inspect_around
from grader.authoring.validate_submissions import unexpected_submissions
from grader.course.course import Course
from grader.course.dependencies import imports_of
from grader.sandbox.launcher import Launcher

FOLDERS = {
    "exercises/generator.yaml": ("generator",),
    "exercises/quiz/": ("quizzes",),
    "exercises/worksheets/": ("worksheets",),
    "exercises/terms.yaml": ("terms",),
    "flashcards/": ("cards",),
    "solutions/flashcards/": ("cards",),
    "solutions/lessons/": ("pages",),
    "solutions/numeric/": ("numeric", "quizzes", "worksheets"),
    "solutions/pictures/": ("pictures", "pages", "cards", "quizzes", "worksheets"),
}
"""The kinds of content that a file in a folder is a part of, by the beginning of its path."""


def prove(course: Course, launcher: Launcher, changed: Iterable[Path]) -> CourseReport:
    """Inspect what changed files touch."""
    report = CourseReport()
    with noting(report.problems):
        report.problems += [*unexpected_files(course), *unexpected_submissions(course)]
        ids, kinds = touched(course, changed)
        report.add(inspect_course(course, launcher, ids))
        report.add(inspect_around(course, ids) if ids else CourseReport())
        report.add(inspect_around(course, None, kinds) if kinds else CourseReport())
    return report


def touched(course: Course, changed: Iterable[Path]) -> tuple[list[str], Collection[str]]:
    """Return the exercises and the kinds of other content that changed files are a part of; all of them for course.yaml."""
    root, ids, kinds = course.content.exercises.resolve().parent, set(), set()
    for path in changed:
        name = path.resolve().relative_to(root).as_posix()
        own = [exercise_id for exercise_id in course.exercise_ids if _is_part(name, exercise_id)]
        ids |= {*own, *(_importing(course, path) if name.startswith("solutions/") else ())}
        kinds |= {kind for start, listed in FOLDERS.items() if name.startswith(start) for kind in listed}
        kinds |= {"pages", "terms"} if name.endswith(".md") and name.startswith("exercises/") else set()
        if not own and not kinds:  # course.yaml, or something that no table of ours knows
            kinds |= {*KINDS}
            ids |= {*course.exercise_ids}
    return [exercise_id for exercise_id in course.exercise_ids if exercise_id in ids], kinds


def _is_part(name: str, exercise_id: str) -> bool:
    """Return whether a file belongs to an exercise: its YAML, stub, code of solutions, or a submission."""
    stem = re.sub(r"(_mistakes|_checks|_mutants)?\.(yaml|py)$", "", name)
    folder = f"tests/submissions/{exercise_id.rpartition('/')[2]}/"
    return stem in (f"exercises/{exercise_id}", f"solutions/{exercise_id}") or name.startswith(folder)


def _importing(course: Course, path: Path) -> list[str]:
    """Return the exercises whose solution, checks or mistakes import a file, directly or through others."""
    parts = ("", "_checks", "_mistakes")
    return [
        exercise_id
        for exercise_id in course.exercise_ids
        if path.resolve() in imports_of([course.solutions.path(exercise_id, part) for part in parts])
    ]
