"""`learn grade` and `learn report` with decisions by hand and a rule for lateness beside the results."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest
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
    shutil.copytree(TINY, tmp_path / "course", ignore=shutil.ignore_patterns("__pycache__"))
    made.write("class/ada/total.py", (TINY / "solutions/small/total.py").read_text("utf-8"))
    made.write("class/bo/total.py", "def total(values):\n    return 0.5\n")
    made.write("class.csv", "id\nada\nbo\ncy\n")
    made.write("due.csv", "student,due\n*,2026-11-20T12:00:00Z\n")
    made.write("came.csv", "student,submitted\nada,2026-11-20T12:00:00Z\nbo,2026-11-21T12:00:00Z\n")
    return made


def grades(place: Workplace) -> dict[str, list[str]]:
    """Return each student's score, total and how it was made."""
    rows = csv.DictReader((place.folder / "grades.csv").read_text("utf-8").splitlines())
    return {row["student"]: [row["score"], row["total"], row["decisions"]] for row in rows}


def learn(place: Workplace, *arguments: str, code: int = 0) -> Ran:
    """Run a command that ends with a code."""
    ran = place.learn(*arguments)
    assert ran.code == code, ran
    return ran


@pytest.mark.whole
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


@pytest.mark.whole
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
