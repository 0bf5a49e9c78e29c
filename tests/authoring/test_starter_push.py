"""A learner's push to a copy of a starter repository, on each platform as far as it can be run here."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from starters import WORKFLOWS, assignment, bash, environment_in, needs_bash, push

import grader
from grader.authoring.starter import place
from grader.authoring.starter.install import PACKAGE, InstallSource
from grader.authoring.starter.recipe import autograder_files
from grader.course import find
from grader.course.course import Course
from grader.course.parsed_cache import ParsedCache

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return Course(find(), ParsedCache(tmp_path_factory.mktemp("cache")))


# --- a learner's push ---------------------------------------------------------------------------


@pytest.fixture
def checkout(course: Course, tmp_path: Path) -> Path:
    """Return a learner's checkout in Classroom 50."""
    return push(tmp_path, "classroom50", course)


@needs_bash
@pytest.mark.parametrize("recipe", WORKFLOWS)
def test_a_push_is_checked_annotated_and_summed_up(course: Course, recipe: str, tmp_path: Path) -> None:
    clone = push(tmp_path, recipe, course)
    document = yaml.safe_load((clone / WORKFLOWS[recipe]).read_text("utf-8"))
    (script,) = [
        step["run"] for job in document["jobs"].values() for step in job["steps"] if step.get("name") == "Check"
    ]
    output, summary = tmp_path / "output", tmp_path / "summary"
    ran = bash(script, clone, GITHUB_OUTPUT=str(output), GITHUB_STEP_SUMMARY=str(summary))
    assert (ran.returncode, ran.stderr) == (1, "")
    ids = assignment(course, "entropy", "softmax_by_hand").exercise_ids
    most = sum(points for each in ids for _, points in course.words(each).checks)
    right = sum(points for _, points in course.words("scores/softmax_by_hand").checks)
    (points,) = re.findall(r"^::notice title=Autograding complete::Points (\d+)/(\d+)$", ran.stdout, re.MULTILINE)
    assert int(points[1]) == most
    assert right <= int(points[0]) < most
    (error,) = [line for line in ran.stdout.splitlines() if line.startswith("::error ")]
    assert "file=exercises/scores/entropy.py,line=" in error
    assert "natural" in error or "bits" in error
    assert output.read_text("utf-8").startswith("result=")
    assert re.search(rf"\b{points[0]} of {points[1]}\b", summary.read_text("utf-8"))


# --- Classroom 50 -------------------------------------------------------------------------------

RUNNERS = {
    "CLASSROOM": "decoding-26",
    "ASSIGNMENT": "first",
    "USERNAME": "ada",
    "SUBMISSION_TAG": "submit/2026-11-20T13-30-05Z-0a1b2c3",
    "COMMIT_URL": "https://github.com/org/decoding-26-first-ada/commit/0a1b2c3",
    "RELEASE_URL": "https://github.com/org/decoding-26-first-ada/releases/tag/x",
}
"""The variables of an older runner, which does not set the newer three."""


@pytest.fixture
def bundle(course: Course, tmp_path: Path) -> Path:
    """Return the folder of an autograder whose own Python is the one here, where everything is installed."""
    folder = tmp_path / "bundle"
    place.place(
        {
            folder: autograder_files(
                assignment(
                    course, "entropy", "softmax_by_hand", source=InstallSource(f"{PACKAGE}=={grader.__version__}")
                ),
            )
        }
    )
    environment_in(folder / ".venv")
    return folder


def autograde(bundle: Path, checkout: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the autograder as the runner does; skip where learners' processes cannot be confined strictly."""
    environment = {**os.environ, "PIP_NO_INDEX": "1", "HOME": str(bundle), **RUNNERS, **more}
    environment.pop("LEARN_COURSE", None)
    command = [sys.executable, str(bundle / "autograder.py")]
    ran = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, encoding="utf-8", check=False)
    if ran.returncode == 3 and "confine" in ran.stderr:
        pytest.skip("learners' processes cannot be confined strictly here")
    return ran


@needs_bash
def test_the_autograder_writes_whole_points_and_ends_with_0_though_a_check_failed(checkout: Path, bundle: Path) -> None:
    ran = autograde(bundle, checkout)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    document = json.loads((checkout / "result.json").read_text("utf-8"))
    assert document["score"] == sum(test["score"] for test in document["tests"])
    assert {type(test[key]) for test in document["tests"] for key in ("score", "max-score")} == {int}
    assert 0 < document["score"] < document["max-score"]
    assert (document["owner"], document["review"]) == ("ada", RUNNERS["COMMIT_URL"])


