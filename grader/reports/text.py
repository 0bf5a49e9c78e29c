"""`text`: for a person at a terminal; words before symbols, the first failure in full, at most 20 lines."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from grader.core.escape import guarded, line, lines
from grader.core.result import CheckResult, ExerciseResult, Result, Verdict
from grader.reports import Format

WIDTH = 80
INDENT = "    "
MAX_LINES = 18
"""`learn check` adds an empty line and the next step: 20 in all."""
MAX_PRINTED = 3
MAX_WAITING = 3
"""More exercises than this that were not attempted are counted, not listed."""
MAX_ROWS = 4
MIN_DETAILS = 8
MAX_OTHERS = 8
"""Lines for the checks that are not shown in full."""

Paint = Callable[[str, Verdict], str]


def plain(text: str, verdict: Verdict) -> str:
    """Leave a text as it is."""
    return text


def render(result: Result, *, width: int = WIDTH, paint: Paint = plain) -> str:
    """Write a result: one exercise check by check, several with the first failure in full."""
    if len(result.exercises) == 1:
        return "\n".join(exercise_lines(result.exercises[0], width, paint)) + "\n"
    waiting = [each for each in result.exercises if each.verdict is Verdict.NOT_ATTEMPTED]
    listed = result.exercises if len(waiting) <= MAX_WAITING else [e for e in result.exercises if e not in waiting]
    rows = [_exercise_row(each, width, paint) for each in listed]
    if len(listed) < len(result.exercises):
        points = f"0/{sum(each.max_score for each in waiting)}"
        rows.append(_row(Verdict.NOT_ATTEMPTED, f"{len(waiting)} exercises", points, width, paint))
    first = next((each for each in result.exercises if each.first_failure), None)
    attempted = next((e for e in result.exercises if e.first_failure and e.verdict is not Verdict.NOT_ATTEMPTED), first)
    text = [f"{result.score} of {result.max_score} points", "", *rows]
    if attempted and attempted.first_failure:
        text += ["", guarded(line(f"{attempted.title}: {attempted.first_failure.name}"))]
        text += _capped(check_lines(attempted.first_failure, width), max(MIN_DETAILS, MAX_LINES - len(text)))
    return "\n".join(text) + "\n"


def exercise_lines(exercise: ExerciseResult, width: int = WIDTH, paint: Paint = plain) -> list[str]:
    """Write one exercise: a heading, and a line for each check, the first that failed in full."""
    text = [f"{guarded(line(exercise.title))}: {_points(exercise.score, exercise.max_score)}", ""]
    first = exercise.first_failure
    details = check_lines(first, width) if first else []
    if first is None or len(text) + len(details) + len(exercise.checks) <= MAX_LINES:
        for check in exercise.checks:
            text.append(_check_row(check, width, paint))
            text += details if check is first else []
        return text
    others = _groups([check for check in exercise.checks if check is not first], width, paint)
    room = MAX_LINES - len(text) - 1 - len(others)
    for rows in (2, 1):
        details = details if len(details) <= room else check_lines(first, width, rows)
    return [*text, _check_row(first, width, paint), *_capped(details, room), *others]


def _capped(details: list[str], room: int) -> list[str]:
    """Leave out what there is no room for."""
    return details if len(details) <= room else [*details[: room - 1], f"{INDENT}… the rest with --format json"]


def _groups(checks: list[CheckResult], width: int, paint: Paint) -> list[str]:
    """Name many checks in few lines: those of one verdict together."""
    text: list[str] = []
    verdicts = dict.fromkeys(check.verdict for check in checks)
    for verdict in verdicts:
        names = [line(check.name) for check in checks if check.verdict is verdict]
        listed = f"{len(names)} more: {'; '.join(names)}"
        rows = textwrap.wrap(listed, width - len(_word(verdict)), break_on_hyphens=False)
        most = max(1, MAX_OTHERS // len(verdicts))
        rows = (
            rows if len(rows) <= most else [*rows[: most - 1], f"{rows[most - 1][: width - len(_word(verdict)) - 2]} …"]
        )
        text += [f"{paint(_word(verdict), verdict)}{rows[0]}", *(" " * len(_word(verdict)) + row for row in rows[1:])]
    return text


def check_lines(check: CheckResult, width: int = WIDTH, rows: int = MAX_ROWS) -> list[str]:
    """Write what a learner needs to know of a failed check; calls and values take at most `rows` lines each."""
    text: list[str] = []
    if check.call:
        text += _cut(line(check.call), width, rows)
    if check.got or check.expected:
        text += _cut(f"{'gives':<9}{line(check.got)}", width, rows) if check.got else []
        text += _cut(f"{'expected':<9}{line(check.expected)}", width, rows) if check.expected else []
    if check.message and not (check.mistake and check.got):
        text += _wrapped(_without_middle(line(check.message), width, 2 * rows), width)
    if check.mistake:
        text += _wrapped(f"Mistake: {line(check.mistake.title)}", width)
        text += _wrapped(line(check.mistake.words), width)
    if check.location and check.verdict is not Verdict.NOT_ATTEMPTED:
        number = f", line {check.location.line}" if check.location.line else ""
        text += _wrapped(f"See {line(check.location.file)}{number}", width)
    printed = [each for each in lines(check.stdout) if each.strip()]
    if printed:
        shown = [*printed[:MAX_PRINTED], *([f"… {len(printed)} lines in all"] if len(printed) > MAX_PRINTED else [])]
        text += [f"{INDENT}printed: {each}"[:width] for each in shown]
    return [guarded(each) for each in text]


def _check_row(check: CheckResult, width: int, paint: Paint) -> str:
    points = f"{check.score}/{check.max_score}"
    why = "needs an earlier check" if check.message.startswith("needs “") else check.message
    name = f"{check.name} ({why})" if check.verdict is Verdict.SKIPPED and why else check.name
    name = f"{name} ({check.note})" if check.note else name
    return _row(check.verdict, name, points, width, paint)


def _exercise_row(exercise: ExerciseResult, width: int, paint: Paint) -> str:
    return _row(exercise.verdict, exercise.title, f"{exercise.score}/{exercise.max_score}", width, paint)


def _row(verdict: Verdict, name: str, points: str, width: int, paint: Paint) -> str:
    word, name = _word(verdict), line(name)
    room = width - len(word) - len(points) - 1
    name = name if len(name) <= room else f"{name[: room - 1]}…"
    return f"{paint(word, verdict)}{name:<{room}} {points}"


def _word(verdict: Verdict) -> str:
    return f"{verdict.value:<14}"


def _points(score: int, most: int) -> str:
    return f"{score} of {most} point{'' if most == 1 else 's'}"


def _cut(text: str, width: int, rows: int) -> list[str]:
    """Keep a call or value in few lines: wrapped where that helps, cut in the middle where it is very long."""
    text = _without_middle(text, width, rows)
    return textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT + "  ", break_on_hyphens=False)


def _without_middle(text: str, width: int, rows: int) -> str:
    """Leave out the middle of a text that would take more than `rows` lines."""
    third = rows * (width - 10) // 3
    return text if len(text) <= 3 * third + 4 else f"{text[: 2 * third]} … {text[-third:]}"


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)


FORMAT = Format(render, "a terminal", "the first failure in full, the rest a line each")
