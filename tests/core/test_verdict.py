"""Verdicts: the closed list, and how they combine."""

from __future__ import annotations

import pytest

from grader.core.result import CheckResult, CourseStamp, ExerciseResult, Result, Verdict, combined

P, F, N, S, I = Verdict.PASS, Verdict.FAIL, Verdict.NOT_ATTEMPTED, Verdict.SKIPPED, Verdict.INTERNAL  # noqa: E741


def test_the_list_of_verdicts_is_the_published_one() -> None:
    assert [verdict.value for verdict in Verdict] == [
        *("pass", "fail", "error", "timeout", "memory", "crash", "output"),
        *("forbidden", "unreadable", "not-attempted", "skipped", "internal"),
    ]


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        ([], P),
        ([P, P], P),
        ([N, N], N),
        ([N, S], N),
        ([P, N], F),
        ([P, S, N], F),
        ([N, F], F),
        ([P, F, Verdict.ERROR], F),
        ([P, Verdict.TIMEOUT, F], Verdict.TIMEOUT),
        ([F, I, P], I),
    ],
    ids=lambda value: "-".join(each.value for each in value) if isinstance(value, list) else "",
)
def test_verdicts_combine(parts: list[Verdict], whole: Verdict) -> None:
    assert combined(parts) is whole


def graded(*verdicts: Verdict) -> ExerciseResult:
    """Make the result of an exercise, its checks worth 1, 2, 3, … points."""
    checks = [CheckResult(str(points), verdict, points) for points, verdict in enumerate(verdicts, start=1)]
    return ExerciseResult("unit/name", "Name", None, tuple(checks))


def test_points_are_those_of_the_checks_that_passed_and_the_first_that_did_not_is_looked_at() -> None:
    one, other = graded(P, S, F, N, P), graded(N, N)
    assert (one.score, one.max_score, one.verdict) == (6, 15, F)
    assert (other.score, other.max_score, other.verdict) == (0, 3, N)
    assert (one.first_failure, other.first_failure) == (one.checks[2], other.checks[0])
    assert graded(P, S).first_failure is None
    whole = Result("1.0", CourseStamp("c", 1, ""), (one, other))
    assert (whole.score, whole.max_score, whole.verdict, whole.schema) == (6, 18, F, "learn/result/v1")


@pytest.mark.parametrize(
    ("layers", "is_confined"),
    [
        (("own process", "limits"), False),
        (("limits", "own process"), False),
        (("own process", "limits", "seccomp"), True),
        (("own process", "limits", "seccomp", "open: network"), False),
        (("open: read",), False),
    ],
)
def test_a_result_is_confined_if_a_layer_held_and_nothing_was_still_possible(
    layers: tuple[str, ...], is_confined: bool
) -> None:
    assert Result("1.0", CourseStamp("c", 1, ""), (), confinement=layers).is_confined is is_confined
