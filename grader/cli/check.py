"""`learn check`: grade the learner's functions and name the mistakes."""

import sys
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

import grader
from grader.cli import context, options
from grader.cli.declare import flag, shared, takes
from grader.cli.exports import (
    Exports,
    check_exports,
    export_option,
    for_learners,
    format_option,
    tell_github,
    write_exports,
)
from grader.cli.main import FAILED, OUR_FAULT, PASSED, report_it
from grader.cli.terminal import has_bars, height, paint, show_markdown, tell, waiting, width, wrapped
from grader.core.result import CourseStamp, ExerciseResult, Result, Verdict
from grader.course import lesson
from grader.course.course import Course, Unit
from grader.learner import progress, record
from grader.learner.folder import Workspace
from grader.learner.position import ALL_PASSED, finish_words, finished_units, open_exercises, passed_exercises
from grader.reports import render
from grader.sandbox.launcher import Launcher

LINES_AFTER = 4
"""An empty line, the next step, and the prompt of the shell, which may take two."""


@dataclass(frozen=True)
class CheckOptions:
    """The arguments and options of `learn check`."""

    exercises: tuple[str, ...] = shared(options.exercises_argument)
    is_all: bool = flag("--all", help="Check all exercises of your folder.")
    format_name: str = shared(format_option("text", is_for_learners=True))
    exports: Exports = shared(export_option(for_learners))
    has_all_prints: bool = flag("--prints", help="Show all captured output of the failing call.")
    folder: Path = shared(options.workspace_option)
    confine_name: str = shared(options.confine_option("auto"))
    course_folder: Path | None = shared(options.course_option)


@click.command()
@takes(CheckOptions)
def check(chosen: CheckOptions) -> None:
    """Check your functions for EXERCISES, or for the current exercise.

    It is for your own folder; `learn grade` is for other people's.

    Name an exercise by its name or its function, or all exercises of a unit by the unit's name or
    number. Shows what passed and, for the first failure, the call, its result, the expected result
    and the name of the mistake if it is a known one. Exit code 0 if everything passed, 1 if not.
    """
    if chosen.is_all and chosen.exercises:
        raise click.UsageError("--all checks every exercise; leave out the names, or --all")
    check_exports(chosen.exports)
    with context.quick_launcher(chosen.confine_name, chosen.course_folder) as processes:
        course = context.open_course(chosen.course_folder)
        workspace = context.open_workspace(chosen.folder, course)
        ids = workspace.handed_out(course) if chosen.is_all else context.chosen_exercises(course, chosen.exercises)
        ids = ids or [context.chosen_exercise(course, workspace, None)]
        result = graded(course, workspace, ids, processes)
    noted = note_progress(course, workspace, result)
    write_exports(result, chosen.exports)
    _write(result, chosen.format_name, has_all_prints=chosen.has_all_prints)
    if chosen.format_name == "text":
        _say_next(course, workspace, chosen.course_folder, result, noted)
    click.get_current_context().exit({Verdict.PASS: PASSED, Verdict.INTERNAL: OUR_FAULT}.get(result.verdict, FAILED))


def graded(course: Course, workspace: Workspace, ids: list[str], processes: Launcher) -> Result:
    """Grade exercises of a workspace; return the result."""
    from grader.pytest_plugin import WorkspaceGrader, run

    with waiting("Checking"), closing(WorkspaceGrader(course, workspace.submission, processes)) as graded:
        exercises = tuple(run(graded, ids))
    stamp = CourseStamp(id=course.id, version=course.version, sha256=course.sha256)
    return Result(tool_version=grader.__version__, course=stamp, exercises=exercises, confinement=processes.layers)


class NotedProgress(NamedTuple):
    """The progress after a check: whether it is saved, the units that the check has finished, and what is open still."""

    is_saved: bool
    finished: list[Unit]
    open_ids: list[str]


