"""Formats of results, one file each: `render(result)` for one submission, `render_class(entries)` for many."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from grader.core.result import Result
from grader.reports.hidden import shown

if TYPE_CHECKING:
    from grader.reports.gradebook import Entry

FORMATS = (
    "text",
    "json",
    "junit",
    "md",
    "html",
    "github",
    "classroom",
    "classroom50",
    "gradescope",
    "prairielearn",
    "gitlab",
)
"""What one submission's result can be written as."""
CLASS_FORMATS = ("csv", "moodle", "moodle-username", "moodle-email")
"""What many results can be written as; `canvas.fill` also needs the gradebook that Canvas exported. Behind a dash
stands what Moodle is to know students by, instead of their idnumber."""
IN_A_RUNNER = ("classroom50",)
"""Formats that also hold what only the variables of a runner say."""


def render(format_name: str, result: Result, environment: Mapping[str, str] | None = None) -> str:
    """Write a result in one of the formats; all but `json`, which is the record, hold only what learners may see.

    Raises:
        ReportError: the format needs variables of a runner that `environment` does not have.
    """
    module = importlib.import_module(f"{__name__}.{format_name}")
    seen = result if format_name == "json" else shown(result)
    text: str = module.render(seen, environment or {}) if format_name in IN_A_RUNNER else module.render(seen)
    return text


def render_class(format_name: str, entries: Iterable[Entry]) -> str:
    """Write the results of many submissions as one file, a line for each student.

    Raises:
        ReportError: the lines would be wrong; the sentence says whose and why.
    """
    name, _, identify_by = format_name.partition("-")
    module = importlib.import_module(f"{__name__}.{name}")
    text: str = module.render_class(entries, identify_by) if identify_by else module.render_class(entries)
    return text
