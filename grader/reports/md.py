"""`md`: Markdown for job summaries and comments."""

import re

from grader.core.escape import line
from grader.core.result import ExerciseResult, Result, Verdict
from grader.reports import Format
from grader.reports.text import check_lines

LEFT_OUT = "There is no room here for {} more; `learn check NAME` shows them.\n"
SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+.!|~@$&-])")


def render(result: Result, most_bytes: int | None = None) -> str:
    """Return the result as Markdown: a table of exercises, then the first failure of each that was attempted.

    If there is a limit, failures that do not fit are counted; the table is always whole.
    """
    rows = ["| exercise | verdict | points |", "|---|---|---|"]
    rows += [
        f"| {escaped(exercise.title)} | {exercise.verdict.value} | {_points(exercise)} |"
        for exercise in result.exercises
    ]
    rows += [f"| **all** | {result.verdict.value} | {_points(result)} |", ""]
    failures = ["\n".join(rows) for rows in map(_failure, result.exercises) if rows]
    text = "\n".join([*rows, *failures])
    if most_bytes is None or len(text.encode()) <= most_bytes:
        return text
    room = most_bytes - len("\n".join(rows).encode()) - len(LEFT_OUT.format(len(failures))) - 1
    fitting = 0
    while fitting < len(failures) and (room := room - len(failures[fitting].encode()) - 1) >= 0:
        fitting += 1
    return "\n".join([*rows, *failures[:fitting], LEFT_OUT.format(len(failures) - fitting)])


def _points(scored: ExerciseResult | Result) -> str:
    return f"{scored.score} of {scored.max_score}" if scored.is_graded else "not graded"


def _failure(exercise: ExerciseResult) -> list[str]:
    check = exercise.first_failure
    if check is None or exercise.verdict is Verdict.NOT_ATTEMPTED:
        return []
    details = check_lines(check) or [check.verdict.value]
    fence = "`" * max(3, *(len(run) + 1 for detail in details for run in re.findall("`+", detail)), 3)
    return [f"### {escaped(exercise.title)}: {escaped(check.name)}", "", f"{fence}text", *details, fence, ""]


def escaped(text: str) -> str:
    """Escape a text for Markdown."""
    return SPECIAL.sub(r"\\\1", line(text))


FORMAT = Format(render, "comments, summaries", "a table of exercises and the first failure of each that was attempted")
