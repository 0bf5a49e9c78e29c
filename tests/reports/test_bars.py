"""Vectors as bars: one scale, the mark, narrow windows; and what stands in their place without them."""

from __future__ import annotations

import pytest
from report_cases import check

from grader.core.result import CHECK, Vectors, Verdict
from grader.reports.text import Detail, bar_lines, check_lines

SIX = Vectors(
    (0.0, 0.2, 0.4, 0.1, 0.3, 0.0), (0.0, 0.2, 0.1, 0.1, 0.3, 0.3), 2, "[2] is 0.4, not 0.1; 2 of 6 numbers differ"
)
LOGITS = Vectors((-2.0, -1.0, 0.0, 1.0, 2.0), (-2.0, -1.0, 0.0, 1.0, 1.5), 4, "[4] is 2, not 1.5; the others are right")
LONG = Vectors((*[0.5] * 60, 1.0), (*[0.5] * 60, 0.25), 60, "[60] is 1, not 0.25; the others are right")
FAILED = check(
    Verdict.FAIL, call="f(x)", got="[0, 0.2]", expected="[0, 0.1]", message="[2] is 0.4", vectors=SIX, step="use 2"
)


@pytest.mark.parametrize(
    ("vectors", "width", "lines"),
    [
        (SIX, 80, ["gives    · ▅ █ ▃ ▇ ·", "expected · ▅ ▃ ▃ ▇ ▇", "             ^"]),
        (SIX, 20, ["gives    ·▅█▃▇·", "expected ·▅▃▃▇▇", "           ^"]),
        (LOGITS, 80, ["gives    · ▃ ▅ ▇ █", "expected · ▃ ▅ ▇ █", "                 ^"]),
        (LONG, 20, ["gives    ▅▅▅▅▅▅▅▅▅▅█", "expected ▅▅▅▅▅▅▅▅▅▅▃", "                   ^"]),
    ],
    ids=["six", "narrow", "negative", "the part around the mark"],
)
def test_vectors_are_drawn_on_one_scale(vectors: Vectors, width: int, lines: list[str]) -> None:
    assert bar_lines(vectors, width) == lines
    assert max(map(len, bar_lines(vectors, width))) <= width


def test_bars_stand_beside_short_values_and_in_place_of_long_ones() -> None:
    detail = Detail(name="nucleus", has_bars=True)
    assert check_lines(FAILED, 80, detail) == [
        "    First step that differs: use 2",
        "    f(x)",
        "    gives    [0, 0.2]",
        "    expected [0, 0.1]",
        "    gives    · ▅ █ ▃ ▇ ·",
        "    expected · ▅ ▃ ▃ ▇ ▇",
        "                 ^",
        "    First difference: [2] is 0.4, not 0.1; 2 of 6 numbers differ",
        "    Try this call: learn try nucleus",
    ]
    long = FAILED._replace(got="0.123456, " * 12)
    assert [each for each in check_lines(long, 80, detail) if "0.1" in each] == [
        "    First difference: [2] is 0.4, not 0.1; 2 of 6 numbers differ"
    ]


def test_a_result_keeps_the_vectors() -> None:
    assert CHECK.load(FAILED.to_json()) == FAILED
