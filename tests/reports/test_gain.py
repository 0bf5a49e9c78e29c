"""The gain between two exams: each order of the forms weighs the same, and the interval is that of Welch."""

from __future__ import annotations

import pytest

from grader.core.result import CheckResult, ExerciseResult, Verdict
from grader.reports.class_report.gain import Taken, TwoExams, gain_of, t_quantile, taken

TABLE = {1: 12.70620, 2: 4.30265, 4: 2.77645, 9: 2.26216, 30: 2.04227, 120: 1.97993}
"""The 97.5 % points of Student's t, from printed tables with five digits."""


def pair(first: str, before: int, after: int) -> TwoExams:
    """Return the exams of a student, out of ten points each."""
    last = "ab".replace(first, "")
    return TwoExams(Taken(first, {"q": (before, 10)}), Taken(last, {"q": (after, 10)}))


def test_the_quantiles_are_those_of_printed_tables_and_never_too_small_between_them() -> None:
    assert {freedom: t_quantile(freedom) for freedom in TABLE} == pytest.approx(TABLE, abs=6e-4)
    assert [t_quantile(freedom) for freedom in (0.9, 4.9, 29.0, 1000.0)] == [12.706, 2.776, 2.086, 1.980]


def test_the_interval_of_two_equal_halves_is_that_computed_by_hand() -> None:
    """Gains .2 .4 .6 and 0 .2 .4: mean .3, variance .04 in each half, 4 degrees of freedom."""
    pairs = [*(pair("a", 1, 1 + gain) for gain in (2, 4, 6)), *(pair("b", 3, 3 + gain) for gain in (0, 2, 4))]
    gain = gain_of(pairs, ["q"])
    assert gain[:3] == pytest.approx((0.2, 0.5, 0.3))
    assert gain.half_width == pytest.approx(2.77645 * (0.04 / 3 * 2) ** 0.5 / 2, abs=1e-4)


def test_a_form_that_is_easier_changes_no_gain_though_more_students_had_it_first() -> None:
    """Everybody gains two points; form b is worth three points more."""
    pairs = [*(pair("a", 2, 2 + 2 + 3) for _ in range(9)), *(pair("b", 2 + 3, 2 + 2) for _ in range(3))]
    assert gain_of(pairs, ["q"]).gain == pytest.approx(0.2)


def test_too_few_students_have_no_interval() -> None:
    for pairs in ([pair("a", 1, 2), pair("b", 1, 3), pair("b", 1, 2)], [pair("a", 1, 2), pair("a", 1, 2)]):
        assert gain_of(pairs, ["q"]).half_width is None


def test_points_for_rounding_belong_to_their_question() -> None:
    checks = [
        CheckResult("Entropy", Verdict.PASS, 1), CheckResult("Entropy: rounding", Verdict.FAIL, 1),
        CheckResult("Top-p", Verdict.NOT_ATTEMPTED, 2),
    ]  # fmt: skip
    found = taken(ExerciseResult("by_hand/exam_a", "Exam A", "exam_a.yaml", tuple(checks)))
    assert found == Taken("exam_a", {"Entropy": (1, 2), "Top-p": (0, 2)})
    assert found.share(["Entropy", "Top-p"]) == 0.25
