"""Exports read by the programs that they are for: each is taken from a place that a variable names, never shipped.

| variable | what it names |
|---|---|
| `LEARN_REPORTER` | a checkout of github.com/classroom-resources/autograding-grading-reporter at d13b591 (v1); also needs node |
| `LEARN_CLASSROOM50` | a checkout of github.com/foundation50/classroom50 |
| `LEARN_JUNIT_SCHEMA` | `junit-10.xsd` of github.com/jenkinsci/xunit-plugin; also needs lxml |

gradescope-utils is imported if it is installed. `.ci/conformance` brings all of it, at pinned commits.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import jsonschema
import pytest
from report_cases import EMPTY, HOSTILE_RESULT, ONE, RUNNER, SEVERAL, check, exercise, result

from grader.core.result import Result, Verdict
from grader.reports import classroom, render

ALL_RIGHT = result(exercise(check(points=2), check(points=3)))
OUR_FAULT = result(exercise(check(points=2), check(Verdict.INTERNAL, points=3)))
NO_POINTS = result(exercise(check(points=0)))
CASES = {
    "one": ONE,
    "several": SEVERAL,
    "hostile": HOSTILE_RESULT,
    "all right": ALL_RIGHT,
    "our fault": OUR_FAULT,
    "no points": NO_POINTS,
    "empty": EMPTY,
}
pytestmark = pytest.mark.external
cases = pytest.mark.parametrize("document", CASES.values(), ids=CASES)


def named(variable: str) -> Path:
    """Return what a variable names, or skip."""
    if variable not in os.environ:
        pytest.skip(f"{variable} is not set; this file's first lines say to what")
    path = Path(os.environ[variable])
    assert path.exists(), f"{variable} names {path}, which is not there"
    return path


# --- the reporter of GitHub Classroom -----------------------------------------------------------


def report(documents: list[Result]) -> subprocess.CompletedProcess[str]:
    """Let the reporter read results, each from a step of its own."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node to run the reporter")
    main = named("LEARN_REPORTER") / "dist/main.js"
    steps = {f"STEP{number}_RESULTS": classroom.encoded(document) for number, document in enumerate(documents)}
    inputs = {"INPUT_RUNNERS": ",".join(f"step{number}" for number in range(len(documents)))}
    environment = {"PATH": os.environ["PATH"], **steps, **inputs}
    return subprocess.run(
        [node, str(main)], env=environment, capture_output=True, encoding="utf-8", check=False, timeout=300
    )


def commands(text: str) -> list[str]:
    return [row for row in text.splitlines() if re.match(r"\s*::", row) or "##[" in row]


@cases
def test_the_reporter_reports_our_points_and_the_table_agrees(document: Result) -> None:
    ran = report([document])
    status = {"pass": [], "fail": ["::error::Some tests failed."], "error": ["::error::Some tests errored."]}
    told = status[classroom.document(document, with_details=True)["status"]]
    notices = classroom.notices(document).splitlines() if document.max_score else []  # none if not all was graded
    assert sorted(commands(ran.stdout)) == sorted(notices + told)
    assert (ran.returncode, ran.stderr) == (1 if told else 0, "")
    table = re.search(r"Total: .*?([\d.]+) .*?([\d.]+) ", ran.stdout)
    assert table
    assert float(table[1]) == pytest.approx(document.score if document.is_graded else 0)
    assert float(table[2]) == (document.max_score if document.is_graded else 0)


# --- Classroom 50 -------------------------------------------------------------------------------

SCRIPTS = "cli/gh-teacher/skeleton/dotgithub/scripts"
JUDGE = """
import json, sys
sys.path.insert(0, sys.argv[1])
import runner
for row in sys.stdin:
    data = json.loads(row)
    error = runner.validate_result(data, classroom="decoding-26", assignment="first", owner="ada")
    print(json.dumps([error, runner.render_release_body(data, "summary")]))
"""


def judged(documents: list[Result]) -> list[tuple[str | None, str]]:
    """Let Classroom 50's runner validate results, and write what its releases say."""
    scripts = named("LEARN_CLASSROOM50") / SCRIPTS
    rows = "".join(json.dumps(json.loads(render("classroom50", each, RUNNER))) + "\n" for each in documents)
    command = [sys.executable, "-c", JUDGE, str(scripts)]
    ran = subprocess.run(command, input=rows, capture_output=True, encoding="utf-8", check=True)
    return [(error, body) for error, body in map(json.loads, ran.stdout.splitlines())]


def in_a_table(body: str) -> int:
    """Count the rows of the Markdown table, each of three cells."""
    rows = [row for row in body.splitlines() if row.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} <= {4}
    return len(rows) - 2 if rows else 0


@cases
def test_classroom_50_accepts_our_result_and_its_table_is_whole(document: Result) -> None:
    schema = json.loads((named("LEARN_CLASSROOM50") / "schemas/result-v1.schema.json").read_text("utf-8"))
    jsonschema.validate(json.loads(render("classroom50", document, RUNNER)), schema)
    [(error, body)] = judged([document])
    assert error is None
    assert body.startswith(f"### classroom50 autograde: {document.score}/{document.max_score}\n")
    assert in_a_table(body) == sum(len(each.checks) for each in document.exercises)


# --- Gradescope ---------------------------------------------------------------------------------


def test_gradescope_gets_what_gradescope_utils_writes_and_nothing_of_another_type() -> None:
    utils = pytest.importorskip("gradescope_utils.autograder_utils.json_test_runner", reason="no gradescope-utils")
    decorators = pytest.importorskip("gradescope_utils.autograder_utils.decorators")

    class Graded(unittest.TestCase):
        @decorators.weight(2)
        @decorators.number("1.1")
        @decorators.visibility("visible")
        def test_right(self) -> None:
            """a check"""

        @decorators.weight(3)
        @decorators.number("1.2")
        @decorators.visibility("visible")
        def test_wrong(self) -> None:
            self.fail("differs")

    written = io.StringIO()
    utils.JSONTestRunner(stream=written, visibility="visible", stdout_visibility="hidden").run(
        unittest.defaultTestLoader.loadTestsFromTestCase(Graded)
    )
    theirs = json.loads(written.getvalue())
    document = result(exercise(check(points=2), check(Verdict.FAIL, "another", 3), title="Graded"))
    ours = json.loads(render("gradescope", document))
    for key in ("score", "visibility", "stdout_visibility"):
        assert ours[key] == theirs[key]
    shared = ("score", "max_score", "status", "number", "visibility")
    assert [[test[key] for key in shared] for test in ours["tests"]] == [
        [test[key] for key in shared] for test in theirs["tests"]
    ]
    for test, other in zip(ours["tests"], theirs["tests"], strict=True):
        assert {key: kind(test[key]) for key in other} == {key: kind(value) for key, value in other.items()}


def kind(value: object) -> type:
    return float if isinstance(value, int) else type(value)


# --- JUnit --------------------------------------------------------------------------------------


@cases
def test_junit_keeps_to_jenkins_schema(document: Result) -> None:
    etree = pytest.importorskip("lxml.etree", reason="lxml is not installed")
    schema = etree.XMLSchema(etree.parse(str(named("LEARN_JUNIT_SCHEMA"))))
    schema.assertValid(etree.fromstring(render("junit", document).encode()))