TRAPS = {
    "random.py": "raise SystemExit('a module of the learner was imported')\n",
    "grader/__init__.py": "raise SystemExit('a package of the learner was imported')\n",
    "grader/__main__.py": "print('{}')\n",
    "pip/__init__.py": "raise SystemExit('a package of the learner was imported')\n",
    "pip/__main__.py": "raise SystemExit('a package of the learner was imported')\n",
    "sitecustomize.py": "raise SystemExit('a module of the learner was imported')\n",
    "pyproject.toml": "[project]\nname = 'token-by-token'\nversion = '99'\n",
    "requirements.txt": "no-such-package==99\n",
    "release-body.md": "### 100/100\n",
}


def make_folder(path: Path) -> None:
    path.mkdir()
    (path / "inner").symlink_to(path.parent.parent)


RESULTS: dict[str, Callable[[Path], None]] = {
    "a link": lambda path: path.symlink_to(path.parent.parent / "precious"),
    "a link to a folder": lambda path: path.symlink_to(path.parent.parent),
    "a folder": make_folder,
    "a FIFO": os.mkfifo,
}
"""How a learner may have prepared `result.json`."""


@needs_bash
@pytest.mark.parametrize("prepared", RESULTS)
def test_nothing_that_a_learner_commits_becomes_part_of_the_grading(
    checkout: Path, bundle: Path, tmp_path: Path, prepared: str
) -> None:
    for name, text in TRAPS.items():
        (checkout / name).parent.mkdir(exist_ok=True)
        (checkout / name).write_text(text, "utf-8")
    (tmp_path / "precious").write_text("as it was", "utf-8")
    RESULTS[prepared](checkout / "result.json")
    ran = autograde(bundle, checkout)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert json.loads((checkout / "result.json").read_text("utf-8"))["score"] > 0
    assert not (checkout / "result.json").is_symlink()
    assert (tmp_path / "precious").read_text("utf-8") == "as it was"
    assert not (checkout / "release-body.md").exists()


@needs_bash
def test_grading_that_went_wrong_is_no_grade(checkout: Path, bundle: Path) -> None:
    (checkout / "result.json").write_text('{"score": 100}', "utf-8")
    text = (bundle / "autograder.py").read_text("utf-8")
    (bundle / "autograder.py").write_text(text.replace('"entropy"', '"entropie"'), "utf-8")
    ran = autograde(bundle, checkout)
    assert ran.returncode == 2
    assert "there is no exercise 'entropie'" in ran.stderr
    assert not (checkout / "result.json").exists()


@needs_bash
def test_classroom_50s_runner_publishes_the_autograders_points(checkout: Path, bundle: Path, tmp_path: Path) -> None:
    if "LEARN_CLASSROOM50" not in os.environ:
        pytest.skip("LEARN_CLASSROOM50 is not set; tests/reports/test_report_consumers.py says to what")
    runner = Path(os.environ["LEARN_CLASSROOM50"]) / "cli/gh-teacher/skeleton/dotgithub/scripts/runner.py"
    packed = tmp_path / "pages/decoding-26/autograders/first.tar.gz"
    packed.parent.mkdir(parents=True)
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(bundle, "first")
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=checkout, capture_output=True, text=True, check=True)
    environment = {
        **os.environ,
        "PIP_NO_INDEX": "1",
        "PAGES_BASE_URL": (tmp_path / "pages").as_uri(),
        "CLASSROOM": "decoding-26",
        "ASSIGNMENT": "first",
        "SUBMISSION_TAG": RUNNERS["SUBMISSION_TAG"],
        "GITHUB_REPOSITORY": "org/decoding-26-first-ada",
        "GITHUB_SHA": head.stdout.strip(),
        "GITHUB_ACTOR": "ada",
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "RUNNER_TEMP": str(tmp_path / "temp"),
        "MODE": "individual",
    }
    ran = subprocess.run(
        [sys.executable, str(runner)], cwd=checkout, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    document = json.loads((checkout / "result.json").read_text("utf-8"))
    assert 0 < document["score"] < document["max-score"]
    assert (document["owner"], document["assignment_type"]) == ("ada", "individual")
    assert "status=failure\n" in (tmp_path / "output").read_text("utf-8")
    points = f"{document['score']}/{document['max-score']}"
    assert f"### classroom50 autograde: {points}\n" in (tmp_path / "summary").read_text("utf-8")
