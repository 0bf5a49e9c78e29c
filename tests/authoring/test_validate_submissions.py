"""Right and wrong submissions of a course: the gate holds the checks to them."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from small_class import patient_course

from grader.authoring.validate import CourseReport, inspect_course
from grader.course import find
from grader.course.course import Course
from grader.sandbox.launcher import Launcher

FOLDER = "tests/submissions/total"
LOOP = "def total(values):\n    result = 0.0\n    for each in values:\n        result += each\n    return result\n"
MEAN = "def total(values):\n    return float(values.mean()) if len(values) else 0.0\n"
Inspect = Callable[[], CourseReport]


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the tiny course with a folder of submissions to one exercise; it is the current folder."""
    shutil.copytree(patient_course(), tmp_path, dirs_exist_ok=True)
    (tmp_path / FOLDER).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def inspect(course: Path, processes: Launcher) -> Inspect:
    return lambda: inspect_course(Course(find(course)), processes, ["small/total"])


def write(course: Path, name: str, text: str) -> None:
    (course / FOLDER / name).write_text(text)


def test_right_and_wrong_submissions_that_are_graded_so_are_counted(course: Path, inspect: Inspect) -> None:
    write(course, "right-loop.py", LOOP)
    write(course, "wrong-mean.py", MEAN)
    assert inspect() == CourseReport([], Counter(exercise=1, mistake=2, check=1, submission=2))


def test_a_right_submission_that_a_check_refuses_is_a_problem_at_its_function(course: Path, inspect: Inspect) -> None:
    path = course / "exercises/small/total.yaml"
    text = path.read_text("utf-8").replace("values: [1, 2, 3], expect: 6.0", "values: [0.1, 0.2, 0.3], expect: 0.6")
    path.write_text(f"{text}tolerance: {{relative: 0.0, absolute: 0.0, float32: 0.0}}\n", "utf-8")
    write(course, "right-exact.py", "import math\n\n\ndef total(values):\n    return math.fsum(values)\n")
    assert inspect().problems == [
        f"{FOLDER}/right-exact.py:4:5: fails the check “a sum” (exercises/small/total.yaml:11): 0.6 instead of "
        "0.6000000000000001; correct the check, or this file"
    ]


def test_a_right_submission_that_raises_is_a_problem_at_the_line(course: Path, inspect: Inspect) -> None:
    write(course, "right-first.py", "def total(values):\n    return sum(values, start=vales[0])\n")
    (problem,) = inspect().problems
    assert problem.startswith(f"{FOLDER}/right-first.py:2:5: fails the check “a sum” (exercises/small/total.yaml:11): ")
    assert "NameError" in problem


def test_a_wrong_submission_that_passes_is_a_problem(course: Path, inspect: Inspect) -> None:
    write(course, "wrong-loop.py", LOOP)
    assert inspect().problems == [
        f"{FOLDER}/wrong-loop.py:1:5: passes every check; write a check that fails it, or rename the file to begin "
        "with right-"
    ]


@pytest.mark.parametrize("makes", ["mean", "largest, mean"])
def test_a_wrong_submission_may_say_the_mistakes_that_it_makes(course: Path, inspect: Inspect, makes: str) -> None:
    write(course, "wrong-mean.py", f"# makes: {makes}\n{MEAN}")
    assert inspect().problems == []


@pytest.mark.parametrize("makes", ["largest", "nothing listed"])
def test_a_submission_that_is_named_otherwise_is_a_problem(course: Path, inspect: Inspect, makes: str) -> None:
    write(course, "wrong-mean.py", f'"""The mean."""\n# makes: {makes}\n{MEAN}')
    assert inspect().problems == [
        f"{FOLDER}/wrong-mean.py:2:1: is diagnosed as mean, not as {makes}; correct this line, or add a "
        "case that tells them apart"
    ]


def test_a_mistake_that_is_not_listed_is_named_at_its_place(course: Path, inspect: Inspect) -> None:
    write(course, "wrong-mean.py", f"# makes: largest, maen\n{MEAN}")
    assert inspect().problems == [f"{FOLDER}/wrong-mean.py:1:19: unknown mistake `maen`; did you mean `mean`?"]


def test_files_and_folders_that_no_exercise_uses_are_problems(course: Path, processes: Launcher) -> None:
    write(course, "rigth-loop.py", LOOP)
    write(course, "correct.py", LOOP)
    (course / "tests/submissions/totl").mkdir()
    table = "id: one\ntitle: One\nversion: 1\nunits: [{id: small, title: Small, exercises: [total]}]\n"
    (course / "exercises/course.yaml").write_text(table)
    problems = inspect_course(Course(find(course)), processes).problems
    assert [each for each in problems if each.startswith("tests/")] == [
        f"{FOLDER}/{name}.py: is neither right nor wrong, and no other file here imports it; begin its name with right- or wrong-"
        for name in ("correct", "rigth-loop")
    ] + [
        "tests/submissions/totl: belongs to no exercise; did you mean `total`?",
    ]
