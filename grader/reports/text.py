"""`text`: for a terminal; words before symbols, the first failure in full, as many lines as the window has."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from grader.core.escape import cut, guarded, line, lines
from grader.core.result import KEPT_CHARACTERS, CheckResult, ExerciseResult, Result, Vectors, Verdict
from grader.reports import Format

WIDTH = 80
INDENT = "    "
MAX_LINES = 18
"""Of a report that nobody gave a height."""
MAX_WAITING = 3
"""If more exercises than this were not attempted, they are counted instead of listed."""
MAX_NAME = 200
MIN_DETAILS = 8
WANTED_PRINTED = 8
"""Lines of output for which calls and values are shown shorter; with less room, 3 are shown."""
MAX_OTHERS = 8
"""Lines for the checks after the one shown in full."""
UNLIMITED = 1 << 20
BAR_TITLE = 9
"""Columns of the title of a value or bar, with the blank after it."""
EIGHTHS = "▁▂▃▄▅▆▇█"
AT_THE_BOTTOM = "·"
"""The bar of a number that is as low as the scale begins."""
ROUNDING = 1e-9
"""So that 0.3 of 0.4 is 6 eighths, and not a hair less."""

SIGNS = {Verdict.PASS: "✓", Verdict.SKIPPED: "–", Verdict.NOT_ATTEMPTED: "·"}
FAILED_SIGN = "✗"
"""Of all other verdicts; what happened is said below."""
Paint = Callable[[str, Verdict], str]


def plain(text: str, verdict: Verdict) -> str:
    """Return a text without color."""
    return text


class Detail(NamedTuple):
    """How much is shown of a failed check.

    `rows` bounds the lines of a call or value, `printed` those of the output. With the `name` of the exercise, output
    is wrapped instead of cut, and the commands that show more are named. With `has_bars`, vectors are drawn. `paint`
    colors the title of a mistake.
    """

    rows: int = 4
    printed: int = 3
    name: str = ""
    has_bars: bool = False
    paint: Paint = plain


DETAIL = Detail()
FOR_PYTEST = 40
"""Lines of output in pytest's report of a failed check."""


def render(
    result: Result,
    *,
    width: int = WIDTH,
    paint: Paint = plain,
    height: int = MAX_LINES,
    has_all_prints: bool = False,
    has_bars: bool = False,
) -> str:
    """Return a result: one exercise check by check, several with the first failure in full.

    It takes at most `height` lines, unless one failure alone needs more, or all that was printed is wanted.
    """
    printed = UNLIMITED if has_all_prints else 0
    if len(result.exercises) == 1:
        only = result.exercises[0]
        return "\n".join(exercise_lines(only, width, paint, height, printed, has_bars=has_bars)) + "\n"
    waiting = [exercise for exercise in result.exercises if exercise.verdict is Verdict.NOT_ATTEMPTED]
    begun = [exercise for exercise in result.exercises if exercise.verdict is not Verdict.NOT_ATTEMPTED]
    listed = result.exercises if len(waiting) <= MAX_WAITING else begun
    row = partial(_row, width=width, paint=paint, has_signs=has_bars)
    rows = [
        row(one.verdict, one.title, f"{one.score}/{one.max_score}" if one.is_graded else "not graded") for one in listed
    ]
    if len(listed) < len(result.exercises):
        points = f"0/{sum(exercise.max_score for exercise in waiting)}"
        rows.append(row(Verdict.NOT_ATTEMPTED, f"{len(waiting)} exercises", points))
    attempted = next((exercise for exercise in [*begun, *waiting] if exercise.first_failure), None)
    text = [_points(result), "", *rows]
    if attempted and attempted.first_failure:
        text += ["", guarded(line(f"{attempted.title}: {attempted.first_failure.name}"))]
        room = max(MIN_DETAILS, height - len(text))
        detail = Detail(printed=printed, name=_name(attempted), has_bars=has_bars, paint=paint)
        text += _fitted(attempted.first_failure, width, room, detail)
    return "\n".join(text) + "\n"


def exercise_lines(
    exercise: ExerciseResult,
    width: int = WIDTH,
    paint: Paint = plain,
    height: int = MAX_LINES,
    printed: int = 0,
    *,
    has_bars: bool = False,
) -> list[str]:
    """Return the lines of an exercise: a heading, and a line for each check, with the first failure in full."""
    text = [f"{guarded(line(exercise.title))}: {_points(exercise)}", ""]
    first = exercise.first_failure
    rows = [_check_row(check, width, paint, has_signs=has_bars) for check in exercise.checks]
    if first is None:
        return [*text, *rows]
    at = exercise.checks.index(first)
    detail = Detail(printed=printed, name=_name(exercise), has_bars=has_bars, paint=paint)
    before, after = rows[:at], rows[at + 1 :]
    least = check_lines(first, width, detail._replace(printed=WANTED_PRINTED))
    if len(text) + len(rows) + len(least) > height:
        others = [check for check in exercise.checks if check is not first]
        before, after = [], _groups(others, width, paint, has_signs=has_bars)
    details = _fitted(first, width, height - len(text) - len(before) - 1 - len(after), detail)
    return [*text, *before, rows[at], *details, *after]


