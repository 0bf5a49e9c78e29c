"""The end of a course: what the exercises make up, and where to go from there."""

from typing import NamedTuple

from grader.core.shapes import JsonObject


class NextStep(NamedTuple):
    """Something to do after the course."""

    title: str
    why: str
    url: str | None = None
    command: str | None = None


class CourseEnding(NamedTuple):
    """The words of `learn finish`: the whole that the exercises make up, a prompt for it, and where to go from there."""

    built: str = ""
    prompt: str = ""
    next_steps: tuple[NextStep, ...] = ()


def ending_of(table: JsonObject) -> CourseEnding:
    """Return the ending in a table of contents, empty if it has none."""
    data = table.get("ending") or {"built": ""}
    steps = tuple(NextStep(**step) for step in data.get("next", ()))
    return CourseEnding(data["built"].strip(), data.get("prompt", ""), steps)
