"""The output of `learn grade` for a class: progress, a table of students, a summary."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.cells import set_cell_size

from grader.classes.deadlines import Times
from grader.classes.job import SummaryLine
from grader.classes.matching import Matched
from grader.classes.store import Store
from grader.classes.totals import StudentTotals
from grader.core.escape import line
from grader.core.result import Result
from grader.core.shapes import JsonObject
from grader.reports.class_report import wording as words
from grader.reports.document import read, read_document
from grader.reports.gradebook import Entry, Total

STUDENT_WIDTH, SCORE_WIDTH = 24, 10
MAX_NAMED, MAX_FILES = 20, 3
"""The most students that a sentence names, and the most files that a note does."""


def table(lines: Sequence[SummaryLine], matched: Matched, width: int, totals: Mapping[str, Total]) -> str:
    """Return a table with a line per student, including those without a submission."""
    decided = {student: f"total: {total.text}" for student, total in totals.items() if total.steps}
    rows: list[tuple[str, str, tuple[str | None, ...]]] = [("student", "score", ("what to look at",))]
    rows += [
        (row.student, _score(row), (_late(row), decided.get(row.student), line(row.look_at), row.at_deadline))
        for row in lines
    ]
    rows += [(one.id, "missing", (decided.get(one.id), _absence(one.id, matched))) for one in matched.missing]
    rows[1:] = sorted(rows[1:], key=lambda row: row[0].casefold())
    room = width - STUDENT_WIDTH - SCORE_WIDTH - 4
    return "\n".join(
        f"{_short(line(student), STUDENT_WIDTH)}  {score:>{SCORE_WIDTH}}  "
        f"{_short(', '.join(filter(None, look_at)), room)}".rstrip()
        for student, score, look_at in rows
    )


def _short(text: str, room: int) -> str:
    """Pad a text to a number of columns, or cut it after a word; wide characters take two."""
    cut = set_cell_size(text, room)
    if cut.rstrip() == text.rstrip():
        return cut
    cut = set_cell_size(text, room - 1)
    is_in_a_word = text.startswith(cut) and text[len(cut)] not in " ,;:"
    whole = cut.rpartition(" ")[0] if is_in_a_word else ""
    return set_cell_size(f"{(whole or cut).rstrip(' ,;:')}…", room)


def _absence(student: str, matched: Matched) -> str:
    """Say what a student without a submission has handed in: nothing, or perhaps something that is not under their name."""
    return f"{matched.perhaps[student]} may be theirs" if student in matched.perhaps else "nothing was handed in"


def _score(line: SummaryLine) -> str:
    return f"{line.score}/{line.max_score}" if line.max_score and not line.is_unreadable else line.status[:SCORE_WIDTH]


def _late(line: SummaryLine) -> str:
    if line.is_late:
        return f"{words.lateness(line.late_seconds)} late".strip()
    return "no time" if line.has_no_time else ""


def all_totals(lines: Sequence[SummaryLine], matched: Matched, store: Store, totals: StudentTotals) -> dict[str, Total]:
    """Return each student's total, if there are decisions or a rule; those without a submission may have one, too."""
    listed = {
        row.student: totals.of(row.student, _result(row, store), row.late_seconds, is_late=row.is_late)
        for row in (lines if totals else ())
    }
    missing = matched.missing if totals else ()
    return listed | {student.id: totals.of(student.id, None) for student in missing}


def _result(row: SummaryLine, store: Store) -> Result | None:
    """Return the result of a submission, if there is one."""
    document = read_document(store.path(row.student)) if row.max_score else None
    return read(document) if document else None


def entries(
    lines: Sequence[SummaryLine], matched: Matched, store: Store, out_of: int | None, totals: Mapping[str, Total]
) -> Iterator[Entry]:
    """Yield a gradebook entry for each student, including those without a submission."""
    submitted = {student.id: (student, found) for student, found in matched.submissions}
    for row in sorted(lines, key=lambda row: row.student):
        student, found = submitted[row.student]
        document = read_document(store.path(row.student)) if row.max_score else None
        result = read(document) if document else None
        status, note = ("", _note(row, document)) if document else (row.status, "")
        is_late = row.max_score > 0 and row.is_late
        who = (student.name, student.email, student.username)
        number = found.label.number if found.label.platform == "moodle" else ""
        total, is_known = totals.get(student.id), student.id not in matched.unknown
        yield Entry(student.id, result, *who, is_late, status, note, out_of, total, is_known, number)
    for student in matched.missing:
        note = _absence(student.id, matched) if student.id in matched.perhaps else ""
        who = (student.name, student.email, student.username)
        yield Entry(student.id, None, *who, note=note, out_of=out_of, total=totals.get(student.id))


