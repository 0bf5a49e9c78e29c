"""Find the generator of a course, and validate its prompt and settings."""

from __future__ import annotations

from typing import Any

from grader.core.errors import CourseError
from grader.course import shown_path
from grader.course.course import Solutions

GENERATOR = "generator"
"""The module of `solutions/` to run; docs/generate.md lists what it has to define."""


class SettingError(ValueError):
    """An invalid prompt or setting; the message says what is valid."""


def find(solutions: Solutions) -> Any:
    """Return the module of a course's generator.

    Raises:
        CourseError: the course has none.
    """
    path = solutions.path(GENERATOR)
    if not path.is_file():
        raise CourseError(f"this course has no generator: there is no {shown_path(path)}")
    return solutions.reference(GENERATOR)


def check(generator: Any, prompt: str, settings: dict[str, Any], *, has_draft: bool) -> None:
    """Validate a prompt and settings.

    Raises:
        SettingError: the generator does not accept them.
    """
    wrong = generator.problem(settings)
    if wrong:
        field, allowed = wrong
        raise SettingError(f"{option(field)} is {settings[field]!r}; give {allowed}")
    problem = generator.prompt_problem(prompt, settings["max_tokens"], has_draft=has_draft)
    if problem:
        raise SettingError(problem)


def option(field: str) -> str:
    """Return the command-line option of a setting."""
    return f"--{field.replace('_', '-')}"
