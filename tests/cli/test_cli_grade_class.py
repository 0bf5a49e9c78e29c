"""A folder of results is one class: what has changed, what is not of this run and what has no time is said."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from small_class import patient_course
from workplace import TINY, Workplace

RIGHT = (TINY / "solutions/small/total.py").read_text("utf-8")
WRONG = "def total(values):\n    return 0.5\n"
GRADE = ("grade", "class", "--out", "out", "--exercise", "total", "--confine", "none", "--jobs", "1", "--seed", "1")
UNCONFINED = "Learners' code was not confined (--confine none); results and reports say so."


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a class of two, one right and one wrong."""
    made = Workplace(tmp_path, monkeypatch, capsys, patient_course())
    made.write("class/ada/total.py", RIGHT)
    made.write("class/bo/total.py", WRONG)
    return made


def said(place: Workplace, *options: str, code: int = 0) -> list[str]:
    """Grade the class; return the sentences under the table."""
    ran = place.learn(*GRADE, *options)
    assert (ran.code, ran.err) == (code, "")
    return [each for each in ran.out.partition("\n\n")[2].splitlines() if each != UNCONFINED]


@pytest.mark.slow
def test_scores_that_have_changed_are_listed_and_no_change_is_lost(place: Workplace) -> None:
    assert said(place) == ["2 submissions are graded."]
    place.write("class/bo/total.py", RIGHT)
    assert said(place) == [
        "2 submissions are graded, 1 of them before.",
        "1 score has changed: bo 0/2 → 2/2; out/changes.csv has all changes of all runs.",
    ]
    assert said(place) == ["2 submissions are graded, 2 of them before."]
    place.write("class/bo/total (1).py", WRONG)
    (place.folder / "class/bo/total.py").rename(place.folder / "class/bo/total (2).py")
    said(place, code=3)
    rows = list(csv.reader((place.folder / "out/changes.csv").read_text("utf-8").splitlines()))
    assert [row[1:] for row in rows] == [
        ["student", "before", "after"],
        ["bo", "0/2", "2/2"],
        ["bo", "2/2", "unreadable"],
    ]


@pytest.mark.slow
def test_results_of_others_are_named_and_not_counted(place: Workplace) -> None:
    said(place)
    place.write("roster.csv", "id,name\n1,Ada\n2,Bo\n")
    (place.folder / "class/ada").rename(place.folder / "class/1")
    (place.folder / "class/bo").rename(place.folder / "class/2")
    sentences = ["2 submissions are graded.", "2 results in the folder are not of this run and not counted: ada, bo."]
    assert said(place, "--roster", "roster.csv") == sentences
    report = place.learn("report", "out", "--roster", "roster.csv")
    assert report.code == 1
    why = "is left out: the last run of `learn grade` into this folder had no submission of this student."
    assert report.err.splitlines() == [f"learn: {name}.json {why}" for name in ("ada", "bo")]
    assert report.out.startswith("2 results: ")


@pytest.mark.slow
def test_lines_about_nobody_and_submissions_without_a_time_are_said(place: Workplace) -> None:
    place.write("due.csv", "student,due\n*,2026-11-20T12:00:00Z\nadaa,2026-11-21T12:00:00Z\n")
    place.write("came.csv", "student,submitted\nada,2026-11-20T11:00:00Z\nbob,2026-11-20T11:00:00Z\n")
    assert said(place, "--deadlines", "due.csv", "--submitted", "came.csv") == [
        "2 submissions are graded.",
        "1 submission has no time, so that nothing says whether it is late.",
        "due.csv:3: 'adaa' is nobody in this class.",
        "came.csv:3: 'bob' is nobody in this class.",
    ]
    facts = json.loads((place.folder / "out/results/bo.json").read_text("utf-8"))["submission"]
    assert (facts["submitted"], facts["late"]) == (None, False)


@pytest.mark.slow
def test_submissions_that_cannot_be_told_apart_are_set_aside_and_the_others_graded(place: Workplace) -> None:
    place.write("class/hw1-ada/total.py", RIGHT)
    place.write("roster.csv", "id,name\nada,Ada\nbo,Bo\ncy,Cy\n")
    place.write("class/cy.txt", "")
    ran = place.learn(*GRADE, "--roster", "roster.csv", "--export", "csv=class.csv")
    assert (ran.code, ran.err) == (3, "")
    assert ran.out.splitlines() == [
        "student                        score  what to look at",
        "ada                       unreadable  class/ada and class/hw1-ada are both of…",
        "bo                               0/2  total: a sum: 0.5 instead of 0",
        "cy                           missing  cy.txt may be theirs",
        "",
        "1 submission is graded.",
        "1 student has nothing under their name, but something may be theirs.",
        "1 student has several submissions, none of which is graded.",
        UNCONFINED,
    ]
    assert (place.folder / "class.csv").read_text("utf-8").splitlines() == [
        "student,name,score,max_score,status,late,note,small/total",
        "ada,Ada,,,unreadable,no,class/ada and class/hw1-ada are both of this student; take out all but one,",
        "bo,Bo,0,2,fail,no,total: a sum: 0.5 instead of 0,0",
        "cy,Cy,,,missing,,cy.txt may be theirs,",
    ]


@pytest.mark.parametrize("option", ["--roster", "--deadlines", "--submitted", "--gradebook"])
def test_no_export_replaces_a_file_that_is_read(place: Workplace, option: str) -> None:
    tables = {"--roster": "id\nada\n", "--deadlines": DUE, "--submitted": CAME, "--gradebook": "Student,ID\n"}
    place.write("table.csv", tables[option])
    ran = place.learn(*GRADE, option, "table.csv", "--export", "csv=table.csv")
    message = f"--export csv=table.csv would replace the file of {option}; give it another name"
    assert (ran.code, ran.out, ran.err) == (2, "", f"learn: {message} (see `learn grade --help`)\n")
    assert (place.folder / "table.csv").read_text("utf-8") == tables[option]


DUE = "student,due\n*,2026-11-20T23:59:00+01:00\n102,2026-11-27T23:59:00+01:00\n"
CAME = "student,submitted\n*,2026-11-21T10:00:00+01:00\n"


@pytest.mark.slow
def test_an_extension_replaces_the_mark_of_the_platform(place: Workplace) -> None:
    for number in (101, 102):
        place.write(f"canvas/ada{number}_LATE_{number}_9991_total.py", RIGHT)
    place.write("due.csv", DUE)
    place.write("roster.csv", "id\n101\n102\n")
    ran = place.learn("grade", "canvas", *GRADE[2:], "--roster", "roster.csv", "--deadlines", "due.csv")
    assert (ran.code, ran.err) == (0, "")
    table = dict(line.split(maxsplit=1) for line in ran.out.splitlines()[1:3])
    assert {student: row.split(maxsplit=1) for student, row in table.items()} == {
        "101": ["2/2", "late"],
        "102": ["2/2", "no time"],
    }
