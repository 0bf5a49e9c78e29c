"""A class as it really comes is graded wherever that is certain, and otherwise told: nobody gets a silent 0."""

from __future__ import annotations

import csv
import html
import json
from pathlib import Path

import pytest
from messy_class import ARCHIVES, CLONES, POINTS, RIGHT, WRONG, notebook
from small_class import patient_course
from workplace import Workplace

pytestmark = pytest.mark.slow

EVERYTHING = {**CLONES, **ARCHIVES}
ID = {name: name.partition(".")[0] for name in EVERYTHING}
EXPORTS = (
    "--export",
    "csv=class.csv",
    "--export",
    "moodle=moodle.csv",
    "--export",
    "canvas=canvas.csv",
    "--gradebook",
    "gradebook.csv",
    "--column",
    "7",
)
GRADE = ("grade", "class", "--out", "out", "--exercise", "total", "--confine", "none", "--seed", "1")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Grade the whole class once; return the folder."""
    folder = tmp_path_factory.mktemp("messy")
    for name, each in EVERYTHING.items():
        (folder / "class").mkdir(exist_ok=True)
        each.make(folder / "class" / (name if name in ARCHIVES else f"hw1-{name}"))
    (folder / "roster.csv").write_text("\n".join(["id", *ID.values(), "nobody"]), "utf-8")
    rows = ["Student,ID,SIS Login ID,Section,Total (7)", *(f"{each},{each},{each},," for each in ID.values())]
    (folder / "gradebook.csv").write_text("\n".join(rows), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        workplace = Workplace(folder, patch, None, patient_course())  # type: ignore[arg-type]  # only commands of their own are run here
        ran = workplace.command(*GRADE, "--roster", "roster.csv", *EXPORTS, COLUMNS="1000")
        assert (ran.code, ran.err) == (3, "")
        (folder / "table").write_text(ran.out, "utf-8")
        ran = workplace.command("report", "out", "--out", "report.csv", "--pages", "pages")
        assert ran.code == 0
        (folder / "report").write_text(workplace.command("report", "out", COLUMNS="1000").out, "utf-8")
    return folder


@pytest.mark.parametrize("name", list(EVERYTHING))
def test_every_submission_is_graded_or_told(place: Path, name: str) -> None:
    expected, student = EVERYTHING[name], ID[name]
    (row,) = (line for line in (place / "table").read_text("utf-8").splitlines() if line.startswith(f"{student[:23]} "))
    document = json.loads((place / f"out/results/{student}.json").read_text("utf-8"))
    assert document["score"] == expected.score, row
    assert row.split()[1] == (f"{expected.score}/{POINTS}" if expected.has_number else "unreadable")
    assert bool(expected.said) == (row.split(maxsplit=2)[2:] != [])
    assert "nothing was handed in" not in row


@pytest.mark.parametrize("name", [name for name, each in EVERYTHING.items() if each.said and name != "stub"])
def test_whatever_is_said_is_in_the_table_of_grades_and_in_the_report(place: Path, name: str) -> None:
    said, student = EVERYTHING[name].said, ID[name]
    grades = {row["student"]: row for row in csv.DictReader((place / "class.csv").read_text("utf-8").splitlines())}
    assert said in grades[student]["note"]
    rows = csv.DictReader((place / "report.csv").read_text("utf-8").splitlines())
    (reason,) = (row["reason"] for row in rows if row["student"] == student)
    if EVERYTHING[name].has_number:
        assert said in (place / "report").read_text("utf-8")
    else:
        assert said in reason or "may be meant" in reason


@pytest.mark.parametrize("name", [name for name, each in EVERYTHING.items() if not each.has_number])
def test_where_something_was_not_graded_there_is_no_number_and_a_reason_everywhere(place: Path, name: str) -> None:
    student, reason = ID[name], EVERYTHING[name].said.removeprefix("total.py ")
    grades, feedback = (
        next(row for row in csv.reader((place / file).read_text("utf-8").splitlines()) if row[0] == student)
        for file in ("class.csv", "moodle.csv")
    )
    assert (grades[2:5], grades[-1]) == (["", "", "unreadable"], "")
    assert (feedback[1], feedback[3]) == ("", "")
    assert html.unescape(feedback[2]).startswith("No grade: not all of it was graded. Add numbers up: not graded. ")
    page = html.unescape((place / f"pages/{student}.html").read_text("utf-8"))
    assert "<h1>not graded</h1>" in page
    assert f" of {POINTS} points" not in page
    document = json.loads((place / f"out/results/{student}.json").read_text("utf-8"))
    message = document["exercises"][0]["checks"][0]["message"]
    for text in (message, page, feedback[2]):
        assert any(
            html.escape(each, quote=False) in html.escape(html.unescape(text), quote=False)
            for each in (reason, " may be meant", "could be")
        )


def test_a_canvas_gradebook_keeps_its_cells_where_something_was_not_graded(place: Path) -> None:
    numbers = {row[1]: row[4] for row in csv.reader((place / "canvas.csv").read_text("utf-8").splitlines())}
    assert [ID[name] for name, each in EVERYTHING.items() if bool(numbers[ID[name]]) != each.has_number] == []


def test_only_who_handed_in_nothing_is_missing(place: Path) -> None:
    table = (place / "table").read_text("utf-8")
    assert [line.split()[0] for line in table.splitlines() if "missing" in line] == ["nobody"]
    assert "1 student has handed in nothing.\n" in table


def test_a_canvas_download_takes_files_of_all_kinds_for_their_student(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    workplace = Workplace(tmp_path, monkeypatch, capsys, patient_course())
    (tmp_path / "class").mkdir()
    contents = {
        "nbuser_109_9992_total.ipynb": notebook(RIGHT.decode()),
        "twice_110_9993_total.py": WRONG,
        "twice_110_9994_total-1.py": RIGHT,
        "docuser_111_9995_essay.docx": b"PK",
        "textuser_112_text.html": b"<p>done</p>",
        "packed_113_9996_work.7z": b"7z\xbc\xaf\x27\x1c",
    }
    for name, content in contents.items():
        (tmp_path / "class" / name).write_bytes(content)
    (tmp_path / "roster.csv").write_text("id\n109\n110\n111\n112\n113\n")
    monkeypatch.setenv("COLUMNS", "1000")
    ran = workplace.learn(*GRADE, "--roster", "roster.csv", "--jobs", "1")
    rows = [line.split(maxsplit=2) for line in ran.out.splitlines()[1:6]]
    assert rows == [
        ["109", "2/2"],
        ["110", "unreadable", "total.py could be twice_110_9993_total.py or…"],
        ["111", "unreadable", "no file has the name of an exercise: essay.docx"],
        ["112", "unreadable", "no file has the name of an exercise: text.html"],
        ["113", "unreadable", "packed_113_9996_work.7z is a 7z archive, which is not opened…"],
    ]  # fmt: skip
