"""Every broken file in `broken_quizzes/` gives the messages that its head says, and no others."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from broken_files import SHOWN, assert_distinct, assert_well_said, broken, expected, messages
from places import DATA

from grader.course import Content
from grader.course.course import Solutions
from grader.questions.quiz.load import Known, load_quiz
from grader.questions.quiz.models import Quiz

HERE = DATA / "broken_quizzes"
BROKEN = broken("broken_quizzes")
KNOWN = Known(
    exercise_ids=["scores/softmax", "scores/entropy"],
    units=["scores", "picking"],
    solutions=Solutions(Content(HERE, HERE / "solutions")),
    card_ids=["a-card", "b-card"],
)
RIGHT = """id: right
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


def load(path: Path) -> Quiz:
    """Load a quiz."""
    return load_quiz(path, KNOWN, SHOWN)


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_broken_quiz_gives_its_messages(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    assert messages(partial(load, path)) == expected(path)


def test_messages_are_one_lower_case_line_with_advice() -> None:
    assert_well_said(BROKEN, may_begin_with="`'0123456789")


def test_there_are_many_broken_files_and_no_two_expect_the_same() -> None:
    assert_distinct(BROKEN, at_least=30)


def test_what_is_not_broken_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "right.yaml"
    path.write_text(RIGHT, "utf-8")
    quiz = load_quiz(path, KNOWN)
    assert (quiz.id, [question.id for question in quiz.questions]) == ("right", ["half"])
    assert quiz.questions[0].source.title == "A book"
