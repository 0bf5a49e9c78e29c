"""Find the pages to read, and the exercises and pages that they link to."""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath

from grader.course.course import Course, Unit

NAME = "lesson"
"""The file name of a unit's page."""
FIRST = ("opening", "checks")
"""The pages to read before the units."""
FIGURES = "lessons"
"""The folder in `solutions/` of the modules that compute the figures of pages."""
PLACES = re.compile(r"\{\{\s*places\s*\}\}")
"""Marks the table of all exercises and their places in the running system, which is made from the exercises."""
PICTURE = re.compile(r"^\{\{ *picture: *([\w/]+) *\}\}[^\S\n]*$", re.MULTILINE)
"""Marks a picture of the course, on a line of its own."""
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")


def lesson_path(course: Course, page_id: str) -> Path:
    """Return the path of a page, which may not exist."""
    folder = course.content.exercises
    return folder / page_id / f"{NAME}.md" if (folder / page_id).is_dir() else folder / f"{page_id}.md"


def lesson_ids(course: Course) -> list[str]:
    """Return the pages in reading order: opening, checks, the units, then the other pages; empty if there are none."""
    folder = course.content.exercises
    others = sorted(path.stem for path in folder.glob("*.md"))
    units = [unit.id for unit in course.units if (folder / unit.id / f"{NAME}.md").is_file()]
    first = [name for name in FIRST if name in others]
    return [*first, *units, *(name for name in reversed(others) if name not in first)]


def unit_of(course: Course, page_id: str) -> Unit | None:
    """Return the unit that a page belongs to; None for a page of the whole course."""
    return next((unit for unit in course.units if unit.id == page_id), None)


def link_target(folder: str, target: str) -> str | None:
    """Return `exercise:unit/name` or `page:id` for a link from a page in a folder; None if it leads elsewhere."""
    path = PurePosixPath(normpath(PurePosixPath(folder, target)))
    if path.suffix == ".yaml":
        return f"exercise:{path.with_suffix('').as_posix()}"
    if path.suffix == ".md":
        return f"page:{path.parent.as_posix() if path.stem == NAME else path.stem}"
    return None
