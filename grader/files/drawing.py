"""Draw pictures from plain data: SVG for pages and paper, and characters for terminals, both from the same numbers.

A picture is a dictionary with a title, a description and parts; each part has the keys of `Bars`, `Strips` or `Flow`.
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, ValidationError

from grader.core.shapes import yaml_model
from grader.files.drawing_bars import Bars
from grader.files.drawing_canvas import Canvas
from grader.files.drawing_flow import Flow
from grader.files.drawing_strips import Strips
from grader.files.yaml_load import SURPLUS, adapter

BETWEEN = 14.0
"""Units between two parts."""


class DrawingError(Exception):
    """The data are no picture; the message says where and why."""


@yaml_model
class Picture:
    """A picture, with its words for those who do not see it."""

    title: str
    """The caption."""
    description: str
    """The things drawn, in sentences; without naming the idea, so that a card can ask for it."""
    parts: tuple[Annotated[Bars | Strips | Flow, Field(discriminator="kind")], ...]

    def svg(self, name: str = "") -> str:
        """Return the picture as an SVG element; `name` replaces its title, where that would tell too much."""
        canvas = Canvas()
        for number, part in enumerate(self.parts):
            canvas.bottom += BETWEEN * (number > 0)
            part.draw(canvas)
        return canvas.svg(name or self.title, self.description)

    def text(self) -> str:
        """Return the picture in characters, without its title."""
        return "\n\n".join("\n".join(part.text()) for part in self.parts)


def read_picture(data: object) -> Picture:
    """Return the picture that data describe; raise DrawingError if a key or a value is wrong."""
    if not isinstance(data, Mapping):
        raise DrawingError("is no dictionary; return `title`, `description` and `parts`")
    try:
        picture: Picture = adapter(Picture).validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(key) for key in first["loc"])
        what = f"has a wrong value at `{where}`: {first['msg']}; correct it"
        if first["type"] == SURPLUS:
            what = f"has a key that is unknown, `{where}`; docs/authoring/pictures.md lists all"
        raise DrawingError(what) from error
    for key in ("title", "description"):
        if not getattr(picture, key).strip():
            raise DrawingError(f"has no {key}; write it")
    if not picture.parts or not all(getattr(part, "rows", getattr(part, "steps", ())) for part in picture.parts):
        raise DrawingError("shows nothing; write `parts`, each with rows or steps")
    _check_joints(picture)
    return picture


def _check_joints(picture: Picture) -> None:
    """Refuse lines and arrows that have no end.

    Raises:
        DrawingError: rows of a tree differ in length, or an arrow back names no step.
    """
    for part in picture.parts:
        if isinstance(part, Strips) and part.is_tree and any(row.length != part.total for row in part.rows):
            raise DrawingError("is a tree with rows of different lengths; make their spans add up to the same")
        if isinstance(part, Flow) and part.back:
            for name in (part.back.start, part.back.end):
                if name not in [step.name for step in part.steps]:
                    raise DrawingError(f"has an arrow back that names no step: `{name}`; write the name of one")
