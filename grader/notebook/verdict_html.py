"""Make the HTML of a verdict for a notebook's output: part of a page whose style and theme are not ours."""

from __future__ import annotations

from pathlib import Path

from grader.core.escape import cut, line
from grader.core.result import KEPT_CHARACTERS, CheckResult, ExerciseResult, Verdict
from grader.files import html_page
from grader.notebook.bar_pairs import bar_pairs
from grader.reports.text import place_of

HERE = Path(__file__).parent / "template"
MAX_TEXT = 4000
MAX_PRINTED = 40


def render(exercise: ExerciseResult) -> str:
    """Return the verdict on an exercise: the first failure in full, the other checks in a line each."""
    template = html_page.environment(HERE, {"line": line, "brief": _brief, "place": place_of}).get_template("cell.html")
    first = exercise.first_failure
    if first and exercise.file:
        first = first._replace(message=first.message.replace(exercise.file, "this cell"))
    return template.render(
        exercise=exercise,
        first=first,
        bars=bar_pairs(first.vectors) if first and first.vectors else None,
        others=[each for each in exercise.checks if each is not exercise.first_failure],
        printed=_printed(first) if first else [],
        colors={each.value: _color(each) for each in Verdict},
    )


def _brief(text: str) -> str:
    return cut(line(text), MAX_TEXT)


def _printed(check: CheckResult) -> list[str]:
    found = [line(each) for each in check.stdout.splitlines()]
    more = len(found) - MAX_PRINTED
    rest = "" if len(check.stdout) < KEPT_CHARACTERS else f" in the first {KEPT_CHARACTERS:,} characters"
    return [*found[:MAX_PRINTED], *([f"… and {more} lines more{rest}"] if more > 0 else [])]


def _color(verdict: Verdict) -> str:
    """Return the background of a verdict's word; white letters on it are readable in light and dark themes."""
    if verdict is Verdict.PASS:
        return "#1f6f3d"
    return "#6b5413" if verdict is Verdict.NOT_ATTEMPTED else "#5a636e" if verdict is Verdict.SKIPPED else "#9c3325"
