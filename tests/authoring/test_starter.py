"""Starter repositories: what is in them, how they are written, and what learners of a part of the course see."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from places import COURSE, COURSE_FOLDER
from starters import PUBLISHED, WORKFLOWS, assignment, linter
from workplace import TINY, Workplace

from grader.authoring.starter import place as placing
from grader.authoring.starter.recipe import Files, autograder_files, starter_files
from grader.cli.init import PLATFORMS
from grader.cli.project import project_url

TWO = ["softmax_by_hand", "nucleus_membership"]
COMMON = [
    ".devcontainer/devcontainer.json",
    ".gitignore",
    ".learn/workspace.json",
    ".vscode/extensions.json",
    ".vscode/settings.json",
    ".vscode/tasks.json",
    "AGENTS.md",
    "README.md",
    "constraints.txt",
    "pyproject.toml",
    "requirements.txt",
]
FROM = ("--install-from", PUBLISHED.requirement)
every_recipe = pytest.mark.parametrize("recipe", PLATFORMS)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder where `learn` uses the course that the package brings."""
    (tmp_path / "here").mkdir()
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path / "here", monkeypatch, capsys, course=None)


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- what is in it ------------------------------------------------------------------------------


@every_recipe
def test_a_starter_holds_stubs_a_readme_settings_and_what_the_platform_wants(recipe: str) -> None:
    files = starter_files(recipe, assignment(COURSE, *TWO))
    assert files == starter_files(recipe, assignment(COURSE, *TWO))
    stubs = ["exercises/picking/nucleus_membership.py", "exercises/scores/softmax_by_hand.py"]
    assert sorted(files) == sorted([*COMMON, *stubs, *([WORKFLOWS[recipe]] if recipe in WORKFLOWS else [])])
    for name in stubs:
        assert files[name] == (COURSE_FOLDER / name).read_bytes()
    for name, content in files.items():
        assert not re.search(rb"@[A-Z_]+@", content), name
    assert files["requirements.txt"] == b"-c constraints.txt\ntoken-by-token==1.2.3\n"


@every_recipe
def test_the_readme_lists_what_is_there_and_speaks_to_learners_only(recipe: str) -> None:
    text = starter_files(recipe, assignment(COURSE, *TWO))["README.md"].decode()
    assert text.startswith("# Token by Token\n\nThe 2 files in `exercises/` hold functions for you to write")
    assert re.findall(r"^- \[.*\]\((.*)\): .+$", text, re.MULTILINE) == [
        "exercises/scores/softmax_by_hand.py",
        "exercises/picking/nucleus_membership.py",
    ]
    assert not re.search(r"teacher|template|grade of record|solution", text, re.IGNORECASE)
    assert max(map(len, text.splitlines())) <= 125


def test_the_dev_container_pins_its_image_and_opens_a_file_that_is_there() -> None:
    files = starter_files("github", assignment(COURSE, "entropy"))
    found = json.loads(files[".devcontainer/devcontainer.json"])
    assert re.fullmatch(r"mcr\.microsoft\.com/devcontainers/python:\d+(\.\d+)*-3\.\d+-[a-z]+", found["image"])
    assert all(name in files for name in found["customizations"]["codespaces"]["openFiles"])


@pytest.mark.parametrize(
    ("names", "line"),
    [
        ([], b"EXERCISES: tuple[str, ...] = ()\n"),
        (["entropy"], b'EXERCISES: tuple[str, ...] = ("entropy",)\n'),
        (TWO, b'EXERCISES: tuple[str, ...] = ("softmax_by_hand", "nucleus_membership")\n'),
    ],
)
def test_the_autograder_names_the_version_and_the_exercises(names: list[str], line: bytes) -> None:
    files = autograder_files(assignment(COURSE, *names))
    assert sorted(files) == ["autograder.py", "constraints.txt", "requirements.txt"]
    assert files["requirements.txt"] == b"-c constraints.txt\ntoken-by-token==1.2.3\n"
    assert line in files["autograder.py"]


# --- the workflows ------------------------------------------------------------------------------


def workflow(files: Files, recipe: str) -> dict[Any, Any]:
    """Return a parsed workflow."""
    found: dict[Any, Any] = yaml.safe_load(files[WORKFLOWS[recipe]])
    return found


