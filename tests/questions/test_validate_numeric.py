"""Broken questions are told with their file, and the gate finds what would be unfair."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import Content
from grader.course.course import SolutionError, Solutions
from grader.questions.numeric import validate as validate_numeric
from grader.questions.numeric.question import draw_together, load_question

QUESTION = '''"""Half of a number."""
KIND = "number"
def draw(rng):
    return {"x": rng.integer(1, 500) / 10}
def answer(keep, x):
    return keep("half", x / 2)
'''
MISTAKES = '''"""Known wrong answers."""
def doubled(x):
    """The number was doubled.

    Half is less than the whole.
    """
    return 2 * x
'''


def course(folder: Path, question: str = QUESTION, mistakes: str = MISTAKES) -> Solutions:
    """Write a course with one question."""
    quiz = folder / "solutions" / "numeric"
    quiz.mkdir(parents=True)
    (quiz / "half.py").write_text(question, "utf-8")
    (quiz / "half_mistakes.py").write_text(mistakes, "utf-8")
    return Solutions(Content(folder / "exercises", folder / "solutions"))


def told(folder: Path, question: str = QUESTION, mistakes: str = MISTAKES) -> list[str]:
    """Return what the gate says, without the folder in front."""
    found = validate_numeric.problems(course(folder, question, mistakes))
    return [each[each.index("half") :] for each in found]


def test_a_sound_question_passes(tmp_path: Path) -> None:
    assert told(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("def draw(", "def drew(", "half.py: there is no function `draw`; write it"),
        (
            '"number"',
            '"numbr"',
            "half.py: `KIND` is 'numbr'; write one of probability, probabilities, share, number, numbers, count, counts, "
            "token, tokens, pieces",
        ),
        (
            "return {",
            "1 / 0; return {",
            "half.py:4:5: `draw` raises ZeroDivisionError: division by zero; correct it",
        ),
        (
            "rng.integer(1, 500)",
            "rng.integer(1, 4)",
            "half.py:3:1: 40 students get only 4 different draws; draw from 20 or more",
        ),
        (
            "def answer(",
            "def answer_otherwise(keep, x):\n    return x / 2 + 0.01\ndef answer(",
            "half.py:3:1: the ways to the answer lead to different answers with x = ",
        ),
        (
            "def draw",
            "def is_allowed(x):\n    return False\ndef draw",
            "half.py: `draw` found no numbers fit to ask for in ",
        ),
        ("KIND", "raise OSError(5)\nKIND", "half.py:2:1: cannot be loaded: OSError: 5; correct the "),
    ],
)
def test_a_broken_question_is_told(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in QUESTION
    found = told(tmp_path, QUESTION.replace(old, new, 1))
    assert [each[: len(problem)] for each in found] == [problem]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "2 * x",
            "x / 2",
            "half.py: `draw` found no numbers fit to ask for in 2000 attempts (2000 times half: "
            "`doubled` gives nearly the right answer); draw others, or refuse fewer",
        ),
        ("def doubled", "def _doubled", "half_mistakes.py: there is no mistake; write at least one function"),
        (
            "return 2 * x",
            "return y",
            "half_mistakes.py:7:12: `doubled` raises NameError: name 'y' is not defined; correct it",
        ),
    ],
)
def test_a_broken_mistake_is_told(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in MISTAKES
    assert problem in told(tmp_path, mistakes=MISTAKES.replace(old, new, 1))


def test_two_mistakes_that_are_the_same_are_told(tmp_path: Path) -> None:
    twice = MISTAKES + MISTAKES.partition("\n")[2].replace("doubled(", "twice(")
    assert told(tmp_path, mistakes=twice) == [
        f"half.py:3:1: `{name}` is never alone with its answer; remove it, or draw other numbers"
        for name in ("doubled", "twice")
    ]


def test_an_unknown_question_is_told_with_a_near_name(tmp_path: Path) -> None:
    solutions = course(tmp_path)
    with pytest.raises(SolutionError, match=r"hlaf\.py: there is no numeric question `hlaf`; did you mean `half`\?"):
        load_question(solutions, "hlaf")
    with pytest.raises(SolutionError, match=r"there is no numeric question `z`; write it and z_mistakes\.py$"):
        load_question(solutions, "z")


def test_a_shared_draw_is_refused_by_any_of_its_questions(tmp_path: Path) -> None:
    question = load_question(course(tmp_path), "half")
    (tmp_path / "solutions/numeric/odd.py").write_text(
        QUESTION.replace("KIND", "def is_allowed(x):\n    return x > 49\nKIND"), "utf-8"
    )
    (tmp_path / "solutions/numeric/odd_mistakes.py").write_text(MISTAKES, "utf-8")
    other = load_question(Solutions(Content(tmp_path / "exercises", tmp_path / "solutions")), "odd")
    assert draw_together([question, other], "sheet", "seed")["x"] > 49
    assert draw_together([question, other], "sheet", "seed") == draw_together([question, other], "sheet", "seed", "")
