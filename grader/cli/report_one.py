"""`learn report --of STUDENT`: the calls, values and seed behind one student's points, and a command to repeat them."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from grader.classes.plan import COMMAND, SUBMISSIONS
from grader.classes.totals import StudentTotals
from grader.cli.options import spelled
from grader.core.errors import UnknownNameError
from grader.core.escape import line
from grader.core.result import ExerciseResult, Verdict
from grader.core.shapes import JsonObject
from grader.grading.submission.files import QUESTIONS_ID, is_by_hand
from grader.reports.document import Stored, read_results, result_files, settings_of_run
from grader.reports.text import Detail, check_lines

ROWS, PRINTED = 40, 1000
"""The most lines of a call or value, and of the output: a teacher wants to see all."""


def one_student(results: Path, student: str, name: str | None, width: int) -> str:
    """Return how a student's points came about, in all exercises or in one.

    Raises:
        UnknownNameError: There is no result of the student, or no such exercise in it.
    """
    listed = (stored for stored in read_results(result_files(results)) if isinstance(stored, Stored))
    found = next((stored for stored in listed if stored.student.casefold() == student.casefold()), None)
    if found is None:
        raise UnknownNameError(f"{results}: there is no result of {student!r} that can be used")
    exercises = [one for one in found.result.exercises if name in (None, one.id, one.id.rpartition("/")[2])]
    if not exercises:
        raise UnknownNameError(
            f"{found.student}: there is no exercise {name!r} in the result; see learn report {results}"
        )
    total = StudentTotals(results).of(found.student, found.result, found.late_seconds, is_late=found.is_late)
    text = [f"{line(found.student)}: {found.result.score} of {found.result.max_score} points", ""]
    text += [f"{found.version[:1].upper()}{found.version[1:]}", ""] if found.version else []
    text += [*map(line, total.steps), f"in all {total.text}", ""] if total.steps else []
    for exercise in exercises:
        text += [*_exercise(exercise, width), ""]
    text.append(f"Seed {found.result.seed}; the same files, version and seed give the same calls and values.")
    return "\n".join([*text, *_repeat(found, exercises, settings_of_run(results))]) + "\n"


def _exercise(exercise: ExerciseResult, width: int) -> Iterator[str]:
    """Yield a line for each check, and below each that failed its call, values and reason."""
    yield f"{line(exercise.title)} ({exercise.id}): {exercise.score} of {exercise.max_score} points"
    for check in exercise.checks:
        yield f"  {check.verdict.value:<14}{line(check.name)} {check.score}/{check.max_score}"
        if check.verdict not in (Verdict.PASS, Verdict.SKIPPED):
            yield from check_lines(check, width, Detail(rows=ROWS, printed=PRINTED))


def _repeat(found: Stored, exercises: Sequence[ExerciseResult], noted: JsonObject) -> Iterator[str]:
    """Yield the commands that grade just these exercises of this student again."""
    try:
        path, files = noted[SUBMISSIONS][found.student]
        options = list(map(str, noted[COMMAND]))
        pairs = [(str(there), str(own)) for there, own in files]
    except (KeyError, TypeError, ValueError):
        yield "The folder does not say where the files were; repeat it with learn grade PATH --seed and this seed."
        return
    yield "To repeat just this:"
    place = str(path)
    if pairs:  # of many students in one folder
        place = f"again-{exercises[0].id.rpartition('/')[2]}"
        copied = (shlex.join(["cp", "-r", f"{path}/{there}", f"{place}/{own}"]) for there, own in pairs)
        yield " && ".join([f"  mkdir {place}", *copied])
    commit = ["--commit", found.commit] if found.commit else []
    words = ["learn", "grade", place, *commit, "--student", found.student, "--seed", str(found.result.seed), *options]
    if any(is_by_hand(exercise.id) and exercise.id != QUESTIONS_ID for exercise in exercises):
        yield "  (with LEARN_WORKSHEET_SEED set to the seed of the sheets)"
    if len(exercises) < len(found.result.exercises) or len(exercises) == 1:
        words += [word for exercise in exercises for word in ("--exercise", exercise.id)]
    yield f"  {shlex.join([*words, '--format', 'text'])}"


def check_alone(ctx: click.Context) -> None:
    """Raise UsageError if options that are for the report of a class were given."""
    is_one = bool(ctx.params["student"])
    own = ("results", "course_folder", *(("student", "exercise") if is_one else ("is_alike", "roster")))
    if given := [name for name in ctx.params if name not in own and ctx.params[name]]:
        what = "--of prints one student's points" if is_one else "--alike prints which files are equal"
        raise click.UsageError(f"{what}; leave out {spelled(ctx, given[0])}")
