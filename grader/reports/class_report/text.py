"""`text` and `csv`: the class report for a terminal, in lines of bounded width, and as a table to filter."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from grader.core.escape import guarded, line
from grader.core.result import Verdict
from grader.reports.class_report import wording
from grader.reports.class_report.answered import AnsweredFigures
from grader.reports.class_report.statistics import ClassFigures, Counted, ExerciseFigures, StudentStanding
from grader.reports.gradebook import table
from grader.reports.text import WIDTH

MAX_MISTAKES = 10
MAX_GROUPS = 6
MAX_CHECKS = 3
MAX_NAMES = 10
"""Further ones are only counted here; the page and the CSV file list them."""
INDENT = "  "
NUMBER = 5
"""Width of a number of students."""
RATE = 17
"""Width of a check's pass rate."""
COLUMNS = (15, 6, 15, 8, 9)
"""Widths of the columns after the exercise."""
WIDE = 70
"""A narrower terminal has room for the first of them only."""
HEADER = ("about", "exercise", "what", "students", "of", "percent", "seconds", "student", "name")
Row = tuple[str | int | float, ...]
"""One cell per header; empty cells at the end may be missing."""


def render(figures: ClassFigures, *, width: int = WIDTH, is_drawn: bool = False) -> str:
    """Return the report; with `is_drawn`, bars are block characters, otherwise #."""
    width -= 1  # `guarded` adds a character to a line that GitHub's runner would run as a command
    parts = [
        list(_head(figures, width)),
        list(_scores(figures, width, "█" if is_drawn else "#")),
        list(_exercises(figures, width)),
        list(_mistakes(figures, width)),
        *(list(_help(exercise, width)) for exercise in figures.exercises if exercise.groups),
        list(_lowest(figures.lowest.listed, width)),
        list(_notes(figures, width)),
    ]
    return "\n\n".join("\n".join(map(guarded, part)) for part in parts if part) + "\n"


def _head(figures: ClassFigures, width: int) -> Iterator[str]:
    yield from _wrapped(
        f"{wording.count(figures.results, 'result', 'results')}. {wording.scores(figures.scores)}", width
    )
    for warning in wording.warnings(figures):
        yield from _wrapped(warning, width)
    for edition in figures.editions:
        results = f"{edition.results:>{NUMBER}}  " if len(figures.editions) > 1 else "Graded with "
        yield from _wrapped(f"{results}{wording.edition(edition)}.", width)


def _scores(figures: ClassFigures, width: int, sign: str) -> Iterator[str]:
    if not figures.scores.counted:
        return
    most = max(figures.scores.bins)
    yield "Students by their share of the points"
    for title, number in zip(wording.bins(), figures.scores.bins, strict=True):
        bar = sign * -(-number * (width - 24) // most)
        yield f"{INDENT}{title:>10}{number:>{NUMBER}}  {bar}".rstrip()


def _exercises(figures: ClassFigures, width: int) -> Iterator[str]:
    """Yield a line per exercise: the students who passed, those who have not attempted it, and the times."""
    is_timed = width >= WIDE and any(exercise.seconds for exercise in figures.exercises)
    titles = ("passed", "", "not attempted", "median", "slowest")
    columns = list(zip(titles, COLUMNS, strict=True))[: None if is_timed else 3 if width >= WIDE else 1]
    room = width - sum(size for _, size in columns)
    if figures.exercises:
        yield "Exercise".ljust(room) + "".join(f"{title:>{size}}" for title, size in columns)
    for exercise in figures.exercises:
        row = "".join(f"{cell:>{size}}" for cell, (_, size) in zip(_cells(exercise), columns, strict=False))
        yield f"{_short(exercise.title, room - 1):<{room}}{row}"


def _cells(exercise: ExerciseFigures) -> list[str]:
    cells = [
        f"{exercise.passed} of {exercise.graded}",
        wording.percent(exercise.passed, exercise.graded),
        str(exercise.outcomes.get(Verdict.NOT_ATTEMPTED, 0)),
    ]
    if exercise.seconds:
        cells += [wording.seconds(exercise.seconds.median), wording.seconds(exercise.seconds.slowest)]
    return cells


def _mistakes(figures: ClassFigures, width: int) -> Iterator[str]:
    if not figures.mistakes:
        return
    titles = {exercise.id: exercise.title for exercise in figures.exercises}
    yield from _wrapped("The commonest mistakes, by how many students make them", width)
    for mistake in figures.mistakes[:MAX_MISTAKES]:
        text = f"{line(titles[mistake.exercise])}: {wording.mistake(mistake)}"
        yield from _item(mistake.who, text, width)
    yield from _more(len(figures.mistakes) - MAX_MISTAKES)


def _help(exercise: ExerciseFigures, width: int) -> Iterator[str]:
    """Yield the students who need help with an exercise, and the checks with the lowest pass rates."""
    not_passed = f"{exercise.graded - exercise.passed} of {exercise.graded} have not passed"
    yield f"{_short(exercise.title, width - len(not_passed) - 2)}: {not_passed}"
    for group in exercise.groups[:MAX_GROUPS]:
        yield from _item(group.who, wording.trouble(group), width)
    yield from _more(len(exercise.groups) - MAX_GROUPS)
    hardest = sorted(exercise.checks, key=lambda check: check.passed)
    for check in hardest[:MAX_CHECKS]:
        rate = f"{check.passed} of {check.asked} pass"
        yield f"{INDENT}{rate:>{RATE}}  {_short(check.name, width - RATE - 4)}"
    yield from _more(len(hardest) - MAX_CHECKS, RATE)


def _lowest(standings: Sequence[StudentStanding], width: int) -> Iterator[str]:
    if standings:
        yield "The fewest points"
    for standing in standings:
        passed = f"{standing.passed} of {wording.count(standing.exercises, 'exercise', 'exercises')} passed"
        points = f"{standing.score} of {wording.count(standing.max_score, 'point', 'points')}"
        yield from _wrapped(f"{INDENT}{wording.name(standing.student)}: {points}, {passed}", width, INDENT * 2)


def _notes(figures: ClassFigures, width: int) -> Iterator[str]:
    notes = wording.notes(figures)
    if notes:
        yield "To look into"
    for sentence, students in notes:
        yield from _wrapped(f"{INDENT}{sentence}", width, INDENT)
        yield from _listed(students, INDENT * 2, width, wording.MAX_DETAIL)


def _item(who: Counted[str], text: str, width: int) -> Iterator[str]:
    """Yield the number of students, the text, and their ids."""
    hanging = " " * (len(INDENT) + NUMBER + 2)
    yield from _wrapped(f"{INDENT}{who.size:>{NUMBER}}  {text}", width, hanging)
    yield from _listed(who.listed, hanging, width)


def _listed(students: Sequence[str], indent: str, width: int, room: int = wording.MAX_STUDENT) -> Iterator[str]:
    if students:
        shown, more = wording.names(students, MAX_NAMES, room)
        yield from _wrapped(indent + ", ".join(shown) + (f" and {more} more" if more else ""), width, indent)


def _more(number: int, indent: int = NUMBER) -> Iterator[str]:
    if number > 0:
        yield f"{INDENT}{'':>{indent}}  … and {number} more"


def _short(text: str, most: int) -> str:
    text = line(text)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _wrapped(text: str, width: int, hanging: str = "") -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=hanging, break_on_hyphens=False)


