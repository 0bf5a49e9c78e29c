"""`html`: one page for a learner to read, save and print; no script, no network, no other file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from grader.core.escape import cut, guarded, line, lines
from grader.core.result import CheckResult, ExerciseResult, NamedMistake, Result, Verdict
from grader.files import html_page
from grader.reports import Format
from grader.reports.text import place_of

HERE = Path(__file__).parent / "template"
MAX_TEXT = 4000
"""The most characters shown of a call, a value or a message."""
MAX_PRINTED = 20
"""The most lines shown of captured output."""
MAX_WAITING = 3
"""If more exercises than this were not attempted, they are counted instead of listed."""


def render(result: Result) -> str:
    """Return the page."""
    style = (HERE / "result.css").read_text("utf-8")
    waiting = [exercise for exercise in result.exercises if exercise.verdict is Verdict.NOT_ATTEMPTED]
    waiting = waiting if len(waiting) > MAX_WAITING else []
    template = html_page.environment(HERE).get_template("result.html")
    text = template.render(
        result=result,
        student=line(result.student) if result.student else "",
        course=line(result.course.id),
        counts=_counts(result),
        exercises=[
            _exercise(place, exercise) for place, exercise in enumerate(result.exercises, 1) if exercise not in waiting
        ],
        waiting=waiting and f"{len(waiting)} other exercises",
        waiting_points=f"0 of {sum(exercise.max_score for exercise in waiting)}",
        style=style,
        policy=html_page.policy(style),
    )
    return text.rstrip("\n") + "\n"


def _counts(result: Result) -> str:
    """Return a sentence on how many exercises passed, failed and were not attempted."""
    verdicts = Counter(exercise.verdict for exercise in result.exercises)
    passed, waiting = verdicts.pop(Verdict.PASS, 0), verdicts.pop(Verdict.NOT_ATTEMPTED, 0)
    counts = {"passed": passed, "to look at": verdicts.total(), "not attempted": waiting}
    listed = ", ".join(f"{number} {words}" for words, number in counts.items() if number)
    count = len(result.exercises)
    return f"{count} exercise{'' if count == 1 else 's'}: {listed}." if listed else "No exercise was graded."


def _exercise(place: int, exercise: ExerciseResult) -> dict[str, Any]:
    """Return the template's values for an exercise."""
    failed = [check for check in exercise.checks if check.verdict not in (Verdict.PASS, Verdict.SKIPPED)]
    explained: set[NamedMistake | None] = {None}
    return {
        "anchor": f"exercise-{place}",
        "title": line(exercise.title),
        "verdict": exercise.verdict.value,
        "points": f"{exercise.score} of {exercise.max_score}",
        "is_shown": exercise.verdict not in (Verdict.PASS, Verdict.NOT_ATTEMPTED),
        "failures": [_failure(check, explained) for check in failed],
        "others": [_row(check) for check in exercise.checks if check not in failed],
    }


def _row(check: CheckResult) -> dict[str, Any]:
    return {
        "name": line(check.name),
        "verdict": check.verdict.value,
        "points": f"{check.score} of {check.max_score}",
        "remark": cut(line(check.note or check.message), MAX_TEXT),
    }


def _failure(check: CheckResult, explained: set[NamedMistake | None]) -> dict[str, Any]:
    """Return the template's values for a failed check; only the first check of a mistake explains it."""
    is_new = check.mistake not in explained
    explained.add(check.mistake)
    values = {"called": check.call, "gives": check.got, "expected": check.expected}
    printed = [each for each in lines(cut(check.stdout, MAX_TEXT)) if each.strip()]
    more = len(printed) - MAX_PRINTED
    return {
        **_row(check),
        "values": {word: cut(line(value), MAX_TEXT) for word, value in values.items() if value},
        "message": "" if check.mistake and check.got else cut(line(check.message), MAX_TEXT),
        "mistake": check.mistake and {"title": line(check.mistake.title), "words": line(check.mistake.words)},
        "is_new": is_new,
        "place": place_of(check) if is_new or check.mistake is None else "",
        "printed": [guarded(each) for each in printed[:MAX_PRINTED]]
        + ([f"… and {more} lines more"] if more > 0 else []),
    }


FORMAT = Format(
    render,
    "a learner's browser or printer",
    "each failed check with call, value, expected value, named mistake and place; one file, no script, no network",
)
