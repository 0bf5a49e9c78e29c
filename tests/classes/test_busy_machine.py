"""A busy machine makes no mistake of a submission's: what ran out of time without using it is graded once more, alone."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from executors import Forgetful
from small_class import patient_course
from workplace import TINY

from grader.classes.job import Job, PlannedSubmission
from grader.classes.matching import Matched
from grader.classes.pool import grade_class
from grader.classes.store import Store
from grader.cli.grade_class import summary
from grader.course import find
from grader.course.course import Course

RIGHT = (TINY / "solutions/small/total.py").read_text("utf-8")
SLOW_AT_FIRST = """
import os, time

def total(values):
    if not os.path.exists({0!r}):
        open({0!r}, "w").close()
        time.sleep(300)
    return float(values.sum())
"""
SLEEPS = "import time\n\n\ndef total(values):\n    time.sleep(300)\n"
SPINS = "def total(values):\n    while True:\n        pass\n"


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """Return the job of grading one exercise of a course whose calls may take a second."""
    course = tmp_path / "course"
    subprocess.run(["cp", "-r", str(patient_course()), str(course)], check=True)
    path = course / "exercises/small/total.yaml"
    path.write_text(path.read_text("utf-8").replace("call_seconds: 10", "call_seconds: 1"), "utf-8")
    return Job(("small/total",), "none", Course(find(course)).sha256, str(course))


def graded(folder: Path, job: Job, sources: dict[str, str], **how: Any) -> dict[str, Any]:
    """Grade submissions; return their lines by student."""
    for student, source in sources.items():
        (folder / "class" / student).mkdir(parents=True)
        (folder / "class" / student / "total.py").write_text(source, "utf-8")
    items = [PlannedSubmission(student, 1, str(folder / "class" / student)) for student in sources]
    store = Store(folder / "out")
    store.make()
    return {line.student: line for line in grade_class(job, items, store, **how)}


@pytest.mark.slow
def test_what_ran_out_of_time_without_using_it_is_graded_once_more(tmp_path: Path, job: Job) -> None:
    sources = {"ada": RIGHT, "bo": SLOW_AT_FIRST.format(str(tmp_path / "seen")), "cy": SLEEPS, "dora": SPINS}
    lines = graded(tmp_path, job, sources)
    scores = {"ada": (2, "pass"), "bo": (2, "pass"), "cy": (0, "timeout"), "dora": (0, "timeout")}
    assert {name: (line.score, line.status) for name, line in lines.items()} == scores
    assert (lines["bo"].is_second, lines["cy"].is_second) == (True, True)  # dora's, too, if the machine is very busy
    assert {line.graded_again for line in lines.values()} == {()}
    said = summary([lines["bo"], lines["cy"]], Matched(()))
    assert "2 submissions ran out of time without using it, and were graded once more, alone.\n" in f"{said}\n"


@pytest.mark.slow
def test_a_result_that_an_executor_loses_is_made_again(tmp_path: Path, job: Job) -> None:
    with Forgetful(1) as executor:
        lines = graded(tmp_path, job, {"ada": RIGHT, "bo": RIGHT}, executor=executor, count=1)
    assert {name: (line.score, line.is_second) for name, line in lines.items()} == {"ada": (2, False), "bo": (2, False)}
