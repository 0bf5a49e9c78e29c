"""`learn grade` and `learn report` with decisions by hand and a rule for lateness beside the results."""

from __future__ import annotations

import csv
import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from small_class import patient_course
from workplace import TINY, Ran, Workplace

GRADE = (
    *("grade", "class", "--out", "out", "--exercise", "total", "--confine", "none", "--jobs", "1", "--seed", "1"),
    *("--course", "course", "--roster", "class.csv", "--export", "csv=grades.csv", "--deadlines", "due.csv"),
    *("--submitted", "came.csv"),
)
HEAD = "student,exercise,points,excused,comment,by,date\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a class of three: one right, one wrong and a day late, one with nothing."""
    made = Workplace(tmp_path, monkeypatch, capsys)
    shutil.copytree(patient_course(), tmp_path / "course", ignore=shutil.ignore_patterns("__pycache__"))
    made.write("class/ada/total.py", (TINY / "solutions/small/total.py").read_text("utf-8"))
    made.write("class/bo/total.py", "def total(values):\n    return 0.5\n")
    made.write("class.csv", "id\nada\nbo\ncy\n")
    made.write("due.csv", "student,due\n*,2026-11-20T12:00:00Z\n")
    made.write("came.csv", "student,submitted\nada,2026-11-20T12:00:00Z\nbo,2026-11-21T12:00:00Z\n")
    return made


def grades(place: Workplace) -> dict[str, list[str]]:
    """Return each student's score, total and how it was made."""
    rows = csv.DictReader((place.folder / "grades.csv").read_text("utf-8").splitlines())
    return {row["student"]: [row["score"], row.get("total", ""), row.get("decisions", "")] for row in rows}


def learn(place: Workplace, *arguments: str, code: int = 0) -> Ran:
    """Run a command that ends with a code."""
    ran = place.learn(*arguments)
    assert ran.code == code, ran
    return ran


@pytest.mark.slow
def test_decisions_survive_a_regrade_and_are_listed_when_the_score_under_them_changes(place: Workplace) -> None:
    learn(place, *GRADE)
    header = (place.folder / "grades.csv").read_text("utf-8").splitlines()[0]
    assert header == "student,name,score,max_score,status,late,note,small/total"
    before = (place.folder / "out/results/bo.json").read_bytes()
    place.write("out/decisions.csv", f"{HEAD}bo,total,1,,nearly,Ek,2026-11-24\ncy,all,2,,oral,Ek,\n")
    place.write("out/rules.yaml", "late: 10 % a day, at most 3\n")
    ran = learn(place, *GRADE)
    assert "total: 0.9 of 2 points" in ran.out
    decided = "total 0 of 2, set to 1 by hand: nearly (Ek, 2026-11-24)"
    late = "1 begun day late, 10 % off 1: 0.9"
    oral = ["", "2", "in all set to 2 by hand: oral (Ek)"]
    assert grades(place) == {"ada": ["2", "2", ""], "bo": ["0", "0.9", f"{decided}; {late}"], "cy": oral}
    assert (place.folder / "out/results/bo.json").read_bytes() == before
    path = place.folder / "course/exercises/small/total.yaml"
    path.write_text(path.read_text("utf-8").replace("points: 2", "points: 4"), "utf-8")
    ran = learn(place, *GRADE)
    where = "out/decisions.csv:2: set to 1 by hand: nearly (Ek, 2026-11-24)"
    listed = [
        "1 decision was made about a score that has changed; edit the line, such as its date, to confirm it:",
        f"  0/2 → 0/4: bo total ({where})",
    ]
    assert "\n".join(listed) in ran.out
    assert grades(place)["bo"][1] == "0.9"
    report = learn(place, "report", "out", "--pages", "pages", "--roster", "class.csv")
    said = " ".join(report.out.split())
    assert "2 totals are made by hand or by lateness; all other figures are of the results." in said
    assert "1 decision was made about a score that has changed." in said
    page = (place.folder / "pages/bo.html").read_text("utf-8")
    assert "0 of 4, <bdi>set to 1 by hand: nearly (Ek, 2026-11-24)</bdi>" in page
    assert "1 begun day late, 10 % off 1: 0.9" in page
    place.write("out/decisions.csv", f"{HEAD}bo,total,1,,nearly,Ek,2026-11-25\n")
    assert "a score that has changed" not in learn(place, *GRADE).out


