"""`learn show`: show the task of an exercise, or the exercises of a unit."""

import sys
from pathlib import Path

import click

from grader.cli import context, options
from grader.cli.list import ESTIMATED, unit_lines
from grader.cli.terminal import has_bars, hear, show_markdown, tell, width, wrapped
from grader.course import lesson, shown_path
from grader.course.course import Course, Unit
from grader.course.lesson_files import lesson_path
from grader.course.names import find_unit
from grader.course.picture import task_with_picture
from grader.learner.folder import Workspace
from grader.learner.position import is_question_open, record_answer, record_current
from grader.learner.progress import load

ARRAYS = "`Array[V]` is an array of floats with the shape `(V,)`; `...` stands for any axes, or none."
"""The notation of signatures, which stubs write as `np.ndarray`."""

EXTRA = "*An extra: `learn next` passes it by, and the end of the course does not wait for it.*"

CHECKS = "checks"
"""The page with the rules that hold for every exercise."""


@click.command()
@options.exercise_argument
@click.option("--answer", is_flag=True, help="Show the answer to the task's question to try by hand.")
@click.option("--whole", is_flag=True, help="Show all of a long task, not only its first version.")
@options.place_options
def show(exercise: str | None, answer: bool, whole: bool, folder: Path, course_folder: Path | None) -> None:
    """Show the task of EXERCISE and the file to write it in.

    The default is the current exercise. For a unit, lists its exercises.
    """
    course = context.open_course(course_folder)
    place = context.find_workspace(folder, course)
    if answer:
        _show_answer(course, context.chosen_exercise(course, place, exercise))
    elif exercise is not None and (unit := find_unit(course, exercise)):
        _list_unit(course, unit, place)
    else:
        show_task(course, place, context.chosen_exercise(course, place, exercise), is_whole=whole)


def show_task(course: Course, place: Workspace | None, exercise_id: str, *, is_whole: bool = False) -> None:
    """Print the task of an exercise, its checks, the file to write and the next step; make it the current one.

    Of a long task, show the first version until the work has earned its points.
    """
    whole = course.words(exercise_id)
    score = whole.points if is_whole else context.progress_in(place).standing(exercise_id).score
    words = lesson.visible_part(whole, score)
    signatures = "\n".join(words.signatures)
    arrays = f"\n\n{ARRAYS}" if "Array[" in signatures and words.id == course.exercise_ids[0] else ""
    code = f"```python\n{signatures}\n```{arrays}"
    task = lesson.with_answer_command(course, words, task_with_picture(course, words))
    if exercise_id not in course.main_ids:
        task = f"{EXTRA}\n\n{task}"
    show_markdown(f"# {words.title}\n\n{task}\n\n{code}\n\n{lesson.checks_line(whole, words)}\n")
    click.echo()
    effort = course.effort(exercise_id)
    tell(f"Difficulty {effort.level} of 3, about {effort.least} to {effort.most} minutes, as we estimate.")
    if begun := next(
        (unit.id for unit in course.units if exercise_id in (*unit.exercise_ids[:1], *unit.main_ids[:1])), ""
    ):
        _name_page(course, begun)
    if begun and lesson_path(course, CHECKS).is_file():
        tell(f"Rules that hold for every exercise: learn read {CHECKS}")
    if place:
        record_current(place, words.id)
        tell(f"Write it in {shown_path(place.stub_path(words.id))}")
        if not place.submission.has(words.id):
            tell(f"There is no such file now; learn reset {words.name} puts the stub there.")
        if sys.stdin.isatty() and sys.stdout.isatty() and is_question_open(course, load(place.state), words.id):
            _ask(course, place, words.id)
        tell(f"Then: learn check {words.name}")
    else:
        tell("\nNext: learn init my-course, to get the file to write it in")


def _ask(course: Course, place: Workspace, exercise_id: str) -> None:
    """Ask the question to answer by hand; Enter skips it."""
    # Imports numpy and the solution.
    from grader.learner.by_hand import open_question, reply

    question = open_question(course, exercise_id)
    assert question is not None
    tell("\nTry it by hand first, as the task says.")
    is_right: bool | None = None
    while is_right is None:
        typed = hear("Your answer (Enter skips): ")
        if typed is None:
            click.echo()
            return
        is_right, words = reply(question, typed) if typed.strip() else (False, "")
        if words:
            tell(words)
    record_answer(place, exercise_id, "right" if is_right else "wrong" if words else "skipped")
    click.echo()


def _name_page(course: Course, unit_id: str) -> None:
    """Name the page of a unit, if it has one."""
    if lesson_path(course, unit_id).is_file():
        tell(f"The unit begins with a page: learn read {unit_id}")


def _show_answer(course: Course, exercise_id: str) -> None:
    """Print what a task asks to be tried by hand, and the answer."""
    words = course.words(exercise_id)
    answer = lesson.answer(course, exercise_id)
    if not answer:
        raise click.UsageError(f"{words.name} asks for nothing to be tried by hand; `learn hint {words.name}` helps")
    question = lesson.question(words.task)
    show_markdown(f"{question}\n\n**Answer.** {answer}\n")


def _list_unit(course: Course, unit: Unit, place: Workspace | None) -> None:
    """Print the exercises of a unit, and the one to see next: the first not passed."""
    noted = context.progress_in(place)
    click.echo("\n".join(unit_lines(course, unit, noted, width(), has_dots=has_bars())))
    open_ids = [exercise_id for exercise_id in unit.main_ids if not noted.is_passed(exercise_id)]
    following = (open_ids or unit.exercise_ids)[0]
    click.echo(wrapped(f"\n{ESTIMATED}"))
    _name_page(course, unit.id)
    tell(f"\nNext: learn show {following.rpartition('/')[2]}")
