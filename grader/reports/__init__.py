"""Formats of results, one file each that ends with `FORMAT = …`; a new file here is a new format."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from grader.core.result import Result

if TYPE_CHECKING:
    from grader.reports.gradebook import Entry, Gradebook


class Format(NamedTuple):
    """A format for the result of one submission; docs/reference/reports.md has a row with these texts for each."""

    render: Callable[..., str]
    audience: str
    holds: str
    is_for_learners: bool = True
    """False if only `learn grade` offers it."""
    needs_runner: bool = False
    """True if `render` also takes the environment, for variables that only a platform's runner sets."""


class NotPlaced(NamedTuple):
    """A student whom a table does not place, and the reason in words after their id."""

    student: str
    why: str


class Export(NamedTuple):
    """A table of a class: the bytes of its file, and the students with a number who are not in it."""

    content: bytes
    left_out: tuple[NotPlaced, ...] = ()


class ClassFormat(NamedTuple):
    """A format for the results of many submissions, a line for each student."""

    export: "Callable[[Sequence[Entry], Gradebook | None], Export]"
    holds: str


def find_format(name: str) -> Format | ClassFormat | None:
    """Return a format by its name; None if there is none. Only its own file is imported."""
    if name not in _modules():
        return None
    result_format = getattr(importlib.import_module(f"{__name__}.{name}"), "FORMAT", None)
    return result_format if isinstance(result_format, Format | ClassFormat) else None


@cache
def formats() -> dict[str, Format | ClassFormat]:
    """Return all formats by name; this imports every file in the folder."""
    return {name: result_format for name in sorted(_modules()) if (result_format := find_format(name))}


def result_formats(*, is_for_learners: bool = False) -> list[str]:
    """Return the names of the formats for one submission: all, or those that learners may see."""
    known = {name: kind for name, kind in formats().items() if isinstance(kind, Format)}
    return [name for name, kind in known.items() if kind.is_for_learners >= is_for_learners]


def class_formats() -> list[str]:
    """Return the names of the formats for a class."""
    return [name for name, kind in formats().items() if isinstance(kind, ClassFormat)]


def render(format_name: str, result: Result, environment: Mapping[str, str] | None = None) -> str:
    """Return a result in a format.

    Raises:
        ReportError: the format needs variables of a runner that `environment` does not have.
    """
    kind = find_format(format_name)
    assert isinstance(kind, Format)
    return kind.render(result, environment or {}) if kind.needs_runner else kind.render(result)


def export_class(format_name: str, entries: "Sequence[Entry]", gradebook: "Gradebook | None" = None) -> Export:
    """Return the table of a class in a format: the same entries and gradebook give the same bytes.

    Args:
        format_name: One of `class_formats()`.
        entries: The students, each with their result; `entries` of one student twice are an error.
        gradebook: The file that the platform exported, to fill in.

    Raises:
        ReportError: the gradebook is none of the platform's, or the points in it are other than those of the results.
    """
    kind = find_format(format_name)
    assert isinstance(kind, ClassFormat)
    return kind.export(entries, gradebook)


@cache
def _modules() -> tuple[str, ...]:
    return tuple(module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg)
