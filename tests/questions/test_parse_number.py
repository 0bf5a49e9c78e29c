"""Answers are read as people write them, and what cannot be read is told in one sentence."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise

import pytest
from golden import assert_table
from hypothesis import given
from hypothesis import strategies as st
from numeric_readings import ACCEPTED, REJECTED

from grader.questions.numeric.parse import AnswerKind, Reading, read, read_number

TOKENS = ["the", "a", "an", "and", "or"]


def test_a_number_is_read() -> None:
    read = [(kind, text, read_number(text, AnswerKind(kind))) for kind, text, *_ in ACCEPTED]
    assert read == [(kind, text, Reading((value,), note)) for kind, text, value, note in ACCEPTED]


def test_what_is_no_answer_is_told() -> None:
    told = [(kind, text, read_number(text, AnswerKind(kind)).problem) for kind, text, _ in REJECTED]
    assert told == [*map(tuple, REJECTED)]


@pytest.mark.parametrize("text", ["36.864", "36.864 MB", "36.864MB", "36.864 mb", "= 36.864 MB", "36.864\u202fMB"])
def test_the_unit_may_stand_behind_the_number(text: str) -> None:
    assert read_number(text, AnswerKind.NUMBER, "MB") == Reading((36.864,))


def test_another_unit_is_told_the_right_one() -> None:
    assert (
        read_number("36 KB", AnswerKind.NUMBER, "MB").problem == '"36 KB" is not a number; write only the number, in MB'
    )


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("11225; 249", (11225.0, 249.0)),
        ("11225, 249", (11225.0, 249.0)),
        ("11225 249", (11225.0, 249.0)),
        ("11 225; 249", (11225.0, 249.0)),
        ("(11225; 249)", (11225.0, 249.0)),
        ("  11225 ;249 ", (11225.0, 249.0)),
    ],
)
def test_two_counts_are_read_whatever_stands_between_them(text: str, values: tuple[float, ...]) -> None:
    assert read(text, AnswerKind.COUNTS, size=2).values == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("0.5 0.3 0.2", (0.5, 0.3, 0.2)),
        ("0,5; 0,3; 0,2", (0.5, 0.3, 0.2)),
        ("0,5, 0,3, 0,2", (0.5, 0.3, 0.2)),
        ("50 %; 30 %; 20 %", (0.5, 0.3, 0.2)),
        ("(1, 0, 0)", (1.0, 0.0, 0.0)),
    ],
)
def test_three_probabilities_are_read(text: str, values: tuple[float, ...]) -> None:
    reading = read(text, AnswerKind.PROBABILITIES, size=3)
    assert (reading.values, reading.problem) == (values, "")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there is no number; two numbers are asked for; put semicolons between them, like 0.5; 0.25"),
        (
            "1; 2; 3",
            '"1; 2; 3" has three numbers; two numbers are asked for; put semicolons between them, like 0.5; 0.25',
        ),
        (
            "7",
            '"7" cannot be read as two numbers; two numbers are asked for; put semicolons between them, like 0.5; 0.25',
        ),
        ("7; x", '"x" is not a number; write it in digits, like 249'),
        ("7; 2.5", "a count is a whole number"),
        ("1" * 2001, "that is 2001 characters long; write only the answer"),
    ],
)
def test_a_row_that_cannot_be_read_is_told(text: str, problem: str) -> None:
    assert read(text, AnswerKind.COUNTS, size=2).problem == problem


@pytest.mark.parametrize(
    "text",
    ["the, a", "{the, a}", "the a", "a the", "{a,the}", "The A", "THE;a", "[the, a]", '"the", "a"', "the, the, a", "0 1", "1,0"],
)  # fmt: skip
def test_a_set_of_tokens_is_read_in_any_order(text: str) -> None:
    assert read(text, AnswerKind.TOKENS, words=TOKENS) == Reading(("the", "a"))


@pytest.mark.parametrize(
    ("text", "kind", "problem"),
    [
        ("the, banana", AnswerKind.TOKENS, '"banana" is none of these: the, a, an, and, or'),
        ("-1", AnswerKind.TOKEN, '"-1" is none of these: the, a, an, and, or'),
        ("{}", AnswerKind.TOKENS, "nothing is chosen; choose from the, a, an, and, or"),
        ("the, a", AnswerKind.TOKEN, '"the, a" is more than one; write only one'),
    ],
)
def test_tokens_that_cannot_be_read_are_told(text: str, kind: AnswerKind, problem: str) -> None:
    assert read(text, kind, words=TOKENS).problem == problem


@pytest.mark.parametrize(
    "text", ["ne w est", "ne, w, est", "ne|w|est", "ne + w + est", "'ne' 'w' 'est'", "NE W EST", "ne-w-est"]
)
def test_pieces_are_read_in_order(text: str) -> None:
    assert read(text, AnswerKind.PIECES, words=["newest"]) == Reading(("ne", "w", "est"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there are no pieces; write newest with spaces where it is cut"),
        ("est w ne", '"est w ne" is not the word newest cut into pieces; write newest with spaces in it'),
        ("ne w es", '"ne w es" is not the word newest cut into pieces; write newest with spaces in it'),
    ],
)
def test_pieces_of_another_word_are_told(text: str, problem: str) -> None:
    assert read(text, AnswerKind.PIECES, words=["newest"]).problem == problem


@given(st.text(), st.sampled_from(list(AnswerKind)), st.integers(1, 6))
@pytest.mark.slow
def test_no_text_breaks_the_reader(text: str, kind: AnswerKind, size: int) -> None:
    reading = read(text, kind, size=size, words=TOKENS, unit="MB")
    assert reading.values or reading.problem
    assert reading.problem.isprintable()
    assert reading.note.isprintable()


@given(st.floats(0, 1).map(lambda value: f"{value:.6f}"))
def test_every_probability_is_read_back(text: str) -> None:
    assert read_number(text, AnswerKind.PROBABILITY) == Reading((float(text),))
    with_a_comma = read_number(text.replace(".", ","), AnswerKind.PROBABILITY)
    assert with_a_comma.values == (float(text),)


def test_the_table_of_kinds_in_the_documentation_is_made_of_their_docstrings(request: pytest.FixtureRequest) -> None:
    (kinds,) = ast.parse(inspect.getsource(AnswerKind)).body
    assert isinstance(kinds, ast.ClassDef)
    described = [
        (f"`{ast.literal_eval(member.value)}`", ast.literal_eval(words.value))
        for member, words in pairwise(kinds.body)
        if isinstance(member, ast.Assign) and isinstance(words, ast.Expr)
    ]
    assert len(described) == len(AnswerKind)
    assert_table(request, "docs/authoring/questions.md", "kinds of numbers", described)
