"""Files that hold what a report must look like; `pytest --update-golden` writes them anew, to be read in review."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import DATA

FOLDER = DATA / "golden"


def assert_golden(request: pytest.FixtureRequest, name: str, text: str) -> None:
    """Hold a text against a file of the golden folder."""
    assert_same(request, FOLDER / name, text)


def assert_same(request: pytest.FixtureRequest, path: Path, text: str) -> None:
    """Hold a text against a file."""
    if request.config.getoption("update_golden", default=False):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