@pytest.mark.parametrize("count", [pytest.param(6, marks=pytest.mark.slow), pytest.param(300, marks=pytest.mark.slow)])
def test_a_corrected_exercise_changes_scores_and_no_decision(place: Workplace, count: int) -> None:
    """The solution returns a mean and is corrected: who returned that loses the points, and who added up gains them."""
    right = (TINY / "solutions/small/total.py").read_text("utf-8")
    mean = "def total(values):\n    return sum(values) / max(len(values), 1)\n"
    students = [f"s{number:03}" for number in range(count)]
    for number, student in enumerate(students):
        place.write(f"class/{student}/total.py", (right, mean, "def total(values):\n    return 0.5\n")[number % 3])
    place.write("class.csv", "\n".join(["id", "ada", "bo", *students]) + "\n")
    path = place.folder / "course/solutions/small/total.py"
    path.write_text(right.replace("np.sum(values)", "np.sum(values) / max(len(values), 1)"), "utf-8")
    learn(place, *GRADE)
    first = grades(place)
    assert [first[student][0] for student in students] == (["0", "2", "0"] * count)[:count]
    decided = students[::2]
    rows = "".join(f"{student},total,{number % 2 + 0.5},,because,Ek,\n" for number, student in enumerate(decided))
    place.write("out/decisions.csv", f"{HEAD}{rows}")
    assert "a score that has changed" not in learn(place, *GRADE).out
    before = grades(place)
    path.write_text(right, "utf-8")
    ran = learn(place, *GRADE)
    after = grades(place)
    assert [after[student][0] for student in students] == (["2", "0", "0"] * count)[:count]
    assert [after[student][1] for student in decided] == [before[student][1] for student in decided]
    changed = [student for number, student in enumerate(students) if number % 2 == 0 and number % 3 != 2]
    said = "  0/2 → 2/2: s000 total (out/decisions.csv:2: set to 0.5 by hand: because (Ek))"
    assert f"{len(changed)} decisions were made about a score that has changed" in ran.out
    assert said in ran.out
    listed = [row for row in ran.out.splitlines() if "/decisions.csv:" in row]
    assert [row.split()[3] for row in listed] == changed


@pytest.mark.slow
def test_a_decision_on_nobody_stops_before_anything_is_graded(place: Workplace) -> None:
    place.write("out/decisions.csv", f"{HEAD}boo,total,1,,,,\nbo,totla,1,,,,\n")
    ran = learn(place, *GRADE, code=3)
    assert ran.err.splitlines() == [
        "learn: out/decisions.csv:2: 'boo' is nobody in this class; correct the id",
        "out/decisions.csv:3: there is no exercise 'totla' here; write its id, or all",
    ]
    assert not list((place.folder / "out/results").glob("*.json"))
    place.write("out/decisions.csv", f"{HEAD}bo,total,3,,,,\n")
    assert "out/decisions.csv:2: 3 is more than the 2 points there" in learn(place, *GRADE, code=3).err
    assert learn(place, "report", "out", code=3).err.startswith("learn: out/decisions.csv:2: 3 is more than")


@pytest.mark.slow
def test_one_students_points_are_explained_and_repeated_by_the_command_that_is_printed(place: Workplace) -> None:
    place.write("out/decisions.csv", f"{HEAD}bo,total,1,,nearly,Ek,\n")
    learn(place, *GRADE)
    ran = learn(place, "report", "out", "--of", "BO", "total")
    stored = json.loads((place.folder / "out/results/bo.json").read_bytes())
    failed = [check for check in stored["exercises"][0]["checks"] if check["status"] == "fail"]
    assert failed
    for check in failed:
        assert f"  fail          {check['name']} 0/{check['max_score']}" in ran.out
        assert f"    {check['call']}" in ran.out
        assert f"    expected {check['expected']}" in ran.out
    assert "bo: 0 of 2 points\n\ntotal 0 of 2, set to 1 by hand: nearly (Ek)\nin all 1 of 2 points" in ran.out
    assert "Seed 1; " in ran.out
    words = shlex.split(ran.out.splitlines()[-1])
    again = learn(place, *words[1:-1], "json")
    assert json.loads(again.out)["exercises"][0]["checks"] == stored["exercises"][0]["checks"]
    assert (
        learn(place, "report", "out", "--of", "zoe", code=2).err
        == "learn: out: there is no result of 'zoe' that can be used\n"
    )
    assert "there is no exercise 'totla'" in learn(place, "report", "out", "--of", "bo", "totla", code=2).err
    assert "leave out --anonymous" in learn(place, "report", "out", "--of", "bo", "--anonymous", code=2).err
    assert "EXERCISE is for --of STUDENT" in learn(place, "report", "out", "total", code=2).err


@pytest.mark.slow
def test_a_students_loose_files_are_copied_before_they_are_graded_again(place: Workplace) -> None:
    for student, number, name in (("ada", 101, "ada"), ("bo", 102, "bo")):
        source = (place.folder / f"class/{name}/total.py").read_text("utf-8")
        place.write(f"flat/{student}_{number}_7_total.py", source)
        place.write(f"flat/{student}_{number}_8_notes.txt", "")
    learn(place, "grade", "flat", "--out", "flat out", *GRADE[4:14])
    ran = learn(place, "report", "flat out", "--of", "102")
    assert ran.out.splitlines()[-2].startswith("  mkdir again-total && cp -r ")
    subprocess.run(ran.out.splitlines()[-2], shell=True, check=True, cwd=place.folder)
    assert (place.folder / "again-total/total.py").read_text("utf-8") == "def total(values):\n    return 0.5\n"
    again = learn(place, *shlex.split(ran.out.splitlines()[-1])[1:-1], "json")
    assert json.loads(again.out)["score"] == 0
