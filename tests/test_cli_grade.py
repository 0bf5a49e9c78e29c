"""`learn grade`: a submission folder in, a result out; and that `learn check` finds the same."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from places import COURSE_FOLDER
from workplace import ROOT, TINY, Workplace

from grader.content import find
from grader.course import Course

SCHEMA = json.loads((ROOT / "docs/schema/result.schema.json").read_text("utf-8"))
EXERCISES = [
    "scores/softmax_by_hand",
    "scores/temperature_rescaling",
    "picking/top_3_renormalisation",
    "picking/nucleus_membership",
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder."""
    return Workplace(tmp_path, monkeypatch, capsys)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder for the shipped course."""
    return Workplace(tmp_path, monkeypatch, capsys, course=COURSE_FOLDER)


def without_seconds(text: str) -> Any:
    """Read a result, durations left out."""
    document = json.loads(text)
    for exercise in document["exercises"]:
        del exercise["seconds"]
    return document


# --- the same result --------------------------------------------------------------------------


def from_folder(source: Path, folder: Path) -> None:
    """Hand in the four files of a folder of this repository."""
    for each in EXERCISES:
        path = folder / f"exercises/{each}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / f"{each}.py", path)


def solutions(folder: Path) -> None:
    """Hand in the solutions."""
    from_folder(COURSE_FOLDER / "solutions", folder)


def stubs(folder: Path) -> None:
    """Hand in the stubs."""
    from_folder(COURSE_FOLDER / "exercises", folder)


def mistakes(folder: Path) -> None:
    """Hand in a mistake in each file."""
    course = Course(find(COURSE_FOLDER))
    for number, each in enumerate(EXERCISES):
        exercise = course.exercise(each)
        chosen = course.solutions.mistakes(each, exercise.functions)[number]
        name = each.rpartition("/")[2]
        source = (
            course.solutions.path(each, "_mistakes").read_text("utf-8").replace(f"from .{name} ", f"from right_{name} ")
        )
        (folder / f"{name}.py").write_text(f"{source}\n\n{exercise.function} = {chosen.name}\n", "utf-8")
        shutil.copy(course.solutions.path(each), folder / f"right_{name}.py")


def broken(folder: Path) -> None:
    """Hand in what raises, does not parse, prints, and is not there."""
    (folder / "softmax_by_hand.py").write_text("def softmax(logits):\n    print(logits)\n    return logits['a']\n")
    (folder / "temperature_rescaling.py").write_text("def temperature_probs(logits, T)\n    return logits\n")
    (folder / "top_3_renormalisation.py").write_text(
        "import numpy as np\n\ndef top_k(p, k):\n    return np.float32(p)\n"
    )


@pytest.mark.parametrize("hand_in", [solutions, stubs, mistakes, broken], ids=lambda each: each.__name__)
def test_grade_and_check_find_the_same(shipped: Workplace, hand_in: Any) -> None:
    hand_in(shipped.folder)
    only = [word for each in EXERCISES for word in ("--exercise", each)]
    graded = without_seconds(shipped.learn("grade", ".", "--seed", "0", *only).out)
    checked = without_seconds(shipped.command("check", *EXERCISES, "--format", "json").out)
    assert [each["id"] for each in graded["exercises"]] == EXERCISES
    assert graded["exercises"] == checked["exercises"]
    assert {**graded, "confinement": None} == {**checked, "confinement": None}


# --- what it takes ----------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["total.py", "small/total.py", "exercises/small/total.py"])
def test_a_submission_may_be_flat_or_a_tree(place: Workplace, where: str) -> None:
    place.write(f"ada/{where}", (TINY / "solutions/small/total.py").read_text())
    ran = place.learn("grade", "ada", "--exercise", "total", "--student", "ada")
    document = json.loads(ran.out)
    jsonschema.validate(document, SCHEMA)
    assert (ran.code, ran.err) == (0, "")
    assert (document["student"], document["score"], document["max_score"]) == ("ada", 2, 2)
    assert document["exercises"][0]["file"] == where


def test_an_empty_folder_is_graded_too(place: Workplace) -> None:
    (place.folder / "nobody").mkdir()
    ran = place.learn("grade", "nobody")
    document = json.loads(ran.out)
    assert (ran.code, document["status"], document["score"], len(document["exercises"])) == (0, "not-attempted", 0, 8)


def test_an_exercise_given_twice_is_graded_once(place: Workplace) -> None:
    document = json.loads(place.learn("grade", ".", "--exercise", "total", "--exercise", "small/total").out)
    assert [each["id"] for each in document["exercises"]] == ["small/total"]


def test_the_seed_changes_the_inputs_and_is_noted(place: Workplace) -> None:
    place.write("scale.py", "def scale(logits, temperature):\n    if len(logits) == 3: return logits / temperature\n")
    first, again, other = (
        without_seconds(place.learn("grade", ".", "--exercise", "scale", "--seed", seed).out) for seed in "556"
    )
    assert first == again
    assert (first["seed"], other["seed"]) == (5, 6)


def test_junit_counts_a_case_for_each_check(place: Workplace) -> None:
    ran = place.learn("grade", ".", "--format", "junit")
    assert (ran.code, ran.err) == (0, "")
    suites = {suite.get("name"): suite.get("tests") for suite in ElementTree.fromstring(ran.out.encode())}
    assert suites["small/scale"] == "6"
    assert len(suites) == 8


def test_whatever_the_scores_grading_ends_with_0_but_with_4_at_a_fault_of_ours(place: Workplace) -> None:
    place.write("odd.py", "def odd(number):\n    return 13\n")
    ran = place.learn("grade", ".", "--exercise", "odd")
    assert json.loads(ran.out)["exercises"][0]["status"] == "internal"
    assert (ran.code, ran.err) == (
        4,
        "learn: “internal” is a fault of ours, not of the learner's; please report it at "
        "https://github.com/token-by-token/token-by-token/issues\n",
    )


def test_a_link_out_of_the_folder_is_not_followed(place: Workplace) -> None:
    place.write("secret.py", (TINY / "solutions/small/total.py").read_text())
    (place.folder / "ada").mkdir()
    (place.folder / "ada/total.py").symlink_to(place.folder / "secret.py")
    (check,) = json.loads(place.learn("grade", "ada", "--exercise", "total").out)["exercises"][0]["checks"]
    assert (check["status"], check["message"]) == ("error", "total.py is a link; put the file itself there")
