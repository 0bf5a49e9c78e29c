"""Whether the commands that a course names at the ends of its units are commands, with options and names that there are."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from grader.cli.course_commands import NAMED
from grader.cli.main import learn
from grader.course import shown_path
from grader.course.course import TABLE, Course
from grader.files import strict_yaml
from grader.files.strict_yaml import unknown


def command_problems(course: Course, folder: Path | None) -> Iterator[str]:
    """Yield each command of course.yaml that `learn` would refuse; `folder` is the one that has the course."""
    path = course.content.exercises / f"{TABLE}.yaml"
    file = strict_yaml.read(path, shown_path(path))
    for number, unit in enumerate(course.data(TABLE)["units"]):
        for key in ("command", "beside"):
            text = (unit.get("then") or {}).get(key) or "learn"
            if message := _refusal(text, folder):
                yield str(file.problem(("units", number, "then", key), f"`{text}`: {message}"))


def _refusal(text: str, folder: Path | None) -> str:
    """Return why `learn` refuses a command; empty if it does not."""
    command: click.Command | None = learn
    ctx = click.Context(learn, info_name="learn")
    ctx.meta[NAMED] = str(folder or "")
    try:
        words = shlex.split(text)[1:]
        while isinstance(command, click.Group) and words:
            name, command, words = command.resolve_command(ctx, words)
            assert command is not None
            ctx = click.Context(command, ctx, name)
        given, rest, _ = command.make_parser(ctx).parse_args(words) if command else ({}, [], [])
    except ValueError as error:
        return f"{error}; put it in quotes"
    except click.UsageError as error:
        return error.format_message()
    if rest:
        return f"`{rest[0]}` is one argument too many; take it out"
    ctx.params["course_folder"] = folder
    for argument in command.params if command else ():
        values = given.get(str(argument.name)) if isinstance(argument, click.Argument) else None
        listed = [values] if isinstance(values, str) else values if isinstance(values, list | tuple) else []
        for index, value in enumerate(listed):
            ctx.params[str(argument.name)] = tuple(listed[:index])
            names = [item.value for item in argument.shell_complete(ctx, "") if item.type == "plain"]
            if names and value not in names and not value.isdigit():  # a unit may have its number for a name
                return unknown("name", value, names)
    return ""
