"""Other graders: the input that each needs for the same checks, its command, and a reader of its results.

Each runs as intended, but without isolation: none of them confines learners' code without a container. All use one thread
for linear algebra, as ours does.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import textwrap
import xml.etree.ElementTree
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Passed = dict[str, Counter[str]]
"""For each submission, the number of passed checks of each exercise."""


class Class(NamedTuple):
    """The class: the submissions' folders, the checks, and the files that some submissions import."""

    folders: Sequence[Path]
    checks: Sequence[dict[str, Any]]
    lent: dict[str, str]

    @property
    def functions(self) -> dict[str, str]:
        """Return the name of each exercise's function."""
        return {check["exercise"]: check["function"] for check in self.checks}


class Commands(NamedTuple):
    """The commands that run once for a class, and those that are measured."""

    once: list[list[str]]
    measured: list[list[str]]


class Tool(NamedTuple):
    """A grader; `prepare` writes its input into a folder."""

    name: str
    packages: tuple[str, ...]
    prepare: Callable[[Class, Path, Path], Commands]
    read: Callable[[Class, Path], Passed]


def write_checks(graded: Class, folder: Path) -> None:
    """Write the checks and the file that runs them into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(Path(__file__).with_name("class_others_checks.py"), folder / "class_checks.py")
    (folder / "checks.json").write_text(json.dumps(graded.checks), "utf-8")


# --- pytest with xdist: one session for the whole class, a test for each check of each submission ----------------

PYTEST = '''\
import importlib.util
import sys
from functools import cache
from pathlib import Path

import pytest
from class_checks import run, table

FOLDERS = Path("folders.txt").read_text("utf-8").splitlines()


@cache
def load(folder, name, function):
    """Load a learner's file under a unique module name."""
    sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(f"{Path(folder).name}.{name}", f"{folder}/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path.remove(folder)
    return getattr(module, function)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: Path(folder).name)
@pytest.mark.parametrize("number", range(len(table())))
def test_check(folder, number, record_property):
    check = table()[number]
    record_property("student", Path(folder).name)
    record_property("exercise", check["exercise"])
    run(load(folder, check["exercise"], check["function"]), number)
