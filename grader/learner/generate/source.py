"""Find the generator of a course, and the words for settings that it does not take."""

from __future__ import annotations

from typing import Any

from grader.course.location import shown_path
from grader.course.solutions import Solutions

GENERATOR = "generator"
"""The module of `solutions/` that is run; docs/generate.md says what has to be in it."""


class NoGeneratorError(Exception):
    """A course that has no generator."""


class SettingError(ValueError):
    """A prompt or a setting that the generator does not take; the message says what to give instead."""


def find(solutions: Solutions) -> Any:
    """Return the module of a course's generator.

    Raises:
        NoGeneratorError: the course has none.
    """
    path = solutions.path(GENERATOR)
    if not path.is_file():
        raise NoGeneratorError(f"this course has no generator: there is no {shown_path(path)}")
    return solutions.reference(GENERATOR)


def check(generator: Any, prompt: str, settings: dict[str, Any], *, has_draft: bool) -> None:
    """Make sure that the generator takes a prompt and settings.

    Raises:
        SettingError: it does not.
    """
    wrong = generator.problem(settings)
    if wrong:
        field, allowed = wrong
        raise SettingError(f"{option(field)} is {settings[field]!r}; give {allowed}")
    problem = generator.prompt_problem(prompt, settings["max_tokens"], has_draft=has_draft)
    if problem:
        raise SettingError(problem)


def option(field: str) -> str:
    """Return how a setting is called on the command line."""
    return f"--{field.replace('_', '-')}"
