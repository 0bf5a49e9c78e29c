"""`learn finish`: show what the learner has built, once every exercise has passed."""

import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import context, options
from grader.cli.check import graded, note_progress
from grader.cli.main import FAILED
from grader.cli.terminal import tell, width
from grader.core.escape import lines
from grader.core.result import Result, Verdict
from grader.course.commands import showcase_function
from grader.course.course import Course
from grader.learner.folder import Workspace
from grader.learner.position import open_exercises, passed_exercises
from grader.learner.progress import load
from grader.sandbox.launcher import Launcher

if TYPE_CHECKING:
    from grader.learner.finish.keepsake import FinishedCourse


@click.command()
@click.option("--out", type=click.Path(path_type=Path), help="Also write a page to keep and print, as .html or .pdf.")
@click.option("--seed", type=options.SEED, help="Seed of the random numbers.  [default: computed from your code]")
@options.force_option
@options.place_options
@click.pass_context
def finish(
    ctx: click.Context, out: Path | None, seed: int | None, force: bool, folder: Path, course_folder: Path | None
) -> None:
    """Show what you have built, after the last exercise.

    Checks all exercises again, and generates a text with your own functions. Lists the exercises
    that are missing; exit code 1 if one is missing or no longer passes.
    """
    if out is not None:
        options.check_page(out, may_replace=force)
        from flashcards import pdf

        if out.suffix.lower() == ".pdf" and not pdf.is_available():
            pdf.Renderer()  # raises before anything is checked, and says what to install
    course = context.open_course(course_folder)
    workspace = context.open_workspace(folder, course)
    missing = open_exercises(course, load(workspace.state), workspace.handed_out(course))
    if missing:
        _tell_missing(course, missing)
        ctx.exit(FAILED)
    done = _finished(folder, course_folder, seed)
    if done is None:
        ctx.exit(FAILED)
    from grader.learner.finish.keepsake import finish_lines, finish_page

    click.echo("\n".join(finish_lines(done, width())))
    if out is not None:
        options.save_page(out, partial(finish_page, done), f"{done.title}, finished", may_replace=force)
        tell(f"\n{click.format_filename(out)} is written; keep it, and print it if you like.")
    else:
        tell("\nNext: learn finish --out finish.html, a page to keep and print")


def _tell_missing(course: Course, missing: list[str]) -> None:
    count = len(course.main_ids)
    names = [exercise_id.rpartition("/")[2] for exercise_id in missing]
    listed = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    tell(f"{course.title}: {count - len(missing)} of {count} exercises have passed. Still missing: {listed}.")
    tell(f"\nNext: learn show {names[0]}")


def _finished(folder: Path, course_folder: Path | None, seed: int | None) -> "FinishedCourse | None":
    """Check everything again and let the learner's functions write; None if something does not pass any more."""
    with context.quick_launcher("auto", course_folder) as checking:
        course = context.open_course(course_folder)
        workspace = context.open_workspace(folder, course)
        result = _checked(course, workspace, checking)
    if result is None:
        return None
    from grader.learner.finish.keepsake import OwnText, finished_course, seed_of

    own_text = None
    if course.ending.prompt and (write_text := showcase_function(course.solutions, "write_text")):
        number = seed_of(workspace.submission.modules) if seed is None else seed
        written = write_text(folder, course.ending.prompt, number)
        if printed := written.pop("printed"):
            click.echo("\n".join(["Your functions printed:", *lines(printed.rstrip("\n"))]), err=True)
        own_text = OwnText(prompt=course.ending.prompt, **written)
    measure_samplers = showcase_function(course.solutions, "measure_samplers")
    trials = tuple(measure_samplers(folder)) if measure_samplers else ()
    return finished_course(course, result, datetime.datetime.now().astimezone().date(), own_text, trials)


def _checked(course: Course, workspace: Workspace, launcher: Launcher) -> Result | None:
    """Check all exercises, extra ones only if they have passed, and note the result; say which one does not pass."""
    needed = {*course.main_ids, *passed_exercises(course, load(workspace.state))}
    ids = [exercise_id for exercise_id in course.exercise_ids if exercise_id in needed]
    result = graded(course, workspace, ids, launcher)
    note_progress(course, workspace, result)
    failed = next((exercise for exercise in result.exercises if exercise.verdict is not Verdict.PASS), None)
    if failed is None:
        return result
    name = failed.id.rpartition("/")[2]
    tell(f"{name} passed before, and does not pass any more.\n\nNext: learn check {name}")
    return None
