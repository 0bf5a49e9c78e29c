"""`learn reset`: put stubs back in place of the learner's files, which are kept, or undo that."""

import sys
from datetime import datetime
from pathlib import Path

import click

from grader.cli import context, options
from grader.cli.terminal import counted, tell, wrapped
from grader.course import shown_path
from grader.course.course import Course
from grader.learner import reset as resetting
from grader.learner.folder import Workspace


@click.command()
@options.exercises_argument
@click.option("--undo", "is_undo", is_flag=True, help="Restore the file of the last reset.")
@click.option("--all", "is_all", is_flag=True, help="Reset all exercises of the course.")
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask for confirmation.")
@options.place_options
def reset(
    exercises: tuple[str, ...], is_undo: bool, is_all: bool, is_sure: bool, folder: Path, course_folder: Path | None
) -> None:
    """Restore the stubs of EXERCISES, and keep your files in `.learn/old`.

    The default is the current exercise. Asks for confirmation unless every exercise is named.
    --undo restores your file, and keeps the one in its place.
    """
    if is_all and exercises:
        raise click.UsageError("--all resets every exercise; leave out the names, or --all")
    course = context.open_course(course_folder)
    workspace = context.open_workspace(folder, course)
    ids = workspace.handed_out(course) if is_all else context.chosen_exercises(course, exercises)
    ids = ids or [context.chosen_exercise(course, workspace, None)]
    is_named = len(ids) <= len(exercises) < len(course.exercise_ids)
    if len(ids) > 1 or is_all:
        ids = _affected(course, workspace, ids, is_undo=is_undo)
    if not ids:
        tell("There is nothing to bring back." if is_undo else "They are all stubs; there is nothing to reset.")
        return
    if not (is_named or is_undo or is_sure) and not _is_wanted(ids):
        tell("Nothing was reset.")
        return
    change = resetting.undo_reset if is_undo else resetting.reset_exercise
    for exercise_id in ids:
        if not is_undo and resetting.is_stub(course, workspace, exercise_id):
            tell(f"{shown_path(workspace.stub_path(exercise_id))} is the stub as it was; there is nothing to reset.")
            continue
        _say_moved(change(course, workspace, exercise_id, datetime.now()), is_undo=is_undo)
    name = ids[0].rpartition("/")[2]
    tell(f"\nNext: learn {'check' if is_undo else 'show'} {name}")


def _affected(course: Course, workspace: Workspace, ids: list[str], *, is_undo: bool) -> list[str]:
    """Return those of several exercises that have something to reset, or to bring back."""
    if is_undo:
        return [exercise_id for exercise_id in ids if resetting.newest(workspace, exercise_id)]
    return [exercise_id for exercise_id in ids if not resetting.is_stub(course, workspace, exercise_id)]


def _is_wanted(ids: list[str]) -> bool:
    """Ask whether to reset some exercises; raise UsageError if there is no terminal to ask on."""
    names = ", ".join(exercise_id.rpartition("/")[2] for exercise_id in ids)
    if not sys.stdin.isatty():
        raise click.UsageError(f"reset {names}? There is no terminal to ask on; add --yes to do it")
    what = names if len(ids) == 1 else f"{counted(len(ids), 'exercise')} ({names})"
    prompt = wrapped(f"Put the stub of {what} back? Your code is kept. [y/N] ") + " "
    return click.confirm(prompt, default=False, show_default=False, prompt_suffix="")


def _say_moved(done: tuple[Path, Path | None], *, is_undo: bool) -> None:
    """Print where a file is now, and where the other one is kept."""
    file, kept = done
    tell(f"{shown_path(file)} is {'yours again' if is_undo else 'the stub again'}.")
    if kept:
        tell(f"{'The file in its place' if is_undo else 'Your file'} is kept as {shown_path(kept)}")
