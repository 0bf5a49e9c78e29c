"""A course's pictures: SVG files in `exercises/pictures/`, named `module/name`, with a title and a description."""

import re
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import CourseError
from grader.course import shown_path
from grader.course.course import Course, Words

FOLDER = "pictures"
CSS = """.picture { display: block; width: 100%; max-width: 27rem; height: auto; color: inherit; }
@media print { .picture { max-width: 85mm; max-height: 200mm; } }
@media screen {
  .picture .full { fill: var(--accent, currentColor); }
  .picture .full.tinted { stroke: var(--accent, currentColor); }
}
"""
"""Style that a page with pictures needs; without it they are right, and have the color of the text only."""


class ShownPicture(NamedTuple):
    """A picture with its words."""

    title: str
    description: str
    svg: str

    @property
    def unnamed(self) -> str:
        """Return the SVG without the title, for a question about it."""
        return re.sub(r"<title>.*?</title>", "<title>Picture</title>", self.svg, count=1, flags=re.DOTALL)

    @property
    def file(self) -> bytes:
        """Return the SVG for a learning platform: without the title, black on white."""
        return self.unnamed.replace("<svg", '<svg style="background:#fff;color:#000"', 1).encode()


class PictureError(CourseError):
    """There is no such picture, or its file is wrong; the message says why."""


def picture_path(course: Course, name: str) -> Path:
    return course.content.exercises / FOLDER / f"{name}.svg"


def picture_names(course: Course) -> list[str]:
    paths = (course.content.exercises / FOLDER).glob("*/*.svg")
    return sorted(f"{path.parent.name}/{path.stem}" for path in paths)


def open_picture(course: Course, name: str) -> ShownPicture:
    """Read a picture; raise PictureError if there is none, or if it is not one for a page."""
    from xml.etree.ElementTree import ParseError, fromstring  # few commands need it

    from grader.files.strict_yaml import unknown

    path = picture_path(course, name)
    if name not in (known := picture_names(course)):
        raise PictureError(unknown("picture", name, known) if known else f"there is no file {shown_path(path)}")
    svg = path.read_text("utf-8").strip()
    try:
        root = fromstring(svg)
    except ParseError as error:
        raise PictureError(f"{shown_path(path)}: is not valid XML: {error}") from error
    title, description = (" ".join((root.findtext(f"{{*}}{tag}") or "").split()) for tag in ("title", "desc"))
    if not svg.startswith("<svg") or not title or not description:
        raise PictureError(f"{shown_path(path)}: begin it with `<svg`, and write in it `<title>` and `<desc>`")
    if found := re.search(r"<(?:script|style|foreignObject|image)\b|\b(?:on\w+|style|id|href)=", svg):
        raise PictureError(f"{shown_path(path)}: has `{found[0]}`, which pages do not allow; take it out")
    return ShownPicture(title, description, svg)


def task_with_picture(course: Course, words: Words) -> str:
    """Return the task of an exercise as Markdown, and below it the words of its picture; raise PictureError."""
    if not words.picture:
        return words.task
    title, description, _ = open_picture(course, words.picture)
    return f"{words.task.rstrip()}\n\n{title}: {description}"
