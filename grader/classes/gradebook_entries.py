"""What the tables for other systems are made of: the roster's names, and the results as they are stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.classes.grade_one import Line
from grader.classes.matching import Matched
from grader.classes.store import Store
from grader.reports.document import read, read_document
from grader.reports.gradebook import Entry


def entries(lines: Sequence[Line], matched: Matched, store: Store) -> Iterator[Entry]:
    """Yield the entry of each student who has a result, and of those who have handed in nothing."""
    students = {student.id: student for student, _ in matched.submissions}
    for line in sorted(lines, key=lambda each: each.student):
        student = students[line.student]
        if line.max_score:
            result = read(read_document(store.path(line.student)))
            yield Entry(student.id, result, student.name, student.email, student.username, line.is_late)
        else:
            yield Entry(student.id, None, student.name, student.email, student.username)
    for student in matched.missing:
        yield Entry(student.id, None, student.name, student.email, student.username)
