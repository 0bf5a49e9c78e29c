"""Every path of a command may have links, `..` and spaces, and the current folder may be any."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from small_class import patient_course
from workplace import TINY, Workplace

RIGHT = (TINY / "solutions/small/total.py").read_text("utf-8")
COURSES = ["../own", "../../a link", "../../half", "../../inner/deep/../../a b/own"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a class and a course that are reached in several ways; the current folder is `a b/deep`."""
    made = Workplace(tmp_path, monkeypatch, capsys, patient_course())
    shutil.copytree(patient_course(), tmp_path / "a b/own")
    shutil.copytree(tmp_path / "a b/own/exercises", tmp_path / "half/exercises")
    (tmp_path / "half/solutions").symlink_to("../a b/own/solutions")
    (tmp_path / "a link").symlink_to("a b/own")
    made.write("hand ins/ada/total.py", RIGHT)
    made.write("hand ins/bo/total.py", RIGHT)
    (tmp_path / "class").symlink_to("hand ins")
    made.write("tables/ro ster.csv", "id,name\nada,Ada\nbo,Bo\n")
    made.write("tables/due.csv", "student,due\n*,2026-11-20T23:59:00+01:00\n")
    made.write("tables/came.csv", "student,submitted\n*,2026-11-19T23:59:00+01:00\n")
    made.write("tables/book.csv", "Student,ID,SIS Login ID,Section,Total (7)\nAda,1,ada,,\nBo,2,bo,,\n")
    (tmp_path / "tables/link.csv").symlink_to("ro ster.csv")
    for folder in ("inner/deep", "a b/deep", "o ut"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a b/deep")
    return made


@pytest.mark.parametrize("course", COURSES)
@pytest.mark.slow
def test_a_class_is_graded_whatever_path_leads_to_it(place: Workplace, course: str) -> None:
    tables = ("--roster", "../../tables/link.csv", "--deadlines", "../../tables/due.csv")
    canvas = (
        "--gradebook",
        "../deep/../../tables/book.csv",
        "--column",
        "7",
        "--export",
        "canvas=../../o ut/canvas.csv",
    )
    ran = place.learn(
        *("grade", "../../class", "--course", course, "--out", "../../o ut/results", "--exercise", "total"),
        *(*tables, "--submitted", "../../class/../tables/came.csv", *canvas, "--export", "csv=../../o ut/a b.csv"),
        *("--confine", "none", "--seed", "1", "--jobs", "1"),
    )
    assert (ran.code, ran.err) == (0, "")
    top = place.folder
    results = [json.loads(path.read_text("utf-8")) for path in sorted((top / "o ut/results/results").iterdir())]
    assert [(each["student"], each["score"], each["status"]) for each in results] == [
        ("ada", 2, "pass"),
        ("bo", 2, "pass"),
    ]
    assert [len((top / f"o ut/{name}.csv").read_text("utf-8").splitlines()) for name in ("canvas", "a b")] == [3, 3]
    ran = place.learn(
        *(
            "report",
            "../../o ut/results",
            "--roster",
            "../../tables/link.csv",
            "--course",
            course,
            "--out",
            "../../o ut/r.html",
        ),
        *("--pages", "../../o ut/pa ges"),
    )
    assert (ran.code, (top / "o ut/r.html").is_file(), (top / "o ut/pa ges/ada.html").is_file()) == (0, True, True)


@pytest.mark.parametrize("course", COURSES)
@pytest.mark.slow
def test_a_learner_and_an_author_open_it_by_the_same_paths(place: Workplace, course: str) -> None:
    assert place.learn("check", "total", "--in", "../../class/ada", "--course", course).code == 0
    assert place.learn("author", "check", "--course", course, "total").code == 0
