"""The course's checks as a teacher would write them for another grader: fixed calls with expected values.

`class_others.py` writes the calls and the solution's outcomes into `checks.json`, and copies this file beside it. There is
neither confinement nor a diagnosis: a check passes, or raises AssertionError.
"""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

TOLERANCE = 1e-5  # results of float32 arithmetic are right, as they are for learn check


@cache
def table() -> list[dict[str, Any]]:
    """Return all checks, with their arguments as arrays."""
    checks = json.loads(Path(__file__).with_name("checks.json").read_text("utf-8"))
    for check in checks:
        for call in check["calls"]:
            call["args"] = [read(value) for value in call["args"]]
            call["expected"] = read(call["expected"])
    return checks


def read(value: Any) -> Any:
    """Decode an array from its JSON form."""
    return np.array(value["array"], float) if isinstance(value, dict) else value


def run(function: Any, number: int) -> None:
    """Make the calls of a check.

    Raises:
        AssertionError: the function did not do in each call what the solution does.
    """
    for call in table()[number]["calls"]:
        given = copy.deepcopy(call["args"])
        if call["raises"]:
            assert call["raises"] in raised_by(function, given), f"{given} is not refused"
            continue
        got = function(*given, **call["kwargs"])
        for before, after in zip(call["args"], given, strict=True):
            assert np.array_equal(before, after), "an argument was changed"
        expected = np.asarray(call["expected"], float)
        assert np.shape(got) == expected.shape, f"shape {np.shape(got)}, expected {expected.shape}"
        assert np.allclose(np.asarray(got, float), expected, rtol=TOLERANCE, atol=TOLERANCE), f"{got}, not {expected}"


def raised_by(function: Any, given: list[Any]) -> list[str]:
    """Return the names of the exception that a call raises and of its base classes."""
    try:
        function(*given)
    except Exception as error:
        return [each.__name__ for each in type(error).__mro__]
    return []
