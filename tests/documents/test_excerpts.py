"""Examples in the documentation that are said to be from a file are in it, line by line, and prove what they show there."""

from __future__ import annotations

import re

import pytest
from places import ROOT

EXCERPT = re.compile(r"^<!-- from: (\S+) -->\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOUND = [
    (page.relative_to(ROOT).as_posix(), *excerpt)
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for excerpt in EXCERPT.findall(page.read_text("utf-8"))
]


@pytest.mark.parametrize(("page", "file", "text"), FOUND, ids=[f"{page}: {file}" for page, file, _ in FOUND])
def test_an_excerpt_is_in_its_file(page: str, file: str, text: str) -> None:
    assert text.rstrip("\n") in (ROOT / file).read_text("utf-8"), page


def test_there_are_excerpts() -> None:
    assert len(FOUND) > 15 or not (ROOT / "docs").is_dir()
