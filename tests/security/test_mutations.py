"""Whatever a learner's process sends and whatever is in an archive: nothing uncaught, no point gained, little memory."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from class_cases import CLASS, LATE, store
from places import COURSE_FOLDER
from replies import Player, Recorder, before_learners, mutated, swapped
from sizes import first_always
from small_class import patient_course
from systems import linux_only
from workplace import TINY

from grader.classes.grade_one import Grader
from grader.classes.job import Job, PlannedSubmission
from grader.core.result import Result, Verdict
from grader.course import find
from grader.course.course import Course
from grader.grading.grade_submission import grade
from grader.grading.prepared import PreparedExercises
from grader.grading.submission.folder import Submission
from grader.reports.class_report.render import render_csv, render_text
from grader.reports.class_report.table import ClassTable
from grader.reports.document import read_results, result_files
from grader.sandbox import process
from grader.sandbox.launcher import Launcher

pytestmark = linux_only("the most memory is read from /proc")

SOME, ALL = 300, 10_000
EACH = [pytest.param(SOME, id="some"), pytest.param(ALL, id="all", marks=pytest.mark.slow)]
MOST_MIB = 300
ID = "scores/softmax_by_hand"
RIGHT = (COURSE_FOLDER / f"solutions/{ID}.py").read_text("utf-8")
WRONG = "import numpy as np\n\n\ndef softmax(logits):\n    return np.asarray(logits, float) * 2\n"


@pytest.fixture(autouse=True)
def memory() -> Iterator[None]:
    """Assert that this process has not needed much more memory in a test."""
    Path("/proc/self/clear_refs").write_text("5")
    before = peak()
    yield
    assert peak() - before <= MOST_MIB


def peak() -> int:
    """Return the most MiB that this process has held."""
    return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1]) >> 10  # type: ignore[index]


# --- replies ----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", EACH)
@pytest.mark.parametrize("source", first_always([RIGHT, WRONG]), ids=["right", "wrong"])
@pytest.mark.slow
def test_no_reply_is_our_fault_or_gains_a_point(
    source: str, count: int, processes: Launcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "CLOSING_SECONDS", 0.0)  # nothing here has an exit code to wait for
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission/softmax_by_hand.py").write_text(source, "utf-8")
    course = Course(find(COURSE_FOLDER))
    prepared, files = PreparedExercises(course), Submission(tmp_path / "submission")

    def graded(launcher: Launcher) -> Result:
        return grade(course, files, launcher, exercise_ids=[ID], seed=5, preparations=prepared)

    recorder = Recorder(processes)
    honest = graded(recorder)
    streams = [bytes(each) for each in recorder.streams]
    assert graded(Player(streams, str(tmp_path))).score == honest.score
    parts = [(each[:start], each[start:]) for each in streams for start in (before_learners(each),)]
    rng = random.Random(count)
    for _ in range(count // 2):
        result = graded(Player([ours + mutated(theirs, rng) for ours, theirs in parts], str(tmp_path)))
        assert result.verdict is not Verdict.INTERNAL, result
        assert result.score <= honest.score


# --- archives ---------------------------------------------------------------------------------


def archives() -> list[bytes]:
    """Return zip files of several methods and shapes."""
    made = []
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", method) as file:
            file.writestr("work/total.py", (TINY / "solutions/small/total.py").read_text("utf-8"))
            file.writestr("work/nested/deep/notes.txt", "x" * 3000)
            file.writestr("__MACOSX/._x", b"\0" * 40)
        made.append(buffer.getvalue())
    return made


@pytest.mark.parametrize("count", EACH)
@pytest.mark.slow
def test_every_archive_is_graded_or_refused_with_a_sentence(count: int, tmp_path: Path) -> None:
    course = patient_course()
    rng, whole = random.Random(count), archives()
    path = tmp_path / "handed in.zip"
    with closing(Grader(Job(("small/total",), "none", Course(find(course)).sha256, str(course)))) as grader:
        for _ in range(count):
            path.write_bytes(mutated(rng.choice(whole), rng))
            line, document = grader.grade(PlannedSubmission("ada", 0, str(path)))
            assert line.status in ("pass", "fail", "error", "not-attempted", "unreadable"), document


# --- stored results ----------------------------------------------------------------------------


@pytest.mark.parametrize("count", EACH)
def test_every_stored_result_is_counted_or_left_out_of_the_report(count: int, tmp_path: Path) -> None:
    folder = store(tmp_path / "class", CLASS, LATE)
    whole = {path.name: path.read_bytes() for path in sorted((folder / "results").iterdir())}
    rng = random.Random(count)
    for _ in range(count // len(whole)):
        for name, text in whole.items():
            (folder / "results" / name).write_bytes(rng.choice((mutated, swapped))(text, rng))
        found, seen = ClassTable(), list(read_results(result_files(folder)))
        for each in seen:
            found.add(each)
        for text in (render_text(found), render_csv(found)):
            assert "".join(text.splitlines()).isprintable()
        assert len(seen) == len(whole)


# --- values that no exercise asks for ----------------------------------------------------------

VALUES = (
    "None", "True", "0", "-1", "10**400", "float('nan')", "float('inf')", "1j", "''", "'\\ud800'", "b'x'", "()", "[]", "{}", "set()",
    "[[]]", "[None]", "[[1], 2]", "(1, 'x')", "{1: 2}", "{'a': [1]}", "{(1, 2): 3}", "{1, 'x'}", "object()", "range(3)", "iter([1])",
    "np.array(1.0)", "np.array(True)", "np.array([])", "np.zeros((0, 3))", "np.zeros((2, 0))", "np.array(['x'])", "np.array([None])",
    "np.ones((2, 2, 2))", "np.array([np.nan] * 3)", "np.ma.masked_array([1.0], [True])", "np.float16(1)", "np.int64(3)", "[np.array(1.0)]",
    "[np.array([])] * 3", "np.array([1 + 2j])", "np.datetime64('2020')", "([], {})", "({}, [], None)", "[float('nan')] * 5",
)  # fmt: skip
"""Results, as code."""


OURS = Verdict.INTERNAL


@pytest.mark.slow
@pytest.mark.parametrize("exercise", Course(find(COURSE_FOLDER)).exercise_ids)
def test_no_result_is_our_fault(processes: Launcher, tmp_path: Path, exercise: str) -> None:
    course = Course(find(COURSE_FOLDER))
    prepared, functions = PreparedExercises(course), course.exercise(exercise).functions
    found = {}
    for value in VALUES:
        path = tmp_path / f"{exercise.rpartition('/')[2]}.py"
        parts = [f"def {name}(*args, **kwargs):\n    return {value}\n" for name in functions]
        path.write_text("\n\n".join(("import numpy as np", *parts)), "utf-8")
        result = grade(course, Submission(tmp_path), processes, exercise_ids=[exercise], preparations=prepared)
        found |= {(value, check.name): check.message for check in result.exercises[0].checks if check.verdict is OURS}
    assert found == {}
