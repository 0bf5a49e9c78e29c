"""The messages about answers, word for word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.course import Content
from grader.course.course import Solutions
from grader.questions.answer_judgement import UnreadableAnswerError
from grader.questions.numeric.judge import RIGHT, ROUNDED_TOO_EARLY, WRONG, judge
from grader.questions.numeric.question import NumericQuestion, load_question

HALF = '''"""Half of a number."""
KIND = "{kind}"
UNIT = "{unit}"
def draw(rng):
    return {{"x": rng.integer(10, 90) / 100}}
def answer(keep, x):
    return {answer}
'''
MISTAKES = '''"""Known wrong answers."""
def {one}(x):
    """The number was doubled.

    Half is less than the whole.
    """
    return {doubled}
def whole(x):
    """The number is as it was.

    Divide it.
    """
    return {whole}
def helpless():
    """This one has no answer here.

    It never has.
    """
'''


@pytest.fixture
def make(tmp_path: Path) -> Any:
    """Return what writes a question into a course of its own, and loads it."""

    def write(kind: str, answer: str, doubled: str, whole: str, unit: str = "") -> NumericQuestion:
        folder = tmp_path / "solutions" / "numeric"
        folder.mkdir(parents=True)
        (folder / "half.py").write_text(HALF.format(kind=kind, answer=answer, unit=unit), "utf-8")
        (folder / "half_mistakes.py").write_text(MISTAKES.format(one="doubled", doubled=doubled, whole=whole), "utf-8")
        return load_question(Solutions(Content(tmp_path / "exercises", tmp_path / "solutions")), "half")

    return write


def told(question: NumericQuestion, numbers: dict[str, Any], text: str) -> str:
    try:
        return judge(question, numbers, text).message
    except UnreadableAnswerError as error:
        return str(error)


@pytest.mark.parametrize(
    ("text", "score", "message"),
    [
        ("0.333", RIGHT, "Right."),
        ("1/3", RIGHT, "Right."),
        ("0,333", RIGHT, "Right. (Read as 0.333.)"),
        ("33.3 %", RIGHT, "Right."),
        ("0.3348", RIGHT, "Right."),
        (
            "0.345",
            ROUNDED_TOO_EARLY,
            "The method is right, but a step was rounded too early. Keep 3 decimals in every step.",
        ),
        ("0.4", WRONG, "That is not right."),
        ("0,4", WRONG, "That is not right. (Read as 0.4.)"),
        ("0.667", WRONG, "The number is as it was. Divide it."),
        ("1.333", WRONG, "The number was doubled. Half is less than the whole."),
    ],
)
def test_a_probability_is_judged(make: Any, text: str, score: int, message: str) -> None:
    question = make("probability", "x / 2", "2 * x", "x")
    judgement = judge(question, {"x": 2 / 3}, text)
    assert (judgement.score, judgement.max_score, judgement.message) == (score, RIGHT, message)
    assert judgement.is_right == (score == RIGHT)


def test_mistakes_that_give_the_same_are_told_together(make: Any) -> None:
    judgement = judge(make("number", "x / 2", "x", "x"), {"x": 0.5}, "0.5")
    assert [each.name for each in judgement.mistakes] == ["doubled", "whole"]
    assert judgement.message == (
        "There are two ways to get this. Either: The number was doubled. Half is less than the whole. "
        "Or: The number is as it was. Divide it."
    )


def test_of_two_near_mistakes_the_one_met_to_the_last_digit_is_told(make: Any) -> None:
    question = make("number", "x / 2", "x", "x + 0.0011")
    named = {text: [each.name for each in judge(question, {"x": 0.5}, text).mistakes] for text in (".5", ".501")}
    assert named == {".5": ["doubled"], ".501": ["whole"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4; 9", "Right."),
        ("4; 7", "The first number is right, and the rest is not."),
        ("5; 9", "The second number is right, and the rest is not."),
        ("5; 7", "That is not right."),
        ("8; 18", "The number was doubled. Half is less than the whole."),
        ("4; 18", "The number was doubled. Half is less than the whole."),
        ("8; 19", "That is not right."),
        ("6; 9", "The number is as it was. Divide it."),
    ],
)
def test_of_several_numbers_each_is_judged(make: Any, text: str, message: str) -> None:
    assert told(make("counts", "[4, 9]", "[8, 18]", "[6, 9]"), {"x": 1}, text) == message


def test_mistakes_in_different_numbers_are_both_told(make: Any) -> None:
    question = make("counts", "[4, 9]", "[8, 9]", "[4, 7]")
    judgement = judge(question, {"x": 1}, "8; 7")
    assert judgement.message == (
        "There are two mistakes in this. First: The number was doubled. Half is less than the whole. "
        "Then: The number is as it was. Divide it."
    )
    assert judge(question, {"x": 1}, "8; 6").message == "That is not right."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("36 ms", "Right."),
        ("36", "Right."),
        ("36.0", "Right."),
        ("0.036 s", '"0.036 s" is not a number; write only the number, in ms.'),
        ("37", "That is not right."),
    ],
)
def test_counts_are_exact_and_know_their_unit(make: Any, text: str, message: str) -> None:
    assert told(make("count", "36", "72", "18", unit="ms"), {"x": 1}, text) == message


@pytest.mark.parametrize("text", [".866", "0,866", "86.6 %", ".867", "0.8668"])
def test_the_misprint_of_the_lesson_costs_nothing(text: str) -> None:
    from libraries import SOLUTIONS

    question = load_question(SOLUTIONS, "temperature_probability")
    lesson = {"tokens": ["the", "a", "an", "and", "or"], "logits": [4, 3, 2, 1, 0.5], "temperature": 0.5}
    judgement = judge(question, lesson, text)
    assert judgement.is_right
    assert judgement.mistakes == ()
    assert judgement.message.startswith(
        "The lesson has this number, or one very close to it, and it is a misprint: the row that it stands in adds up "
        "to more than 1, as if only three of the five tokens had been in the sum. It costs you nothing."
    )


def test_the_misprint_is_wrong_where_the_numbers_are_not_the_lessons() -> None:
    from libraries import SOLUTIONS

    question = load_question(SOLUTIONS, "temperature_probability")
    other = {"tokens": ["the", "a", "an", "and", "or"], "logits": [4, 3, 2, 1.5, 0.5], "temperature": 0.5}
    assert [each.name for each in judge(question, other, ".867").mistakes] == ["three_tokens_only"]
