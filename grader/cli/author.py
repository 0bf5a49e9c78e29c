"""`learn author`: commands for authors of exercises."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import __version__
from grader.cli.context import chosen_exercises, open_course
from grader.cli.main import FAILED
from grader.cli.options import CommandGroup, course_around_option, exercises_argument, usage_errors
from grader.cli.project import project_url
from grader.cli.site import site
from grader.cli.terminal import counted, say
from grader.cli.then_commands import command_problems
from grader.core.errors import CourseError
from grader.course import find, shown_path
from grader.course.course import Course
from grader.learner.course import record_named

if TYPE_CHECKING:
    from grader.authoring.mutate import MutantReport


@click.group(cls=CommandGroup, commands=[site])
def author() -> None:
    """Create, check and improve exercises and courses."""


@author.command()
@exercises_argument
@click.option(
    "--changed/--all",
    "is_changed_only",
    default=False,
    help="Inspect only what has changed since it was last found right, or all of it again.  [default: all]",
)
@course_around_option
@click.pass_context
def check(
    ctx: click.Context,
    exercises: tuple[str, ...],
    is_changed_only: bool,
    course_folder: Path | None,
) -> None:
    """Validate the course: all exercises, or the EXERCISES named.

    Proves that solutions pass, stubs are what `stubs` writes and count as not attempted, every
    mistake fails and is named as itself, every check is failed by some mistake, submissions in
    tests/submissions/<name> pass if right and fail if wrong, arguments are of the types in the
    signature, no hint has a line of the solution, no placeholder is left, files belong together,
    two runs agree, every term is introduced once, worked examples in tasks are true. Without names,
    also validates cards (with the extra `pdf` whether they fit on paper), the cheat sheet, questions,
    quizzes, worksheets, pictures and commands. What the course's own code raises is a problem at
    its line.
    Exit code 0 if all of that holds, 1 if not.
    """
    course = Course(find(course_folder))
    ids = chosen_exercises(course, exercises)
    from grader.authoring.proofs import Proofs
    from grader.authoring.validate import inspect_in_parallel

    proofs = Proofs(course, is_forgetful=not is_changed_only)
    report = inspect_in_parallel(
        course_folder, course, proofs, ids or None, lambda name: say(f"checked {name}", err=True)
    )
    kinds = ["exercise", "check", "mistake", *(["submission"] if report.counts["submission"] else [])]
    if report.counts["exercise"]:
        from grader.authoring.validate_content import inspect_around

        if sys.stderr.isatty():  # `waiting` has the signal that the limits of the course's code need
            say("checking pages, cards, questions and commands …", err=True)
        report.add(inspect_around(course, ids, proofs))
    if not exercises and report.counts["exercise"]:
        report.problems += command_problems(course, course_folder)
        kinds += ["page", "card", "question", "worksheet"]
    problems = report.distinct
    for problem in problems:
        say(problem)
    looked = ", ".join(counted(report.counts[kind], kind) for kind in kinds)
    say(f"{looked}: {counted(len(problems) or 'no', 'problem')}")
    ctx.exit(FAILED if problems else 0)


@author.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def course(folder: Path) -> None:
    """Create a small course in FOLDER that passes `learn author check`, to replace bit by bit.

    It has one exercise with its solution and mistakes, a deck, a quiz, a README, and a workflow
    that runs `learn author check`.
    """
    from grader.authoring.course_scaffold import course_files
    from grader.authoring.starter import install, place

    note = ""
    try:
        origin = install.of_this_installation()
    except install.InstallSourceError:
        origin = install.InstallSource(f"{install.PACKAGE}=={__version__}")
        note = f"This installation comes from a folder, so requirements.txt says {origin.requirement}; name there what others can install."
    files = course_files(folder.resolve().name, origin, project_url("Repository"), project_url("Documentation"))
    with usage_errors(place.InTheWayError):
        place.place({folder: files})
    record_named(find(folder))
    say(f"A course about leap years is in {folder}; replace it bit by bit.")
    if note:
        say(note)
    there = "" if folder == Path() else f"cd {shlex.quote(str(folder))} and then "
    say(f"\nNext: {there}learn author check")


@author.command()
@click.argument("exercise_id")
@click.option(
    "--like",
    type=click.Choice(["function", "class"]),
    default="function",
    show_default=True,
    help="Whether learners write a function or a class.",
)
@course_around_option
def new(exercise_id: str, like: str, course_folder: Path | None) -> None:
    """Write a small complete exercise in the current course, to be changed bit by bit; EXERCISE_ID is unit/name."""
    from grader.authoring.scaffold import ScaffoldError, scaffold

    advice = "go into a course's folder, or make one with `learn author course FOLDER`"
    if course_folder is None:
        raise CourseError(f"there is no course around this folder; {advice}")
    content = find(course_folder)
    with usage_errors(ScaffoldError):
        written = scaffold(content, exercise_id, like)
    for path in written:
        say(shown_path(path))
    name = exercise_id.rpartition("/")[2]
    say(f"\nNext: add {name} to exercises/course.yaml, then learn author check {name}, and make the files yours")


@author.command()
@exercises_argument
@course_around_option
def stubs(exercises: tuple[str, ...], course_folder: Path | None) -> None:
    """Write the stubs from the solutions: of all exercises, or the EXERCISES named.

    A stub has the signatures, docstrings and examples of the functions to write, and what the
    solution marks with `# given`. Names the files that have changed.
    """
    from grader.authoring.stub import write_stub

    course = open_course(course_folder)
    ids = chosen_exercises(course, exercises) or course.exercise_ids
    changed = [exercise_id for exercise_id in ids if write_stub(course, exercise_id)]
    for exercise_id in changed:
        say(shown_path(course.stub(exercise_id)))
    say(f"{counted(len(ids), 'stub')}: {counted(len(changed) or 'no', 'change')}")


@author.command()
@exercises_argument
@course_around_option
@click.pass_context
def mutate(ctx: click.Context, exercises: tuple[str, ...], course_folder: Path | None) -> None:
    """Test the checks with mutants of the solutions: of all exercises, or the EXERCISES named.

    A mutant is a copy of the solution with one slip: `<` for `<=`, swapped arguments, a dropped
    copy, an unstable sort, and so on. A mutant that passes every check is a problem, unless
    solutions/<unit>/<name>_mutants.yaml lists it with the reason; so is a mutant that gets the name
    of a mistake which explains less than half of its wrong answers, unless that is said to be one
    of several. Exit code 0 if there is no problem, 1 if there is one.
    """
    from grader.authoring import mutate as mutating
    from grader.authoring.in_parallel import for_each

    course = open_course(course_folder)
    ids = chosen_exercises(course, exercises) or course.exercise_ids
    total, problems = mutating.MutantReport(), 0
    for exercise_id, report in for_each(course, ids, mutating.mutate, course_folder):
        say(f"{exercise_id}: {_mutant_counts(report)}")
        for problem in report.problems:
            say(problem)
        total.mutants, total.caught = total.mutants + report.mutants, total.caught + report.caught
        total.named, total.allowed = total.named + report.named, total.allowed + report.allowed
        problems += len(report.problems)
    say(f"{counted(len(ids), 'exercise')}: {_mutant_counts(total)}: {counted(problems or 'no', 'problem')}")
    ctx.exit(FAILED if problems else 0)


def _mutant_counts(report: "MutantReport") -> str:
    caught = f"{report.caught} caught ({report.named} named)"
    return f"{counted(report.mutants, 'mutant')}, {caught}, {report.allowed} allowed"
