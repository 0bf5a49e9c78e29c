"""`text`: for a terminal; words before symbols, the first failure in full, at most 20 lines."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator

from grader.core.escape import cut, guarded, line, lines
from grader.core.result import CheckResult, ExerciseResult, Result, Verdict
from grader.reports import Format

WIDTH = 80
INDENT = "    "
MAX_LINES = 18
"""`learn check` adds an empty line and the next step: 20 in all."""
MAX_PRINTED = 3
MAX_WAITING = 3
"""If more exercises than this were not attempted, they are counted instead of listed."""
MAX_ROWS = 4
MAX_NAME = 200
MIN_DETAILS = 8
MAX_OTHERS = 8
"""Lines for the checks after the one shown in full."""

Paint = Callable[[str, Verdict], str]


def plain(text: str, verdict: Verdict) -> str:
    """Return a text without color."""
    return text


def render(result: Result, *, width: int = WIDTH, paint: Paint = plain) -> str:
    """Return a result: one exercise check by check, several with the first failure in full."""
    if len(result.exercises) == 1:
        return "\n".join(exercise_lines(result.exercises[0], width, paint)) + "\n"
    waiting = [each for each in result.exercises if each.verdict is Verdict.NOT_ATTEMPTED]
    listed = result.exercises if len(waiting) <= MAX_WAITING else [e for e in result.exercises if e not in waiting]
    rows = [_row(each.verdict, each.title, f"{each.score}/{each.max_score}", width, paint) for each in listed]
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
    """Return the lines of an exercise: a heading, and a line for each check, with the first failure in full."""
    points = f"{exercise.score} of {exercise.max_score} point{'' if exercise.max_score == 1 else 's'}"
    text = [f"{guarded(line(exercise.title))}: {points}", ""]
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
    """Cut details to `room` lines, with a hint where the rest is."""
    return details if len(details) <= room else [*details[: room - 1], f"{INDENT}… the rest with --format json"]


def _groups(checks: list[CheckResult], width: int, paint: Paint) -> list[str]:
    """List many checks in few lines, grouped by verdict."""
    text: list[str] = []
    verdicts = dict.fromkeys(check.verdict for check in checks)
    most = max(1, MAX_OTHERS // max(1, len(verdicts)))
    for verdict in verdicts:
        names = [line(check.name) for check in checks if check.verdict is verdict]
        word = _word(verdict)
        rows = textwrap.wrap(f"{len(names)} more: {'; '.join(names)}", width - len(word), break_on_hyphens=False)
        if len(rows) > most:
            rows[most - 1 :] = [f"{rows[most - 1][: width - len(word) - 2]} …"]
        text += [f"{paint(word, verdict)}{rows[0]}", *(" " * len(word) + row for row in rows[1:])]
    return text


def check_lines(check: CheckResult, width: int = WIDTH, rows: int = MAX_ROWS) -> list[str]:
    """Return the details of a failed check for a learner; calls and values take at most `rows` lines each."""
    text: list[str] = []
    if check.call:
        text += _cut(line(check.call), width, rows)
    for title, value in (("gives", check.got), ("expected", check.expected)):
        text += _cut(f"{title:<9}{line(value)}", width, rows) if value else []
    if check.message and not (check.mistake and check.got):
        text += _wrapped(_without_middle(line(check.message), width, 2 * rows), width)
    if check.mistake:
        text += _wrapped(f"Mistake: {line(check.mistake.title)}", width)
        text += _wrapped(line(check.mistake.words), width)
    if place := place_of(check):
        text += _wrapped(f"See {place}", width)
    printed = [each for each in lines(check.stdout) if each.strip()]
    if printed:
        shown = [*printed[:MAX_PRINTED], *([f"… {len(printed)} lines in all"] if len(printed) > MAX_PRINTED else [])]
        text += [f"{INDENT}printed: {each}"[:width] for each in shown]
    return [guarded(each) for each in text]


def titled_checks(result: Result) -> Iterator[tuple[ExerciseResult, CheckResult, str]]:
    """Yield all checks with their exercises, and a name of bounded length for other platforms."""
    for exercise in result.exercises:
        for check in exercise.checks:
            yield exercise, check, cut(line(f"{exercise.title}: {check.name}"), MAX_NAME)


def place_of(check: CheckResult) -> str:
    """Return the file and line to look at; empty if they are unknown or nothing is written there yet."""
    if check.location is None or check.verdict is Verdict.NOT_ATTEMPTED:
        return ""
    number = f", line {check.location.line}" if check.location.line else ""
    return f"{line(check.location.file)}{number}"


def _check_row(check: CheckResult, width: int, paint: Paint) -> str:
    why = "needs an earlier check" if check.message.startswith("needs “") else check.message
    name = f"{check.name} ({why})" if check.verdict is Verdict.SKIPPED and why else check.name
    name = f"{name} ({check.note})" if check.note else name
    return _row(check.verdict, name, f"{check.score}/{check.max_score}", width, paint)


def _row(verdict: Verdict, name: str, points: str, width: int, paint: Paint) -> str:
    word, name = _word(verdict), line(name)
    room = width - len(word) - len(points) - 1
    name = name if len(name) <= room else f"{name[: room - 1]}…"
    return f"{paint(word, verdict)}{name:<{room}} {points}"


def _word(verdict: Verdict) -> str:
    return f"{verdict.value:<14}"


def _cut(text: str, width: int, rows: int) -> list[str]:
    """Wrap a call or value into at most `rows` lines, without the middle of a very long one."""
    text = _without_middle(text, width, rows)
    return textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT + "  ", break_on_hyphens=False)


def _without_middle(text: str, width: int, rows: int) -> str:
    """Remove the middle of a text that would take more than `rows` lines."""
    third = rows * (width - 10) // 3
    return text if len(text) <= 3 * third + 4 else f"{text[: 2 * third]} … {text[-third:]}"


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)


FORMAT = Format(render, "a terminal", "the first failure in full, the rest a line each")