@pytest.mark.parametrize("recipe", WORKFLOWS)
def test_a_workflow_has_the_least_permissions_and_pins_every_action_by_its_commit(recipe: str) -> None:
    files = starter_files(recipe, assignment(COURSE, *TWO))
    text = files[WORKFLOWS[recipe]].decode()
    document = workflow(files, recipe)
    (job,) = document["jobs"].values()
    assert (document["permissions"], job["permissions"]) == ({}, {"contents": "read"})
    assert document["concurrency"]["cancel-in-progress"] is True
    assert 0 < job["timeout-minutes"] <= 15
    for line in (line for line in text.splitlines() if "uses:" in line):
        assert re.search(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d", line), line
    checkout, python, *_ = job["steps"]
    assert checkout["with"] == {"persist-credentials": False}
    assert python["with"]["cache"] == "pip"
    assert not re.search(r"secrets\.|github\.token|GITHUB_TOKEN", text)
    scripts = [step["run"] for step in job["steps"] if "run" in step]
    install = 'if [ "$SOURCE" ]; then pip install "$SOURCE"; else pip install -r requirements.txt; fi'
    assert scripts == [install, "learn check softmax_by_hand nucleus_membership --format github"]
    assert ("reporter" in text) == (recipe == "classroom")


@pytest.mark.external
@pytest.mark.parametrize("recipe", WORKFLOWS)
def test_the_published_schema_and_zizmor_accept_a_workflow(recipe: str, tmp_path: Path) -> None:
    placing.place({tmp_path / recipe: starter_files(recipe, assignment(COURSE, *TWO))})
    schema = ["--builtin-schema", "vendor.github-workflows", str(tmp_path / recipe / WORKFLOWS[recipe])]
    commands = [linter("check-jsonschema"), *schema], [linter("zizmor"), "--offline", "--no-progress", str(tmp_path)]
    for command in commands:
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr


# --- writing it ---------------------------------------------------------------------------------


def test_learn_init_makes_a_starter_and_says_what_next(place: Workplace) -> None:
    ran = place.learn("init", "--ci", "github", "my starter é", *FROM, "--exercise", "entropy", "--exercise", TWO[0])
    assert ran == (
        0,
        "2 stubs, a README for learners and what github wants, in my starter é\n\n"
        f"Next: make my starter é/README.md yours, and publish the folder: {project_url('Documentation')}\n",
        "",
    )
    files = tree(place.folder / "my starter é")
    assert b"run: learn check softmax_by_hand entropy --format github\n" in files[WORKFLOWS["github"]]
    assert [name for name in files if name.endswith(".py")] == sorted(
        ["exercises/scores/entropy.py", "exercises/scores/softmax_by_hand.py"]
    )


def test_the_autograder_lies_beside_the_starter(place: Workplace) -> None:
    ran = place.learn("init", "--ci", "classroom50", "first", *FROM, "--exercise", "entropy")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[:2] == [
        "1 stub, a README for learners and what classroom50 wants, in first",
        "What grades them is in first-autograder; it does not go to learners.",
    ]
    assert sorted(tree(place.folder / "first-autograder")) == ["autograder.py", "constraints.txt", "requirements.txt"]
    assert sorted(path.name for path in (place.folder / "first").glob("*.md")) == ["AGENTS.md", "README.md"]


def test_files_in_the_way_are_named_and_nothing_is_written(place: Workplace) -> None:
    place.write("starter/README.md", "mine")
    place.write("starter/exercises/scores/entropy.py", "mine")
    before = tree(place.folder)
    assert place.learn("init", "--ci", "classroom50", "starter", *FROM) == (
        2,
        "",
        "learn: starter/README.md, starter/exercises/scores/entropy.py are there already; give an empty folder, or move "
        "them away. Nothing was written (see `learn init --help`)\n",
    )
    assert tree(place.folder) == before


USAGE = [
    (["--ci", "github", ".", "--exercise", "entropie"], "there is no exercise 'entropie'; did you mean entropy?"),
    (["--autograder", "x"], "--autograder is for --ci, which names a platform"),
    (["--ci", "classroom50", "a", "--autograder", "a/b", *FROM], "learners would get what lies there, too; give --autograder a folder "
     "outside of FOLDER"),
    (["--ci", "github", "--course", str(TINY)], "--ci is for the course of this package, which requirements.txt installs"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), USAGE, ids=[" ".join(words)[:40] for words, _ in USAGE])
def test_wrong_usage_is_one_sentence_and_nothing_is_written(
    place: Workplace, arguments: list[str], message: str
) -> None:
    ran = place.learn("init", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.removesuffix(" (see `learn init --help`)\n").removesuffix("\n") == f"learn: {message}"
    assert list(place.folder.iterdir()) == []


# --- a part of the course -----------------------------------------------------------------------
