"""The models of a worksheet, as its YAML file has them."""

from __future__ import annotations

from collections.abc import Iterator

from grader.core.yaml_model import yaml_model
from grader.files.strict_yaml import Trail

TOKENS = "tokens"
"""In `boxes` it stands for one box for each token; among drawn numbers it is the name of the tokens."""
LEAST_ROOM_MM = 25.0


@yaml_model
class GivenRow:
    """A row of the table at the top of a sheet, which has a column for each token."""

    title: str
    """What stands before it."""
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
    """What to do, with `{{ name }}` for a drawn number."""
    points: int
    """What a right answer earns."""
    rounded_too_early: int | None = None
    """What the right method earns when a step was rounded too early; all points if it is left out."""
    boxes: tuple[str, ...] = ()
    """What stands above each box for the answer; `tokens` is one box for each token."""
    room_mm: float = LEAST_ROOM_MM
    """How high the room for working is."""


@yaml_model
class Worksheet:
    """A sheet for everybody, without numbers."""

    id: str
    """Its name, which is also that of its file and of the file with answers."""
    title: str
    """What stands at its top."""
    intro: str
    """What to know before the first step."""
    steps: tuple[WorksheetStep, ...]
    """What to work out, in order."""
    given: tuple[GivenRow, ...] = ()
    """What is given for each token."""
    exponentials: tuple[float, ...] = ()
    """For which numbers the sheet tells the exponential; those that are needed are added."""

    @property
    def points(self) -> int:
        """Return the points that can be earned."""
        return sum(step.points for step in self.steps)

    def texts(self) -> Iterator[tuple[Trail, str]]:
        """Yield every text that people read, and where it stands."""
        yield ("title",), self.title
        yield ("intro",), self.intro
        for number, row in enumerate(self.given):
            yield ("given", number, "title"), row.title
        for number, step in enumerate(self.steps):
            yield ("steps", number, "title"), step.title
            yield ("steps", number, "text"), step.text
            for place, box in enumerate(step.boxes):
                yield ("steps", number, "boxes", place), box