def _note(line: SummaryLine, document: JsonObject) -> str:
    """Return what the teacher should know of a submission's files."""
    facts = document["submission"]
    reasons = facts["unclear"] or ([line.look_at] if line.is_unreadable else [])
    renamed = [f"found as {_some(facts['misplaced'], MAX_FILES)}"] if facts["misplaced"] else []
    return "; ".join([*reasons, *renamed, *filter(None, [line.at_deadline])])


def summary(lines: Sequence[SummaryLine], matched: Matched) -> str:
    """Return the summary under the table: counts of graded, late, missing and failed submissions."""
    aside = sum(bool(found.obstacle) for _, found in matched.submissions)
    unreadable = sum(line.is_unreadable for line in lines)
    graded = sum(line.max_score > 0 for line in lines) - unreadable
    again = sum(not line.is_new and not line.is_unreadable for line in lines)
    first = words.count(graded, "submission is", "submissions are") + " graded"
    counts = [
        (sum(line.is_late for line in lines), "submission is late", "submissions are late"),
        (
            sum(line.has_no_time for line in lines),
            "submission has no time, so that nothing says whether it is late",
            "submissions have no time, so that nothing says whether they are late",
        ),
        (
            len(matched.missing) - len(matched.perhaps),
            "student has handed in nothing",
            "students have handed in nothing",
        ),
        (
            len(matched.perhaps),
            "student has nothing under their name, but something may be theirs",
            "students have nothing under their names, but something may be theirs",
        ),
        (
            aside,
            "student has several submissions, none of which is graded",
            "students have several submissions, none of which is graded",
        ),
        (
            unreadable - aside,
            "submission has no number, since not all of it can be graded",
            "submissions have no number, since not all of them can be graded",
        ),
        (
            sum(line.is_unclear and not line.is_unreadable for line in lines),
            "submission has files that may be meant and are not graded; its result says which",
            "submissions have files that may be meant and are not graded; their results say which",
        ),
        (
            sum(line.is_misplaced for line in lines),
            "submission has files that are not where they should be; they were found and graded",
            "submissions have files that are not where they should be; they were found and graded",
        ),
        (
            sum(line.is_second for line in lines),
            "submission ran out of time without using it, and was graded once more, alone",
            "submissions ran out of time without using it, and were graded once more, alone",
        ),
        (
            len(lines) - unreadable - graded,
            "submission could not be graded; the same command tries it again",
            "submissions could not be graded; the same command tries them again",
        ),
        (
            len(matched.unknown),
            "submission belongs to nobody on the roster and is graded under its own name",
            "submissions belong to nobody on the roster and are graded under their own names",
        ),
    ]
    sentences = [words.count(number, one, many) for number, one, many in counts if number]
    return "\n".join(
        f"{sentence}." for sentence in [first + (f", {again} of them before" if again else ""), *sentences]
    )


def remarks(lines: Sequence[SummaryLine], matched: Matched, store: Store, tables: Sequence[Times]) -> Iterator[str]:
    """Yield sentences on what was graded again, on scores that have changed, on others' results, and on lines about nobody."""
    again = Counter(exercise_id for row in lines for exercise_id in row.graded_again)
    if again:
        counts = [f"{name} ({words.count(number, 'submission', 'submissions')})" for name, number in again.items()]
        yield f"Graded again, since the course or the files have changed: {_some(counts)}; other results were kept."
    changed = sorted((row for row in lines if row.before), key=lambda row: row.student)
    if changed:
        scores = [f"{line(row.student)} {row.before} → {row.score}/{row.max_score}" for row in changed]
        yield f"{words.count(len(changed), 'score has', 'scores have')} changed: {_some(scores)}."
    students = [student.id for student, _ in matched.submissions]
    if others := store.others(students):
        count = words.count(
            len(others), "result in the folder is not of this run", "results in the folder are not of this run"
        )
        yield f"{count} and not counted: {_some([line(student) for student in others])}."
    everybody = [*students, *(student.id for student in matched.missing)]
    yield from (f"{line(sentence)}." for times in tables for sentence in times.strangers(everybody))


def _some(texts: Sequence[str], most: int = MAX_NAMED) -> str:
    more = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {more} more" if more > 0 else "")
