"""Load the code that a course brings to `learn`: commands in `solutions/commands.py`, and functions for pages in `solutions/showcase.py`."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grader.core.errors import CourseError
from grader.course import Content, shown_path

if TYPE_CHECKING:
    from grader.course.course import Solutions

COMMANDS = "commands"
"""The key of course.yaml, the module of `solutions/`, and the click group in it."""
SHOWCASE = "showcase"
"""The module of functions that `learn finish` and the course's site call if they are there; docs/authoring/course.md lists them."""


def read_sentences(content: Content) -> dict[str, str]:
    """Return the first sentences of a course's commands by name, from the lines that have them.

    Parsing YAML takes longer than all of `learn --help`; `learn author check` compares these lines with the code.
    """
    found = re.search(rf"^{COMMANDS}:\n((?:  .*\n)+)", content.read_table(), re.MULTILINE)
    return dict(re.findall(r"""^  ([a-z]+): *["']?(.*?)["']? *$""", found[1], re.MULTILINE)) if found else {}


def load_commands(solutions: "Solutions") -> dict[str, Any]:
    """Return a course's click commands by name; this runs code of the course.

    Raises:
        CourseError: its file defines no group of commands.
        SolutionError: its file cannot be loaded.
    """
    commands = getattr(getattr(solutions.reference(COMMANDS), COMMANDS, None), COMMANDS, None)
    if not isinstance(commands, dict):
        where = shown_path(solutions.path(COMMANDS))
        raise CourseError(f"{where}: defines no `{COMMANDS}`; define a click group of that name")
    return commands


def showcase_function(solutions: "Solutions", name: str) -> Callable[..., Any] | None:
    """Return a function of a course's showcase; None if the course has none of that name."""
    if not solutions.path(SHOWCASE).is_file():
        return None
    return getattr(solutions.reference(SHOWCASE), name, None)
