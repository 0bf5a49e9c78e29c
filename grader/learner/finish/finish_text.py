"""Format a finished course for a terminal of 24 lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from grader.learner.finish.finished_course import FinishedCourse, OwnText

INDENT = "  "
MAX_TEXT_LINES = 3
NOT_A_GRADE = "You checked it yourself: this is a keepsake and no grade."


def finish_lines(done: FinishedCourse, width: int) -> list[str]:
    """Return the screen: what has passed, what it makes up, a text of its own, and where to go from there."""
    found = [f"{done.title}, finished", ""]
    sure = f"Checked again just now, on {done.day}, on this machine: {done.exercise_count} of {done.exercise_count} exercises, "
    found += _filled(f"{sure}{done.points} of {done.points} points. {NOT_A_GRADE}", width)
    found += ["", *_filled(done.ending.built or "You have written all of it.", width)]
    found += _unit_rows(done, width)
    if done.own_text:
        found += ["", *_text_lines(done.own_text, width)]
    if done.ending.next_steps:
        first = done.ending.next_steps[0]
        start = f"{first.title}: {first.command or first.url or first.why}"
        found += ["", *_filled(start, width)]
    return found


def _unit_rows(done: FinishedCourse, width: int) -> Iterator[str]:
    """Yield the units with the number of their exercises, in two columns if the window has them."""
    cells = [f"{len(unit.parts):>2}  {unit.title}" for unit in done.units]
    column = max(map(len, cells)) + 4
    rows = (len(cells) + 1) // 2 if 2 * column <= width + 4 else len(cells)
    for number in range(rows):
        yield (INDENT + "".join(f"{each:<{column}}" for each in cells[number::rows])).rstrip()


def _text_lines(own: OwnText, width: int) -> list[str]:
    parts = f"{len(own.yours)} of its parts were yours, {len(own.others) or 'none'} the course's"
    text = textwrap.wrap(f"{own.prompt} {own.text}", width - len(INDENT))
    if len(text) > MAX_TEXT_LINES:
        text[MAX_TEXT_LINES - 1 :] = [f"{text[MAX_TEXT_LINES - 1][: width - 4]} …"]
    return [*_filled(f"Your generator wrote this just now ({parts}):", width), *(INDENT + each for each in text)]


def _filled(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
