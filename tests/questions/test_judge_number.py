"""What people are told about their answers, word for word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.location import Content
from grader.course.solutions import Solutions
from grader.questions.numeric.judge_number import Finding, judge
from grader.questions.numeric.numeric_question import Question, load

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

    def write(kind: str, answer: str, doubled: str, whole: str, unit: str = "") -> Question:
        folder = tmp_path / "solutions" / "numeric"
        folder.mkdir(parents=True)
        (folder / "half.py").write_text(HALF.format(kind=kind, answer=answer, unit=unit), "utf-8")
        (folder / "half_mistakes.py").write_text(MISTAKES.format(one="doubled", doubled=doubled, whole=whole), "utf-8")
        return load(Solutions(Content(tmp_path / "exercises", tmp_path / "solutions")), "half")

    return write


@pytest.mark.parametrize(
    ("text", "finding", "message"),
    [
        ("0.333", Finding.RIGHT, "Right."),
        ("1/3", Finding.RIGHT, "Right."),
        ("0,333", Finding.RIGHT, "Right. (Read as 0.333.)"),
        ("33.3 %", Finding.RIGHT, "Right."),
        ("0.3348", Finding.RIGHT, "Right."),
        (
            "0.345",
            Finding.ROUNDED_TOO_EARLY,
            "The method is right, but a step was rounded too early. Keep 3 decimals in every step.",
        ),
        ("0.4", Finding.WRONG, "That is not right."),
        ("0,4", Finding.WRONG, "That is not right. (Read as 0.4.)"),
        ("0.667", Finding.WRONG, "The number is as it was. Divide it."),
        ("1.333", Finding.WRONG, "The number was doubled. Half is less than the whole."),
        ("1.4", Finding.UNREADABLE, "Probabilities lie between 0 and 1; if you mean percent, write 1.4 %."),
        ("nan", Finding.UNREADABLE, '"nan" is not a number that can be an answer; write it in digits, like 0.73.'),
        ("", Finding.UNREADABLE, "There is no number; write it in digits, like 0.73."),
    ],
)
def test_a_probability_is_judged(make: Any, text: str, finding: Finding, message: str) -> None:
    question = make("probability", "x / 2", "2 * x", "x")
    judgement = judge(question, {"x": 2 / 3}, text)
    assert (judgement.finding, judgement.message) == (finding, message)
    assert judgement.is_right == (finding is Finding.RIGHT)
    assert judgement.is_rounded_too_early == (finding is Finding.ROUNDED_TOO_EARLY)
    assert judgement.is_readable == (finding is not Finding.UNREADABLE)


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
    ("text", "message", "met"),
    [
        ("4; 9", "Right.", (True, True)),
        ("4; 7", "The first number is right, and the rest is not.", (True, False)),
        ("5; 9", "The second number is right, and the rest is not.", (False, True)),
        ("5; 7", "That is not right.", (False, False)),
        ("8; 18", "The number was doubled. Half is less than the whole.", (False, False)),
        ("4; 18", "The number was doubled. Half is less than the whole.", (True, False)),
        ("8; 19", "That is not right.", (False, False)),
        ("6; 9", "The number is as it was. Divide it.", (False, True)),
    ],
)
def test_of_several_numbers_each_is_judged(make: Any, text: str, message: str, met: tuple[bool, ...]) -> None:
    judgement = judge(make("counts", "[4, 9]", "[8, 18]", "[6, 9]"), {"x": 1}, text)
    assert (judgement.message, judgement.right_entries) == (message, met)


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
    assert judge(make("count", "36", "72", "18", unit="ms"), {"x": 1}, text).message == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{a, the}", "Right."),
        ("the", "The number was doubled. Half is less than the whole."),
        ("the a an", "The number is as it was. Divide it."),
        ("the an", "That is not right."),
        ("the, of", '"of" is none of the tokens; they are the, a, an.'),
    ],
)
def test_a_set_of_tokens_is_judged(make: Any, text: str, message: str) -> None:
    question = make("tokens", "{'a', 'the'}", "['the']", "['the', 'a', 'an']")
    assert judge(question, {"x": 1, "tokens": ["the", "a", "an"]}, text).message == message


@pytest.mark.parametrize("text", [".866", "0,866", "86.6 %", ".867", "0.8668"])
def test_the_misprint_of_the_lesson_costs_nothing(text: str) -> None:
    from libraries import SOLUTIONS

    question = load(SOLUTIONS, "temperature_probability")
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

    question = load(SOLUTIONS, "temperature_probability")
    other = {"tokens": ["the", "a", "an", "and", "or"], "logits": [4, 3, 2, 1.5, 0.5], "temperature": 0.5}
    assert [each.name for each in judge(question, other, ".867").mistakes] == ["three_tokens_only"]


@given(text=st.text() | st.text("0123456789.,;%/- the a{}", max_size=20))
def test_no_answer_breaks_the_judge(text: str) -> None:
    from libraries import SOLUTIONS

    numbers = {"tokens": ["the", "a", "an", "and", "or"], "logits": [4, 3, 2, 1, 0.5], "top_p": 0.9}
    numbers |= {"p": [0.5, 0.3, 0.2], "q": [0.2, 0.5, 0.3]}
    for name in ("top_probability", "nucleus_tokens", "residual"):
        judgement = judge(load(SOLUTIONS, name), numbers, text)
        assert judgement.message.endswith((".", "?", ".)"))
        assert judgement.message.isprintable()
