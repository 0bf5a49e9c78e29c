"""The action at the top of the repository: its steps are run by bash as GitHub's runner runs them."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from places import COURSE, ROOT
from starters import bash, environment_in, git, linter, push

ACTION = ROOT / "action.yml"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not ACTION.is_file() or shutil.which("bash") is None or shutil.which("git") is None or os.name != "posix",
        reason="the action is in the checkout only, and needs bash and git",
    ),
]


@pytest.fixture(scope="module")
def action() -> Any:
    return yaml.safe_load(ACTION.read_text("utf-8"))


@pytest.fixture(scope="module")
def pushed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return push(tmp_path_factory.mktemp("pushed"), "github", COURSE)


@pytest.fixture
def clone(pushed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pushed, tmp_path / "my clone é"))


class Graded(NamedTuple):
    """The result of the step that grades."""

    code: int
    log: str
    problems: str
    outputs: dict[str, str]
    summary: str


Grade = Callable[..., Graded]


@pytest.fixture
def grade(action: Any, tmp_path: Path) -> Grade:
    """Return a function that runs the step that grades, with the defaults of the inputs that are not given.

    In place of what the step before installs stands the environment here.
    """
    (step,) = [each for each in action["runs"]["steps"] if each.get("id") == "grade"]
    temporary = tmp_path / "runner temp"
    environment_in(temporary / "token-by-token")

    def run(workspace: Path, **inputs: str) -> Graded:
        given = {name: inputs.get(name.replace("-", "_"), each["default"]) for name, each in action["inputs"].items()}
        variables = {
            name: re.sub(r"\$\{\{ inputs\.(\S+) \}\}", lambda it: given[it[1]], text)
            for name, text in step["env"].items()
        }
        files = {name: tmp_path / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for path in files.values():
            path.write_text("", "utf-8")
        variables |= {name: str(path) for name, path in files.items()} | {"RUNNER_TEMP": str(temporary)}
        ran = bash(step["run"], workspace, **variables)
        outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text("utf-8").splitlines())
        return Graded(ran.returncode, ran.stdout, ran.stderr, outputs, files["GITHUB_STEP_SUMMARY"].read_text("utf-8"))

    return run


# --- how it is written --------------------------------------------------------------------------


def test_nothing_is_pasted_into_a_script(action: Any) -> None:
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert len(scripts) == 2
    assert [script for script in scripts if "${{" in script] == []


def test_the_page_for_teachers_lists_every_input_with_its_default(action: Any) -> None:
    page = (ROOT / "docs/teaching/platforms.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \|.*\| ([^|]+) \|$", page, re.MULTILINE))
    assert list(rows) == ["exercises", "path", "fail-under", "python-version", "format", "seed", "confine"]
    for name, shown in rows.items():
        default = action["inputs"][name]["default"]
        assert shown.startswith(f"`{default}`" if default else "all")


def test_the_one_action_that_is_used_is_pinned_by_its_commit() -> None:
    uses = [line.strip() for line in ACTION.read_text("utf-8").splitlines() if re.match(r"\s*- uses:", line)]
    assert [re.sub(r"[0-9a-f]{40}", "SHA", line) for line in uses] == ["- uses: actions/setup-python@SHA # v7.0.0"]


@pytest.mark.external
def test_the_published_schema_accepts_it() -> None:
    command = [linter("check-jsonschema"), "--builtin-schema", "vendor.github-actions", str(ACTION)]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stdout == "ok -- validation done\n"


@pytest.mark.external
def test_zizmor_finds_nothing() -> None:
    ran = subprocess.run(
        [linter("zizmor"), "--offline", "--no-progress", str(ACTION)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


# --- what it does -------------------------------------------------------------------------------


def test_a_submission_is_graded_annotated_summed_up_and_put_out(clone: Path, grade: Grade) -> None:
    graded = grade(clone, exercises="softmax_by_hand entropy")
    assert (graded.code, graded.problems) == (1, "")
    report = json.loads(Path(graded.outputs["report"]).read_text("utf-8"))
    assert report["seed"] == 0
    score, most = graded.outputs["score"], graded.outputs["max-score"]
    assert (score, most) == (str(report["score"]), str(report["max_score"]))
    assert 0 < int(score) < int(most)
    assert f"::notice title=Autograding complete::Points {score}/{most}\n" in graded.log
    (error,) = [line for line in graded.log.splitlines() if line.startswith("::error ")]
    assert ",file=exercises/scores/entropy.py,line=" in error
    assert "How unsure is the model?" in graded.summary
    document = json.loads(base64.b64decode(graded.outputs["result"]))
    assert (sum(test["score"] for test in document["tests"]), document["max_score"]) == (int(score), int(most))


@pytest.mark.parametrize(
    ("names", "threshold", "code"),
    [
        ("softmax_by_hand", "100%", 0),
        ("softmax_by_hand entropy", "0", 0),
        ("softmax_by_hand entropy", "99%", 1),
        ("  softmax_by_hand ", "8", 0),
    ],
)
def test_the_job_fails_below_the_threshold(clone: Path, grade: Grade, names: str, threshold: str, code: int) -> None:
    assert grade(clone, exercises=names, fail_under=threshold).code == code


@pytest.mark.parametrize(
    ("inputs", "code", "problem"),
    [
        ({"exercises": "entropie"}, 2, "there is no exercise 'entropie'; did you mean entropy?"),
        ({"path": "nowhere"}, 2, "Path 'nowhere' does not exist."),
        ({"fail_under": "many"}, 2, "fail-under is neither a number of points nor a share; write 30 or 75%"),
    ],
)
def test_a_wrong_input_is_said_and_nothing_is_put_out(
    clone: Path, grade: Grade, inputs: dict[str, str], code: int, problem: str
) -> None:
    graded = grade(clone, **inputs)
    assert (graded.code, graded.log, graded.outputs, graded.summary) == (code, "", {}, "")
    assert problem in graded.problems


@pytest.mark.parametrize("name", ["exercises", "path", "fail_under", "format", "seed", "confine"])
def test_an_input_is_never_a_command(clone: Path, grade: Grade, name: str) -> None:
    for text in ("$(touch pwned)`touch pwned`; touch pwned", "a[$(touch pwned)]", "*"):
        graded = grade(clone, **{name: text})
        assert not list(clone.rglob("pwned"))
        assert (graded.code, graded.outputs) == (2, {}), (text, graded)


def test_what_a_learner_prints_is_no_command(clone: Path, grade: Grade) -> None:
    text = "def entropy_bits(p):\n    print('::notice title=Autograding complete::Points 99/9')\n    print('::set-output')\n    return -1\n"
    (clone / "exercises/scores/entropy.py").write_text(text, "utf-8")
    graded = grade(clone, exercises="entropy")
    commands = [line for line in graded.log.splitlines() if line.lstrip().startswith("::")]
    assert [line.partition(" ")[0] for line in commands] == ["::error", "::notice", "::notice"]
    assert "99/9" not in "".join(line for line in commands if line.startswith("::notice"))
    assert set(graded.outputs) == {"result", "score", "max-score", "report"}


def test_files_of_the_learner_are_not_imported_by_the_grader(clone: Path, grade: Grade) -> None:
    for name in ("random.py", "json.py", "grader.py", "sitecustomize.py"):
        (clone / name).write_text("raise SystemExit('imported')\n", "utf-8")
    graded = grade(clone, exercises="softmax_by_hand")
    assert (graded.code, graded.problems) == (0, "")


@pytest.mark.slow
def test_the_grader_is_installed_from_the_actions_own_files(action: Any, clone: Path, tmp_path: Path) -> None:
    """Without network: what the package needs is taken from the environment here."""
    (step,) = [each for each in action["runs"]["steps"] if each.get("name") == "Install the grader"]
    for name in ("venv.py", "pip.py", "random.py"):
        (clone / name).write_text("raise SystemExit('imported')\n", "utf-8")
    checkout = tmp_path / "the action é"
    git(tmp_path, "clone", "-q", str(ROOT), str(checkout))
    variables = {"RUNNER_TEMP": str(tmp_path), "GITHUB_ACTION_PATH": str(checkout), "PIP_NO_INDEX": "1"}
    variables |= {"PIP_NO_DEPS": "1", "PIP_FIND_LINKS": str(tmp_path), "PIP_NO_BUILD_ISOLATION": "false"}
    python = tmp_path / "token-by-token/bin/python"
    subprocess.run([sys.executable, "-I", "-m", "venv", str(tmp_path / "token-by-token")], check=True)
    (packages,) = (tmp_path / "token-by-token").glob("lib/python*/site-packages")
    here = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "here.pth").write_text("\n".join(here) + "\n", "utf-8")
    ran = bash(step["run"], clone, **variables)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
    where = subprocess.run(
        [python, "-I", "-c", "import grader; print(grader.__file__)"], capture_output=True, text=True, check=True
    )
    assert Path(where.stdout.strip()).is_relative_to(packages)
