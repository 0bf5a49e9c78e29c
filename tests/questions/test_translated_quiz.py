"""Quizzes in another language: the same questions, shuffled and graded in the same way."""

from __future__ import annotations

import math
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
    if instance.numeric:
        wrong = instance.numeric.wrong_answers(instance.numbers).values()
        return [instance.key(), *("; ".join(map(str, values)) for values in wrong), "7", "0.5; 0.25", "none"]
    letters = "abcdef"[: len(instance.order)]
    verdicts = [f"{verdict} {letter}" for verdict, letter in product(("true", "false"), letters)]
    pairs = " ".join(f"{number}{letter}" for number, letter in enumerate(letters, 1))
    return [instance.key(), *letters, "ab", "acd", letters, letters[::-1], *verdicts, pairs]


def points(instance: Instance, text: str) -> AnswerJudgement | None:
    """Return the judgement without its author's words; None if the text is no answer."""
    try:
        judged = instance.mark(text)
    except UnreadableAnswerError:
        return None
    named = tuple(each._replace(title="", words="") for each in judged.mistakes)
    message = "" if instance.numeric else judged.message
    return replace(
        judged, message=message, mistakes=named, notes=tuple(replace(each, words="") for each in judged.notes)
    )


def test_there_is_a_quiz_that_is_translated_and_two_that_are_for_a_unit() -> None:
    (_, overview), (_, choosing), (_, numbers) = PAIRS
    assert [overview.id, choosing.id, numbers.id] == ["overview", "choosing", "numbers"]
    assert len(overview.translated) == len(overview.questions)
    for quiz in (choosing, numbers):
        assert set(quiz.translated) == {each.id for each in quiz.questions if each.unit == "scores"}


@pytest.mark.parametrize("seed", ["0", "1", "2", "3"])
def test_the_same_answer_gets_the_same_points_in_both_languages(seed: str) -> None:
    for english, german in PAIRS:
        both = zip(english.questions, german.questions, strict=True)
        assert all((own == other) == (own.id not in german.translated) for own, other in both)
        for own, other in zip(english.questions, german.questions, strict=True):
            if own == other:
                continue
            one, two = ask(english, own, ENGLISH.solutions, seed), ask(german, other, GERMAN.solutions, seed)
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


def numeric(question_id: str, numbers: dict[str, object]) -> Instance:
    """Return a German question with these numbers."""
    german = PAIRS[-1][1]
    (question,) = (each for each in german.questions if each.id == question_id)
    return ask(german, replace(question, numbers=numbers), GERMAN.solutions, "1")  # type: ignore[call-arg]


def test_mistakes_misprints_and_steps_of_numbers_are_translated() -> None:
    asked = numeric("odds-to-reach", {"logits": [2.0, 1.0], "ratio": 9})
    assert asked.mark(str(1 / math.log10(9))).message == (
        "Der Logarithmus ist der zur Basis 10. Softmax benutzt Potenzen von e, und der natürliche Logarithmus macht sie "
        "rückgängig. Auf vielen Taschenrechnern heißt diese Taste ln."
    )
    assert asked.working() == "Abstand = 1; ln(ratio) = 2.197"
    tokens = ["the", "a", "an", "and", "or"]
    printed = numeric(
        "the-likeliest-at-a-temperature", {"tokens": tokens, "logits": [4, 3, 2, 1, 0.5], "temperature": 0.5}
    )
    assert printed.mark("0.866").message.startswith("In der Lektion steht diese Zahl")


def test_the_engine_speaks_german_about_numbers() -> None:
    asked = numeric("odds-of-two", {"logits": [2.0, 1.0], "temperature": 0.8})
    assert asked.mark("3.5", GERMAN.phrase).message.startswith("Die Methode stimmt, aber ein Schritt wurde zu früh")
    tokens = ["the", "a", "an", "and", "or"]
    row = numeric("five-exponentials", {"tokens": tokens, "logits": [2, 1, 0, -1, -2], "top_p": 0.8})
    assert row.mark("7.389; 9; 1; 0.368; 9; 9", GERMAN.phrase).message == (
        "Die erste, dritte und vierte Zahl sind richtig, der Rest nicht."
    )
    assert row.mark("7.389; 9; 9; 9; 9; 9", GERMAN.phrase).message == "Die erste Zahl ist richtig, der Rest nicht."


def options(quiz: Quiz) -> tuple[object, ...]:
    """Return the options of the second question."""
    return quiz.questions[1].choices
