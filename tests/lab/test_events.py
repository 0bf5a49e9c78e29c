"""Events from a process that runs a learner's functions: only their own shapes pass, with names that are safe to print."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from places import COURSE

from grader.child.codec import WireError

checked: Any = COURSE.solutions.reference("lab/events").checked

CANDIDATE = {"token": 1, "text": b"a", "before": 0.5, "after": 1, "removed_by": None}
STEP = {
    "number": 1,
    "token": 1,
    "how": "drawn",
    "u": 0.5,
    "entropy": 0.5,
    "left": [("model", 2)],
    "candidates": [CANDIDATE],
    "others": {"count": 1, "before": 0.5, "after": 0},
}
RIGHT: list[dict[str, Any]] = [
    {"text": "a\x1b[31m\n"},
    {"text": "", "finish_reason": "stop", "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}},
    {"step": STEP},
    {"end": {"why": "it ended", "passes": 1, "facts": [("work", "much")]}},
]
WRONG: dict[str, Any] = {
    "no dict": ["text"],
    "a number for a text": {"text": 1},
    "a text for a number": {"step": STEP | {"number": "1"}},
    "numpy's number": {"step": STEP | {"token": np.int64(1)}},
    "a list for a pair": {"step": STEP | {"left": [["model", 2]]}},
    "a candidate with less": {"step": STEP | {"candidates": [{"token": 1}]}},
    "too many candidates": {"step": STEP | {"candidates": [CANDIDATE] * 1001}},
    "text for bytes": {"step": STEP | {"candidates": [CANDIDATE | {"text": "a"}]}},
    "a text that is too long": {"text": "a" * 100_001},
}


@pytest.mark.parametrize("event", RIGHT, ids=", ".join)
def test_an_event_passes_as_it_is(event: dict[str, Any]) -> None:
    assert checked(event) == event


@pytest.mark.parametrize("event", WRONG.values(), ids=WRONG)
def test_anything_else_is_refused(event: Any) -> None:
    with pytest.raises(WireError):
        checked(event)


def test_names_are_escaped_and_cut() -> None:
    event = checked({"end": {"why": "\x1b[31m" + "a" * 300, "passes": 1, "facts": [("\n", "\u202e")]}})
    assert event["end"]["why"] == "\\x1b[31m" + "a" * 195
    assert event["end"]["facts"] == [(" ", "\\u202e")]
