"""Find the course whose commands `learn` has beside its own: the installed one, or one that the user has named here and now."""

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from grader.core.errors import CourseError
from grader.course import Content, find, shown_path
from grader.course.commands import load_commands, read_sentences

OPTION, VARIABLE = "--course", "LEARN_COURSE"
NAMED = "grader.cli.course_commands"
"""The key of a context's `meta` that names a course as --course does."""


def take_course(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the value of --course among arguments, empty if there is none, and the other arguments."""
    named, rest = "", list(arguments)
    end = rest.index("--") if "--" in rest else len(rest)
    for place in range(end - 1, -1, -1):
        option, equals, value = rest[place].partition("=")
        if option != OPTION:
            continue
        if not equals and place + 1 == end:
            raise click.UsageError(f"Option {OPTION!r} requires an argument.")
        named = named or (value if equals else rest[place + 1])
        del rest[place : place + (1 if equals else 2)]
    return named, rest


def course_here() -> Content:
    """Return the course of the current folder, to show its title; the installed one if that cannot be found."""
    here = Path.cwd()
    marks = (".learn", "exercises")
    if not os.environ.get(VARIABLE) and not any(
        (folder / mark).is_dir() for folder in (here, *here.parents) for mark in marks
    ):
        return find()  # most often; the imports below take a fifth of the time of `learn --help`
    # Imports much, which `learn --help` mostly does without.
    from grader.core.errors import UserError
    from grader.learner.course import chosen_course

    try:
        return find(chosen_course(here))
    except UserError:
        return find()


def list_commands() -> dict[str, str]:
    """Return the commands of the course here and their sentences; none of a course that only a workspace names."""
    content = course_here()
    return read_sentences(content) if os.environ.get(VARIABLE) or content == find() else {}


def open_command(ctx: click.Context, name: str, named: str = "") -> click.Command | None:
    """Return a command of the course that is named or installed; None if it has none of that name.

    A course that only the file of a workspace names is not loaded: that file may have come with a clone or a hand-in, and
    commands are code that runs as the user.

    Raises:
        CourseError: the course cannot be used, or the workspace here is of another course, which has this command.
        SolutionError: the course's commands cannot be loaded.
    """
    named = named or ctx.meta.get(NAMED) or os.environ.get(VARIABLE, "")
    content = find(Path(named)) if named else find()
    if not named and (here := course_here()) != content:
        if name not in read_sentences(here):
            return None
        folder = shlex.quote(shown_path(here.exercises.parent))
        raise CourseError(
            f"`learn {name}` would run code of the course in {folder}; if you trust it, add --course {folder}"
        )
    if name not in read_sentences(content):
        return None
    # Imports numpy, which commands that a course does not have do without.
    from grader.course.course import Solutions

    commands = load_commands(Solutions(content))
    if name not in commands:
        path = shown_path(content.solutions / "commands.py")
        raise CourseError(f"{path}: defines no command {name!r}, which course.yaml lists")
    command: click.Command = commands[name]
    return command
