"""How large the project may be: a commit lowers these numbers, or raises one and says why in its message."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import click
import pytest
from places import PACKAGE, ROOT

from grader.cli.course_commands import list_commands
from grader.cli.main import COMMANDS, learn

ROOMS = {
    "authoring": 3930,
    "checks": 2330,
    "child": 2240,
    "classes": 2270,
    "cli": 4610,
    "core": 1660,
    "course": 3010,
    "files": 2140,
    "grading": 1800,
    "learner": 3590,
    "notebook": 240,
    "questions": 4510,
    "reports": 2130,
    "sandbox": 2350,
    "tab": 370,
    "flashcards": 1830,
    "the course's commands": 2330,
}
"""Lines of Python in each room."""
SIZES = {
    "templates, JavaScript and CSS": 4_000,
    "lines of test code": 39_600,
    "lines of test data outside corpus/": 12_000,
    "words of docs without decisions": 30_600,
    "lines of .ci/run": 90,
    "lines of workflows": 300,
    "commands of the engine": 30,
    "commands of the course": 8,
    "options of both, beside --help": 153,
}
"""The other sizes."""
SLACK = 0.03
"""A number is lowered when what is counted is less by this share and 20 more, so that nothing grows back unseen."""
TEMPLATES = {".html", ".css", ".js", ".jinja"}
LEARNERS = re.compile(r"tests/(corpus|data|submissions)/|tests/security/hostile/[^/]+/")

pytestmark = pytest.mark.skipif(not (ROOT / "grader").is_dir(), reason="the sources are in the checkout only")


def list_files(*folders: str) -> list[Path]:
    """Return the files below some folders, without what Python has compiled."""
    return [
        path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix != ".pyc"
    ]


def count_lines(paths: Iterable[Path]) -> int:
    return sum(path.read_bytes().count(b"\n") for path in paths)


def count_rooms() -> dict[str, int]:
    """Return the lines of Python in each room."""
    folders = {path.parent.name: [f"grader/{path.parent.name}"] for path in PACKAGE.glob("*/__init__.py")}
    folders |= {"flashcards": ["flashcards"], "the course's commands": ["solutions/lab", "solutions/commands.py"]}
    python = {room: [path for path in list_files(*places) if path.suffix == ".py"] for room, places in folders.items()}
    python["the course's commands"].append(ROOT / "solutions/commands.py")
    return {room: count_lines(paths) for room, paths in python.items()}


def count_options(group: click.Group) -> int:
    """Return the options of a group's commands and of its own, --help apart."""
    context = click.Context(group)
    commands = [group.get_command(context, name) for name in group.list_commands(context)]
    own = sum(isinstance(option, click.Option) for option in group.params)
    return own + sum(
        count_options(command) if isinstance(command, click.Group) else _count_own(command)
        for command in commands
        if command
    )


def _count_own(command: click.Command) -> int:
    return sum(isinstance(option, click.Option) and not option.hidden for option in command.params)


def count_commands(group: click.Group, names: Iterable[str]) -> int:
    """Return the number of commands; a group counts as its own commands."""
    context = click.Context(group)
    found = [group.get_command(context, name) for name in names]
    return sum(
        count_commands(one, one.list_commands(context)) if isinstance(one, click.Group) else 1 for one in found if one
    )


def count_sizes() -> dict[str, int]:
    """Return the other sizes."""
    pages = [path for path in list_files("docs") if path.suffix == ".md" and "decisions" not in path.parts]
    tests = [(path.relative_to(ROOT).as_posix(), path) for path in list_files("tests")]
    return {
        "templates, JavaScript and CSS": count_lines(
            path for path in list_files("grader", "flashcards", "solutions") if path.suffix in TEMPLATES
        ),
        "lines of test code": count_lines(
            path for name, path in tests if path.suffix == ".py" and not LEARNERS.search(name)
        ),
        "lines of test data outside corpus/": count_lines(
            path for name, path in tests if LEARNERS.search(name) and not name.startswith("tests/corpus/")
        ),
        "words of docs without decisions": sum(len(path.read_text("utf-8").split()) for path in pages),
        "lines of .ci/run": count_lines([ROOT / ".ci/run"]),
        "lines of workflows": count_lines(list_files(".github/workflows")),
        "commands of the engine": count_commands(learn, COMMANDS),
        "commands of the course": count_commands(learn, list_commands()),
        "options of both, beside --help": count_options(learn),
    }


def test_each_room_has_a_number() -> None:
    assert set(count_rooms()) == set(ROOMS)


@pytest.mark.parametrize(("name", "limit"), [*ROOMS.items(), *SIZES.items()])
def test_nothing_is_larger_than_its_number(name: str, limit: int) -> None:
    counted = {**count_rooms(), **count_sizes()}[name]
    assert counted <= limit
    assert name in SIZES or counted >= limit - 20 - SLACK * limit, "lower the number in tests/test_size.py"
