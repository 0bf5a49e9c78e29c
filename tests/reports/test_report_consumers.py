"""Exports read by the programs that they are for: each is taken from a place that a variable names, never shipped.

| variable | what it names |
|---|---|
| `LEARN_REPORTER` | a checkout of github.com/classroom-resources/autograding-grading-reporter at d13b591 (v1); also needs node |
| `LEARN_CLASSROOM50` | a checkout of github.com/foundation50/classroom50 |
| `LEARN_JUNIT_SCHEMA` | `junit-10.xsd` of github.com/jenkinsci/xunit-plugin; also needs lxml |

gradescope-utils is imported if it is installed. `.ci/conformance` brings all of it, at pinned commits.
"""

from __future__ import annotations

import functools
import http.server
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, settings
from report_cases import EMPTY, HOSTILE_RESULT, ONE, RUNNER, SEVERAL, check, exercise, result
from workplace import TINY

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
few = settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))


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
    """Return what GitHub's runner would obey in a log."""
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


AUTOGRADER = """
import subprocess, sys
with open("result.json", "wb") as file:
    command = [sys.executable, "-I", "-m", "grader", "grade", ".", "--format", "classroom50", "--confine", "none"]
    sys.exit(subprocess.run([*command, "--course", {course!r}], stdout=file).returncode)
"""
"""A teacher's command in the bundle; unconfined only because the machine that tests may not be able to confine."""


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[str]:
    """Serve a bundle with our autograder from this machine, as GitHub Pages would; give its address."""
    place = tmp_path / "pages/decoding-26/autograders/first.tar.gz"
    place.parent.mkdir(parents=True)
    text = AUTOGRADER.format(course=str(TINY)).encode()
    with tarfile.open(place, "w:gz") as bundle:
        entry = tarfile.TarInfo("first/autograder.py")
        entry.size = len(text)
        bundle.addfile(entry, io.BytesIO(text))
    handler = functools.partial(Quiet, directory=str(tmp_path / "pages"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and writes no log."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def test_classroom_50s_runner_grades_with_us_and_publishes_our_points(tmp_path: Path, pages: str) -> None:
    runner = named("LEARN_CLASSROOM50") / SCRIPTS / "runner.py"
    repository = tmp_path / "repository"
    repository.mkdir()
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@localhost", "-C", str(repository)]
    subprocess.run([*git, "init", "-q"], check=True)
    (repository / "total.py").write_text("def total(numbers):\n    return sum(numbers)\n")
    for message in ("accept", "solve"):
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", message], check=True)
    sha = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    environment = {
        **os.environ,
        "PAGES_BASE_URL": pages,
        "CLASSROOM": "decoding-26",
        "ASSIGNMENT": "first",
        "SUBMISSION_TAG": "submit/2026-11-20T13-30-05Z-0a1b2c3",
        "GITHUB_REPOSITORY": "org/decoding-26-first-ada",
        "GITHUB_SHA": sha,
        "GITHUB_ACTOR": "ada",
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "RUNNER_TEMP": str(tmp_path / "temp"),
        "MODE": "individual",
    }
    ran = subprocess.run(
        [sys.executable, str(runner)], cwd=repository, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    document = json.loads((repository / "result.json").read_text("utf-8"))
    tests = {test["test-name"]: (test["score"], test["max-score"]) for test in document["tests"]}
    assert tests["Add numbers up: a sum"] == (2, 2)
    assert document["score"] == sum(score for score, _ in tests.values()) == 2
    assert (document["owner"], document["assignment_type"]) == ("ada", "individual")
    output = (tmp_path / "output").read_text("utf-8").splitlines()
    assert [row for row in output if row.startswith("status=")] == ["status=failure"]
    assert [row for row in output if f" 2/{document['max-score']}" in row and row.startswith("summary=")]
    assert f"### classroom50 autograde: 2/{document['max-score']}\n" in (tmp_path / "summary").read_text("utf-8")


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
            """another"""
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
    """Return the type that JSON has for a value; Gradescope takes whole numbers and others."""
    return float if isinstance(value, int) else type(value)


# --- JUnit --------------------------------------------------------------------------------------


@functools.cache
def junit_schema() -> Any:
    """Read Jenkins' schema."""
    etree = pytest.importorskip("lxml.etree", reason="lxml is not installed")
    return etree.XMLSchema(etree.parse(str(named("LEARN_JUNIT_SCHEMA"))))


def validate(text: str) -> None:
    """Hold XML against the schema."""
    from lxml import etree

    junit_schema().assertValid(etree.fromstring(text.encode()))


@cases
def test_junit_keeps_to_jenkins_schema(document: Result) -> None:
    junit_schema()
    validate(render("junit", document))
