"""Decks from what went wrong: which cards there are, what they say, and that no text of a learner's does any harm."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from places import COURSE
from small_deck import course_with_decks

from flashcards import export, study
from flashcards.mistake_cards import deck_of_mistakes, mistake_card
from grader.core.result import CheckResult, ExerciseResult, Mistake, NamedMistake, Verdict
from grader.course.course import Course
from grader.course.exercise import Exercise
from grader.files import markdown
from grader.learner import progress
from grader.learner.mistake_decks import decks_from_mistakes
from grader.learner.progress import ExerciseProgress, MadeMistake, Progress, made_mistakes
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.quiz import progress as quiz_progress
from grader.questions.quiz.progress import QuizProgress, WorkspaceQuizzes
from grader.reports.class_report.table import ClassMistake, Group

SHOWN = MadeMistake("total(np.array([1.0, 2.0, 3.0]))", "2.0", "6.0", "2.0 instead of 6.0")


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """Return the tiny course with two small decks."""
    return course_with_decks(tmp_path / "course")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Return the folder of a workspace in which nothing was done."""
    folder = tmp_path / "work" / ".learn"
    folder.mkdir(parents=True)
    return folder


def note(state: Path, **exercises: ExerciseProgress) -> None:
    """Keep where a learner stands in exercises of the tiny course."""
    assert progress.save(state, Progress({f"small/{name}": each for name, each in exercises.items()}))


def mistake(course: Course, name: str, exercise_id: str = "small/total") -> tuple[Exercise, Mistake]:
    """Return a mistake of a course with its exercise."""
    exercise = course.exercise(exercise_id)
    (found,) = (each for each in course.mistakes(exercise_id) if each.name == name)
    return exercise, found


# --- what is noted ----------------------------------------------------------------------------


def check(name: str, **fields: object) -> CheckResult:
    """Make the result of a check that named the mistake `mean`."""
    named = NamedMistake("mean", "It divides.", "Do not.")
    made = CheckResult(name, Verdict.FAIL, 1, "2.0 instead of 6.0", "total([1])", "2.0", "6.0", named)
    return made._replace(**fields)  # type: ignore[arg-type]


def result(*checks: CheckResult) -> ExerciseResult:
    """Make the result of an exercise."""
    return ExerciseResult("small/total", "Add", "total.py", checks)


def test_a_named_mistake_is_noted_with_the_first_call_that_showed_it() -> None:
    made = made_mistakes(result(check("a"), check("b", call="total([2])"), check("c", mistake=None)))
    assert made == {"mean": MadeMistake("total([1])", "2.0", "6.0", "2.0 instead of 6.0")}


def test_a_mistake_is_fixed_when_its_exercise_passes_and_no_more_when_it_is_made_again() -> None:
    noted = Progress()
    noted.record_results(result(check("a")))
    noted.record_results(result(check("a", mistake=None)))
    assert not noted.standing("small/total").mistakes["mean"].is_fixed
    noted.record_results(result(CheckResult("a", Verdict.PASS, 1)))
    assert noted.standing("small/total").mistakes["mean"].is_fixed
    noted.record_results(result(check("a")))
    assert not noted.standing("small/total").mistakes["mean"].is_fixed


# --- the card of a mistake --------------------------------------------------------------------

CALL = "total(np.array([1.0]))"
QUESTIONS = [
    (SHOWN, f"A wrong version: `{SHOWN.call}` gives `2.0` and should give `6.0`. Which mistake is in it?"),
    (
        MadeMistake(CALL, "[]", "raises ValueError", "[] instead"),
        f"A wrong version: `{CALL}` gives `[]` and should raise `ValueError`. Which mistake is in it?",
    ),
    (
        MadeMistake(CALL, "raised KeyError: 1", "raises ValueError", "KeyError instead"),
        f"A wrong version: `{CALL}` raises `KeyError: 1` and should raise `ValueError`. Which mistake is in it?",
    ),
    (
        MadeMistake(CALL, "", "", "raised IndexError: 3"),
        f"A wrong version: `{CALL}` raises `IndexError: 3`. Which mistake is in it?",
    ),
    (
        MadeMistake(CALL, "0.5", "", "the sum of `p` is not 1"),
        f"A wrong version: `{CALL}` gives `0.5`; the sum of `p` is not 1. Which mistake is in it?",
    ),
    (
        MadeMistake(CALL, "", "", "the call changed its argument `p`."),
        f"A wrong version, tried with `{CALL}`: the call changed its argument `p`. Which mistake is in it?",
    ),
]


@pytest.mark.parametrize(("made", "question"), QUESTIONS, ids=[each.message for each, _ in QUESTIONS])
def test_a_card_asks_for_the_mistake_by_what_it_did(course: Course, made: MadeMistake, question: str) -> None:
    card = mistake_card(*mistake(course, "mean"), made, "open")
    assert card.front == question
    assert (
        card.back == "The sum is divided by how many there are. That is the mean. Ask what the task calls the result."
    )
    assert (card.id, card.tags, card.exercise) == (
        "mistake-small-total-82523fae",
        ("mistake", "small", "open"),
        "small/total",
    )
    assert card.source is not None
    assert card.source.title == "Arithmetic"


