"""Files that hold what a report must look like; `pytest --update-golden` writes them anew, to be read in review."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from places import DATA, ROOT

from grader.files.html_page import font_css

FOLDER = DATA / "golden"


def assert_golden(request: pytest.FixtureRequest, name: str, text: str) -> None:
    """Hold a text, without the bundled fonts, against a file of the golden folder."""
    assert_same(request, FOLDER / name, text.replace(font_css(), ""))


def assert_same(request: pytest.FixtureRequest, path: Path, text: str) -> None:
    """Hold a text against a file."""
    if request.config.getoption("update_golden", default=False):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def assert_table(request: pytest.FixtureRequest, page: str, mark: str, rows: Iterable[Iterable[str]]) -> None:
    """Hold the rows of a table in the documentation, two lines below the comment `mark`, against what they are made of."""
    path = ROOT / page
    pattern = rf"(<!-- {re.escape(mark)}: .*-->\n.*\n.*\n)(\|.*\n)*"
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    text, count = re.subn(pattern, lambda found: found[1] + table, path.read_text("utf-8"))
    assert count == 1
    assert_same(request, path, text)
