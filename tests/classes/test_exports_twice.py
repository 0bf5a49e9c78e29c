"""Every export twice, with and without a resubmission between, a stranger and two of one name: the same bytes, nobody lost."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from small_class import patient_course
from workplace import TINY, Workplace

pytestmark = pytest.mark.slow

RIGHT = (TINY / "solutions/small/total.py").read_text("utf-8")
WRONG = "def total(values):\n    return 0.5\n"
FILES = ("week.csv", "moodle.csv", "canvas.csv")
ASSIGNMENT = f"""\
submissions: class
exercises: [total]
roster: roster.csv
results: results
exports: {{{", ".join(f"{name.replace('week', 'csv').removesuffix('.csv')}: {name}" for name in FILES)}}}
gradebook: gradebook.csv
column: Total (7)
"""
ROSTER = "id,name\nada,Ada Lovelace\nbo,Bo Ek\ncy,Cy Young\nkim1,Kim Lee\nkim2,Kim Lee\n"
GRADEBOOK = "Student,ID,SIS Login ID,Section,Total (7)\nLovelace Ada,1,ada,,\nEk Bo,2,bo,,1\nLee Kim,4,kim1,,\nLee Kim,5,kim2,,\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with Moodle's download of a class, in which Canvas's gradebook lacks a student."""
    made = Workplace(tmp_path, monkeypatch, capsys, patient_course())
    names = {"Ada Lovelace_1": WRONG, "Bo Ek_2": RIGHT, "Cy Young_3": RIGHT, "Kim Lee_4": RIGHT, "Kim Lee_5": WRONG}
    for name, source in {**names, "Nobody Here_9": RIGHT}.items():
        made.write(f"class/{name}_assignsubmission_file_/total.py", source)
    for name, text in (("week.yaml", ASSIGNMENT), ("roster.csv", ROSTER), ("gradebook.csv", GRADEBOOK)):
        made.write(name, text)
    return made


def export(place: Workplace) -> tuple[dict[str, bytes], str]:
    """Repeat the short command; return the files, and what it printed."""
    ran = place.learn("grade", "week.yaml", "--confine", "none", "--jobs", "1")
    assert (ran.code, ran.err) == (0, "")
    return {name: (place.folder / name).read_bytes() for name in FILES}, ran.out


def test_the_same_command_writes_the_same_bytes_and_everybody_is_placed_or_listed(place: Workplace) -> None:
    first, printed = export(place)
    assert export(place)[0] == first
    place.write("class/Ada Lovelace_1_assignsubmission_file_/total.py", RIGHT)
    second, printed = export(place)
    assert export(place)[0] == second
    changed = {name: set(second[name].splitlines()) - set(first[name].splitlines()) for name in FILES}
    assert {name: len(rows) for name, rows in changed.items()} == dict.fromkeys(FILES, 1)
    assert all(b"ada" in row for rows in changed.values() for row in rows)
    # What Canvas would export now, with Ada's old grade in it, is filled in to the same bytes.
    place.write("gradebook.csv", first["canvas.csv"].decode())
    assert export(place)[0] == second

    table = {name: list(csv.DictReader(content.decode().splitlines())) for name, content in second.items()}
    numbers = {row["student"]: row["score"] for row in table["week.csv"] if row["score"]}
    assert numbers == {
        **dict.fromkeys(("ada", "bo", "cy", "Kim Lee_4", "Nobody Here_9"), "2"), "Kim Lee_5": "0",
    }  # fmt: skip
    placed = {
        "moodle.csv": {row["idnumber"]: row["grade"] for row in table["moodle.csv"]},
        "canvas.csv": {row["SIS Login ID"]: row["Total (7)"] for row in table["canvas.csv"] if row["Total (7)"]},
    }
    for name, grades in placed.items():
        (listed,) = re.findall(rf"^Left out of {name}: (.*)\.$", printed, re.MULTILINE)
        left_out = set(re.split(r", |; ", re.sub(r" \([^)]*\)", "", listed)))
        assert grades.keys() | left_out == numbers.keys()
        assert all(numbers[student] == grade for student, grade in grades.items())
        assert not grades.keys() & left_out
