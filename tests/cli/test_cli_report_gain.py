"""`learn report --before … --after …`: what a class gained between two exams."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from places import COURSE
from workplace import Workplace

from grader.core.result import CheckResult, CourseStamp, ExerciseResult, Result, Verdict
from grader.files.markdown import to_plain
from grader.questions.worksheet.exam import candidates

ASKED = {one.unit: to_plain(one.numeric.title.rstrip(".")) for one in candidates(COURSE)}
"""A question of each unit."""
TITLES = {unit.id: unit.title for unit in COURSE.units}
UNITS = ("scores", "picking")


def write(folder: Path, student: str, form: str, earned: tuple[int, ...], verdict: Verdict | None = None) -> None:
    """Write the result of an exam with two points for each question, and of one that was not handed in."""
    names = [ASKED[unit] for unit in UNITS]
    checks = tuple(
        CheckResult(name, verdict or (Verdict.PASS if points else Verdict.FAIL), 2)
        for name, points in zip(names, earned, strict=True)
    )
    other = "exam_b" if form == "exam_a" else "exam_a"
    exercises = (
        ExerciseResult(f"by_hand/{form}", "Exam", f"{form}.yaml", checks),
        ExerciseResult(f"by_hand/{other}", "Exam", None, (CheckResult("x", Verdict.NOT_ATTEMPTED, 4),)),
    )
    result = Result("1", CourseStamp("c", 1, "0" * 64), exercises, student)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{student}.json").write_text(json.dumps(result.to_json()), "utf-8")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with the results of two exams: four students took both, each form first in a half."""
    for student, first, before, after in (
        ("ada", "exam_a", (0, 0), (1, 0)), ("bo", "exam_a", (0, 1), (1, 1)),
        ("cy", "exam_b", (0, 0), (0, 0)), ("di", "exam_b", (0, 0), (1, 0)),
    ):  # fmt: skip
        last = "exam_b" if first == "exam_a" else "exam_a"
        write(tmp_path / "r1", student, first, before)
        write(tmp_path / "r2", student, last, after)
    write(tmp_path / "r1", "emil", "exam_a", (0, 0))
    write(tmp_path / "r1", "fay", "exam_a", (0, 0), Verdict.UNREADABLE)
    write(tmp_path / "r2", "fay", "exam_b", (1, 1))
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def test_the_gain_is_that_of_each_unit_and_question(place: Workplace) -> None:
    ran = place.learn("report", "--before", "r1", "--after", "r2")
    assert (ran.code, ran.err) == (0, "")
    head, table, notes = ran.out.split("\n\n")
    assert head.splitlines() == [
        "4 students took both exams:", "  2 first exam_a, then exam_b", "  2 first exam_b, then exam_a",
        "Left out, since they took only one of the two or it has no number: 2.",
    ]  # fmt: skip
    titles, numbers = zip(*((row[:-42].rstrip(), row[-42:].split()) for row in table.splitlines()), strict=True)
    wanted = [
        "points of 100, n = 4",
        "in all",
        *(name for unit in UNITS for name in (TITLES[unit], f"  {ASKED[unit]}")),
    ]
    assert all(name.startswith(title.removesuffix("…")) for title, name in zip(titles, wanted, strict=True))
    assert [" ".join(row) for row in numbers] == [
        "before after gain 95 % interval", "12 50 +38 -100 to +100", "0 75 +75 -100 to +100",
        "0 75 +75 -100 to +100", "25 25 +0 none", "25 25 +0 none",
    ]  # fmt: skip
    assert notes.splitlines() == [
        "Both orders of the forms weigh the same, so that a form that is easier changes no gain.",
        "This class is small: one student alone moves a mean by up to 25 of 100 points, and the interval is rough.",
        "The interval is about chance among students only. It does not say what made the difference.",
    ]


def test_what_cannot_be_compared_is_one_sentence(place: Workplace) -> None:
    write(place.folder / "none", "zoe", "exam_a", (1, 1))
    cases = {
        ("--before", "r1"): (2, "--before and --after go together: the results of the first exam, and of the second"),
        ("r1", "--before", "r1", "--after", "r2"): (2, "--before and --after compare two exams; leave out RESULTS_DIR"),
        ("--before", "r1", "--after", "r2", "--anonymous"): (
            2, "--before and --after compare two exams; leave out --anonymous",
        ),
        ("--before", "r1", "--after", "r2", "--of", "ada"): (
            2, "--before and --after compare two exams; leave out --of",
        ),
        ("--before", "r1", "--after", "none"): (
            3, "nobody has answers to one worksheet in r1 and in none; grade both with --out",
        ),
        (): (2, "name the folder of results, as in: learn report results"),
    }  # fmt: skip
    for words, (code, message) in cases.items():
        ran = place.learn("report", *words)
        assert (ran.code, ran.out) == (code, "")
        assert message in ran.err
