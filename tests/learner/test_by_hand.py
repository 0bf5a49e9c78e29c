"""The question to answer by hand before the first check, and the mistakes that wrong answers are held against."""

from __future__ import annotations

import math
import re
from doctest import DocTestParser

import numpy as np
import pytest
from places import COURSE

from grader.core.call import Value
from grader.course import lesson
from grader.course.lesson import answer
from grader.learner import by_hand
from grader.learner.by_hand import _leaves as leaves
from grader.learner.by_hand import is_same, open_question
from grader.learner.position import is_question_open
from grader.learner.progress import Progress

ASKING = [name for name in COURSE.exercise_ids if "Try it by hand first" in COURSE.data(name)["task"]]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1", 1), ("36 864", 36864), ("36,864", 36864), (".63", 0.631632), ("0.632", 0.631632), ("-.5", -0.5),
        ("[.63 .23]", np.array([0.631632, 0.232365])), (".63, .23", [0.631632, 0.232365]), ("2 −∞", [2.0, -math.inf]),
        ("-inf", -math.inf), ("a bc", ["a", "bc"]), ("[' a', 'b']", [" a", "b"]), ("no", False), ("True", True),
        ("{1: 1, 2: 2}", {1: 1, 2: 2}), ("stop", "stop"), ("'Usual'", "Usual"), ("[]", []), (".666", 0.665241),
        ("17.31", 17.310586), ("-1, 1, .5 -.5", np.array([[-1, 1], [0.5, -0.5]])),
    ],
)  # fmt: skip
def test_an_answer_is_right_as_far_as_it_is_written(typed: str, value: Value) -> None:
    assert is_same(typed, value)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("2", 1), ("1.2", 1), ("1", 0.631632), (".6", 0.631632), (".64", 0.631632), (".63", [0.631632, 0.232365]),
        ("zz", []), ("", 0), ("(" * 5000, 1), ("True", 1), ("1", True), ("nan", 1.0), ("__import__('os')", 1), ("b a", ["a", "b"]),
        ("inf", 1.0), ("1e400", 1.0),
    ],
)  # fmt: skip
def test_another_answer_is_wrong(typed: str, value: Value) -> None:
    assert not is_same(typed, value)


@pytest.mark.slow
def test_every_task_that_says_try_it_by_hand_asks_and_its_own_answer_is_right() -> None:
    assert len(ASKING) >= 40
    for exercise_id in ASKING:
        question = open_question(COURSE, exercise_id)
        assert question, exercise_id
        judged = question.judge(question.judge("no answer at all").right)
        assert judged.is_right, (exercise_id, judged)


def numbers_in(text: str) -> list[float]:
    found = re.findall(r"-?(?:\d+\.?\d*|\.\d+|∞)", text.replace("−", "-").replace("\u202f", ""))
    return [float(number.replace("∞", "inf")) for number in found]


@pytest.mark.slow
def test_the_answer_that_a_page_gives_is_the_one_that_is_asked_for() -> None:
    for exercise_id in ASKING:
        question, text = open_question(COURSE, exercise_id), answer(COURSE, exercise_id)
        assert question, exercise_id
        assert question.words == lesson.question(COURSE.words(exercise_id).task)
        for leaf in leaves(question._right):
            if isinstance(leaf, str):
                assert leaf in text, (exercise_id, leaf, text)
            elif not isinstance(leaf, bool):
                near = [
                    number for number in numbers_in(text) if number == leaf or abs(number - leaf) <= by_hand.MOST_OFF
                ]
                assert near, (exercise_id, leaf, text)


@pytest.mark.slow
def test_the_answer_stands_in_no_example_of_the_file_and_in_no_text_of_the_task() -> None:
    for exercise_id in ASKING:
        question = open_question(COURSE, exercise_id)
        assert question, exercise_id
        right = list(leaves(question._right))
        if len(right) == 1 and isinstance(right[0], int | str):  # a small number or a word says nothing alone
            continue
        examples = DocTestParser().get_examples(COURSE.stub(exercise_id).read_text("utf-8"))
        assert [example.source for example in examples if is_same(example.want.strip(), question._right)] == []
        words = COURSE.words(exercise_id)
        computed = [leaf for leaf in right if isinstance(leaf, float) and round(leaf, 2) != leaf]
        given = numbers_in(words.task)
        unwritten = [leaf for leaf in computed if not any(abs(number - leaf) <= by_hand.MOST_OFF for number in given)]
        assert unwritten or not computed, (exercise_id, right)


@pytest.mark.parametrize(
    ("exercise_id", "typed", "mistake"),
    [
        ("scores/softmax_by_hand", ".381 .286 .19 .095 .048", "divided by their sum"),
        ("scores/temperature_rescaling", ".422", "multiplied by T"),
        ("loop/finish_reason", "max_tokens", "is reported"),
    ],
)
def test_a_wrong_answer_gets_the_words_of_a_mistake_that_gives_it(exercise_id: str, typed: str, mistake: str) -> None:
    question = open_question(COURSE, exercise_id)
    assert question
    is_right, words = by_hand.reply(question, typed)
    assert (is_right, words.startswith("Not quite. A mistake that gives this: ")) == (False, True)
    assert mistake in words
    assert by_hand.reply(question, "a guess")[1] == (
        f"Not quite. How it is done: learn show {exercise_id.rpartition('/')[2]} --answer"
    )


def test_it_is_asked_once_and_before_the_first_check() -> None:
    noted, name = Progress(), "scores/softmax_by_hand"
    assert is_question_open(COURSE, noted, name)
    assert not is_question_open(COURSE, noted, "cache/cached_forward")
    noted.record_by_hand(name, "skipped")
    noted.record_by_hand(name, "right")
    assert (noted.standing(name).by_hand, is_question_open(COURSE, noted, name)) == ("skipped", False)
    noted.standing("scores/entropy").failed_checks = 1
    assert not is_question_open(COURSE, noted, "scores/entropy")
