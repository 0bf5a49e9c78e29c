"""Formats of results, one file each that ends with `FORMAT = …`; a new file here is a new format."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from grader.core.result import Result
from grader.reports.hidden import shown
from grader.reports.report_format import ClassFormat, Format

if TYPE_CHECKING:
    from grader.reports.gradebook import Entry


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


def result_formats() -> list[str]:
    """Return the names of the formats for one submission."""
    return [name for name, each in formats().items() if isinstance(each, Format)]


def class_formats() -> list[str]:
    """Return the names of the formats for a class."""
    return [name for name, each in formats().items() if isinstance(each, ClassFormat)]


def render(format_name: str, result: Result, environment: Mapping[str, str] | None = None) -> str:
    """Write a result in one of the formats; all but `json`, which is the record, hold only what learners may see.

    Raises:
        ReportError: the format needs variables of a runner that `environment` does not have.
    """
    found = find_format(format_name)
    assert isinstance(found, Format)
    seen = result if format_name == "json" else shown(result)
    return found.render(seen, environment or {}) if found.needs_runner else found.render(seen)


def render_class(format_name: str, entries: Iterable[Entry]) -> str:
    """Write the results of many submissions as one file, a line for each student.

    Raises:
        ReportError: the lines would be wrong; the sentence says whose and why.
    """
    found = find_format(format_name)
    assert isinstance(found, ClassFormat)
    variant = format_name.partition("-")[2]
    return found.render(entries, variant) if variant else found.render(entries)


@cache
def _modules() -> tuple[str, ...]:
    return tuple(module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg)
