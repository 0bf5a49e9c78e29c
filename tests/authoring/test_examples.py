"""The courses in `examples/`: they pass their own gates, and no output about checksums has a word of another course."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import jsonschema
import pytest
import yaml
from places import ROOT
from workplace import Ran, Workplace

from grader.checks import KINDS
from grader.course import find
from grader.course.course import Course

CHECKSUMS, ALL_CHECKS = ROOT / "examples/checksums", ROOT / "examples/all_checks"
EXERCISES = ("parity_bit", "luhn_is_valid", "isbn13_check_digit")
FOREIGN = re.compile(r"\btoken|transformer|softmax|logit|vocabular|language model", re.IGNORECASE)
ENDS_ITS_PROCESS = "import os\n\n\ndef parity_bit(bits):\n    os._exit(0)\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a copy of the course."""
    if not CHECKSUMS.is_dir():
        pytest.skip("the examples are in the checkout only")
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    shutil.copytree(CHECKSUMS, tmp_path / "checksums", ignore=shutil.ignore_patterns("__pycache__", ".learn"))
    return Workplace(tmp_path, monkeypatch, capsys, course=None)


def hand_in(folder: Path, kind: str) -> None:
    """Copy the course's submissions of a kind, `right` or `wrong`, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in EXERCISES:
        (source,) = (CHECKSUMS / "tests" / "submissions" / name).glob(f"{kind}-*.py")
        shutil.copy(source, folder / f"{name}.py")


def own_words(ran: Ran) -> str:
    return re.sub(r", Token by Token \d\S*", "", ran.out + ran.err)


@pytest.mark.slow
def test_the_example_course_passes_its_own_gate(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place.folder / "checksums")
    parts = "3 exercises, 11 checks, 17 mistakes, 6 submissions, 1 page, 4 cards, 6 questions, 1 worksheet"
    ran = place.learn("author", "check")
    assert (ran.code, ran.out) == (0, f"{parts}: no problems\n")


@pytest.mark.parametrize("path", sorted((ROOT / "examples").rglob("*.yaml")), ids=lambda path: path.stem)
def test_yaml_files_keep_to_the_schemas_that_they_name(path: Path) -> None:
    text = path.read_text("utf-8")
    schema = path.parent / text.splitlines()[0].removeprefix("# yaml-language-server: $schema=")
    jsonschema.Draft202012Validator(json.loads(schema.read_text("utf-8"))).validate(yaml.safe_load(text))


@pytest.mark.slow
def test_its_class_is_graded_by_name_of_mistake(place: Workplace) -> None:
    for student, kind in {"ada": "right", "bo": "wrong", "eve": "wrong"}.items():
        hand_in(place.folder / "class" / student, kind)
    (place.folder / "class/eve/parity_bit.py").write_text(ENDS_ITS_PROCESS, "utf-8")
    graded = place.learn("grade", "class", "--course", "checksums", "--out", "results", "--confine", "none")
    assert graded.code == 0
    assert [line.split()[:2] for line in graded.out.splitlines()[1:4]] == [
        ["ada", "16/16"],
        ["bo", "4/16"],
        ["eve", "4/16"],
    ]
    report = place.learn("report", "results")
    for mistake in ("makes the number of ones odd.", "is doubled from the left.", "The check digit is 10 where"):
        assert mistake in report.out
    assert "crash: rows worked out by hand" in report.out
    assert not FOREIGN.search(own_words(graded) + own_words(report))
    assert place.learn("report", "results", "--out", "report.html").code == 0
    page = re.sub(r"<style>.*?</style>|<[^>]*>", " ", Path("report.html").read_text("utf-8"), flags=re.DOTALL)
    assert not FOREIGN.search(re.sub(r", Token by Token \d", "", page))


# --- all checks ---------------------------------------------------------------------------------


def test_all_checks_has_all_kinds_of_checks() -> None:
    course = Course(find(ALL_CHECKS))
    kinds = {check["kind"] for exercise_id in course.exercise_ids for check in course.data(exercise_id)["checks"]}
    assert kinds >= {*KINDS}


@pytest.mark.slow
def test_all_checks_passes_its_own_gate_and_no_mutant_passes_it(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ALL_CHECKS, place.folder / "all_checks", ignore=shutil.ignore_patterns("__pycache__", ".learn"))
    monkeypatch.chdir(place.folder / "all_checks")
    for command in ("check", "mutate"):
        ran = place.learn("author", command)
        assert (ran.code, ran.out.rsplit(": ", 1)[-1]) == (0, "no problems\n"), ran
