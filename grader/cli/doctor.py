"""`learn doctor`: versions, folders, missing libraries, confinement, and a trial run."""

import platform
import sys
from pathlib import Path

import click

from grader import __version__
from grader.cli.context import find_workspace, open_course
from grader.cli.main import OUR_FAULT, foreign_owner
from grader.cli.options import place_options
from grader.cli.terminal import say, waiting
from grader.core.errors import LaunchError, UserError
from grader.course.course import Course
from grader.course.parsed_cache import default_cache
from grader.sandbox.examine import open_launcher

PACKAGES = ("numpy", "pytest", "click", "pydantic", "PyYAML")


@click.command()
@place_options
@click.pass_context
def doctor(ctx: click.Context, folder: Path, course_folder: Path | None) -> None:
    """Show what is installed, and test whether grading works."""
    with waiting("Testing whether grading works"):
        layers, problem = _try_grading()
        problem = problem or foreign_owner()
        rows = _find_rows(open_course(course_folder), folder, layers)
    for name, value in (*rows, ("trial", problem or "a function was called in a process of its own")):
        say(f"{name:<22}{value}")
    ctx.exit(OUR_FAULT if problem else 0)


def _find_rows(course: Course, folder: Path, layers: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return what is installed, as names and values."""
    from importlib.metadata import version

    from flashcards import pdf

    place = find_workspace(folder, course)
    return [
        ("token-by-token", __version__),
        ("python", f"{platform.python_version()} on {sys.platform}"),
        *((name, version(name)) for name in PACKAGES),
        ("course", f"{course.id} version {course.version}, {len(course.exercise_ids)} exercises"),
        ("course folder", str(course.content.exercises.parent)),
        ("workspace", str(place.folder) if place else "none here"),
        ("parsed exercises", str(default_cache())),
        ("PDF files", pdf.condition()),
        ("learners' processes", "forked from a server" if sys.platform == "linux" else "an interpreter each"),
        ("confinement", ", ".join(layers)),
    ]


def _try_grading() -> tuple[tuple[str, ...], str]:
    """Call a function in a learner's process; return the confinement layers, and an error message or ""."""
    from grader.core.call import Call, Step
    from grader.course.exercise import Limits
    from grader.sandbox.process import LearnerProcess

    try:
        processes = open_launcher()
    except Exception as error:  # whatever is wrong with this machine is what the command is to say
        return (), _sentence(error)
    try:
        source = {"trial": ("trial.py", b"def double(x):\n    return 2 * x\n")}
        with LearnerProcess(processes, source) as process:
            process.load("trial", ["double"], Limits(), 30.0)
            ((outcome,),) = process.run([Call(steps=(Step(name="double", args=[21]),))], Limits(), 30.0)
        return processes.layers, "" if outcome.value == 42 else f"a function came back with {outcome.ending.value}"
    except Exception as error:
        return processes.layers, _sentence(error)
    finally:
        processes.close()


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, UserError | LaunchError) else f"failed: {type(error).__name__}: {error}"
