"""`learn finish`: check everything again, and show what the learner has built."""

from functools import partial
from pathlib import Path

import click

from grader.cli import context, options
from grader.cli.check import graded, note_progress
from grader.cli.main import FAILED
from grader.cli.terminal import say, tell
from grader.core.result import Result, Verdict
from grader.course.course import Course
from grader.learner.folder import Workspace
from grader.learner.position import open_exercises, passed_exercises
from grader.learner.progress import load


@click.command()
@click.option("--out", type=options.NEW, help="Also write a page to keep and print, as .html or .pdf.")
@click.option("--name", default="", help="Your name, for the page.")
@options.force_option
@options.place_options
@click.pass_context
def finish(
    ctx: click.Context, out: Path | None, name: str, force: bool, folder: Path, course_folder: Path | None
) -> None:
    """Show what you have built, after the last exercise.

    Checks all exercises again, and generates a text with your own functions. Lists the exercises
    that are missing; exit code 1 if one is missing or no longer passes.
    """
    if out is not None:
        options.check_page(out, may_replace=force)
        from flashcards import pdf

        if out.suffix.lower() == ".pdf":
            pdf.Renderer()  # raises before anything is checked, and says what to install
    course = context.open_course(course_folder)
    workspace = context.open_workspace(folder, course)
    handed_out = workspace.handed_out(course)
    if missing := open_exercises(course, load(workspace.state), handed_out):
        wanted = [exercise_id for exercise_id in course.main_ids if exercise_id in handed_out]
        _tell_missing(course, missing, len(wanted))
        ctx.exit(FAILED)
    result = _check_all(course_folder, workspace)
    failed = next((exercise for exercise in result.exercises if exercise.verdict is not Verdict.PASS), None)
    if failed is not None:
        exercise_name = failed.id.rpartition("/")[2]
        tell(f"{exercise_name} passed before, and does not pass any more.\n\nNext: learn check {exercise_name}")
        ctx.exit(FAILED)
    from grader.learner.finish import finished_course, render_page

    done = finished_course(course, workspace, name, sum(exercise.score for exercise in result.exercises))
    tell(f"{done.title}, finished: {done.points} points. {done.built}")
    if done.own_text:
        if printed := done.own_text["printed"]:
            say(f"Your functions printed:\n{printed.rstrip()}", err=True)
        tell(f"\nYour generator wrote this just now: {done.prompt} {done.own_text['text']}")
    for sampler, figures in done.samplers:
        say("".join(f"{cell:>12}" for cell in (sampler, *figures)))
    for step in course.ending.next:
        tell(f"{step.title}: {step.command or step.url or step.why}")
    if out is not None:
        options.save_page(out, partial(render_page, done), f"{done.title}, finished", may_replace=force)
        tell(f"\n{out} is written; keep it, and print it if you like.")
    else:
        tell("\nNext: learn finish --out finish.html --name NAME, a page to keep and print")


def _tell_missing(course: Course, missing: list[str], count: int) -> None:
    names = [exercise_id.rpartition("/")[2] for exercise_id in missing]
    listed = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    tell(f"{course.title}: {count - len(missing)} of {count} exercises have passed. Still missing: {listed}.")
    tell(f"\nNext: learn show {names[0]}")


def _check_all(course_folder: Path | None, workspace: Workspace) -> Result:
    """Check all exercises, extra ones only if they have passed, and record the result."""
    with context.quick_launcher("auto", course_folder) as launcher:
        course = context.open_course(course_folder)
        needed = {*course.main_ids, *passed_exercises(course, load(workspace.state))}
        ids = [exercise_id for exercise_id in workspace.handed_out(course) if exercise_id in needed]
        result = graded(course, workspace, ids, launcher)
        note_progress(course, workspace, result)
    return result
