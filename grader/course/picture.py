"""A course's pictures: SVG files in `exercises/pictures/`, named `module/name`, with a title and a description."""

import re
from pathlib import Path
from typing import NamedTuple

from grader.core.errors import CourseError
from grader.core.shapes import JsonObject
from grader.course import shown_path
from grader.course.course import Course, Words

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
        return re.sub(r"<title>.*?</title>", "<title>Picture</title>", self.svg, count=1, flags=re.DOTALL)


class PictureError(CourseError):
    """There is no such picture, or its file is wrong; the message says why."""


def picture_path(course: Course, name: str) -> Path:
    return course.content.exercises / "pictures" / f"{name}.svg"


def picture_names(course: Course) -> list[str]:
    return sorted(f"{file.parent.name}/{file.stem}" for file in course.content.exercises.glob("pictures/*/*.svg"))


def open_picture(course: Course, name: str) -> ShownPicture:
    """Read a picture; raise PictureError if there is none, or if it is not one for a page."""
    path = picture_path(course, name)
    if not path.is_file():
        from grader.files.strict_yaml import unknown  # imports yaml

        raise PictureError(unknown("picture", name, picture_names(course)))
    svg = path.read_text("utf-8").strip()
    words = course.parsed(f"picture-{name.replace('/', '-')}", [path], lambda: _read_words(svg, shown_path(path)))
    return ShownPicture(words["title"], words["desc"], svg)


def _read_words(svg: str, shown: str) -> JsonObject:
    """Return the title and the description of a file for a page; raise PictureError if it is not one."""
    from xml.etree.ElementTree import ParseError, fromstring  # a cached picture does without

    try:
        root = fromstring(svg)
    except ParseError as error:
        raise PictureError(f"{shown}: is not valid XML: {error}") from error
    words = {tag: " ".join((root.findtext(f"{{*}}{tag}") or "").split()) for tag in ("title", "desc")}
    if not svg.startswith("<svg") or not all(words.values()):
        raise PictureError(f"{shown}: begin it with `<svg`, and write in it `<title>` and `<desc>`")
    if found := re.search(r"<(?:script|style|foreignObject|image)\b|\b(?:on\w+|style|id|href)=", svg):
        raise PictureError(f"{shown}: has `{found[0]}`, which pages do not allow; take it out")
    return words


def task_with_picture(course: Course, words: Words) -> str:
    """Return the task of an exercise as Markdown, and below it the words of its picture; raise PictureError."""
    if not words.picture:
        return words.task
    title, description, _ = open_picture(course, words.picture)
    return f"{words.task.rstrip()}\n\n{title}: {description}"
