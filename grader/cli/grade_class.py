"""The output of `learn grade` for a class: progress, a table of students, a summary."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence

from rich.cells import set_cell_size

from grader.classes.job import UNREADABLE, SummaryLine
from grader.classes.roster import Matched
from grader.classes.store import Store
from grader.core.escape import line
from grader.reports.class_report import class_wording as words
from grader.reports.document import read, read_document
from grader.reports.gradebook import Entry

STUDENT_WIDTH, SCORE_WIDTH = 24, 10


def watched(lines: Iterable[SummaryLine], total: int) -> Iterator[SummaryLine]:
    """Yield the lines; on a terminal, show a progress bar with rate and remaining time."""
    if not sys.stderr.isatty():
        yield from lines
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("grading"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("grading", total=total, rate="")
        for line in lines:
            speed = progress.tasks[0].speed
            progress.update(task, advance=1, rate=f"{speed:.1f} a second" if speed else "")
            yield line


def table(lines: Sequence[SummaryLine], matched: Matched, width: int) -> str:
    """Return a table with a line per student, including those without a submission."""
    rows = [(each.student, _score(each), ", ".join(filter(None, (_late(each), line(each.look_at))))) for each in lines]
    rows += [(student.id, "missing", "nothing was handed in") for student in matched.missing]
    rows.sort(key=lambda row: row[0].casefold())
    room = width - STUDENT_WIDTH - SCORE_WIDTH - 4
    return "\n".join(
        f"{_short(line(student), STUDENT_WIDTH)}  {score:>{SCORE_WIDTH}}  {_short(look_at, room)}".rstrip()
        for student, score, look_at in [("student", "score", "what to look at"), *rows]
    )


def _short(text: str, room: int) -> str:
    """Pad or cut a text to a number of columns; wide characters take two."""
    cut = set_cell_size(text, room)
    if cut.rstrip() != text.rstrip():
        cut = set_cell_size(f"{set_cell_size(text, room - 1).rstrip()}…", room)
    return cut


def _score(line: SummaryLine) -> str:
    return f"{line.score}/{line.max_score}" if line.max_score else line.status[:SCORE_WIDTH]


def _late(line: SummaryLine) -> str:
    return f"{words.lateness(line.late_seconds)} late".strip() if line.is_late else ""


def entries(lines: Sequence[SummaryLine], matched: Matched, store: Store) -> Iterator[Entry]:
    """Yield a gradebook entry for each student, including those without a submission."""
    students = {student.id: student for student, _ in matched.submissions}
    for each in sorted(lines, key=lambda each: each.student):
        student, is_graded = students[each.student], each.max_score > 0
        result = read(read_document(store.path(each.student))) if is_graded else None
        yield Entry(student.id, result, student.name, student.email, student.username, is_graded and each.is_late)
    for student in matched.missing:
        yield Entry(student.id, None, student.name, student.email, student.username)


def summary(lines: Sequence[SummaryLine], matched: Matched) -> str:
    """Return the summary under the table: counts of graded, late, missing and failed submissions."""
    again = sum(not line.is_new for line in lines)
    unreadable = sum(line.status == UNREADABLE for line in lines)
    graded = sum(line.max_score > 0 for line in lines)
    first = words.count(graded, "submission is", "submissions are") + " graded"
    counts = [
        (sum(line.is_late for line in lines), "submission is late", "submissions are late"),
        (len(matched.missing), "student has handed in nothing", "students have handed in nothing"),
        (unreadable, "submission cannot be opened", "submissions cannot be opened"),
        (
            len(lines) - unreadable - graded,
            "submission could not be graded; the same command tries it again",
            "submissions could not be graded; the same command tries them again",
        ),
        (
            len(matched.unknown),
            "submission is of nobody on the roster and graded under its own name",
            "submissions are of nobody on the roster and graded under their own names",
        ),
    ]
    sentences = [words.count(*each) for each in counts if each[0]]
    return "\n".join(f"{each}." for each in [first + (f", {again} of them before" if again else ""), *sentences])
