"""Verdicts: the closed list, and how they combine."""

from __future__ import annotations

import pytest

from grader.core.result import Verdict, combined

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