def render_csv(figures: ClassFigures, names: Mapping[str, str] | None = None) -> str:
    """Return the figures as CSV; unless they are anonymous, with a line for each student to help or late.

    `names` are those of students by their ids in lower case.
    """
    rows = [(*row, *("" for _ in HEADER[len(row) : -1])) for row in _rows(figures)]
    return table([HEADER, *((*row, (names or {}).get(str(row[-1]).casefold(), "")) for row in rows)])


def _rows(figures: ClassFigures) -> Iterator[Row]:
    yield ("class", "", "results", figures.results)
    if figures.missing.size:
        yield ("class", "", "missing", figures.missing.size)
    yield ("class", "", "late", figures.late.size)
    yield ("class", "", "files left out", figures.left_out.size)
    for edition in figures.editions:
        yield ("edition", "", wording.edition(edition), edition.results, figures.results)
    for title, number in zip(wording.bins(), figures.scores.bins, strict=True):
        yield ("score", "", title, *_share(number, figures.scores.counted))
    for exercise in figures.exercises:
        yield from _exercise_rows(exercise)
    for late in figures.late.listed:
        yield ("late", "", "", "", "", "", "" if late.seconds is None else late.seconds, late.student)
    for student in figures.missing.listed:
        yield ("missing", "", "", "", "", "", "", student)
    explained = {
        "quizzes": figures.answered.quizzes,
        "unusable": figures.unusable.listed,
        "unclear": figures.unclear.listed,
        "total": figures.decided.listed,
    }
    for about, students in explained.items():
        for student, why in students:
            yield (about, "", why, "", "", "", "", student)
    yield from _answered_rows(figures.answered)
    yield from (("decision", "", sentence) for sentence in figures.overtaken.listed)
    yield from (("left out", "", sentence) for sentence in figures.left_out.listed)


def _answered_rows(answered: AnsweredFigures) -> Iterator[Row]:
    if answered.asked:
        for what, number in answered.by_answer.items():
            yield ("questions on own code", "", what, *_share(number, answered.asked))
    for student, what in answered.unsaid:
        yield ("could not say", "", what, "", "", "", "", student)


def _exercise_rows(exercise: ExerciseFigures) -> Iterator[Row]:
    for verdict in Verdict:
        number = exercise.outcomes.get(verdict, 0)
        if number or verdict is Verdict.PASS:
            yield ("verdict", exercise.id, verdict.value, *_share(number, exercise.graded))
    for check in exercise.checks:
        yield ("check", exercise.id, check.name, *_share(check.passed, check.asked))
    for mistake in exercise.mistakes:
        yield ("mistake", exercise.id, mistake.title, *_share(mistake.who.size, exercise.graded))
    if exercise.seconds:
        yield ("seconds", exercise.id, "median", "", "", "", round(exercise.seconds.median, 3))
        slowest = round(exercise.seconds.slowest, 3)
        yield ("seconds", exercise.id, "slowest", "", "", "", slowest, exercise.seconds.slowest_student)
    for group in exercise.groups:
        yield ("help", exercise.id, wording.trouble(group), *_share(group.who.size, exercise.graded))
        for student in group.who.listed:
            yield ("who", exercise.id, wording.trouble(group), "", "", "", "", student)


def _share(part: int, whole: int) -> tuple[int, int, int | float | str]:
    return part, whole, round(100 * part / whole, 1) if whole else ""
