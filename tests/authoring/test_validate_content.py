"""The gate for what stands beside the exercises: cards, the cheat sheet, questions, quizzes, worksheets."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import ROOT

from grader.authoring.validate_content import inspect_beside, inspect_cards
from grader.course import find
from grader.course.course import Course

DECK = """\
id: small
title: Small cards
cards:
  - id: a-sum
    front: What is a sum?
    back: {back}
    tags: [small]
    exercise: small/total
    source: {{title: A book about sums}}
"""
QUIZ = """\
id: sums
title: Sums
about: What sums are.
unit: {unit}
questions: []
"""
QUESTION = """
  - {id: one, kind: true_false, question: A sum is a number., is_true: true, explanation: It is., exercise: small/total,
     card: a-sum, tags: [sum], source: {title: A book}, whys: [{right: one, explain: b}, {wrong: c, reveals: d},
     {wrong: e, reveals: f}]}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the tiny course, which has nothing beside its exercises, and go there."""
    shutil.copytree(ROOT / "tests/data/course", tmp_path / "course")
    (tmp_path / "course/flashcards/decks").mkdir(parents=True)
    (tmp_path / "course/exercises/quiz").mkdir()
    monkeypatch.chdir(tmp_path / "course")
    return tmp_path / "course"


def problems(folder: Path) -> list[str]:
    return list(inspect_beside(Course(find(folder))).problems)


def test_a_course_need_not_have_any_of_it(folder: Path) -> None:
    found = inspect_beside(Course(find(folder)))
    assert (found.problems, found.counts.total()) == ([], 0)


def test_each_broken_deck_complains_at_its_line(folder: Path) -> None:
    for name in ("small", "more"):
        text = (
            DECK.format(back="A formula $\\frac{1$.")
            .replace("id: small", f"id: {name}")
            .replace("a-sum", f"{name}-sum")
        )
        (folder / f"flashcards/decks/{name}.yaml").write_text(text)
    found = problems(folder)
    assert [each.partition(": ")[0] for each in found] == [
        "flashcards/decks/more.yaml:6:21",
        "flashcards/decks/small.yaml:6:21",
    ]


def test_a_card_that_an_exercise_names_must_be_there(folder: Path) -> None:
    (folder / "flashcards/decks/small.yaml").write_text(DECK.format(back="What numbers add up to."))
    exercise = folder / "exercises/small/total.yaml"
    exercise.write_text(exercise.read_text("utf-8") + "cards: [a-sum, a-product]\n")
    assert problems(folder) == [
        "exercises/small/total.yaml:15:16: there is no card `a-product`; write one into a deck, or take it out of `cards`"
    ]
    assert inspect_cards(Course(find(folder)), ["small/total"]) == problems(folder)
    assert inspect_cards(Course(find(folder)), ["small/scale"]) == []


def test_a_broken_deck_makes_no_problem_where_its_cards_are_named(folder: Path) -> None:
    deck = DECK.format(back="What numbers add up to.").replace("back:", "bakc:")
    (folder / "flashcards/decks/small.yaml").write_text(deck)
    (folder / "exercises/quiz/sums.yaml").write_text(QUIZ.format(unit="small").replace("[]", QUESTION))
    exercise = folder / "exercises/small/total.yaml"
    exercise.write_text(exercise.read_text("utf-8") + "cards: [a-sum]\n")
    assert problems(folder) == ["flashcards/decks/small.yaml:6:5: unknown key `bakc`; did you mean `back`?"]
