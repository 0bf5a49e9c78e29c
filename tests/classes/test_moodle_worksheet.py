"""Moodle's grading worksheet as a roster: whose a folder is, and when it came, with the file filled in at the end."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from small_class import patient_course
from workplace import TINY, Workplace

from grader.classes.roster import load_roster

WORKSHEET = (
    "\ufeffIdentifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\r\n"
    'Participant 8070,Kim Lee,kim@x,Submitted for grading,,2.00,Yes,"Friday, 20 November 2026, 11:59 PM",-,\r\n'
    'Participant 8071,Kim Lee,lee@x,Submitted for grading,,2.00,Yes,"Saturday, November 21, 2026, 1:05 AM",-,\r\n'
    "Participant 8072,Bo Ek,,No submission,,2.00,Yes,-,-,\r\n"
)
RIGHT = (TINY / "solutions/small/total.py").read_text("utf-8")
WRONG = "def total(values):\n    return 0.5\n"


def test_the_worksheet_has_students_numbers_and_times(tmp_path: Path) -> None:
    (tmp_path / "worksheet.csv").write_text(WORKSHEET, "utf-8")
    kim, lee, bo = load_roster(tmp_path / "worksheet.csv").students
    assert (kim.id, kim.name, kim.number, str(kim.submitted)) == ("kim@x", "Kim Lee", "8070", "2026-11-20 23:59:00")
    assert (lee.id, lee.number, str(lee.submitted)) == ("lee@x", "8071", "2026-11-21 01:05:00")
    assert (bo.id, bo.number, bo.submitted) == ("Participant 8072", "8072", None)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with the worksheet and a download with two people of one name and a stranger."""
    made = Workplace(tmp_path, monkeypatch, capsys, patient_course())
    made.write("worksheet.csv", WORKSHEET)
    made.write("due.csv", "student,due\n*,2026-11-20T23:59:00+01:00\n")
    made.write("class/Kim Lee_8070_assignsubmission_file/total.py", WRONG)
    made.write("class/Kim Lee_8071_assignsubmission_file/total.py", RIGHT)
    made.write("class/Di_9000_assignsubmission_file/total.py", RIGHT)
    return made


@pytest.mark.slow
def test_two_of_one_name_are_told_apart_and_each_export_is_the_same_until_somebody_hands_in_again(
    place: Workplace,
) -> None:
    command = (
        "grade",
        "class",
        "--roster",
        "worksheet.csv",
        "--deadlines",
        "due.csv",
        "--exercise",
        "total",
        "--out",
        "out",
    )
    exports = ("--export", "csv=a.csv", "--export", "moodle=m.csv", "--gradebook", "worksheet.csv")

    def grade(*more: str) -> tuple[str, list[bytes]]:
        ran = place.learn(*command, *exports, *more, "--confine", "none", "--seed", "1", "--jobs", "1")
        assert (ran.code, ran.err) == (0, "")
        return ran.out, [(place.folder / name).read_bytes() for name in ("a.csv", "m.csv")]

    out, first = grade()
    assert "Left out of m.csv: Di_9000 (the worksheet does not have them).\n" in out
    rows = list(csv.reader(first[1].decode("utf-8-sig").splitlines()))
    assert [(row[4], row[9][:14]) for row in rows[1:]] == [("0", "0 of 2 points."), ("2", "2 of 2 points."), ("", "")]
    late = {row["student"]: row["late"] for row in csv.DictReader(first[0].decode().splitlines())}
    assert late == {"kim@x": "no", "lee@x": "1 hour 6 minutes late", "Participant 8072": "", "Di_9000": ""}
    assert grade()[1] == first
    place.write("class/Kim Lee_8070_assignsubmission_file/total.py", RIGHT)
    _, corrected = grade()
    assert list(csv.reader(corrected[1].decode("utf-8-sig").splitlines()))[1][4] == "2"
    assert grade()[1] == corrected
