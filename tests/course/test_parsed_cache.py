"""Parsed files come back from the cache as they were loaded."""

from __future__ import annotations

import os
import time
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


def test_entries_of_other_versions_are_dropped_after_a_month(tmp_path: Path) -> None:
    for name, days in ((f"a-{'0' * 32}.json", 31), (f"b-{'1' * 32}.json", 29), ("named-courses.json", 99)):
        (tmp_path / name).write_text("{}")
        os.utime(tmp_path / name, (0, time.time() - days * 86_400))
    ParsedCache(tmp_path).get("a", [], lambda: DATA)
    left = {path.name for path in tmp_path.iterdir()}
    assert (len(left), left & {f"a-{'0' * 32}.json", f"b-{'1' * 32}.json"}) == (3, {f"b-{'1' * 32}.json"})
