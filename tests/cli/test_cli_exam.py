"""`learn print exam`, from the choice of questions to the marks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from places import COURSE
from workplace import Workplace

from grader.questions.worksheet import answer_file
from grader.questions.worksheet.quiz_step import HOW, QuizStepQuestion
from grader.questions.worksheet.sheet import Variant, draw, open_sheet

pytestmark = pytest.mark.slow

USAGE = " (see `learn print exam --help`)"
SEED = "the teacher's text"
ROSTER = "id,name\nada,Ada Lovelace\nbo,Bo Ek\n"
NAMED = "odds_at_temperature"
"""A question of the exam, whose mistakes have names."""
WHO = ("ada", "bo", "cy", "dora")
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
    return draw(open_sheet(COURSE, name), SEED, student)


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


BOTH = ("--worksheet", "exam_a.yaml", "--worksheet", "exam_b.yaml", "--exercise", "exam_a", "--exercise", "exam_b")


def test_each_student_gets_and_is_graded_by_the_version_of_the_list(place: Workplace) -> None:
    place.write("class.csv", "id,version\nada,A\nbo,b\ncy,a\ndora,B\n")
    arguments = ("--class", "class.csv", "--key-table", "table.html")
    assert place.learn("print", "worksheet", "exam_a.yaml", "--seed", SEED, *arguments).code == 0
    own = {student: variant(student, f"exam_{version}.yaml") for student, version in zip(WHO, "abab", strict=True)}
    for file in ("worksheet.html", "table.html"):
        text = (place.folder / file).read_text("utf-8")
        assert [each.id in text for each in own.values()] == [True] * 4
    place.write("in/ada/exam_a.yaml", answers(own["ada"]))
    place.write("in/bo/exam_b.yaml", answers(own["bo"]))
    place.write("in/cy/exam_a.yaml", answers(own["bo"]))  # bo's sheet, of the other version, in the form of A
    place.write("in/dora/softmax_by_hand.py", "")
    command = ("grade", "in", "--roster", "class.csv", *BOTH, "--worksheet-seed", SEED, "--confine", "none")
    assert place.learn(*command, "--out", "results", "--export", "csv=grades.csv").err == ""
    results = {student: result_of(place, student) for student in WHO}
    assert {student: (each["score"], each["max_score"]) for student, each in results.items()} == {
        "ada": (12, 12), "bo": (12, 12), "cy": (12, 12), "dora": (0, 12),
    }  # fmt: skip
    names = {student: [one["id"] for one in each["exercises"]] for student, each in results.items()}
    assert names == {
        "ada": ["by_hand/exam_a"], "bo": ["by_hand/exam_b"], "cy": ["by_hand/exam_b"], "dora": ["by_hand/exam_a"],
    }  # fmt: skip
    swapped = results["cy"]["exercises"][0]
    assert (swapped["file"], swapped["checks"][0]["note"]) == (
        "exam_a.yaml",
        f"Sheet {own['bo'].id} is another student's.",
    )
    rows = (place.folder / "grades.csv").read_text("utf-8").splitlines()
    assert rows[0].endswith("by_hand/exam_a,by_hand/exam_b")
    assert [row.split(",")[-2:] for row in rows[1:]] == [["12", ""], ["", "12"], ["", "12"], ["0", ""]]
    wrong = place.learn(*command, "--out", "again", "--worksheet-seed", "another")
    assert (wrong.code, "no answers are to a sheet drawn from this --worksheet-seed" in wrong.err) == (3, True)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            "ada,A\nbo,C\n",
            "class.csv: 'bo' is to write version 'c', for which there is no exam_c.yaml beside exam_a.yaml",
        ),
        ("ada,A\nbo,\n", "class.csv: 'bo' has no version, and so there is no exam_.yaml beside exam_a.yaml"),
    ],
)
def test_a_version_that_is_not_there_is_refused(place: Workplace, rows: str, message: str) -> None:
    place.write("class.csv", f"id,version\n{rows}")
    ran = place.learn("print", "worksheet", "exam_a.yaml", "--seed", SEED, "--class", "class.csv")
    assert (ran.code, ran.err) == (2, f"learn: {message} (see `learn print worksheet --help`)\n")


def test_answers_by_letters_are_marked_and_a_wrong_one_is_not_told_the_right_one(place: Workplace) -> None:
    assert place.learn("print", "exam", "scores", "picking", "--choices", "5", "--force").code == 0
    own = variant("ada")
    place.write("in/ada/exam_a.yaml", answers(own))
    chosen = next(each for each in own.questions if isinstance(each, QuizStepQuestion) and each.how == HOW["Single"])
    right = chosen.shown(chosen.answer(own.numbers_of(chosen)))
    place.write("in/bo/exam_a.yaml", answers(variant("bo"), **{chosen.name: "a and perhaps b"}))
    place.write("class.csv", ROSTER)
    assert place.learn("grade", "in", "--roster", "class.csv", *MARKED, "--out", "results").code == 0
    assert points(place) == {"ada": (22, 22), "bo": (20, 22)}
    wrong = "b" if right == "a" else "a"
    place.write("in/ada/exam_a.yaml", answers(own, **{chosen.name: wrong}))
    assert place.learn("grade", "in", "--roster", "class.csv", *MARKED, "--out", "results").code == 0
    assert points(place)["ada"] == (20, 22)
    (failed,) = [each for each in result_of(place, "ada")["exercises"][0]["checks"] if each["status"] == "fail"]
    assert (failed["message"], failed["mistake"]) == ("That is not right.", None)


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
