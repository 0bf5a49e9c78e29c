"""The models of a worksheet, as its YAML file has them."""

from __future__ import annotations

from collections.abc import Iterator

from grader.core.yaml_model import yaml_model
from grader.files.strict_yaml import Trail

TOKENS = "tokens"
"""In `boxes`, one box for each token; among drawn numbers, the name of the tokens."""
LEAST_ROOM_MM = 25.0


@yaml_model
class GivenRow:
    """A row of the table at the top of a sheet, which has a column for each token."""

    title: str
    """The label before the row."""
    values: str
    """The name of the drawn numbers."""


@yaml_model
class WorksheetStep:
    """One thing to work out."""

    question: str
    """The numeric question in `solutions/numeric/` that it asks; answers are handed in under this name."""
    title: str
    """Its heading."""
    text: str
    """The task, with `{{ name }}` for a drawn number."""
    points: int
    """Points of a right answer."""
    rounded_too_early: int | None = None
    """Points of the right method when a step was rounded too early; all points if left out."""
    boxes: tuple[str, ...] = ()
    """The label above each answer box; `tokens` is one box for each token."""
    room_mm: float = LEAST_ROOM_MM
    """The height of the room for working."""


@yaml_model
class Worksheet:
    """A sheet for everybody, without numbers."""

    id: str
    """Its name, which is also that of its file and of the file with answers."""
    title: str
    """The heading of the sheet."""
    intro: str
    """The text before the first step."""
    steps: tuple[WorksheetStep, ...]
    """The steps, in order."""
    given: tuple[GivenRow, ...] = ()
    """The rows of the table of given numbers."""
    exponentials: tuple[float, ...] = ()
    """Numbers whose exponentials the sheet lists; those that steps need are added."""

    @property
    def points(self) -> int:
        """Return the points that can be earned."""
        return sum(step.points for step in self.steps)

    def texts(self) -> Iterator[tuple[Trail, str]]:
        """Yield each text shown to people, with its location in the file."""
        yield ("title",), self.title
        yield ("intro",), self.intro
        for number, row in enumerate(self.given):
            yield ("given", number, "title"), row.title
        for number, step in enumerate(self.steps):
            yield ("steps", number, "title"), step.title
            yield ("steps", number, "text"), step.text
            for place, box in enumerate(step.boxes):
                yield ("steps", number, "boxes", place), box
