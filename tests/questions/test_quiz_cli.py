"""`learn quiz` in the terminal: what it asks, and what it says to answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from quiz_taking import IDS, POINTS, QUIZZES, Learner, keys, run_of, wrong_answer
from sizes import first_always
from workplace import TINY

from grader.cli.quiz import SHARED_SEED
from grader.questions.answer_judgement import AnswerJudgement
from grader.questions.quiz import progress as quiz_progress
from grader.questions.quiz.load import find_quiz


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Learner:
    return Learner(tmp_path, monkeypatch, capsys)


@pytest.fixture
def workspace(place: Learner) -> Learner:
    """Return a workspace of the course, without its files."""
    place.write(".learn/workspace.json", "{}")
    return place


# --- a whole run ------------------------------------------------------------------------------


@pytest.mark.parametrize("quiz", first_always([quiz.id for quiz in QUIZZES]))
def test_who_knows_everything_gets_all_points(workspace: Learner, quiz: str) -> None:
    ran = workspace.quiz(quiz, "--seed", "3", answers="\n".join(keys(3, quiz)))
    total = sum(question.max_score for question in find_quiz(QUIZZES, quiz).questions)
    assert (ran.code, ran.err) == (0, "")
    assert f"\nYou have {total} of {total} points.\n" in ran.out
    assert ran.out.count("\nRight.\n") == len(find_quiz(QUIZZES, quiz).questions)
    assert max(map(len, ran.out.splitlines())) <= 80
    assert re.search(r"\nNext: learn quiz [a-z-]+\n$", ran.out)


def test_a_question_an_answer_and_what_is_said(workspace: Learner) -> None:
    run = run_of(5)
    (_, first), *_ = run.to_ask()
    assert first == "temperature-keeps-the-order"
    ran = workspace.quiz("overview", "--seed", "5", answers="what\n?\ntrue a\n")
    assert (ran.code, ran.err) == (0, "")
    start, _, _ = ran.out.partition("The big picture: question 2 of 7")
    assert start == (
        "The big picture: question 1 of 7\n"
        "\n"
        "True or false, and why? Raising the temperature from .5 to 2 never changes which\n"
        "token is the likeliest.\n"
        "\n"
        "  a  The likeliest token is set aside, and the others are flattened.\n"
        "  b  Dividing all scores by one positive number keeps their order.\n"
        "  c  Temperature only acts once the nucleus has been cut.\n"
        "\n"
        "Your answer (? for help): what\n"
        "Type true or false and the letter of the reason, such as false b.\n"
        "Your answer (? for help): ?\n"
        "Type true or false, and the letter of the reason, such as false b or f b.\n"
        "Type skip to go on without an answer, or quit to stop; what you have answered is\n"
        "kept.\n"
        "\n"
        "Your answer (? for help): true a\n"
        "\n"
        "Partly right: 1 of 2 points.\n"
        "The statement is true.\n"
        "\n"
        "  a  wrong: No token is set aside. All scores are divided by the same number,\n"
        "     the best one as well.\n"
        "  b  right: Gaps shrink or grow, but none changes its sign. Softmax keeps the\n"
        "     order as well.\n"
        "\n"
        "The answer is true b.\n"
        "\n"
        "Below 1 the gaps between scores grow and the favorite gains; above 1 they shrink\n"
        "and the others catch up. The ranking stays. Temperature 0 cannot be computed\n"
        "like this. By convention it means the favorite alone.\n"
        "\n"
    )
    assert ran.out.endswith(
        "Your answer (? for help): \n\nStopped; your answers are kept. Go on with: learn quiz overview --seed 5\n"
    )


@pytest.mark.slow
def test_only_what_was_wrong_is_asked_again_with_other_numbers_and_in_another_order(workspace: Learner) -> None:
    run = run_of(7)
    wrong = {}
    for _, question_id in run.to_ask():
        asked = run.instance(question_id)
        wrong[question_id] = wrong_answer(asked)
    answers = [wrong[each] if place % 2 else run.instance(each).key() for place, each in enumerate(wrong)]
    workspace.quiz("overview", "--seed", "7", answers="\n".join(answers))
    first = workspace.kept()
    left = first.sitting("overview", 7).wrong(IDS)
    assert len(left) == 3
    again = run_of(7, first)
    to_ask = [question_id for _, question_id in again.to_retry()]
    right = [again.instance(each).key() for each in to_ask]
    assert sorted(to_ask) == sorted(left)
    assert any(again.instance(each).order != run.instance(each).order for each in to_ask)
    stopped = workspace.quiz("overview", "--seed", "7", "--wrong", answers=right[0])
    assert "question 1 of 3" in stopped.out
    assert stopped.out.endswith("Go on with: learn quiz overview --wrong --seed 7\n")
    last = run_of(7, workspace.kept())
    right = [last.instance(question_id).key() for _, question_id in last.to_retry()]
    ran = workspace.quiz("overview", "--seed", "7", "--wrong", answers="\n".join(right))
    assert "question 1 of 2" in ran.out
    assert f"You have {POINTS} of {POINTS} points." in ran.out
    assert workspace.quiz("overview", "--seed", "7", "--wrong").out == "Nothing that you have answered is wrong.\n"


@pytest.mark.slow
def test_without_a_name_it_goes_on_where_it_was_left_and_then_with_the_next_quiz(workspace: Learner) -> None:
    assert workspace.quiz(answers="quit").out.startswith("The big picture: question 1 of 7\n")
    workspace.quiz("cost", answers="skip\nquit")
    assert workspace.quiz(answers="quit").out.startswith("The big picture: question 1 of 7\n")
    kept = workspace.kept()
    kept.sitting("cost").scores["slow-first-token"] = AnswerJudgement(1, 1)
    kept.sitting("overview").scores = {each: AnswerJudgement(1, 1) for each in IDS}
    quiz_progress.save(workspace.folder / ".learn", kept)
    assert workspace.quiz(answers="quit").out.startswith("What it costs: question ")
    for quiz in QUIZZES:
        kept.sitting(quiz.id).scores = {question.id: AnswerJudgement(1, 1) for question in quiz.questions}
    quiz_progress.save(workspace.folder / ".learn", kept)
    ran = workspace.quiz()
    assert ran.code == 0
    assert ran.out.endswith("\nYou have answered everything.\n")
    assert workspace.quiz("--wrong").out.endswith("\nThere is nothing wrong to ask again.\n")


def test_the_list_shows_every_quiz_with_its_points(workspace: Learner) -> None:
    kept = workspace.kept()
    kept.sitting("overview").scores = {
        IDS[0]: AnswerJudgement(3, 5),
        IDS[1]: AnswerJudgement(2, 2),
        "gone": AnswerJudgement(9, 9),
    }
    quiz_progress.save(workspace.folder / ".learn", kept)
    ran = workspace.quiz("--list")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(
        "overview           The big picture\n"
        "  Seven questions on what happens between a prompt and the end of an answer.\n"
        f"  2 of 7 answered, 5 of {POINTS} points\n"
        "choosing           Choosing the next token\n"
    )
    assert ran.out.count("  not begun\n") == len(QUIZZES) - 1
    assert max(map(len, ran.out.splitlines())) <= 80


# --- one unit ---------------------------------------------------------------------------------


# --- seeds ------------------------------------------------------------------------------------


# --- any text, any terminal --------------------------------------------------------------------

TEXTS = [
    b"\x00\x01\x02\n",
    b"\x1b[2J\x1b]0;title\x07\n",
    b"\xff\xfe\xfa\n",
    "\u202eabc\n".encode(),
    b"x" * 100_000 + b"\n",
    b"=1+1\n::error::\n",
    "🐱 ²½ Ⅷ\n".encode(),
    b"\r\n\r\n",
    b"a\x85b\xe2\x80\xa8c\n",
]


@pytest.mark.slow
@pytest.mark.parametrize("quiz", first_always([quiz.id for quiz in QUIZZES]))
def test_no_text_that_is_typed_does_any_harm(workspace: Learner, quiz: str) -> None:
    questions = len(find_quiz(QUIZZES, quiz).questions)
    ran = workspace.quiz(quiz, "--seed", "3", answers=(b"".join(TEXTS) + b"skip\n") * questions)
    assert (ran.code, ran.err) == (0, "")
    assert all(character.isprintable() or character in "\n\u00a0" for character in ran.out)  # 13\u00a0200 is ours
    assert ran.out.count("Skipped.\n") + ran.out.count("The answer is ") == questions


# --- usage ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_unknown_quiz_names_the_one_that_may_be_meant(workspace: Learner) -> None:
    assert workspace.quiz("overwiev") == (
        2,
        "",
        "learn: there is no quiz 'overwiev'; did you mean overview? (see `learn quiz --help`)\n",
    )
    assert workspace.quiz("\x1b[2J").err == (
        "learn: there is no quiz '\\x1b[2J'; `learn quiz --list` shows them all (see `learn quiz --help`)\n"
    )


def test_a_course_without_quizzes_is_exit_code_3(workspace: Learner) -> None:
    assert workspace.quiz("--course", str(TINY)) == (
        3,
        "",
        "learn: this course has no quizzes; see `learn list` for its exercises\n",
    )


@pytest.mark.slow
def test_a_page_is_written_and_never_replaced_unasked(workspace: Learner) -> None:
    ran = workspace.quiz("cost", "--out", "mein Quiz ü.html")
    assert ran == (0, "mein Quiz ü.html is written. Open it in a browser; it needs no network.\n", "")
    first = (workspace.folder / "mein Quiz ü.html").read_bytes()
    again = workspace.quiz("cost", "--out", "mein Quiz ü.html")
    assert (again.code, again.out) == (2, "")
    assert again.err.startswith("learn: 'mein Quiz ü.html' is there already; use --force to replace it")
    assert workspace.quiz("cost", "--out", "mein Quiz ü.html", "--force", "--seed", "9").code == 0
    assert (workspace.folder / "mein Quiz ü.html").read_bytes() != first
    assert workspace.quiz("cost", "--out", "no/such.html").err.startswith(
        "learn: there is no folder 'no'; make it first"
    )
    assert workspace.quiz("--out", "a.html").err == (
        "learn: which quiz is to be written? Name one; `learn quiz --list` shows them all (see `learn quiz --help`)\n"
    )
    assert not (workspace.folder / "a.html").exists()
    assert SHARED_SEED == 1
    for name in ("cost.xml", "cost.ZIP"):
        ran = workspace.quiz("cost", "--out", name)
        assert (ran.code, ran.err) == (0, "")
        assert (
            f"{name} is written: {len(find_quiz(QUIZZES, 'cost').questions)} questions with their answers." in ran.out
        )
    assert workspace.quiz("cost", "--out", "cost.pdf").err.startswith("learn: 'cost.pdf' ends with none of .html, .xml")
