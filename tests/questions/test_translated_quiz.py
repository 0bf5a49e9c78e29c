"""Quizzes in another language: the same questions, shuffled and graded in the same way."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from grader.course import find
from grader.course.course import Course
from grader.questions.answer_judgement import AnswerJudgement, UnreadableAnswerError
from grader.questions.quiz.instance import Instance, ask
from grader.questions.quiz.quiz_file import open_all, translated_quiz
from grader.questions.quiz.quiz_models import Quiz

ENGLISH, GERMAN = Course(find()), Course(find(), language="de")
PAIRS = [(one, other) for one, other in zip(open_all(ENGLISH), open_all(GERMAN), strict=True) if other.language]


def answers(instance: Instance) -> list[str]:
    """Return the key, and answers of every form, most of them wrong."""
    letters = "abcdef"[: len(instance.order)]
    verdicts = [f"{verdict} {letter}" for verdict, letter in product(("true", "false"), letters)]
    pairs = " ".join(f"{number}{letter}" for number, letter in enumerate(letters, 1))
    return [instance.key(), *letters, "ab", "acd", letters, letters[::-1], *verdicts, pairs]


def points(instance: Instance, text: str) -> AnswerJudgement | None:
    """Return the judgement without its words; None if the text is no answer."""
    try:
        judged = instance.mark(text)
    except UnreadableAnswerError:
        return None
    return replace(judged, notes=tuple(replace(each, words="") for each in judged.notes))


def test_there_is_a_translated_quiz() -> None:
    assert [quiz.id for _, quiz in PAIRS] == ["overview"]


@pytest.mark.parametrize("seed", ["0", "1", "2", "3"])
def test_the_same_answer_gets_the_same_points_in_both_languages(seed: str) -> None:
    for english, german in PAIRS:
        for own, other in zip(english.questions, german.questions, strict=True):
            one, two = ask(english, own, ENGLISH.solutions, seed), ask(german, other, GERMAN.solutions, seed)
            assert own.question != other.question
            assert (one.order, one.key()) == (two.order, two.key())
            judged = [points(one, text) for text in answers(one)]
            assert [points(two, text) for text in answers(one)] == judged
            assert any(each and each.is_right for each in judged)


def test_a_translation_cannot_change_which_answer_is_right() -> None:
    (quiz,) = (each for each in open_all(ENGLISH) if each.id == "overview")
    turned = [
        {"right" if option.wrong else "wrong": "vertauscht", "card": "kein", "is_right": True}
        for option in options(quiz)
    ]
    own = {"question": "Frage", "explanation": "Erklärung", "options": [*turned, {"right": "eine mehr"}]}
    german = translated_quiz(quiz, {"title": "T", "about": "A", "questions": {"logits-or-probabilities": own}}, "de")
    assert (german.questions[1].question, german.title, german.language) == ("Frage", "T", "de")
    assert options(german) == options(quiz)
    assert german.questions[0] == quiz.questions[0]


def options(quiz: Quiz) -> tuple[object, ...]:
    """Return the options of the second question."""
    return quiz.questions[1].choices
