"""Every broken file of quizzes and worksheets gives the messages that its head says, and no others."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from broken_files import SHOWN, assert_distinct, assert_well_said, broken, expected, messages
from places import COURSE_FOLDER, DATA

from grader.course import Content
from grader.course.course import Course, Solutions
from grader.questions.quiz.load import Known, load_quiz
from grader.questions.worksheet.sheet import load_sheet, open_sheet, sheet_names

BROKEN = {name: broken(name) for name in ("broken_quizzes", "broken_worksheets")}
AT_LEAST = {"broken_quizzes": 30, "broken_worksheets": 18}
RIGHT_QUIZ = """id: right
title: A quiz
about: What it asks about.
unit: scores
questions:
  - id: half
    kind: numeric
    name: half
    numbers: {whole: 4}
    question: What is half of {{ whole }}?
    explanation: So it is.
    exercise: scores/softmax
    card: a-card
    tags: [scores]
    source: {title: A book}
"""
RIGHT_SHEET = """id: right
title: A sheet
intro: What to do.
steps:
  - question: shares
    title: Shares
    text: Divide by the sum, but not by {{ limit }}.
    points: 2
"""


def solutions(folder: str) -> Solutions:
    return Solutions(Content(DATA / folder, DATA / folder / "solutions"))


KNOWN = Known(
    exercise_ids=["scores/softmax", "scores/entropy"],
    units=["scores", "picking"],
    solutions=solutions("broken_quizzes"),
    card_ids=["a-card", "b-card"],
)


def load(path: Path) -> object:
    """Load a broken quiz or worksheet."""
    if path.parent.name == "broken_quizzes":
        return load_quiz(path, KNOWN, SHOWN)
    return load_sheet(path, solutions("broken_worksheets"), SHOWN)


@pytest.mark.parametrize("path", [path for paths in BROKEN.values() for path in paths], ids=lambda path: path.stem)
def test_a_broken_file_gives_its_messages(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    assert messages(partial(load, path)) == expected(path)


@pytest.mark.parametrize("folder", BROKEN)
def test_messages_are_well_said_and_no_two_files_expect_the_same(folder: str) -> None:
    assert_well_said(BROKEN[folder], may_begin_with="`'0123456789")
    assert_distinct(BROKEN[folder], AT_LEAST[folder])


def test_what_is_not_broken_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "right.yaml"
    path.write_text(RIGHT_QUIZ, "utf-8")
    quiz = load_quiz(path, KNOWN)
    assert (quiz.id, [question.id for question in quiz.questions]) == ("right", ["half"])
    path.write_text(RIGHT_SHEET, "utf-8")
    opened = load_sheet(path, solutions("broken_worksheets"))
    assert (opened.sheet.id, [each.name for each in opened.questions]) == ("right", ["shares"])


def test_all_worksheets_of_the_course_are_right() -> None:
    course = Course(Content(COURSE_FOLDER / "exercises", COURSE_FOLDER / "solutions"))
    sheets = [open_sheet(course, name).sheet for name in sheet_names(course)]
    assert [(sheet.id, len(sheet.steps), sum(step.points for step in sheet.steps)) for sheet in sheets] == [
        ("five_tokens", 7, 15),
        ("one_call", 7, 12),
        ("two_models", 4, 9),
    ]
