"""Stored results of a class: what is read, and what is left out with a sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from class_cases import CLASS, LATE, nucleus, softmax, store
from report_cases import NAMED, result

from grader.core.errors import ReportError
from grader.core.result import SUBMISSION, Submitted
from grader.reports.document import LeftOut, Stored, read_results, result_files


def read_all(folder: Path) -> list[Stored | LeftOut]:
    return list(read_results(result_files(folder)))


def test_results_of_a_class_and_results_that_lie_in_a_folder_are_read(tmp_path: Path) -> None:
    whole = read_all(store(tmp_path / "a class", CLASS, LATE, on_roster=False))
    assert [each.student for each in whole if isinstance(each, Stored)] == list(CLASS)
    assert whole[1] == Stored("Bo", CLASS["Bo"]._replace(student="Bo"), True, 90000, False)
    document = CLASS["ada"]._replace(student=None).to_json()
    (tmp_path / "züri.json").write_text(json.dumps(document), "utf-8")
    assert read_all(tmp_path) == [Stored("züri", CLASS["ada"]._replace(student=None))]


def test_a_students_id_may_have_bytes_that_are_no_text(tmp_path: Path) -> None:
    (each,) = read_all(store(tmp_path, {"x\udcffy": CLASS["ada"]}))
    assert isinstance(each, Stored)
    assert each.student == "x\udcffy"


def changed(path: list[str | int], value: Any) -> str:
    """Return a result with one value changed."""
    document: Any = result(softmax(), nucleus(NAMED)).to_json()
    document["submission"] = SUBMISSION.dump(Submitted("0" * 64))
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(document)


def damaged(path: str, why: str = "is of the wrong kind") -> str:
    return f"this result is damaged ({path} {why}); grade again"


BROKEN = {
    "empty": ("", "it is not JSON"),
    "cut short": (changed(["seed"], 1)[:-9], "it is not JSON"),
    "deep": ("[" * 100_000, "it is not JSON"),
    "a long number": ('{"schema": ' + "9" * 5000 + "}", "it is not JSON"),
    "a list": ("[]", "it is not a result"),
    "of something else": ('{"name": "x"}', "this is no result: its schema is None, not 'learn/result/v1'"),
    "without a course": (
        '{"schema": "learn/result/v1", "tool": {"version": "1"}}',
        damaged("tool.name", "is missing"),
    ),
    "an unknown verdict": (
        changed(["exercises", 0, "checks", 0, "status"], "great"),
        damaged("exercises.0.checks.0.status"),
    ),
    "points that were not earned": (
        changed(["exercises", 1, "checks", 0, "score"], 2),
        damaged("exercises.1.checks.0.score", "is not what the rest comes to"),
    ),
    "a number as name": (changed(["exercises", 0, "checks", 0, "name"], 7), damaged("exercises.0.checks.0.name")),
    "seconds without end": (changed(["exercises", 0, "seconds"], float("inf")), damaged("exercises.0.seconds")),
    "more points than a number is exact for": (
        changed(["exercises", 1, "checks", 0, "max_score"], 10**400),
        damaged("exercises.1.checks.0.max_score"),
    ),
    "a total of its own": (changed(["max_score"], 7), damaged("max_score", "is not what the rest comes to")),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_result_is_left_out_with_a_sentence(tmp_path: Path, name: str) -> None:
    text, why = BROKEN[name]
    (tmp_path / "x.json").write_text(text, "utf-8")
    assert list(map(str, read_all(tmp_path))) == [f"x.json is left out: {why}."]


def test_a_folder_and_a_second_result_of_a_student_are_left_out(tmp_path: Path) -> None:
    store(tmp_path, {"ada": CLASS["ada"], "ADA": CLASS["Bo"]})
    (tmp_path / "results/folder.json").mkdir()
    left_out = [str(each) for each in read_all(tmp_path) if isinstance(each, LeftOut)]
    assert left_out == [
        "1.json is left out: 0.json is of the same student, 'ADA'.",
        "folder.json is left out: it is not a file.",
    ]


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}", "utf-8")
    (tmp_path / ".lock.json").write_text("", "utf-8")
    (tmp_path / "notes.txt").write_text("", "utf-8")
    with pytest.raises(ReportError) as caught:
        result_files(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: there are no results here; `learn grade PATH... --out DIR` writes them into DIR"
    )
