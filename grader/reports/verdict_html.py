"""Make the HTML of a verdict for a notebook's output or a task's page: part of a page whose style and theme may not be ours."""

from pathlib import Path
from typing import NamedTuple

from grader.core.escape import cut, line
from grader.core.result import KEPT_CHARACTERS, CheckResult, ExerciseResult, Vectors, Verdict
from grader.files import html_page
from grader.reports.text import place_of

HERE = Path(__file__).parent / "template"
MAX_TEXT = 4000
MAX_PRINTED = 40
COLORS = {Verdict.PASS: "#20683a", Verdict.NOT_ATTEMPTED: "#7a5a10", Verdict.SKIPPED: "#5a636e"}
"""The backgrounds of verdicts' words; white letters on them are readable in light and dark themes."""
MOST = 40
"""The most pairs drawn; of longer vectors, those around the first difference."""
STEP, BAR, HEIGHT = 16, 6, 72
"""Widths of a pair and of a bar, and the height of the scale, in pixels."""


class Bar(NamedTuple):
    """A bar: its left edge, its top and its height."""

    x: int
    y: float
    height: float


class BarPairs(NamedTuple):
    """A drawing: the bars of both vectors, the line of zero, and the middle of the pair that differs first."""

    width: int
    zero: float
    got: tuple[Bar, ...]
    expected: tuple[Bar, ...]
    mark: int


def bar_pairs(vectors: Vectors) -> BarPairs:
    """Return the drawing of two vectors of one length, on one scale that includes 0."""
    count = min(len(vectors.expected), MOST)
    start = min(max(0, vectors.first - count // 2), len(vectors.expected) - count)
    got, expected = (row[start : start + count] for row in (vectors.got, vectors.expected))
    low, high = min(0.0, *got, *expected), max(0.0, *got, *expected)
    span = high - low or 1.0

    def pixels(length: float) -> float:
        return round(length / span * HEIGHT, 1)

    def bars(numbers: tuple[float, ...], shift: int) -> tuple[Bar, ...]:
        return tuple(
            Bar(STEP * place + shift, pixels(high - max(number, 0.0)), pixels(abs(number)))
            for place, number in enumerate(numbers)
        )

    middle = STEP * (vectors.first - start) + BAR + 1
    return BarPairs(STEP * count, pixels(high), bars(got, 1), bars(expected, BAR + 2), middle)


def render(exercise: ExerciseResult, place: str, hint: str = "") -> str:
    """Return the verdict on an exercise: the first failure in full, the other checks in a line each.

    `place` is what the learner's file is called, such as "this cell"; `hint` the command for a hint, empty without one.
    """
    filters: html_page.Filters = {"brief": lambda text: cut(line(text), MAX_TEXT), "place": place_of}
    template = html_page.environment(HERE, filters).get_template("verdict.html")
    first = exercise.first_failure
    if first and exercise.file:
        first = first._replace(message=first.message.replace(exercise.file, place))
    return template.render(
        exercise=exercise,
        own_place=place,
        hint=hint,
        first=first,
        bars=bar_pairs(first.vectors) if first and first.vectors else None,
        others=[check for check in exercise.checks if check is not exercise.first_failure],
        printed=_printed(first) if first else [],
        colors={verdict.value: COLORS.get(verdict, "#a3392c") for verdict in Verdict},
    )


def _printed(check: CheckResult) -> list[str]:
    rows = [line(row) for row in check.stdout.splitlines()]
    more = len(rows) - MAX_PRINTED
    rest = "" if len(check.stdout) < KEPT_CHARACTERS else f" in the first {KEPT_CHARACTERS:,} characters"
    return [*rows[:MAX_PRINTED], *([f"… and {more} lines more{rest}"] if more > 0 else [])]
