"""`learn check`: grade the learner's functions and name the mistakes."""

from __future__ import annotations

import gc
import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.main import FAILED, OUR_FAULT, PASSED, report_it
from grader.cli.terminal import paint, show_markdown, width

if TYPE_CHECKING:
    from grader.core.result import Result
    from grader.course.course import Course
    from grader.learner.workspace import Workspace
    from grader.sandbox.launcher import Launcher


@click.command()
@click.argument("exercises", nargs=-1)
@options.format_option("text", is_for_learners=True)
@options.export_option(options.for_learners)
@options.plain_option
@options.workspace_option
@options.confine_option("auto")
@options.course_option
@click.pass_context
def check(
    ctx: click.Context,
    exercises: tuple[str, ...],
    format_name: str,
    exports: options.Exports,
    folder: Path,
    confine_name: str,
    course_folder: Path | None,
) -> None:
    """Check your functions: all, or the EXERCISES named.

    Says what passed, and for the first failure what was called, what came back, what was
    expected and, where it is a known one, which mistake that is. Exit code 0 if everything
    passed, 1 if not.
    """
    from grader.core.result import Verdict
    from grader.sandbox.confinement import ConfinementMode
    from grader.sandbox.examine import open_launcher

    options.check_exports(exports)
    gc.disable()  # a run this short exits before collecting pays off
    try:
        # The launcher forks this process, which must not hold exercises and solutions yet.
        with closing(open_launcher(ConfinementMode(confine_name), is_quick=True)) as processes:
            course = options.open_course(course_folder)
            workspace = options.open_workspace(folder, course)
            ids = [course.find(name) for name in exercises] or course.exercise_ids
            result = _graded(course, workspace, ids, processes)
    finally:
        gc.enable()
    is_noted = _note_progress(workspace, result)
    options.write_exports(result, exports, os.environ)
    _write(result, format_name)
    if format_name == "text":
        _say_next(course, workspace, result, is_noted=is_noted)
    ctx.exit({Verdict.PASS: PASSED, Verdict.INTERNAL: OUR_FAULT}.get(result.verdict, FAILED))


def _graded(course: Course, workspace: Workspace, ids: list[str], processes: Launcher) -> Result:
    import grader
    from grader.core.result import CourseStamp, Result
    from grader.pytest_plugin import WorkspaceGrader, run

    with closing(WorkspaceGrader(course, workspace.submission, processes)) as graded:
        exercises = tuple(run(graded, list(dict.fromkeys(ids))))
    stamp = CourseStamp(id=course.id, version=course.version, sha256=course.sha256)
    return Result(tool_version=grader.__version__, course=stamp, exercises=exercises, confinement=processes.layers)


def _note_progress(workspace: Workspace, result: Result) -> bool:
    from grader.learner import progress

    noted = progress.load(workspace.state)
    for exercise in result.exercises:
        noted.note(exercise)
    return progress.save(workspace.state, noted)


def _write(result: Result, format_name: str) -> None:
    from grader.reports import render, shown, text

    if format_name == "text":
        click.echo(text.render(shown(result), width=width(), paint=paint()), nl=False)
    else:
        click.echo(render(format_name, result), nl=False)
    if format_name == "github":
        options.tell_github(result, os.environ)


def _say_next(course: Course, workspace: Workspace, result: Result, *, is_noted: bool) -> None:
    """Print one next step, after warnings about confinement, progress and bugs of ours."""
    from grader.core.result import Verdict

    click.echo()
    open_ways = [layer for layer in result.confinement if layer.startswith("open: ")]
    if open_ways:
        click.echo(f"Your code ran with fewer walls than usual ({open_ways[0]}); `learn doctor` says more.")
    if not is_noted:
        click.echo(f"Your progress could not be noted: {workspace.state} cannot be written.")
    if any(check.verdict is Verdict.INTERNAL for exercise in result.exercises for check in exercise.checks):
        click.echo(f"“internal” is a fault of ours, not of your code; {report_it()}")
    todo = [each for each in result.exercises if each.verdict is not Verdict.PASS]
    begun = [each for each in todo if each.verdict is not Verdict.NOT_ATTEMPTED]
    waiting = next(iter([*begun, *todo]), None)
    if waiting is None and len(result.exercises) == 1:
        show_markdown(course.exercise(result.exercises[0].id).explain)
        click.echo(f"\nNext: learn solution {_name(result.exercises[0].id)}, to compare")
    elif waiting is None:
        click.echo("All of it passed.")
    elif waiting.verdict is Verdict.NOT_ATTEMPTED:
        click.echo(f"Next: learn show {_name(waiting.id)}")
    else:
        click.echo(f"Next: learn hint {_name(waiting.id)}")


def _name(exercise_id: str) -> str:
    return exercise_id.rpartition("/")[2]
