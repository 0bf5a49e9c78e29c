"""The output of `learn grade` for a class: a table of students, a summary."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.cells import set_cell_size

from grader.classes.job import SummaryLine
from grader.classes.matching import Matched
from grader.classes.run import ClassRun
from grader.classes.store import CHANGES, score_text
from grader.cli.terminal import say, width
from grader.core.escape import line
from grader.core.result import SEVERAL, describe_lateness

STUDENT_WIDTH, SCORE_WIDTH = 24, 10
MAX_NAMED = 20
"""The most students that a sentence names."""


def print_class(run: ClassRun, results: Path) -> None:
    """Print the table of a class, the summary and what has changed in the folder of results."""
    say(table(run, width()))
    say(f"\n{summary(run.lines, run.matched)}")
    for sentence in remarks(run, results):
        say(sentence)


def table(run: ClassRun, width: int) -> str:
    """Return a table with a line per student, including those without a submission; strangers stand apart."""
    strangers = set(run.matched.unknown)
    rows = [(row.student, _score(row), ", ".join(filter(None, (_late(row), line(row.look_at))))) for row in run.lines]
    rows += [(student.id, "missing", _absence(student.id, run.matched)) for student in run.matched.missing]
    rows.sort(key=lambda row: row[0].casefold())
    known = [row for row in rows if row[0] not in strangers]
    unknown = [row for row in rows if row[0] in strangers]
    texts = [_row("student", "score", "what to look at", width), *(_row(*row, width) for row in known)]
    if unknown:
        texts += ["not on the roster:", *(_row(*row, width) for row in unknown)]
    return "\n".join(texts)


def _row(student: str, score: str, look_at: str, width: int) -> str:
    room = width - STUDENT_WIDTH - SCORE_WIDTH - 4
    return f"{_short(line(student), STUDENT_WIDTH)}  {score:>{SCORE_WIDTH}}  {_short(look_at, room)}".rstrip()


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
    return f"{matched.perhaps[student]} may be theirs" if student in matched.perhaps else "nothing was handed in"


def _score(row: SummaryLine) -> str:
    return f"{row.score}/{row.max_score}" if row.max_score and not row.is_unreadable else row.status[:SCORE_WIDTH]


def _late(row: SummaryLine) -> str:
    if row.is_late:
        return describe_lateness(row.late_seconds)
    return "no time" if row.has_no_time else ""


def summary(lines: Sequence[SummaryLine], matched: Matched) -> str:
    """Return the summary under the table: counts of graded, late, missing and failed submissions."""
    aside = sum(found.kind == SEVERAL for _, found in matched.submissions)
    unreadable = sum(line.is_unreadable for line in lines)
    graded = sum(line.max_score > 0 for line in lines) - unreadable
    before = sum(not line.is_new and not line.is_unreadable for line in lines)
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
    first = _count(graded, "submission is graded", "submissions are graded")
    sentences = [
        first + (f", {before} of them before" if before else ""),
        *(_count(number, one, many) for number, one, many in counts if number),
    ]
    return "\n".join(f"{sentence}." for sentence in sentences)


def remarks(run: ClassRun, results: Path) -> Iterator[str]:
    """Yield sentences on what was graded again, on scores that have changed, on others' results, and on lines about nobody."""
    again = Counter(exercise_id for row in run.lines for exercise_id in row.graded_again)
    if again:
        counts = [f"{name} ({_count(number, 'submission', 'submissions')})" for name, number in again.items()]
        reasons = "files, the course, the seed, the version or the confinement have changed"
        yield f"Graded again, since {reasons}: {_some(counts)}; other results were kept."
    changed = [row for row in run.lines if row.before]
    if changed:
        scores = [
            f"{line(row.student)} {row.before} → {score_text(row.status, row.score, row.max_score)}" for row in changed
        ]
        where = f"{results / CHANGES} has all changes of all runs"
        yield f"{_count(len(changed), 'score has', 'scores have')} changed: {_some(scores)}; {where}."
    if run.others:
        count = _count(
            len(run.others), "result in the folder is not of this run", "results in the folder are not of this run"
        )
        yield f"{count} and not counted: {_some([line(student) for student in run.others])}."
    yield from (f"{line(sentence)}." for sentence in run.strange_lines)


def _some(texts: Sequence[str]) -> str:
    more = len(texts) - MAX_NAMED
    return ", ".join(texts[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
