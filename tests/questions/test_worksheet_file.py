"""Every broken file in `broken_worksheets/` gives the messages that its head says, and no others."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from broken_files import SHOWN, assert_distinct, assert_well_said, broken, expected, messages
from places import COURSE_FOLDER, DATA

from grader.course import Content
from grader.course.course import Course, Solutions
from grader.questions.worksheet.sheet import Opened, load_sheet, open_sheet, sheet_names

HERE = DATA / "broken_worksheets"
BROKEN = broken("broken_worksheets")
SOLUTIONS = Solutions(Content(HERE, HERE / "solutions"))
RIGHT = """id: right
title: A sheet
intro: What to do.
steps:
  - question: shares
    title: Shares
    text: Divide by the sum, but not by {{ limit }}.
    points: 2
"""


def load(path: Path) -> Opened:
    """Load a worksheet."""
    return load_sheet(path, SOLUTIONS, SHOWN)


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_broken_worksheet_gives_its_messages(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    assert messages(partial(load, path)) == expected(path)


def test_messages_are_one_lower_case_line_with_advice() -> None:
    assert_well_said(BROKEN, may_begin_with="`'0123456789")


def test_there_are_many_broken_files_and_no_two_expect_the_same() -> None:
    assert_distinct(BROKEN, at_least=18)


def test_what_is_not_broken_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "right.yaml"
    path.write_text(RIGHT, "utf-8")
    opened = load_sheet(path, SOLUTIONS)
    assert (opened.sheet.id, [each.name for each in opened.questions]) == ("right", ["shares"])


def test_all_worksheets_of_the_course_are_right() -> None:
    course = Course(Content(COURSE_FOLDER / "exercises", COURSE_FOLDER / "solutions"))
    sheets = [open_sheet(course, name).sheet for name in sheet_names(course)]
    assert [(sheet.id, len(sheet.steps), sum(step.points for step in sheet.steps)) for sheet in sheets] == [
        ("five_tokens", 7, 15),
        ("one_call", 7, 12),
        ("two_models", 4, 9),
    ]
