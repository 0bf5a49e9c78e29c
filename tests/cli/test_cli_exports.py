"""`--export` and what is told to GitHub's runner: from a learner's file to the files that others read."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from report_cases import ONE
from workplace import Workplace

from grader.cli.exports import for_learners, write_class_exports
from grader.reports.gradebook import Entry


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a workspace of the tiny course, in a folder with a space in its name."""
    folder = tmp_path / "mein Kurs ü"
    folder.mkdir()
    for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
    place = Workplace(folder, monkeypatch, capsys)
    assert place.learn("init").code == 0
    return place


def test_a_result_is_printed_and_exported_from_one_run(workspace: Workplace) -> None:
    workspace.write("report.html", "old")
    ran = workspace.learn("check", "total", "--export", "html=report.html", "--export", "json=a b.json")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("Add numbers up: 0 of 2 points\n")
    assert "<h1>0 of 2 points</h1>" in (workspace.folder / "report.html").read_text("utf-8")
    assert json.loads((workspace.folder / "a b.json").read_text("utf-8"))["score"] == 0


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("html", "Invalid value for '--export': 'html' is not FORMAT=FILE, such as html=report.html"),
        ("html=", "Invalid value for '--export': 'html=' is not FORMAT=FILE, such as html=report.html"),
        ("odt=x", "Invalid value for '--export': there is no format 'odt'; there are " + ", ".join(for_learners())),
        ("html=no/x.html", "there is no folder 'no'; make it first"),
        ("html=exercises", "'exercises' is not a file; give the name of one with --export"),
    ],
)  # fmt: skip
def test_what_cannot_be_exported_is_said_before_anything_is_graded(
    workspace: Workplace, value: str, message: str
) -> None:
    ran = workspace.learn("check", "total", "--export", value)
    assert (ran.code, ran.out, ran.err) == (2, "", f"learn: {message} (see `learn check --help`)\n")


def test_github_is_told_at_the_line_in_the_summary_and_in_the_output(
    workspace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(workspace.write("summary", "before\n")))
    monkeypatch.setenv("GITHUB_OUTPUT", str(workspace.write("output", "x=1\n")))
    workspace.solve("total")
    ran = workspace.learn("check", "total", "--format", "github")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "2 of 2 points\n"
        "::notice title=Autograding complete::Points 2/2\n"
        '::notice title=Autograding report::{"totalPoints":2,"maxPoints":2}\n'
    )
    summary = (workspace.folder / "summary").read_text("utf-8")
    assert summary.startswith("before\n| exercise | verdict | points |\n")
    first, result, *rest = (workspace.folder / "output").read_text("utf-8").splitlines()
    assert (first, rest) == ("x=1", [])
    assert json.loads(base64.b64decode(result.removeprefix("result=")))["max_score"] == 2


def test_tables_of_a_class_are_written_beside_one_another_and_say_who_is_left_out(tmp_path: Path) -> None:
    gradebook, filled, table = (tmp_path / name for name in ("gradebook.csv", "filled.csv", "class.csv"))
    gradebook.write_bytes(b"Student,ID,Section,A (1)\r\nAda,7,One,\r\n")
    entries = [Entry("7", ONE), Entry("8", ONE), Entry("9", ONE)]
    said = list(write_class_exports((("canvas", filled), ("csv", table)), entries, gradebook, "A"))
    assert said == [f"Left out of {filled}: 8, 9 (the gradebook does not have them)."]
    assert filled.read_bytes() == b"Student,ID,Section,A (1)\r\nAda,7,One,6\r\n"
    assert table.read_bytes().startswith(b"student,name,score,")


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("canvas", "--export canvas=FILE needs --gradebook and --column"),
        (
            "html",
            "--export html is for one submission; for a class there are canvas, csv, moodle",
        ),
    ],
)
def test_what_the_tables_of_a_class_need_is_said_before_anything_is_graded(
    workspace: Workplace, wanted: str, sentence: str
) -> None:
    ran = workspace.learn("grade", ".", "--out", "results", "--export", f"{wanted}=x", "--confine", "none")
    assert (ran.code, ran.out, ran.err) == (2, "", f"learn: {sentence} (see `learn grade --help`)\n")
    assert not (workspace.folder / "results").exists()