'''


def prepare_pytest(graded: Class, folder: Path, python: Path) -> Commands:
    """Write one test file."""
    write_checks(graded, folder)
    (folder / "folders.txt").write_text("\n".join(map(str, graded.folders)), "utf-8")
    (folder / "test_class.py").write_text(PYTEST, "utf-8")
    words = [
        "-m",
        "pytest",
        "-q",
        "-n2",
        "-p",
        "no:cacheprovider",
        "--tb=no",
        "--junitxml=results.xml",
        "test_class.py",
    ]
    return Commands([], [[str(python), *words]])


def read_pytest(graded: Class, folder: Path) -> Passed:
    """Read the JUnit file."""
    passed: Passed = {each.name: Counter() for each in graded.folders}
    for case in xml.etree.ElementTree.parse(folder / "results.xml").iter("testcase"):  # our own file
        known = {each.get("name"): str(each.get("value")) for each in case.iter("property")}
        if case.find("failure") is None and case.find("error") is None:
            passed[known["student"]][known["exercise"]] += 1
    return passed


# --- gradescope-utils: a process for each submission, as Gradescope's run_autograder starts it -------------------

GRADESCOPE = """\
import importlib
import sys
import unittest

from class_checks import run, table
from gradescope_utils.autograder_utils.decorators import weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

sys.path.insert(0, sys.argv[1])


def test_of(number):
    check = table()[number]

    @weight(1)
    def test(self):
        run(getattr(importlib.import_module(check["exercise"]), check["function"]), number)

    test.__doc__ = f"{check['exercise']}: {check['name']}"
    return test


Checks = type("Checks", (unittest.TestCase,), {f"test_{number:02}": test_of(number) for number in range(len(table()))})
with open(sys.argv[2], "w", encoding="utf-8") as file:
    JSONTestRunner(visibility="visible", stream=file).run(unittest.defaultTestLoader.loadTestsFromTestCase(Checks))
"""


def prepare_gradescope(graded: Class, folder: Path, python: Path) -> Commands:
    """Write the script that grades one submission."""
    write_checks(graded, folder)
    (folder / "run_tests.py").write_text(GRADESCOPE, "utf-8")
    return Commands([], [[str(python), "run_tests.py", str(each), f"{each.name}.json"] for each in graded.folders])


def read_gradescope(graded: Class, folder: Path) -> Passed:
    """Read a results.json for each submission."""
    passed: Passed = {}
    for each in graded.folders:
        tests = json.loads((folder / f"{each.name}.json").read_text("utf-8"))["tests"]
        assert len(tests) == len(graded.checks)
        passed[each.name] = Counter(test["name"].partition(":")[0] for test in tests if test["score"])
    return passed


# --- notebooks, for nbgrader and otter-grader --------------------------------------------------------------------


def notebook(cells: Sequence[tuple[str, dict[str, Any]]]) -> str:
    """Write a notebook of code cells, each a text and its metadata."""
    written = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"cell-{number}",
            "metadata": metadata,
            "outputs": [],
            "source": text,
        }
        for number, (text, metadata) in enumerate(cells)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return json.dumps({"cells": written, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def as_cell(text: str, function: str) -> str:
    """Return a learner's file as a cell whose helper functions cannot collide with those of other cells."""
    body = text.replace("from __future__ import annotations\n", "")
    return f"def load():\n{textwrap.indent(body, '    ')}\n    return {function}\n\n\n{function} = load()\n"


def learners_cell(folder: Path, exercise: str, function: str) -> str:
    """Return a submission's file for an exercise as a cell."""
    return as_cell((folder / f"{exercise}.py").read_text("utf-8"), function)


def lend(graded: Class, folder: Path) -> None:
    """Copy the files that some submissions import to the notebook's folder."""
    for name, text in graded.lent.items():
        (folder / name).write_text(text, "utf-8")


# --- nbgrader: one command for the class, a kernel for each submission -------------------------------------------


def nbgrader_cells(graded: Class, code: Callable[[str, str], str]) -> list[tuple[str, dict[str, Any]]]:
    """Return an assignment's cells: each exercise's function, followed by a test cell for each of its checks."""
    shared = {"schema_version": 3, "task": False}
    cells: list[tuple[str, dict[str, Any]]] = [("from class_checks import run", {})]
    for exercise, function in graded.functions.items():
        own = {**shared, "grade": False, "grade_id": exercise, "locked": False, "solution": True}
        cells.append((code(exercise, function), {"nbgrader": own}))
        for number, check in enumerate(graded.checks):
            if check["exercise"] == exercise:
                test = {**shared, "grade": True, "grade_id": f"test-{number}", "locked": True, "points": 1}
                cells.append((f"run({function}, {number})", {"nbgrader": {**test, "solution": False}}))
    return cells


def prepare_nbgrader(graded: Class, folder: Path, python: Path) -> Commands:
    """Write a course folder with an assignment and the submissions."""
    source = folder / "source/ps1"
    write_checks(graded, source)
    lend(graded, source)
    stub = "### BEGIN SOLUTION\n{} = None\n### END SOLUTION"
    cells = nbgrader_cells(graded, lambda exercise, function: stub.format(function))
    (source / "problem.ipynb").write_text(notebook(cells), "utf-8")
    (folder / "nbgrader_config.py").write_text('c = get_config()\nc.CourseDirectory.course_id = "class"\n', "utf-8")
    for each in graded.folders:
        own = folder / "submitted" / each.name / "ps1"
        own.mkdir(parents=True)
        handed_in = nbgrader_cells(
            graded, lambda exercise, function, each=each: learners_cell(each, exercise, function)
        )  # type: ignore[misc]
        (own / "problem.ipynb").write_text(notebook(handed_in), "utf-8")
    words = [str(python), "-m", "nbgrader"]
    return Commands([[*words, "generate_assignment", "ps1"]], [[*words, "autograde", "ps1"]])


def read_nbgrader(graded: Class, folder: Path) -> Passed:
    """Read the gradebook."""
    passed: Passed = {each.name: Counter() for each in graded.folders}
    base = sqlite3.connect(folder / "gradebook.db")
    query = """
        SELECT submitted_assignment.student_id, base_cell.name FROM grade
        JOIN base_cell ON base_cell.id = grade.cell_id
        JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id
        JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
        WHERE grade.auto_score > 0"""
    for student, cell in base.execute(query):
        passed[student][graded.checks[int(cell.removeprefix("test-"))]["exercise"]] += 1
    base.close()
    return passed


# --- otter-grader: `otter run`, which is what it runs in its containers, for each submission ---------------------


def otter_tests(graded: Class, exercise: str) -> str:
    """Write an exercise's checks in Otter's format."""
    function = graded.functions[exercise]
    lines = ["from class_checks import run", "from otter.test_files import test_case", "", "OK_FORMAT = False"]
    lines += [f"name = {exercise!r}", "points = None", ""]
    for number, check in enumerate(graded.checks):
        if check["exercise"] == exercise:
            lines += [f"@test_case(points=1)\ndef test_{number}({function}):\n    run({function}, {number})\n"]
    return "\n".join(lines)


def prepare_otter(graded: Class, folder: Path, python: Path) -> Commands:
    """Write the tests, make the autograder's zip file, and write a notebook for each submission."""
    write_checks(graded, folder)
    lend(graded, folder)
    tests = folder / "tests"
    tests.mkdir()
    for exercise in graded.functions:
        (tests / f"{exercise}.py").write_text(otter_tests(graded, exercise), "utf-8")
    for each in graded.folders:
        cells = [(learners_cell(each, *pair), {}) for pair in graded.functions.items()]
        (folder / each.name).mkdir()
        (folder / each.name / "problem.ipynb").write_text(notebook(cells), "utf-8")
    words, files = [str(python), "-m", "otter"], ["class_checks.py", "checks.json", *graded.lent]
    made = [*words, "generate", "-t", "tests", "-o", "autograder.zip", "--no-environment", *files]
    runs = [
        [*words, "run", "-a", "autograder.zip", "-o", each.name, "--no-logo", f"{each.name}/problem.ipynb"]
        for each in graded.folders
    ]
    return Commands([made], runs)


def read_otter(graded: Class, folder: Path) -> Passed:
    """Read a results.json for each submission."""
    passed: Passed = {}
    for each in graded.folders:
        passed[each.name] = Counter()
        for test in json.loads((folder / each.name / "results.json").read_text("utf-8"))["tests"]:
            exercise = next((name for name in graded.functions if test["name"].startswith(name)), None)
            if exercise:
                passed[each.name][exercise] += round(test.get("score") or 0)
    return passed


TOOLS = (
    Tool("pytest with xdist", ("pytest", "pytest-xdist"), prepare_pytest, read_pytest),
    Tool("gradescope-utils", ("gradescope-utils",), prepare_gradescope, read_gradescope),
    Tool("nbgrader", ("nbgrader",), prepare_nbgrader, read_nbgrader),
    Tool("otter-grader", ("otter-grader",), prepare_otter, read_otter),
)
