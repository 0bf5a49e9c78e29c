"""Write the table of a class as text, as CSV, and as one page; and a page for each student."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.core.escape import cut, guarded, line
from grader.files import html_page
from grader.reports.class_report.table import ClassTable, Group, Person, percent
from grader.reports.gradebook import table
from grader.reports.text import WIDTH

HERE = Path(__file__).parent / "template"
MAX_GROUPS = 10
"""The most mistakes, and reasons of an exercise, in the text and the list of mistakes on the page."""
MAX_NAMES, MAX_NAMES_ON_PAGE = 10, 30
MAX_WORDS = 1000
INDENT = "  "
COLUMNS = {"passed": 12, "": 8, "not attempted": 15, "not graded": 12}
"""Titles and widths of the columns after the exercise."""
WIDE = 70
"""A narrower terminal has room for the first of them only."""
HEADER = ("student", "name", "exercise", "verdict", "score", "max_score", "late", "reason")
ANONYMOUS_HEADER = ("exercise", "reason", "students")


def render_text(found: ClassTable, *, width: int = WIDTH) -> str:
    """Return the report in lines of bounded width."""
    width -= 1  # `guarded` adds a character to a line that GitHub's runner would run as a command
    titles = {one.exercise: line(found.titles[one.exercise]) for one in found.mistakes}
    mistakes = [one.who._replace(title=f"{titles[one.exercise]}: {one.who.title}") for one in found.mistakes]
    parts = [
        [row for text in (found.summary, *found.warnings) for row in _wrap(text, width)],
        *(_list_lines(title, groups, width) for title, groups in _find_notes(found)),
        list(_list_exercises(found, width)),
        _list_groups("The commonest mistakes, by how many students make them", mistakes, width),
        *(
            _list_groups(
                f"{cut(line(one.title), width // 2)}: {one.graded - one.passed} of {one.graded} have not passed",
                one.groups,
                width,
            )
            for one in found.exercises
        ),
        list(_list_scores(found, width)),
    ]
    return "\n\n".join("\n".join(map(guarded, part)) for part in parts if part) + "\n"


def _find_notes(found: ClassTable) -> Iterator[tuple[str, Sequence[Group]]]:
    if found.ungraded:
        yield "Not graded, and why", found.ungraded
    if found.notes:
        yield "To look into", found.notes


def _list_lines(title: str, groups: Sequence[Group], width: int) -> list[str]:
    """Return a heading, and for each group its title and a line for each student."""
    rows = [title]
    for group in groups:
        rows += _wrap(f"{INDENT}{group.title}: {group.size}", width, INDENT * 2)
        rows += [row for text in group.students for row in _wrap(f"{INDENT * 2}{text}", width, INDENT * 4)]
    return rows


def _list_groups(title: str, groups: Sequence[Group], width: int) -> list[str]:
    """Return a heading, and for each group its size, its title and the first names."""
    hanging = " " * 9
    rows = _wrap(title, width) if groups else []
    for group in groups[:MAX_GROUPS]:
        more = len(group.students) - MAX_NAMES
        names = ", ".join(group.students[:MAX_NAMES]) + (f" and {more} more" if more > 0 else "")
        rows += _wrap(f"{INDENT}{group.size:>5}  {group.title}", width, hanging)
        rows += _wrap(f"{hanging}{names}", width, hanging)
    return [*rows, *([f"{hanging}… and {len(groups) - MAX_GROUPS} more"] if len(groups) > MAX_GROUPS else [])]


def _list_exercises(found: ClassTable, width: int) -> Iterator[str]:
    columns = list(COLUMNS.items())[: None if width >= WIDE else 1]
    room = width - sum(size for _, size in columns)
    if found.exercises:
        yield "Exercise".ljust(room) + "".join(f"{title:>{size}}" for title, size in columns)
    for one in found.exercises:
        cells = [f"{one.passed} of {one.graded}", percent(one.passed, one.graded)]
        cells += [str(one.counts.get(word, 0)) for word in ("not attempted", "not graded")]
        row = "".join(f"{cell:>{size}}" for cell, (_, size) in zip(cells, columns, strict=False))
        yield f"{cut(line(one.title), room - 1):<{room}}{row}"


def _list_scores(found: ClassTable, width: int) -> Iterator[str]:
    most = max(found.bins.values(), default=0)
    if found.bins:
        yield "Students by their share of the points"
    for title, number in found.bins.items():
        yield f"{INDENT}{title:>10}{number:>5}  {'#' * -(-number * (width - 24) // most)}".rstrip()


def _wrap(text: str, width: int, hanging: str = "") -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=hanging, break_on_hyphens=False)


def render_csv(found: ClassTable) -> str:
    """Return a row for each student and exercise; of an anonymous table, one for each exercise and reason."""
    if found.is_anonymous:
        cells = ((name, cell) for row in found.rows for name, cell in row.cells.items())
        counts = Counter((name, cell.group or "passed") for name, cell in cells)
        return table([ANONYMOUS_HEADER, *((*key, number) for key, number in sorted(counts.items()))])
    rows: list[tuple[str | int, ...]] = [HEADER]
    for row in found.rows:
        who = row.student, found.person(row.student).name
        for exercise, cell in row.cells.items():
            points = (cell.score, cell.max_score) if cell.is_graded else ("", "")
            rows.append((*who, exercise, cell.verdict.value, *points, row.late, cell.reason))
    rows += [(student, found.person(student).name, "", "missing", "", "", "", "") for student in found.missing]
    return table(rows)


def render_page(found: ClassTable) -> str:
    """Return the report as one self-contained page, whose plots are tables with bars."""
    text = html_page.page(
        HERE,
        "report.html",
        html_page.face(HERE / "report.css"),
        filters={
            "cut": cut,
            "share": lambda part, whole: f"{100 * part / whole:.4g}%" if whole else "0%",
        },
        found=found,
        notes=list(_find_notes(found)),
        percent=percent,
        anchors={one.id: f"exercise-{place}" for place, one in enumerate(found.exercises, 1)},
        max_mistakes=MAX_GROUPS,
        max_names=MAX_NAMES_ON_PAGE,
        max_words=MAX_WORDS,
    )
    return f"{text}\n"


class PageEntry(NamedTuple):
    """A line of the list of students: the file of their page, empty if they have no result, and the points."""

    person: Person
    file: str = ""
    points: str = ""
    status: str = "no result"


def render_index(entries: Iterable[PageEntry]) -> str:
    """Return the page that lists the students by name, or by id where there is none."""
    listed = sorted(entries, key=lambda entry: ((entry.person.name or entry.person.id).casefold(), entry.person.id))
    style = html_page.face(HERE / "report.css")
    return html_page.page(HERE, "students.html", style, entries=listed) + "\n"
