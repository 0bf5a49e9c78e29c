"""`learn doctor`: versions, folders, missing libraries, confinement, and a trial run."""

import platform
import sys
from pathlib import Path

import click

from grader import __version__
from grader.cli.completion_script import completion_script
from grader.cli.context import find_workspace, open_course
from grader.cli.main import OUR_FAULT, foreign_owner
from grader.cli.options import place_options, show_json, text_or_json_option
from grader.cli.terminal import waiting
from grader.core.errors import LaunchError, UserError
from grader.course.course import Course
from grader.course.parsed_cache import default_cache
from grader.learner.documents import Document, document
from grader.sandbox.examine import open_launcher

PACKAGES = ("numpy", "pytest", "click", "pydantic", "PyYAML")


@click.command()
@text_or_json_option
@place_options
@click.option(
    "--completion",
    "shell",
    metavar="[SHELL]",
    is_flag=False,
    flag_value="",
    help="Print the script that completes commands, exercises, units and decks in bash, zsh, fish or powershell.  "
    "[default: your login shell]",
)
@click.pass_context
def doctor(ctx: click.Context, format_name: str, folder: Path, course_folder: Path | None, shell: str | None) -> None:
    """Show what is installed, and test whether grading works.

    To complete commands and names with Tab in each new terminal, add a line to the startup file of your shell:

    \b
    bash:        eval "$(learn doctor --completion bash)"
    zsh:         eval "$(learn doctor --completion zsh)"
    fish:        learn doctor --completion fish | source
    powershell:  learn doctor --completion powershell | Out-String | iex

    The startup files are ~/.bashrc; ~/.zshrc, below compinit; ~/.config/fish/config.fish; and $PROFILE.
    """
    if shell is not None:
        click.echo(completion_script(shell))
        return
    with waiting("Testing whether grading works"):
        report = _report(open_course(course_folder), folder)
    if format_name == "json":
        show_json(report)
    else:
        for name, value in _rows(report):
            click.echo(f"{name:<22}{value}")
    ctx.exit(OUR_FAULT if report["problem"] else 0)


def _report(course: Course, folder: Path) -> Document:
    from importlib.metadata import version

    from flashcards import pdf

    place = find_workspace(folder, course)
    layers, problem = _trial()
    problem = problem or foreign_owner()
    versions = {"token-by-token": __version__} | {name: version(name) for name in PACKAGES}
    return document(
        "doctor",
        packages=[{"name": name, "version": installed} for name, installed in versions.items()],
        python=platform.python_version(),
        platform=sys.platform,
        course={"id": course.id, "version": course.version, "exercises": len(course.exercise_ids)},
        course_folder=str(course.content.exercises.parent),
        workspace=str(place.folder) if place else None,
        cache=str(default_cache()),
        pdf=pdf.condition(),
        processes="forked from a server" if sys.platform == "linux" else "an interpreter each",
        confinement=layers,
        problem=problem or None,
    )


def _rows(report: Document) -> list[tuple[str, str]]:
    """Return what was found as names and values, in the order in which they are printed."""
    ours, *others = [(package["name"], package["version"]) for package in report["packages"]]
    course = report["course"]
    return [
        ours,
        ("python", f"{report['python']} on {report['platform']}"),
        *others,
        ("course", f"{course['id']} version {course['version']}, {course['exercises']} exercises"),
        ("course folder", report["course_folder"]),
        ("workspace", report["workspace"] or "none here"),
        ("parsed exercises", report["cache"]),
        ("PDF files", report["pdf"]),
        ("learners' processes", report["processes"]),
        ("confinement", ", ".join(report["confinement"])),
        ("trial", report["problem"] or "a function was called in a process of its own"),
    ]


def _trial() -> tuple[tuple[str, ...], str]:
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
    """Return an error's sentence, and the type of one that is none of ours."""
    return str(error) if isinstance(error, UserError | LaunchError) else f"failed: {type(error).__name__}: {error}"
