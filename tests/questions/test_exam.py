"""Exams: the questions that are chosen, their order, the file, and the pages that they fill."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pdfs
import pytest
from places import COURSE

from flashcards import pdf
from grader.core.errors import UnknownNameError
from grader.files.html_page import Paper
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.numeric.question import Numbers, question_names
from grader.questions.quiz.load import open_all
from grader.questions.worksheet import page as worksheet_page
from grader.questions.worksheet.exam import MOST_QUESTIONS, candidates, compose, is_one_idea, to_yaml, worksheet_of
from grader.questions.worksheet.quiz_step import HOW, QuizStepQuestion
from grader.questions.worksheet.sheet import Opened, Worksheet, draw, load_sheet

UNITS = {each.numeric.name: each.unit for each in candidates(COURSE)}
PAGES = 2


def asked(sheet: Worksheet) -> list[str]:
    """Return the names of the questions of a sheet."""
    return [step.question for step in sheet.steps]


def opened(sheet: Worksheet, folder: Path) -> Opened:
    """Write a worksheet and load it."""
    path = folder / f"{sheet.id}.yaml"
    path.write_text(to_yaml(sheet), "utf-8")
    return load_sheet(path, COURSE.solutions)


def test_every_numeric_question_of_the_course_can_be_asked() -> None:
    assert sorted(UNITS) == question_names(COURSE.solutions)


@pytest.mark.parametrize("units", [["cost"], ["cost", "cache", "speculative"]])
def test_an_exam_asks_about_its_units_in_turn(units: list[str]) -> None:
    (sheet, _) = compose(COURSE, units, "exam", "")
    found = [UNITS[name] for name in asked(sheet)]
    assert len(found) == MOST_QUESTIONS
    assert {unit: found.count(unit) for unit in units} == dict.fromkeys(units, MOST_QUESTIONS // len(units))


@pytest.mark.slow
def test_a_softmax_is_one_idea_whatever_comes_before_and_after_it() -> None:
    by_name = {each.numeric.name: each for each in candidates(COURSE)}
    softmax = [
        by_name[name] for name in ("top_probability", "last_probability", "temperature_probability", "top_3_row")
    ]
    assert all(is_one_idea(one, other) for one in softmax for other in softmax)
    others = [by_name[name] for name in ("greedy_token", "drawn_token", "odds_at_temperature", "temperature_for_odds")]
    assert not any(is_one_idea(one, other) for one in others for other in [*softmax, *others] if one is not other)


@pytest.mark.parametrize("units", [["scores", "picking"], ["picking"]])
@pytest.mark.slow
def test_no_two_questions_of_an_exam_are_one_idea(units: list[str]) -> None:
    by_name = {each.numeric.name: each for each in candidates(COURSE)}
    for seed in "abcd":
        (sheet, _) = compose(COURSE, units, "exam", seed)
        chosen = [by_name[name] for name in asked(sheet)]
        assert len(chosen) >= 4
        assert not any(is_one_idea(one, other) for one in chosen for other in chosen if one is not other)


@pytest.mark.slow
def test_a_unit_with_few_questions_leaves_the_others_more() -> None:
    (sheet, _) = compose(COURSE, ["loop", "picking"], "exam", "")
    found = [UNITS[name] for name in asked(sheet)]
    assert (found.count("loop"), found.count("picking")) == (2, 4)


@pytest.mark.slow
def test_versions_ask_the_same_with_other_numbers_and_on_the_other_page(tmp_path: Path) -> None:
    one, other = compose(COURSE, ["scores", "picking"], "exam", "")
    assert (one.id, other.id, one.points) == ("exam_a", "exam_b", 12)
    half = MOST_QUESTIONS // 2
    assert asked(other) == [*asked(one)[half:], *asked(one)[:half]]
    numbers = [draw(opened(each, tmp_path), "s", "ada").numbers for each in (one, other)]
    assert [name for name in asked(one) if numbers[0][name] == numbers[1][name]] == []


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_and_another_one_other_questions() -> None:
    first, again, other = (compose(COURSE, ["cost", "text"], "exam", seed) for seed in ("1", "1", "2"))
    assert [to_yaml(each) for each in first] == [to_yaml(each) for each in again]
    assert set(asked(first[0])) != set(asked(other[0]))


@pytest.mark.slow
def test_a_unit_without_numbers_is_refused_with_those_that_have_them() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown unit with numeric questions `structure`; use one of scores, "):
        compose(COURSE, ["scores", "structure"], "exam", "")


@pytest.mark.slow
def test_questions_of_other_kinds_are_those_of_quizzes_and_the_same_in_both_versions(tmp_path: Path) -> None:
    one, other = compose(COURSE, ["scores", "picking", "cache"], "exam", "", choices=8)
    assert set(asked(one)) == set(asked(other))
    own, others = ([step.question for step in sheet.steps if step.quiz] for sheet in (one, other))
    assert len(own) == 8
    assert others == [*own[4:], *own[:4]]
    assert (one.points, one.minutes) == (28, 70)
    titles = [step.title for step in one.steps]
    assert len(set(titles)) == len(titles), "results and gains go by them"
    loaded = load_sheet(_written(one, tmp_path), COURSE.solutions, None, COURSE)
    chosen = [question for question in loaded.questions if isinstance(question, QuizStepQuestion)]
    assert {type(each.question).__name__ for each in chosen} >= {"Single", "Multiple", "TrueFalse"}
    assert any(each.question.excerpt for each in chosen), "code to read"
    (look, *_) = [each for each in chosen if each.question.drawn]
    page = worksheet_page.render([draw(loaded, "s", "ada")], "sheet", "a4")
    assert look.question.drawn
    assert page.count(look.question.drawn.unnamed) == 1
    assert look.question.drawn.title not in page


def test_every_quiz_question_with_choices_can_be_asked_and_tells_nothing_when_it_is_wrong() -> None:
    kinds = Counter[str]()
    for quiz in open_all(COURSE):
        for question in (one for one in quiz.questions if one.choices):
            step = QuizStepQuestion(quiz, question, COURSE)
            ada, bo = (step.draw("s", student) for student in ("ada", "bo"))
            assert sorted(ada["order"]) == list(range(len(question.choices)))
            kinds["differs"] += ada != bo
            right = step.shown(step.answer(ada))
            assert step.judge(ada, right).is_right
            wrong = (
                "false a" if right.startswith("true") else "true a" if right.startswith("false") else _other(step, ada)
            )
            assert step.judge(ada, wrong) == AnswerJudgement(0, 1, "That is not right.")
            printed = step.printed(ada)
            assert [letter for letter, _ in printed.choices] == list("abcdefgh"[: len(question.choices)])
            kinds[type(question).__name__] += 1
    assert kinds["differs"] > 0.6 * sum(kinds[name] for name in HOW)
    assert set(kinds) == {*HOW, "differs"}


def _other(step: QuizStepQuestion, numbers: Numbers) -> str:
    """Return an answer that is not right: the letters in another order, or another letter."""
    letters = step.shown(step.answer(numbers)).split()
    if letters[0][0].isdigit():
        turned = [pair[1] for pair in letters]
        return " ".join(f"{number + 1}{letter}" for number, letter in enumerate([*turned[1:], turned[0]]))
    if len(letters) == len(numbers["order"]):
        return " ".join([*letters[1:], letters[0]])
    return next(letter for letter in "abc" if [letter] != letters)


def _written(sheet: Worksheet, folder: Path) -> Path:
    path = folder / f"{sheet.id}.yaml"
    path.write_text(to_yaml(sheet), "utf-8")
    return path


@pdfs.NEEDED
@pytest.mark.slow
def test_an_exam_counts_the_pages_of_each_student_and_begins_each_on_a_new_leaf(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
    for choices, most in ((0, 2), (6, 4)):
        sheet, _ = compose(COURSE, ["scores", "picking"], "exam", "", 45, "1 December", choices)
        loaded = load_sheet(_written(sheet, tmp_path), COURSE.solutions, None, COURSE)
        variants = [draw(loaded, "s", student) for student in ("ada", "bo")]
        path = tmp_path / "exam.pdf"
        pdf.write_pdf(worksheet_page.chunks(variants, "sheet", "a4"), path, title="Exam", duplex="long")
        texts = [page.extract_text() for page in pypdf.PdfReader(path).pages]
        leaf = most + most % 2
        assert len(texts) == leaf + most
        for start in (0, leaf):
            pages = texts[start : start + most]
            assert all(f"page {number} of {most}" in text for number, text in enumerate(pages, 1))
            points = sum(step.points for step in sheet.steps)
            for words in (f"{points} points in all", "45 minutes", "1 December", "Number", f"/ {points}", "/ 2"):
                assert words in pages[0]
        assert texts[most:leaf] == [""] * (leaf - most)


@pytest.mark.slow
def test_what_is_written_is_what_is_loaded(tmp_path: Path) -> None:
    for unit in dict.fromkeys(UNITS.values()):
        for sheet in compose(COURSE, [unit], "exam", ""):
            assert opened(sheet, tmp_path).sheet == sheet


@pytest.mark.slow
def test_each_question_has_numbers_of_its_own_whatever_else_is_asked(tmp_path: Path) -> None:
    (sheet, _) = compose(COURSE, ["scores"], "exam", "")
    whole = opened(sheet, tmp_path)
    logits = [str(each.get("logits")) for each in draw(whole, "s", "ada").numbers.values()]
    assert len(set(logits)) == len(logits)
    last = Opened(Worksheet(**{**vars(sheet), "steps": sheet.steps[-1:]}), whole.questions[-1:])
    name = whole.questions[-1].name
    assert draw(last, "s", "ada").numbers[name] == draw(whole, "s", "ada").numbers[name]
    assert draw(whole, "s", "bo").numbers[name] != draw(whole, "s", "ada").numbers[name]


@pdfs.NEEDED
@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_six_longest_questions_fit_two_pages_of_three(tmp_path: Path, paper: Paper) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
    longest = sorted(candidates(COURSE), key=lambda each: -len(each.text))[:MOST_QUESTIONS]
    titles = ", ".join(unit.title for unit in COURSE.units)
    # A sheet whose first page has the longest three: any other first page has more room.
    sheet = opened(worksheet_of("exam", "A", titles, longest), tmp_path)
    path = tmp_path / "exam.pdf"
    pdf.write_pdf(worksheet_page.chunks([draw(sheet, "s", "x" * 60)], "sheet", paper), path, title="Exam")
    texts = [page.extract_text() for page in pypdf.PdfReader(path).pages]
    assert len(texts) == PAGES
    titles_of = [[step.title for step in sheet.sheet.steps if step.title[:30] in text] for text in texts]
    assert list(map(len, titles_of)) == [3, 3]
