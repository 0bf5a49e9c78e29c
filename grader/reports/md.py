"""`md`: Markdown for job summaries and comments."""

from __future__ import annotations

import re

from grader.reports.escape import line
from grader.reports.text import check_lines
from grader.result import ExerciseResult, Result

SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+.!|~@$&-])")


def render(result: Result) -> str:
    """Write the result as Markdown: a table of exercises, then the first failure of each."""
    rows = ["| exercise | verdict | points |", "|---|---|---|"]
    rows += [
        f"| {escaped(each.title)} | {each.verdict.value} | {each.score} of {each.max_score} |"
        for each in result.exercises
    ]
    rows += [f"| **all** | {result.verdict.value} | {result.score} of {result.max_score} |", ""]
    for exercise in result.exercises:
        rows += _failure(exercise)
    return "\n".join(rows)


def _failure(exercise: ExerciseResult) -> list[str]:
    check = exercise.first_failure
    if check is None:
        return []
    details = check_lines(check) or [check.verdict.value]
    fence = "`" * max(3, *(len(run) + 1 for each in details for run in re.findall("`+", each)), 3)
    return [f"### {escaped(exercise.title)}: {escaped(check.name)}", "", f"{fence}text", *details, fence, ""]


def escaped(text: str) -> str:
    """Write a text so that Markdown shows it as it is."""
    return SPECIAL.sub(r"\\\1", line(text))
