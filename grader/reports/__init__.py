"""Formats of results, one file each that ends with `FORMAT = …`; a new file here is a new format."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from grader.core.result import CheckResult, Result, Verdict

if TYPE_CHECKING:
    from grader.reports.gradebook import Entry

OUR_FAULT = "the grader failed in a hidden check, which is not your fault; please report this"


class Format(NamedTuple):
    """A format for the result of one submission; docs/reference/reports.md has a row with these texts for each."""

    render: Callable[..., str]
    audience: str
    holds: str
    is_for_learners: bool = True
    """False if only `learn grade` offers it."""
    needs_runner: bool = False
    """True if `render` also takes the environment, for variables that only a platform's runner sets."""


class ClassFormat(NamedTuple):
    """A format for the results of many submissions, a line for each student."""

    render: Callable[..., str]
    holds: str
    variants: tuple[str, ...] = ()
    """Values of `render`'s second argument; `NAME-VARIANT` is the format's name then."""


def find_format(name: str) -> Format | ClassFormat | None:
    """Return a format by its name, or that of a variant; None if there is none. Only its own file is imported."""
    stem, _, variant = name.partition("-")
    if stem not in _modules():
        return None
    found = getattr(importlib.import_module(f"{__name__}.{stem}"), "FORMAT", None)
    is_known = not variant or (isinstance(found, ClassFormat) and variant in found.variants)
    return found if is_known and isinstance(found, Format | ClassFormat) else None


@cache
def formats() -> dict[str, Format | ClassFormat]:
    """Return all formats by name, with their variants; this imports every file in the folder."""
    found = {name: each for name in _modules() if (each := find_format(name))}
    variants = {
        f"{name}-{v}": each for name, each in found.items() if isinstance(each, ClassFormat) for v in each.variants
    }
    return dict(sorted({**found, **variants}.items()))


def result_formats(*, is_for_learners: bool = False) -> list[str]:
    """Return the names of the formats for one submission: all, or those that learners may see."""
    known = [(name, each) for name, each in formats().items() if isinstance(each, Format)]
    return [name for name, each in known if each.is_for_learners >= is_for_learners]


def class_formats() -> list[str]:
    """Return the names of the formats for a class."""
    return [name for name, each in formats().items() if isinstance(each, ClassFormat)]


def render(format_name: str, result: Result, environment: Mapping[str, str] | None = None) -> str:
    """Return a result in a format; every format but `json`, the full record, leaves out hidden checks' details.

    Raises:
        ReportError: the format needs variables of a runner that `environment` does not have.
    """
    found = find_format(format_name)
    assert isinstance(found, Format)
    seen = result if format_name == "json" else shown(result)
    return found.render(seen, environment or {}) if found.needs_runner else found.render(seen)


def render_class(format_name: str, entries: Iterable[Entry]) -> str:
    """Return results as one table, a line for each student; raise ReportError if lines would be wrong."""
    found = find_format(format_name)
    assert isinstance(found, ClassFormat)
    variant = format_name.partition("-")[2]
    return found.render(entries, variant) if variant else found.render(entries)


def shown(result: Result) -> Result:
    """Remove the calls, values and output of hidden checks; their verdicts, points and named mistakes stay."""
    if not any(check.is_hidden for exercise in result.exercises for check in exercise.checks):
        return result
    exercises = (each._replace(checks=tuple(map(_shown, each.checks))) for each in result.exercises)
    return result._replace(exercises=tuple(exercises))


def _shown(check: CheckResult) -> CheckResult:
    if not check.is_hidden:
        return check
    # grading has made the message of a hidden check safe, unless it is about a fault of ours
    message = OUR_FAULT if check.verdict is Verdict.INTERNAL else check.message
    return check._replace(message=message, call="", got="", expected="", stdout="", note="", vectors=None, step="")


@cache
def _modules() -> tuple[str, ...]:
    return tuple(module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg)
