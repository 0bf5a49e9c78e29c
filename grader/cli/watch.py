"""`learn watch`: check the current exercise after each save, in a window of its own."""

import os
import signal
import sys
from pathlib import Path

import click

from grader.cli import context, options
from grader.cli.terminal import is_plain
from grader.course.course import Course
from grader.course.lesson_files import FIRST
from grader.learner.course import chosen_course
from grader.learner.folder import Workspace
from grader.learner.position import current_exercise, passed_exercises, record_current
from grader.learner.watch.stop_signals import StoppedError
from grader.learner.watch.warm_process import WatchedPlace


@click.command()
@options.exercise_argument
@options.workspace_option
@options.course_option
def watch(exercise: str | None, folder: Path, course_folder: Path | None) -> None:
    """Check the current exercise after each save, starting with EXERCISE.

    Keys work without Enter; ? lists them. Without a terminal, prints a report after each save,
    until Ctrl-C.
    """
    course = context.open_course(course_folder)
    workspace = context.open_workspace(folder, course)
    current = context.chosen_exercise(course, workspace, exercise)
    record_current(workspace, current)
    place = WatchedPlace(str(course_folder.absolute()) if course_folder else None, str(workspace.folder), "auto")
    try:
        _run(place, course, workspace, current)
    except StoppedError as stopped:
        # By the signal that ended the watch, as a shell or a supervisor expects.
        signal.signal(stopped.number, signal.SIG_DFL)
        os.kill(os.getpid(), stopped.number)


def has_work_left() -> bool:
    """Return whether the current folder is in a workspace with an exercise to work on, in a terminal that can be drawn."""
    course = context.open_course(chosen_course(Path.cwd()))
    place = context.find_workspace(Path(), course)
    return place is not None and not is_plain() and current_exercise(course, place) is not None


def _run(place: WatchedPlace, course: Course, workspace: Workspace, current: str) -> None:
    from grader.cli.watch_terminal import run_plain, run_window
    from grader.learner import progress, record
    from grader.learner.watch.state import State, has_page

    has_keys = sys.stdin.isatty() and sys.stdout.isatty()
    state = State(course, workspace, current, progress.load(workspace.state), has_keys)
    state.notice = record.find_notice(workspace.state, course)
    if has_keys and not state.noted.pages and not passed_exercises(course, state.noted) and has_page(course, FIRST[0]):
        state.view, state.page, state.is_welcome = "page", FIRST[0], True
        progress.update(workspace.state, lambda noted: noted.record_page(FIRST[0]))
        state.noted.record_page(FIRST[0])
    if has_keys and not is_plain():
        run_window(place, state)
    else:
        run_plain(place, state, has_keys=has_keys)
    if has_keys:
        passed = sum(map(state.noted.is_passed, state.ids))
        click.echo(f"{passed} of {len(state.ids)} exercises passed. Next: learn watch")
