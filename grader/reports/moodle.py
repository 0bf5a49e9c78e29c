"""`moodle`: grades and feedback, for Moodle's grade import or filled into the grading worksheet of an assignment.

Without a worksheet it is a table for the grade import (https://docs.moodle.org/405/en/Grade_import), which asks what
each column means. Map the grade *and* the feedback: mapped alone, one erases the other. That import stops at the first
person whom Moodle does not know, so nobody who is not on the roster is in it.

The worksheet names each student by a number of its own, and Moodle imports it without a question
(https://docs.moodle.org/405/en/Offline_grading_worksheet).
"""

import html
import re
from collections.abc import Sequence

from grader.core.errors import ReportError
from grader.reports import ClassFormat, Export, NotPlaced
from grader.reports.given_table import GivenTable, check_points, place_entries
from grader.reports.gradebook import Entry, Gradebook, checked, columns, comment, points, table

IDENTIFIER, NAMES = "Identifier", ("ID number", "Username", "Email address")
"""The column of Moodle's own numbers, and others that say who a student is, if the site shows them."""
GRADE, FEEDBACK, MOST, CHANGEABLE = "Grade", "Feedback comments", "Maximum grade", "Grade can be changed"
PARTICIPANT = re.compile(r"\D*(\d+)")
"""The cell of a student's number, such as `Participant 8070`."""


def export(entries: Sequence[Entry], gradebook: Gradebook | None) -> Export:
    """Return the worksheet filled in, or without one a table for the grade import.

    Raises:
        ReportError: the file given is no grading worksheet of Moodle, or its points are others.
    """
    listed = [entry for entry in checked(entries) if entry.result or entry.grade]
    return _fill(listed, gradebook) if gradebook else _write(listed)


def _write(listed: Sequence[Entry]) -> Export:
    """Return a table of names, grade, feedback, and the points of each exercise, which may be mapped as well."""
    known = [entry for entry in listed if entry.is_on_roster]
    names = {"username": [entry.username for entry in known], "email": [entry.email for entry in known]}
    given = [name for name in names if any(names[name])]
    exercises = columns(known)
    rows = [["idnumber", *given, "grade", "feedback", *exercises]]
    for place, entry in enumerate(known):
        who = [entry.student, *(names[name][place] for name in given)]
        rows.append([*who, entry.grade, _feedback(entry), *points(entry.result, exercises)])
    strangers = [NotPlaced(entry.student, "nobody on the roster") for entry in listed if not entry.is_on_roster]
    return Export(table(rows).encode("utf-8", "replace"), tuple(strangers))


def _feedback(entry: Entry) -> str:
    return html.escape(comment(entry.result), quote=False)  # Moodle reads it as HTML


def _fill(listed: Sequence[Entry], gradebook: Gradebook) -> Export:
    """Return the worksheet with grades and feedback; the grade of a student without a number stays as it is."""
    worksheet = GivenTable(gradebook.content, "the worksheet")
    heading = worksheet.heading
    if IDENTIFIER not in heading or GRADE not in heading:
        raise ReportError(
            f"this is not a grading worksheet of Moodle: it has no columns {IDENTIFIER} and {GRADE}; download it in "
            "English from the assignment, with Download grading worksheet"
        )
    number, grade = heading.index(IDENTIFIER), heading.index(GRADE)
    others = worksheet.find_columns(NAMES)
    placed = place_entries(
        worksheet,
        (
            (row, [_name_number(row.cells[number]), *(worksheet.cell(row, column) for column in others)])
            for row in worksheet.rows
            if len(row.cells) > number
        ),
        ((entry, (_name_number(entry.number), entry.student, entry.username, entry.email)) for entry in listed),
    )
    most, changeable, feedback = (
        heading.index(name) if name in heading else len(heading) for name in (MOST, CHANGEABLE, FEEDBACK)
    )
    locked = []
    for entry, row in placed.rows:
        if worksheet.cell(row, changeable) == "No":
            locked.append(NotPlaced(entry.student, "Moodle does not let this grade be changed"))
            continue
        if entry.grade:
            check_points(worksheet.cell(row, most), "the assignment", [entry], "Moodle")
            worksheet.fill_cell(row, grade, entry.grade)
        if entry.result and feedback < len(heading):
            worksheet.fill_cell(row, feedback, _feedback(entry))
    return Export(worksheet.to_bytes(), (*placed.left_out, *locked))


def _name_number(text: str) -> str:
    """Return Moodle's number as a name that no other identifier has: `participant 8070`."""
    found = PARTICIPANT.fullmatch(text.strip())
    return f"participant {found[1]}" if found else ""


FORMAT = ClassFormat(
    export,
    "idnumber (and username, address); grade; feedback; and the points for each exercise; or Moodle's own grading "
    "worksheet with grade and feedback filled in",
)
