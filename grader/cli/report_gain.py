"""`learn report --before R1 --after R2`: what a class gained between two exams, by question and unit."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import shorten

import click

from grader.cli.options import spelled
from grader.cli.terminal import counted
from grader.core.errors import UserError
from grader.core.escape import line
from grader.course.course import Course
from grader.files.markdown import to_plain
from grader.grading.submission.files import QUESTIONS_ID, is_by_hand
from grader.reports.class_report.gain import Gain, Taken, TwoExams, gain_of, taken
from grader.reports.document import Stored, read_results, result_files

SMALL = 20
"""Below this many students the class is said to be small."""
NUMBERS = (6, 6, 6, 16)
HEADER = ("before", "after", "gain", "95 % interval")


def gains(before: Path, after: Path, course: Course, width: int) -> str:
    """Return a table of gains: in all, by unit, and by question.

    Raises:
        UserError: Nobody took both exams, or their questions differ.
    """
    first, last = _taken(before), _taken(after)
    pairs = [TwoExams(first[student], last[student]) for student in sorted(first.keys() & last.keys())]
    if not pairs:
        raise UserError(f"nobody has answers to one worksheet in {before} and in {after}; grade both with --out")
    names = list(pairs[0].before.questions)
    for test in (test for pair in pairs for test in pair):
        if test.questions.keys() != set(names):
            raise UserError(f"{test.form} does not ask what {pairs[0].before.form} asks, so nothing can be compared")
    left_out = len(first.keys() ^ last.keys())
    return (
        "\n".join([*_head(pairs, left_out), "", *_table(pairs, names, _units(course), width), "", *_notes(pairs)])
        + "\n"
    )


def _taken(folder: Path) -> dict[str, Taken]:
    """Return each student's exam; without a number, and of two at once, it cannot be told what was taken."""
    found = {}
    for stored in read_results(result_files(folder)):
        if isinstance(stored, Stored):
            sheets = [sheet for sheet in stored.result.exercises if is_by_hand(sheet.id) and sheet.id != QUESTIONS_ID]
            exams = [sheet for sheet in sheets if sheet.file and sheet.is_graded]
            if len(exams) == 1:
                found[stored.student.casefold()] = taken(exams[0])
    return found


def _units(course: Course) -> dict[str, str]:
    """Return the title of the unit that each question is about."""
    from grader.questions.worksheet.exam import candidates  # loads all quizzes

    titles = {unit.id: unit.title for unit in course.units}
    return {to_plain(one.numeric.title.rstrip(".")): titles[one.unit] for one in candidates(course)}


def _head(pairs: Sequence[TwoExams], left_out: int) -> Iterator[str]:
    orders = Counter((pair.before.form, pair.after.form) for pair in pairs)
    yield f"{counted(len(pairs), 'student')} took both exams:"
    yield from (f"  {count} first {line(form)}, then {line(other)}" for (form, other), count in sorted(orders.items()))
    if left_out:
        yield f"Left out, since they took only one of the two or it has no number: {left_out}."


def _table(pairs: Sequence[TwoExams], names: Sequence[str], units: dict[str, str], width: int) -> Iterator[str]:
    room = max(20, width - sum(NUMBERS) - 2 * len(NUMBERS) - 1)
    yield _row(f"points of 100, n = {len(pairs)}", HEADER, room)
    yield _row("in all", _cells(gain_of(pairs, names)), room)
    for unit in dict.fromkeys(units[name] for name in names if name in units):
        own = [name for name in names if units.get(name) == unit]
        yield _row(unit, _cells(gain_of(pairs, own)), room)
        yield from (_row(name, _cells(gain_of(pairs, [name])), room, "  ") for name in own)
    yield from (_row(name, _cells(gain_of(pairs, [name])), room) for name in names if name not in units)


def _row(title: str, cells: Sequence[str], room: int, indent: str = "") -> str:
    numbers = "".join(f"  {cell:>{width}}" for cell, width in zip(cells, NUMBERS, strict=True))
    words = indent + shorten(line(title), room - len(indent), placeholder="…")
    return f"{words:<{room}}{numbers}"


def _cells(gain: Gain) -> Sequence[str]:
    between = "none"
    if gain.half_width is not None:
        low, high = (max(-1.0, min(1.0, gain.gain + side * gain.half_width)) for side in (-1, 1))
        between = f"{100 * low:+.0f} to {100 * high:+.0f}"
    return f"{100 * gain.before:.0f}", f"{100 * gain.after:.0f}", f"{100 * gain.gain:+.0f}", between


def _notes(pairs: Sequence[TwoExams]) -> Iterator[str]:
    halves = Counter(pair.before.form for pair in pairs)
    if any(pair.before.form == pair.after.form for pair in pairs):
        yield "Some had the same form twice, so that a gain may be memory of the numbers."
    elif len(halves) == 1:
        yield "Everybody had the forms in one order, so that a gain is also how much easier the second form is."
    else:
        yield "Both orders of the forms weigh the same, so that a form that is easier changes no gain."
    if min(halves.values()) < 2:
        yield "An interval needs two students in each order."
    if len(pairs) < SMALL:
        yield f"This class is small: one student alone moves a mean by up to {100 / len(pairs):.0f} of 100 points, and the interval is rough."
    yield "The interval is about chance among students only. It does not say what made the difference."


def two_exams(ctx: click.Context) -> tuple[Path, Path]:
    """Return the two folders; raise UsageError if one is missing, or an option of other reports was given."""
    before, after = ctx.params["before"], ctx.params["after"]
    if before is None or after is None:
        raise click.UsageError("--before and --after go together: the results of the first exam, and of the second")
    if given := [name for name in ctx.params if name not in ("before", "after", "course_folder") and ctx.params[name]]:
        raise click.UsageError(f"--before and --after compare two exams; leave out {spelled(ctx, given[0])}")
    return before, after
