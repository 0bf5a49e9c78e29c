"""The quizzes: nothing can be guessed from its form, and every wrong answer is explained."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from places import COURSE
from sizes import first_always

from flashcards.deck import open_decks
from grader.cli.quiz import SHARED_SEED
from grader.files.markdown import to_plain
from grader.questions.kinds import kinds
from grader.questions.kinds.matching import Matching
from grader.questions.kinds.multiple import Multiple
from grader.questions.kinds.numeric import Numeric
from grader.questions.kinds.options import Option
from grader.questions.kinds.ordering import Ordering
from grader.questions.kinds.single import Single
from grader.questions.kinds.true_false import TrueFalse
from grader.questions.numeric.question import question_names
from grader.questions.question import Instance, QuizQuestion
from grader.questions.quiz.load import find_quiz, open_all
from grader.questions.quiz.models import ask

QUIZZES = open_all(COURSE)
QUESTIONS = [(quiz, question) for quiz in QUIZZES for question in quiz.questions]
SEED = str(SHARED_SEED)
DRILL = "numbers"
"""The quiz that asks every numeric question."""
Guess = Callable[[QuizQuestion, str, int], float]

BANK = 30
"""Twenty questions and three of several steps, and seven topics for checking oneself."""


def all_asked() -> list[Instance]:
    """Return all questions with their figures filled in."""
    return [ask(quiz, question, COURSE.solutions, SEED) for quiz, question in QUESTIONS]


def options_of(question: QuizQuestion) -> tuple[Option, ...]:
    """Return what can be chosen, if one is to choose."""
    if isinstance(question, TrueFalse):
        return question.whys
    return question.options if isinstance(question, Single | Multiple) else ()


def texts_of(question: QuizQuestion) -> Iterator[str]:
    """Yield every text that people read."""
    yield from (text for _, text in question.texts() if text)


# --- how much there is ------------------------------------------------------------------------


def test_there_are_thirty_questions_of_six_kinds() -> None:
    assert len(QUESTIONS) >= BANK
    assert {type(question) for _, question in QUESTIONS} == set(kinds().values())
    for quiz in QUIZZES:
        if quiz.id != DRILL:
            assert len({type(question) for question in quiz.questions}) >= 3, quiz.id


@pytest.mark.slow
def test_ids_are_unique_over_the_whole_bank_and_every_card_is_there() -> None:
    ids = [question.id for _, question in QUESTIONS]
    assert len(set(ids)) == len(ids)
    cards = [card.id for deck in open_decks((), COURSE) for card in deck.cards]
    assert open_all(COURSE, cards) == QUIZZES


def test_the_drill_asks_every_numeric_question_once_each_under_a_unit() -> None:
    questions = [question for question in find_quiz(QUIZZES, DRILL).questions if isinstance(question, Numeric)]
    assert sorted(question.name for question in questions) == question_names(COURSE.solutions)
    assert [question.id for question in questions if question.numbers] == []
    units = [question.exercise.partition("/")[0] for question in questions]
    assert units == sorted(units, key=[unit.id for unit in COURSE.units].index)


# --- nothing can be guessed from its form -------------------------------------------------------


def words(text: str) -> set[str]:
    """Return the words of a text that are long enough to mean something."""
    return set(re.findall(r"[a-z]{4,}", to_plain(text).lower()))


GUESSES: dict[str, Guess] = {
    "longest": lambda question, text, place: len(to_plain(text)),
    "shortest": lambda question, text, place: -len(to_plain(text)),
    "most commas": lambda question, text, place: text.count(","),
    "most numbers": lambda question, text, place: len(re.findall(r"\d+", text)),
    "most words of the question": lambda question, text, place: len(words(text) & words(question.question)),
    "fewest words of the question": lambda question, text, place: -len(words(text) & words(question.question)),
    "most code": lambda question, text, place: text.count("`"),
    "first": lambda question, text, place: place == 0,
    "second": lambda question, text, place: place == 1,
    "third": lambda question, text, place: place == 2,
    "fourth": lambda question, text, place: place == 3,
}


@pytest.mark.parametrize("order", first_always(["as written", "as shown"]))
@pytest.mark.parametrize("guess", first_always(GUESSES.values()), ids=GUESSES)
def test_a_guesser_does_no_better_than_chance_and_one_question(guess: Guess, order: str) -> None:
    hits = chance = Fraction(0)
    for each in all_asked():
        options = options_of(each.question)
        if not options:
            continue
        listed = options if order == "as written" else [options[index] for index in each.order]
        marks = [guess(each.question, option.text, place) for place, option in enumerate(listed)]
        best = [option for option, mark in zip(listed, marks, strict=True) if mark == max(marks)]
        hits += Fraction(sum(option.is_right for option in best), len(best))
        chance += Fraction(sum(option.is_right for option in options), len(options))
    assert hits <= chance + 1, (float(hits), float(chance))


def test_no_right_option_stands_out_by_its_length() -> None:
    for each in all_asked():
        options = options_of(each.question)
        lengths = {
            is_right: [len(to_plain(o.text)) for o in options if o.is_right is is_right] for is_right in (True, False)
        }
        if options:
            assert max(lengths[True]) <= 1.3 * max(lengths[False]), each.question.id
            assert min(lengths[True]) >= min(lengths[False]) / 1.3, each.question.id


def test_statements_are_true_as_often_as_false_give_or_take_one() -> None:
    statements = [question.is_true for _, question in QUESTIONS if isinstance(question, TrueFalse)]
    assert len(statements) >= 5
    assert abs(sum(statements) - len(statements) / 2) <= 1


def test_an_order_is_never_shown_as_its_own_answer() -> None:
    for quiz, question in QUESTIONS:
        if isinstance(question, Ordering | Matching):
            for seed in range(200):
                order = ask(quiz, question, COURSE.solutions, str(seed)).order
                assert sorted(order) == list(range(len(order)))
                assert list(order) != sorted(order)


# --- what is said -----------------------------------------------------------------------------


def test_every_wrong_answer_is_told_something_of_its_own() -> None:
    said = [option.words for _, question in QUESTIONS for option in options_of(question)]
    said += [step.reveals for _, q in QUESTIONS if isinstance(q, Ordering) for step in q.steps[1:] if step.reveals]
    said += [pair.reveals for _, question in QUESTIONS if isinstance(question, Matching) for pair in question.pairs]
    assert len(said) > 100
    assert len(set(said)) == len(said)
    assert min(map(len, said)) >= 30


def test_sentences_end_and_nothing_is_left_to_fill_in() -> None:
    for each in all_asked():
        question = each.question
        for text in texts_of(question):
            assert "{{" not in text, question.id
        spoken = [question.explanation, *(option.words for option in options_of(question))]
        for text in spoken:
            assert to_plain(text).rstrip("”").endswith((".", "?")), text
        assert question.question.rstrip().endswith((".", "?", "!")), question.question


def test_what_pictures_show_is_asked_in_five_units_and_not_in_their_words() -> None:
    drawn = [question for _, question in QUESTIONS if question.drawn]
    assert len({question.unit for question in drawn}) >= 5
    for question in drawn:
        assert "pictures" in question.tags
