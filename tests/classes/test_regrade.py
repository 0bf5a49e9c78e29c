"""After a correction of the course, only the exercises are graded again that depend on the files which have changed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from places import COURSE_FOLDER, DATA
from workplace import Ran, Workplace

from grader.course import find
from grader.course.course import Course
from grader.course.dependencies import exercise_sha256

AGAIN = "Graded again, since files, the course, the seed, the version or the confinement have changed: "


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return a folder with a copy of the tiny course, and a class of two that solved it."""
    place = Workplace(tmp_path, monkeypatch, capsys)
    shutil.copytree(DATA / "course", tmp_path / "course é", ignore=shutil.ignore_patterns("__pycache__"))
    for student in ("ada", "bo"):
        for name in ("total", "scale", "mask"):
            solution = (DATA / f"course/solutions/small/{name}.py").read_text("utf-8")
            place.write(f"class/{student}/{name}.py", solution)
    return place


def graded(place: Workplace, out: str = "results") -> Ran:
    """Grade the class."""
    options = [each for name in ("total", "scale", "mask") for each in ("--exercise", name)]
    options += ["--course", "course é", "--seed", "1", "--confine", "none", "--jobs", "1"]
    return place.learn("grade", "class", "--out", out, *options)


def stored(place: Workplace, out: str = "results") -> list[dict[str, Any]]:
    return [json.loads(path.read_bytes()) for path in sorted((place.folder / out / "results").glob("*.json"))]


@pytest.mark.slow
def test_only_the_exercise_that_was_corrected_is_graded_again(place: Workplace) -> None:
    assert "Graded again" not in graded(place).out
    before = stored(place)
    solution = place.folder / "course é/solutions/small/total.py"
    solution.write_text(solution.read_text("utf-8") + "\n# corrected\n", "utf-8")
    ran = graded(place)
    assert f"{AGAIN}small/total (2 submissions); other results were kept." in ran.out
    after = stored(place)
    assert [each["course"]["sha256"] for each in after] != [each["course"]["sha256"] for each in before]
    for old, new in zip(before, after, strict=True):
        changed = [a["id"] for a, b in zip(old["exercises"], new["exercises"], strict=True) if a != b]
        assert changed == ["small/total"]  # its hash
    graded(place, "anew")
    assert stored(place, "anew") == after
    assert "2 submissions are graded, 2 of them before." in graded(place).out


@pytest.mark.slow
def test_scores_change_with_the_exercise(place: Workplace) -> None:
    graded(place)
    path = place.folder / "course é/exercises/small/total.yaml"
    path.write_text(path.read_text("utf-8").replace("points: 2", "points: 3"), "utf-8")
    out = graded(place).out
    assert f"{AGAIN}small/total (2 submissions)" in out
    before, after = (sum(each["max_score"] for each in stored(place)[0]["exercises"]) - more for more in (1, 0))
    assert f"2 scores have changed: ada {before}/{before} → {after}/{after}" in out


@pytest.mark.slow
def test_a_damaged_or_forged_hash_is_graded_again(place: Workplace) -> None:
    graded(place)
    right = stored(place)
    path = place.folder / "results/results/ada.json"
    document = json.loads(path.read_bytes())
    document["exercises"][0]["sha256"] = "0" * 64
    document["submission"]["sha256"] = "0" * 64
    path.write_text(json.dumps(document), "utf-8")
    assert f"{AGAIN}{document['exercises'][0]['id']} (1 submission); other" in graded(place).out
    assert stored(place) == right


# --- what an exercise depends on ----------------------------------------------------------------


LENT_TO = ("picking/sampler_pipeline", "structure/one_step", "structure/complete_generate")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "dependent"),
    [
        ("exercises/scores/temperature_rescaling.yaml", {"scores/temperature_rescaling", *LENT_TO}),
        ("solutions/scores/temperature_rescaling_mistakes.yaml", {"scores/temperature_rescaling"}),
        ("exercises/course.yaml", set()),
        ("exercises/quiz/scores.yaml", set()),
        ("exercises/scores/temperature_rescaling.py", set()),
    ],
)
def test_files_that_only_one_exercise_depends_on(
    before: dict[str, str], tmp_path: Path, changed: str, dependent: set[str]
) -> None:
    assert dependents(before, tmp_path, changed) == dependent


@pytest.fixture(scope="module")
def before() -> dict[str, str]:
    return hashes(COURSE_FOLDER)


def dependents(before: dict[str, str], folder: Path, changed: str) -> set[str]:
    """Return the exercises whose hash changes with a file."""
    for part in ("exercises", "solutions"):
        shutil.copytree(COURSE_FOLDER / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / changed
    path.parent.mkdir(exist_ok=True)
    path.write_bytes((path.read_bytes() if path.exists() else b"") + b"\n# changed\n")
    after = hashes(folder)
    return {each for each in before if before[each] != after[each]}


def hashes(folder: Path) -> dict[str, str]:
    """Return the hash of every exercise."""
    course = Course(find(folder))
    return {each: exercise_sha256(course, each) for each in course.exercise_ids}


@pytest.mark.slow
def test_imported_solutions_used_exercises_and_data_count(before: dict[str, str], tmp_path: Path) -> None:
    found = dependents(before, tmp_path / "a", "solutions/scores/temperature_rescaling.py")
    assert len(found) > 3
    assert "scores/temperature_rescaling" in found
    everything = set(Course(find(COURSE_FOLDER)).exercise_ids)
    assert found < everything
    assert dependents(before, tmp_path / "b", "solutions/tiny_lm/weights.json") == everything
