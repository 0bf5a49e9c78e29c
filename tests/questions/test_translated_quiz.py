"""Quizzes in another language: the same questions, shuffled and graded in the same way."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from places import COURSE
from sizes import first_always
from translated import CHECKSUMS

from grader.course import Content
from grader.course.course import Course
from grader.questions.answer_judgement import AnswerJudgement, UnreadableAnswerError
from grader.questions.kinds.numeric import Numeric, NumericInstance
from grader.questions.numeric.question import load_question
from grader.questions.question import Instance
from grader.questions.quiz.load import open_all, translated_quiz
from grader.questions.quiz.models import Quiz, ask

pytestmark = pytest.mark.skipif(not CHECKSUMS.is_dir(), reason="the examples are in the checkout only")
CONTENT = Content(CHECKSUMS / "exercises", CHECKSUMS / "solutions")
ENGLISH, GERMAN = Course(CONTENT), Course(CONTENT, language="de")


def quiz_of(course: Course) -> Quiz:
    """Return the quiz of the example course."""
    (quiz,) = open_all(course)
    return quiz


def answers(instance: Instance) -> list[str]:
    """Return the key, and answers of every form, most of them wrong."""
    if isinstance(instance, NumericInstance):
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
    named = tuple(mistake._replace(title="", words="") for mistake in judged.mistakes)
    message = "" if isinstance(instance, NumericInstance) else judged.message
    notes = tuple(replace(note, words="") for note in judged.notes)
    return replace(judged, message=message, mistakes=named, notes=notes)


def test_all_kinds_of_questions_are_translated() -> None:
    quiz = quiz_of(GERMAN)
    assert set(quiz.translated) == {question.id for question in quiz.questions}
    assert {question.kind for question in quiz.questions} == {  # type: ignore[attr-defined]
        *("single", "multiple", "true_false", "ordering", "matching", "numeric"),
    }


@pytest.mark.parametrize("seed", first_always(["0", "1", "2", "3"]))
def test_the_same_answer_gets_the_same_points_in_both_languages(seed: str) -> None:
    english, german = quiz_of(ENGLISH), quiz_of(GERMAN)
    for own, other in zip(english.questions, german.questions, strict=True):
        assert own.question != other.question
        one, two = ask(english, own, ENGLISH.solutions, seed), ask(german, other, GERMAN.solutions, seed)
        assert (one.order, one.key()) == (two.order, two.key())
        judged = [points(one, text) for text in answers(one)]
        assert [points(two, text) for text in answers(one)] == judged
        assert any(judgement and judgement.is_right for judgement in judged)


def test_a_translation_cannot_change_which_answer_is_right() -> None:
    quiz = quiz_of(ENGLISH)
    choices = quiz.questions[0].choices
    turned = [
        {"wrong" if choice.is_right else "right": "vertauscht", "card": "kein", "is_right": True} for choice in choices
    ]
    own = {"question": "Frage", "explanation": "Erklärung", "options": [*turned, {"right": "eine mehr"}]}
    german = translated_quiz(quiz, {"title": "T", "about": "A", "questions": {"two-flipped-bits": own}}, "de")
    assert (german.questions[0].question, german.title, german.language) == ("Frage", "T", "de")
    assert german.questions[0].choices == choices
    assert german.questions[1] == quiz.questions[1]


def test_mistakes_and_steps_of_numbers_are_translated() -> None:
    quiz = quiz_of(GERMAN)
    (question,) = (question for question in quiz.questions if isinstance(question, Numeric))
    asked = ask(quiz, replace(question, numbers={"total": 126}), GERMAN.solutions, "1")
    assert asked.mark("6").message == (
        "Das ist der Rest der Summe bei der Division durch 10. Er sagt, was zu viel ist. Wie viel fehlt zur nächsten durch "
        "10 teilbaren Zahl?"
    )
    assert asked.working() == "nächste durch 10 teilbare Zahl = 130"


def test_a_misprint_is_translated() -> None:
    question = load_question(COURSE.solutions, "temperature_probability")
    german = question.translated({"misprint": "In der Lektion steht diese Zahl."})
    assert german.texts()[("misprint",)] == "In der Lektion steht diese Zahl."


def numeric(question_id: str, numbers: dict[str, object]) -> Instance:
    """Return a question of the shipped course with these numbers."""
    (quiz,) = (quiz for quiz in open_all(COURSE) if quiz.id == "numbers")
    (question,) = (question for question in quiz.questions if question.id == question_id)
    return ask(quiz, replace(question, numbers=numbers), COURSE.solutions, "1")  # type: ignore[call-arg]


def test_the_engine_speaks_german_about_numbers() -> None:
    asked = numeric("odds-of-two", {"logits": [2.0, 1.0], "temperature": 0.8})
    assert asked.mark("3.5", GERMAN.phrase).message.startswith("Die Methode stimmt, aber ein Schritt wurde zu früh")
    tokens = ["the", "a", "an", "and", "or"]
    row = numeric("five-exponentials", {"tokens": tokens, "logits": [2, 1, 0, -1, -2], "top_p": 0.8})
    assert row.mark("7.389; 9; 1; 0.368; 9; 9", GERMAN.phrase).message == (
        "Die erste, dritte und vierte Zahl sind richtig, der Rest nicht."
    )
    assert row.mark("7.389; 9; 9; 9; 9; 9", GERMAN.phrase).message == "Die erste Zahl ist richtig, der Rest nicht."