@pytest.mark.parametrize(
    "made", [MadeMistake(), MadeMistake(call=CALL), replace(SHOWN, call=f"total({'1.25, ' * 40})")],
    ids=["nothing", "a call alone", "a long call"],
)  # fmt: skip
def test_where_no_call_can_be_shown_the_card_asks_why_it_is_wrong(course: Course, made: MadeMistake) -> None:
    card = mistake_card(*mistake(course, "mean"), made)
    assert card.front == ("A wrong version of `total`: The sum is divided by how many there are. Why is that wrong?")
    assert card.back == "That is the mean. Ask what the task calls the result."


def figures(exercise: str, name: str, count: int, made: MadeMistake | None = None) -> ClassMistake:
    """Return a mistake that some students made."""
    shown = (made.call, made.got, made.expected) if made else ()
    return ClassMistake(exercise, NamedMistake(name, "", ""), Group("", count), *shown)


HOSTILE = [
    "\x1b[2Jred\x07", "<script>alert(1)</script>", "`` ` `", "$x$ and $\\frac$", "::error::x", "=1+1", "a\u202eb", "{{ x }}",
    "*a* _b_ **c** [d](http://e) ![f](g)", "&lt; &#42; &amp;", "\\", "\\`", "- item\n# head", "\ud800", "", " ", "日本" * 200,
    "'x'" * 500,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_a_learner_returns_is_shown_and_does_nothing(course: Course, text: str) -> None:
    made = MadeMistake(f"total({text})", text, text, text)
    card = mistake_card(*mistake(course, "mean"), made)
    for side in (card.front, card.back):
        assert markdown.is_one_paragraph(side)
        assert list(markdown.problems(side)) == []
        shown = markdown.to_html(side)
        assert "<script" not in shown
        assert "<svg" not in shown
        assert "<a" not in shown
        assert all(sign.isprintable() for sign in markdown.to_plain(side))
    deck = deck_of_mistakes(course, [figures("small/total", "mean", 1, made)])
    for written in (study.render([deck]), export.anki_text([deck]).encode(), export.csv_text([deck]).encode()):
        assert b"\x1b" not in written


@pytest.mark.slow
def test_every_mistake_of_the_course_has_a_card_that_can_be_shown() -> None:
    for exercise in COURSE.exercises():
        for each in COURSE.mistakes(exercise.id):
            card = mistake_card(exercise, each, MadeMistake())
            assert markdown.is_one_paragraph(card.front)
            assert [*markdown.problems(card.front), *markdown.problems(card.back)] == []
            assert len(markdown.to_plain(card.back)) <= 340
            assert len(markdown.to_plain(card.front)) <= 240


# --- the decks --------------------------------------------------------------------------------


def test_nothing_done_makes_no_decks(course: Course, state: Path) -> None:
    assert decks_from_mistakes(course, state) == []
    note(state, total=ExerciseProgress("pass", 2, 2), odd=ExerciseProgress("not-attempted", hints=1))
    assert decks_from_mistakes(course, state) == []


def test_mistakes_come_first_and_then_the_cards_of_what_has_not_passed(course: Course, state: Path) -> None:
    fixed = {"largest": replace(SHOWN, is_fixed=True)}
    note(state, total=ExerciseProgress("fail", 0, 2, 0, 1, {**fixed, "mean": SHOWN, "gone": SHOWN}))
    own, others = decks_from_mistakes(course, state)
    assert (own.id, own.title) == ("mistakes", "What I got wrong")
    assert [(card.id, card.tags[-1]) for card in own.cards] == [
        ("mistake-small-total-82523fae", "open"),
        ("mistake-small-total-245111bc", "fixed"),
    ]
    assert (others.id, [card.id for card in others.cards]) == ("small", ["softmax"])


@pytest.mark.slow
def test_a_question_answered_wrong_brings_the_card_that_it_names(state: Path) -> None:
    quiz_progress.save(state, WorkspaceQuizzes("seed", {
        "choosing": QuizProgress(scores={"an-exact-hit": AnswerJudgement(1, 1)}),
        "choosing 4": QuizProgress(scores={"an-exact-hit": AnswerJudgement(0, 1), "what-can-move-greedy": AnswerJudgement(3, 3), "gone": AnswerJudgement(0, 1)}),
        "no-such-quiz": QuizProgress(scores={"x": AnswerJudgement(0, 1)}),
    }))  # fmt: skip
    assert [(deck.id, [card.id for card in deck.cards]) for deck in decks_from_mistakes(COURSE, state)] == [
        ("picking", ["reaches-or-exceeds"])
    ]


def test_a_class_has_its_commonest_mistakes_first(course: Course) -> None:
    mistakes = [
        figures("small/total", "largest", 2), figures("small/total", "mean", 9, SHOWN), figures("small/total", "gone", 5),
        figures("no/such", "mean", 9),
    ]  # fmt: skip
    deck = deck_of_mistakes(course, mistakes)
    assert [card.id for card in deck.cards] == ["mistake-small-total-82523fae", "mistake-small-total-245111bc"]
    assert deck.cards[0].front == QUESTIONS[0][1]
    assert deck.cards[1].front.startswith("A wrong version of `total`: ")
    assert len(deck_of_mistakes(course, mistakes, most=1).cards) == 1
    assert deck_of_mistakes(course, []).cards == ()