def _points(scored: ExerciseResult | Result) -> str:
    if not scored.is_graded:
        return "not graded"
    return f"{scored.score} of {scored.max_score} point{'' if scored.max_score == 1 else 's'}"


def _fitted(check: CheckResult, width: int, room: int, detail: Detail) -> list[str]:
    """Return the details of a check in `room` lines if its words allow that: with less output, then shorter values."""
    wanted, least = (len(_printed(check, width, detail._replace(printed=most))) for most in (WANTED_PRINTED, 3))
    words: list[str] = []
    for rows in (detail.rows, 2, 1):
        words = check_lines(check, width, detail._replace(printed=0, rows=rows))
        if len(words) + wanted <= room:
            break
    return [*words, *_printed(check, width, detail._replace(printed=max(detail.printed, room - len(words), least)))]


def _name(exercise: ExerciseResult) -> str:
    return line(exercise.id.rpartition("/")[2])


def _groups(checks: list[CheckResult], width: int, paint: Paint, *, has_signs: bool) -> list[str]:
    """List many checks in few lines, grouped by verdict."""
    text: list[str] = []
    verdicts = dict.fromkeys(check.verdict for check in checks)
    most = max(1, MAX_OTHERS // max(1, len(verdicts)))
    for verdict in verdicts:
        names = [line(check.name) for check in checks if check.verdict is verdict]
        word, listed = _word(verdict, has_signs=has_signs), "; ".join(names)
        more = f"{len(names)} more: {listed}"
        rows = textwrap.wrap(more, width - len(word), break_on_hyphens=False)
        if len(rows) > most:
            rows[most - 1 :] = [f"{rows[most - 1][: width - len(word) - 2]} …"]
        text += [f"{paint(word, verdict)}{rows[0]}", *(" " * len(word) + row for row in rows[1:])]
    return text


def check_lines(check: CheckResult, width: int = WIDTH, detail: Detail = DETAIL) -> list[str]:
    """Return the details of a failed check for a learner."""
    text: list[str] = []
    rows = detail.rows
    if detail.name and check.step:
        text += _wrapped(f"First step that differs: {line(check.step)}", width)
    if check.call:
        text += _cut(line(check.call), width, rows)
    text += _values(check, width, detail)
    if check.message and not (check.mistake and check.got) and not (detail.name and check.vectors):
        text += _wrapped(_without_middle(line(check.message), width, 2 * rows), width)
    if check.mistake:
        name = "One of the mistakes here" if check.mistake.is_partial else "Mistake"
        title = _wrapped(f"{name}: {line(check.mistake.title)}", width)
        text += [f"{INDENT}{detail.paint(row[len(INDENT) :], Verdict.FAIL)}" for row in title]
        text += _wrapped(line(check.mistake.words), width)
    if place := place_of(check):
        text += _wrapped(f"See {place}", width)
    text += [f"{INDENT}  {row}"[:width] for row in lines(check.source) if row]
    if detail.name and check.call:
        text += _wrapped(f"Try this call: learn try {detail.name}", width)
    text += _printed(check, width, detail)
    return [guarded(row) for row in text]


def _values(check: CheckResult, width: int, detail: Detail) -> list[str]:
    """Return what came back and what was expected: as text, as bars, or both if the text takes a line each."""
    titles = tuple(f"{word:<{BAR_TITLE}}" for word in ("gives", "expected"))
    both = zip(titles, (check.got, check.expected), strict=True)
    rows = [_cut(f"{title}{line(value)}", width, detail.rows) for title, value in both if value]
    text = [part for row in rows for part in row]
    if check.vectors is None or not detail.name:
        return text
    if detail.has_bars:
        drawn = [f"{INDENT}{row}" for row in bar_lines(check.vectors, width - len(INDENT), titles)]
        text = [*(text if max(map(len, rows)) == 1 else []), *drawn]
    return [*text, *_wrapped(f"First difference: {line(check.vectors.words)}", width)]


def bar_lines(vectors: Vectors, width: int, titles: Sequence[str] = ("gives    ", "expected ")) -> list[str]:
    """Return three lines of at most `width` columns: what came back, what was expected, and a mark where they differ.

    Both have one scale, which includes 0. Of vectors that are too long, the part around the mark is drawn.
    """
    room = width - BAR_TITLE
    numbers = len(vectors.expected)
    step = 2 if 2 * numbers <= room else 1
    drawn = min(numbers, room // step)
    start = min(max(0, vectors.first - drawn // 2), numbers - drawn)
    low, high = min(0.0, *vectors.got, *vectors.expected), max(0.0, *vectors.got, *vectors.expected)
    gap = " " * (step - 1)
    rows = [
        title + gap.join(_bar(number, low, high) for number in row[start : start + drawn])
        for title, row in zip(titles, (vectors.got, vectors.expected), strict=True)
    ]
    return [*rows, " " * (BAR_TITLE + step * (vectors.first - start)) + "^"]


def _bar(number: float, low: float, high: float) -> str:
    if not low < high or number <= low:
        return AT_THE_BOTTOM
    return EIGHTHS[min(7, int(8 * (number - low) / (high - low) + ROUNDING))]


def _printed(check: CheckResult, width: int, detail: Detail) -> list[str]:
    """Return what was printed, in at most `detail.printed` lines, and how many there are if some are left out."""
    kept = [row.rstrip() for row in lines(check.stdout) if row.strip()]
    is_all = len(check.stdout) < KEPT_CHARACTERS
    count = f"{len(kept)} lines in all" if is_all else f"{len(kept)} lines in the first {KEPT_CHARACTERS:,} characters"
    if not detail.name:
        rows = [*kept[: detail.printed], *([f"… {count}"] if len(kept) > detail.printed else [])]
        return [f"{INDENT}printed: {row}"[:width] for row in rows]
    if not kept or not detail.printed:
        return []
    room = width - len(INDENT)  # at 80 columns 76, and numpy prints 75
    text = [f"{INDENT}{part}" for row in kept for part in textwrap.wrap(row, room, break_on_hyphens=False)]
    rest: list[str] = []
    if len(text) >= detail.printed:
        more = f"… {count}; all of them: learn check {detail.name} --prints"
        rest = _wrapped(more, width)
        text = text[: max(1, detail.printed - 1 - len(rest))]
    elif not is_all:
        rest = _wrapped(f"… cut here: of what a call prints, {KEPT_CHARACTERS:,} characters are kept", width)
    return [f"{INDENT}printed:", *map(guarded, text), *rest]


def titled_checks(result: Result) -> Iterator[tuple[ExerciseResult, CheckResult, str]]:
    """Yield all checks with their exercises, and a name of bounded length for other platforms."""
    for exercise in result.exercises:
        for check in exercise.checks:
            yield exercise, check, cut(line(f"{exercise.title}: {check.name}"), MAX_NAME)


def place_of(check: CheckResult) -> str:
    """Return the place to look at, as `file:line`; empty if they are unknown or nothing is written there yet."""
    if check.location is None or check.verdict is Verdict.NOT_ATTEMPTED:
        return ""
    number = f":{check.location.line}" if check.location.line else ""
    return f"{line(check.location.file)}{number}"


def _check_row(check: CheckResult, width: int, paint: Paint, *, has_signs: bool) -> str:
    is_reasoned = check.verdict is Verdict.SKIPPED and check.message
    name = f"{check.name} ({check.message})" if is_reasoned else check.name
    return _row(check.verdict, name, f"{check.score}/{check.max_score}", width, paint, has_signs=has_signs)


def _row(verdict: Verdict, name: str, points: str, width: int, paint: Paint, *, has_signs: bool) -> str:
    word, name = _word(verdict, has_signs=has_signs), line(name)
    room = width - len(word) - len(points) - 1
    name = name if len(name) <= room else f"{name[: room - 1]}…"
    return f"{paint(word, verdict)}{name:<{room}} {points}"


def _word(verdict: Verdict, *, has_signs: bool) -> str:
    """Return a verdict as a sign where signs can be shown, which leaves more room than a word."""
    return f"{SIGNS.get(verdict, FAILED_SIGN)} " if has_signs else f"{verdict.value:<14}"


def _cut(text: str, width: int, rows: int) -> list[str]:
    """Wrap a call or value into at most `rows` lines, without the middle of a very long one."""
    text = _without_middle(text, width, rows)
    return textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT + "  ", break_on_hyphens=False)


def _without_middle(text: str, width: int, rows: int) -> str:
    """Remove the middle of a text that would take more than `rows` lines."""
    third = rows * (width - 10) // 3
    return text if len(text) <= 3 * third + 4 else cut(text, 3 * third + 3)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)


FORMAT = Format(render, "a terminal", "the first failure in full, the rest a line each")