def note_progress(course: Course, workspace: Workspace, result: Result) -> NotedProgress:
    """Save the results as progress."""
    waiting = _waiting(result) or result.exercises[-1]
    finished: list[Unit] = []
    open_ids: list[str] = []

    def change(noted: progress.Progress) -> None:
        before = {*passed_exercises(course, noted)}  # a unit is finished once
        noted.record_results(*result.exercises)
        noted.last = waiting.id
        finished[:] = finished_units(course, before, passed_exercises(course, noted))
        open_ids[:] = open_exercises(course, noted, workspace.handed_out(course))

    is_noted = progress.update(workspace.state, change)
    record.restore_record(workspace.state, course)
    return NotedProgress(is_noted, finished, open_ids)


def _write(result: Result, format_name: str, *, has_all_prints: bool) -> None:
    if format_name == "text":
        from grader.reports import text

        room = height() - LINES_AFTER
        show = partial(text.render, width=width(), paint=paint(), height=room, has_bars=has_bars())
        click.echo(show(result, has_all_prints=has_all_prints), nl=False)
    else:
        click.echo(render(format_name, result), nl=False)
    if format_name == "github":
        tell_github(result)


def _say_next(
    course: Course, workspace: Workspace, course_folder: Path | None, result: Result, noted: NotedProgress
) -> None:
    """Print one next step, after warnings about confinement, progress and bugs of ours."""
    click.echo()
    open_ways = [layer for layer in result.confinement if layer.startswith("open: ")]
    if open_ways:
        tell(f"Your code ran with fewer walls than usual ({open_ways[0]}); `learn doctor` says more.")
    if not noted.is_saved:
        tell(f"Your progress could not be noted: {workspace.state} cannot be written.")
    if any(check.verdict is Verdict.INTERNAL for exercise in result.exercises for check in exercise.checks):
        tell(f"“internal” is a fault of ours, not of your code; {report_it()}")
    waiting = _waiting(result)
    if waiting and (line := lesson.first_version_line(course, waiting, f"learn show {_name(waiting.id)}")):
        tell(line + "\n")
    is_one_passed = waiting is None and len(result.exercises) == 1
    if is_one_passed:
        show_markdown(course.words(result.exercises[0].id).explain)
        click.echo()
    _say_finished(course, workspace, course_folder, noted.finished)
    if noted.finished and not noted.open_ids:
        tell(ALL_PASSED)
    elif is_one_passed:
        then, name = "learn next" if noted.open_ids else "learn finish", _name(result.exercises[0].id)
        tell(f"Next: learn solution {name}, to compare; then {then}")
    elif waiting is None:
        tell("All of it passed.\n\nNext: learn next" if noted.open_ids else ALL_PASSED)
    else:
        verb = "show" if waiting.verdict is Verdict.NOT_ATTEMPTED else "hint"
        tell(f"Next: learn {verb} {_name(waiting.id)}")


def _say_finished(course: Course, workspace: Workspace, course_folder: Path | None, units: list[Unit]) -> None:
    """Print which units a check has finished, what the learner's code can do now, and the command that shows it."""
    if not units:
        return
    tell(finish_words(units) + "\n")
    last = units[-1]
    if last.then is None:
        return
    if not sys.stdout.isatty():
        click.echo(f"See it: {last.then.command}\n")
        return
    # Imports the flashcards and quizzes.
    from grader.learner.after_unit import payoff_lines, practice_lines

    place = str(course_folder) if course_folder else None
    shown = payoff_lines(last, workspace, place, width())
    click.echo("\n".join([*shown, *map(wrapped, practice_lines(course, last)), ""]))


def _waiting(result: Result) -> ExerciseResult | None:
    """Return the exercise to work on next: the first that fails, else the first not begun; None if all passed."""
    todo = [exercise for exercise in result.exercises if exercise.verdict is not Verdict.PASS]
    begun = [exercise for exercise in todo if exercise.verdict is not Verdict.NOT_ATTEMPTED]
    return next(iter([*begun, *todo]), None)


def _name(exercise_id: str) -> str:
    return exercise_id.rpartition("/")[2]
