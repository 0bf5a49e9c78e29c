"""`learn print exam`, from the choice of questions to the marks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from workplace import Workplace

from grader.course import find
from grader.course.course import Course
from grader.questions.worksheet import answer_file
from grader.questions.worksheet.sheet import Variant, draw, open_sheet

pytestmark = pytest.mark.whole

USAGE = " (see `learn print exam --help`)"
SEED = "the teacher's text"
ROSTER = "id,name\nada,Ada Lovelace\nbo,Bo Ek\n"
NAMED = "odds_at_temperature"
"""A question of the exam, whose mistakes have names."""
MARKED = ("--worksheet", "exam_a.yaml", "--worksheet-seed", SEED, "--exercise", "exam_a", "--confine", "none")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with an exam; the course is the one that we ship."""
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    monkeypatch.delenv("LEARN_WORKSHEET_SEED", raising=False)
    made = Workplace(tmp_path, monkeypatch, capsys, course=None)
    assert made.learn("print", "exam", "scores", "picking") == (
        0,
        "exam_a.yaml and exam_b.yaml are written: 6 questions, 12 points. Print one with: learn print worksheet exam_a.yaml\n",
        "",
    )
    return made


def variant(student: str, name: str = "exam_a.yaml") -> Variant:
    """Return the exam of a student."""
    return draw(open_sheet(Course(find()), name), SEED, student)


def answers(own: Variant, **others: str) -> str:
    """Return a file with right answers, but for some."""
    text = answer_file.template(own)
    right = {each.name: each.shown(each.answer(own.numbers_of(each))) for each in own.questions}
    for name, answer in {**right, **others}.items():
        text = text.replace(f"\n{name}:", f"\n{name}: {answer}")
    return text


def test_the_same_command_writes_the_same_bytes_and_replaces_nothing_unasked(place: Workplace) -> None:
    before = [(place.folder / f"exam_{each}.yaml").read_bytes() for each in "ab"]
    assert place.learn("print", "exam", "scores", "picking").code == 2
    assert place.learn("print", "exam", "scores", "picking", "--force").code == 0
    assert [(place.folder / f"exam_{each}.yaml").read_bytes() for each in "ab"] == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("scores", "--out", "Exam.yaml"),
            "'Exam.yaml' after --out cannot be an exam's name; use small letters, digits and underscores, at most 38, and "
            "end it with .yaml",
        ),
        (("score",), "unknown unit with numeric questions `score`; did you mean `scores`?"),
    ],
)
def test_what_cannot_be_an_exam_is_refused(place: Workplace, arguments: tuple[str, ...], message: str) -> None:
    assert place.learn("print", "exam", *arguments) == (2, "", f"learn: {message}{USAGE}\n")


def test_an_exam_is_printed_and_its_answers_are_checked_as_those_of_a_worksheet(place: Workplace) -> None:
    place.write("class.csv", ROSTER)
    arguments = ("--class", "class.csv", "--key", "key.html", "--answers", "form.yaml")
    ran = place.learn("print", "worksheet", "exam_a.yaml", "--seed", SEED, *arguments)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("form.yaml is written: fill it in, and hand it in as exam_a.yaml.\n")
    for student in ("ada", "bo"):
        for file in ("worksheet.html", "key.html"):
            assert f"Sheet <b>{variant(student).id}</b>" in (place.folder / file).read_text("utf-8")
    place.write("mine.yaml", answers(variant("ada")))
    ran = place.learn("print", "worksheet", "exam_a.yaml", "--seed", SEED, "--student", "ada", "--check", "mine.yaml")
    assert ran.code == 0, ran.out


def test_the_right_answers_get_all_points_a_wrong_reading_is_named_and_an_edited_exam_is_marked_anew(
    place: Workplace,
) -> None:
    own = variant("bo")
    asked = next(each for each in own.questions if each.name == NAMED)
    mistake, wrong = next(iter(asked.wrong_answers(own.numbers_of(asked)).items()))
    place.write("class.csv", ROSTER)
    place.write("in/ada/exam_a.yaml", answers(variant("ada")))
    place.write("in/bo/exam_a.yaml", answers(own, **{NAMED: asked.shown(wrong)}))
    command = ("grade", "in", "--roster", "class.csv", *MARKED, "--out", "results")
    ran = place.learn(*command)
    assert (ran.code, ran.err) == (0, "")
    assert points(place) == {"ada": (12, 12), "bo": (10, 12)}
    (exam,) = result_of(place, "bo")["exercises"]
    assert (exam["id"], exam["title"]) == ("by_hand/exam_a", "Exam A")
    (failed,) = [each for each in exam["checks"] if each["status"] == "fail"]
    assert failed["mistake"]["title"] == next(each.title for each in asked.mistakes if each.name == mistake)
    path = place.folder / "exam_a.yaml"
    path.write_text(path.read_text("utf-8").replace("points: 2", "points: 3"), "utf-8")
    assert place.learn(*command).code == 0
    assert points(place) == {"ada": (18, 18), "bo": (15, 18)}


def test_the_answers_to_the_other_version_get_no_number(place: Workplace) -> None:
    place.write("sub/exam_a.yaml", answers(variant("ada", "exam_b.yaml")))
    ran = place.learn("grade", "sub", "--student", "ada", *MARKED)
    assert ran.code == 0
    assert json.loads(ran.out)["status"] == "unreadable"
    assert "the file answers sheet" in ran.out


def test_an_exam_is_marked_only_with_its_seed(place: Workplace) -> None:
    ran = place.learn("grade", ".", "--worksheet", "exam_a.yaml")
    message = "--worksheet needs --worksheet-seed, the text that the students' numbers were drawn from"
    assert (ran.code, ran.err) == (2, f"learn: {message} (see `learn grade --help`)\n")


def test_two_exams_of_one_name_are_refused(place: Workplace) -> None:
    ran = place.learn("grade", ".", *MARKED, "--worksheet", "exam_a.yaml")
    message = "two files after --worksheet have the same name; rename one, and change its `id`"
    assert (ran.code, ran.err) == (2, f"learn: {message} (see `learn grade --help`)\n")


def test_a_file_that_hides_a_worksheet_of_the_course_is_refused(place: Workplace) -> None:
    (place.folder / "exam_a.yaml").rename(place.folder / "five_tokens.yaml")
    ran = place.learn("print", "worksheet", "five_tokens.yaml")
    assert (ran.code, ran.out) == (2, "")
    assert "has the name of a worksheet of the course; rename it, and change its `id`" in ran.err


def result_of(place: Workplace, student: str) -> Any:
    """Return a student's result."""
    return json.loads((place.folder / f"results/results/{student}.json").read_text("utf-8"))


def points(place: Workplace) -> dict[str, tuple[int, int]]:
    """Return the points of each student, of how many."""
    results = {student: result_of(place, student) for student in ("ada", "bo")}
    return {student: (each["score"], each["max_score"]) for student, each in results.items()}
