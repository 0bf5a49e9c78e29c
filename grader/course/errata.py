"""The rows of a course's errata, which the pages of its units show: the wrong sentence, and what is true."""

import re
from collections.abc import Iterator, Mapping

from grader.course.course import Course

HEADING = "Often taught wrong"
"""The heading of a unit's page over its rows; in a course with errata each unit has it."""
MARKER = re.compile(r"^<!-- errata: (.+?) -->$", re.MULTILINE)
"""Stands for rows, by the first column of the tables."""
SECTION = re.compile(rf"^## {HEADING}$.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| *(\w+) *\| *(.+?) *\| *(.+?) *\| .*\|$", re.MULTILINE)


def open_rows(course: Course) -> dict[str, str]:
    """Return the rows of a course's errata as items of a list, by their numbers or letters; none without errata."""
    path = course.content.errata
    text = path.read_text("utf-8") if path else ""
    return {row[1]: f"- “{row[2]}”: {row[3]}." for row in ROW.finditer(text)}


def names_in(marker: str) -> list[str]:
    return [name.strip() for name in marker.split(",")]


def without_section(text: str) -> str:
    """Return a page without the section, which is a list to look at and not counted as text to read."""
    return SECTION.sub("", text)


def with_rows(text: str, rows: Mapping[str, str]) -> str:
    """Return the text of a page with the rows of its errata."""
    return MARKER.sub(lambda found: "\n".join(rows.get(name, "") for name in names_in(found[1])), text)


def unknown_rows(text: str, rows: Mapping[str, str]) -> Iterator[str]:
    """Yield the rows that a page names and the errata do not have."""
    for found in MARKER.finditer(text):
        yield from (name for name in names_in(found[1]) if name not in rows)
