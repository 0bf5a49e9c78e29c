"""A learner's progress: saved whole or not at all, and never in the way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.core.result import CheckResult, ExerciseResult, Verdict
from grader.learner.progress import FILE, ExerciseProgress, Progress, load, save


def result(*verdicts: Verdict) -> ExerciseResult:
    """Make the result of an exercise."""
    return ExerciseResult("unit/one", "One", "one.py", tuple(CheckResult("a", each, 2) for each in verdicts))


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    progress = Progress({"unit/one": ExerciseProgress("fail", 1, 4, 2, 3), "unit/two": ExerciseProgress()})
    assert save(tmp_path / ".learn", progress)
    assert load(tmp_path / ".learn") == progress
    assert sorted(path.name for path in (tmp_path / ".learn").iterdir()) == [FILE, f"{FILE}.bak"]


@pytest.mark.parametrize(
    ("verdicts", "standing"),
    [
        ([Verdict.PASS, Verdict.PASS], ExerciseProgress("pass", 4, 4)),
        ([Verdict.PASS, Verdict.FAIL], ExerciseProgress("fail", 2, 4, failed_checks=1)),
        ([Verdict.NOT_ATTEMPTED], ExerciseProgress("not-attempted", 0, 2)),
        ([Verdict.INTERNAL], ExerciseProgress("internal", 0, 2, failed_checks=0)),
    ],
    ids=["pass", "fail", "not-attempted", "internal"],
)
def test_a_result_is_noted(verdicts: list[Verdict], standing: ExerciseProgress) -> None:
    progress = Progress()
    progress.record_results(result(*verdicts))
    assert progress.exercises == {"unit/one": standing}
    assert progress.is_passed("unit/one") == (standing.status == "pass")


@pytest.mark.parametrize("where", ["the folder is a file", "the file is a folder"])
def test_what_cannot_be_saved_is_said_and_leaves_nothing_behind(tmp_path: Path, where: str) -> None:
    state = tmp_path / ".learn"
    if where == "the folder is a file":
        state.write_text("x")
    else:
        (state / FILE).mkdir(parents=True)
    assert not save(state, Progress())
    assert load(state) == Progress()
    names = [path.name.partition(".damaged")[0] for path in sorted(tmp_path.rglob("*"))]
    assert names == ([".learn"] if state.is_file() else [".learn", FILE, f"{FILE}.lock"])


# --- a damaged file -----------------------------------------------------------------------------

DAMAGED = ["", "{bad", "[]", '{"exercises": []}', '{"exercises": {"a": 1}}', "\udcff", "[" * 100_000]
KEPT = Progress({"a": ExerciseProgress("pass", 3, 3, hints=2)})


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_moved_aside_and_its_copy_is_used(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = text.encode("utf-8", "surrogateescape")
    save(tmp_path, KEPT)
    (tmp_path / FILE).write_bytes(content)
    assert load(tmp_path) == KEPT
    (aside,) = tmp_path.glob(f"{FILE}.damaged-*")
    assert aside.read_bytes() == content
    said = capsys.readouterr().err
    assert said == (f"learn: {tmp_path / FILE} was damaged: the last good copy is used; the damaged file is {aside}\n")
    assert load(tmp_path) == KEPT
    assert capsys.readouterr().err == ""


# --- two terminals at once -----------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from grader.learner.progress import update
sys.stdin.readline()
for number in range(20):
    assert update(Path(sys.argv[1]), lambda noted: noted.record_hint(f"{sys.argv[2]}/{number}", 1))
"""


@pytest.mark.slow
def test_terminals_that_save_at_once_lose_nothing(tmp_path: Path) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", WRITER, tmp_path / ".learn", name], stdin=subprocess.PIPE, text=True)
        for name in "abc"
    ]
    for each in started:
        assert each.stdin
        each.stdin.write("go\n")
        each.stdin.flush()
    for each in started:
        each.communicate(timeout=300)
        assert each.returncode == 0
    noted = load(tmp_path / ".learn").exercises
    assert sorted(noted) == sorted(f"{name}/{number}" for name in "abc" for number in range(20))
