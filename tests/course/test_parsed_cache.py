"""Parsed files come back from the cache as they were loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.course.parsed_cache import PAIRS, ParsedCache

DATA = {"id": "a", "bias": {3: -1.5, 0: 2.0}, "cases": [{"args": {True: "x", "y": {1.5: []}}}], "none": {}}


def never() -> dict[str, Any]:
    """Stand for a load that is not to happen."""
    raise AssertionError("loaded again")


def test_keys_that_are_numbers_come_back_as_numbers(tmp_path: Path) -> None:
    cache = ParsedCache(tmp_path)
    loaded = cache.get("a", [], lambda: DATA)
    known = cache.get("a", [], never)
    assert loaded == known == DATA
    assert [type(key) for key in known["bias"]] == [int, int]
    assert [type(key) for key in known["cases"][0]["args"]] == [bool, str]


@pytest.mark.parametrize("content", ["5", "[5]", "[[[], 1]]", "null"])
def test_damaged_pairs_are_loaded_anew(tmp_path: Path, content: str) -> None:
    cache = ParsedCache(tmp_path)
    cache.get("a", [], lambda: DATA)
    (entry,) = tmp_path.iterdir()
    entry.write_text(f'{{"{PAIRS.replace(chr(0), chr(92) + "u0000")}": {content}}}', "utf-8")
    assert cache.get("a", [], lambda: DATA) == DATA
    assert cache.get("a", [], never) == DATA
