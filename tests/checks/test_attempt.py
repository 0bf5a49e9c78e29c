"""An honest attempt: two different right answers, also to one part, none of them an argument."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from handmade import raised, returned

from grader.checks.attempt import count, right_answers
from grader.core.call import Call, Outcomes, Step
from grader.core.comparison import Tolerance


def pairs(*firsts: float) -> list[Outcomes]:
    """Make outcomes that are pairs, whose second part is the same."""
    return [returned((first, 3.0)) for first in firsts]


CASES = {
    "two right ones": ([1.0, 2.0], [1.0, 2.0], 2),
    "one right one": ([1.0, 2.0], [1.0, 5.0], 1),
    "the same one twice": ([1.0, 1.0, 3.0], [1.0, 1.0, 1.0], 1),
    "right in float32": ([0.1, 0.7], [float(np.float32(0.1)), float(np.float32(0.7))], 2),
    "refused rightly": ([raised(ValueError)] * 2, [raised(ValueError)] * 2, 0),
    "an exception": ([1.0, 2.0], [raised(ValueError)] * 2, 0),
    "None": ([None, None], [None, None], 0),
    "the argument": ([7.0, 8.0], [7.0, 8.0], 0),
    "no more outcomes": ([1.0, 2.0], [1.0], 1),
    "one part of two": (pairs(1.0, 2.0), [returned((1.0, 9.0)), returned((2.0, 9.0))], 2),
    "two parts of one call": (pairs(1.0, 2.0)[:1], [returned((1.0, 3.0))], 1),
    "a part that never changes": ([returned((0.0, 1.0)), returned((0.0, 2.0))], [returned((0.0, 5.0))] * 2, 1),
    "a part that is the argument": (pairs(7.0, 8.0), [returned((7.0, 9.0)), returned((8.0, 9.0))], 0),
    "another number of parts": (pairs(1.0, 2.0), [returned((1.0,)), returned((2.0,))], 0),
}


def outcomes(values: Sequence[Any]) -> list[Outcomes]:
    """Make the outcomes of calls that returned `values`; outcomes are left as they are."""
    return [value if isinstance(value, tuple) else returned(value) for value in values]


@pytest.mark.parametrize(("right", "got", "most"), list(CASES.values()), ids=list(CASES))
def test_right_answers_that_differ_are_counted(right: Sequence[Any], got: Sequence[Any], most: int) -> None:
    calls = [Call(steps=(Step("f", [argument]),)) for argument in (7.0, 8.0, 9.0)[: len(right)]]
    assert count(right_answers(calls, outcomes(got), outcomes(right), Tolerance())) == most
