"""Starter repositories: what is in them, and how they are written."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from places import COURSE_FOLDER
from sizes import first_row_always
from starters import PUBLISHED, WORKFLOWS, assignment, linter
from workplace import Workplace

from grader.authoring.starter import place as placing
from grader.authoring.starter.gradescope_zip import build
from grader.authoring.starter.recipe import Files, autograder_files, starter_files
from grader.cli.init import PLATFORMS
from grader.cli.project import project_url
from grader.course import find
from grader.course.course import Course
from grader.course.parsed_cache import ParsedCache

TWO = ["softmax_by_hand", "nucleus_membership"]
OURS = {
    "github": [WORKFLOWS["github"]],
    "classroom": [WORKFLOWS["classroom"]],
    "classroom50": [],
    "gitlab": [".gitlab-ci.yml"],
    "gradescope": [],
}
"""Files in the starter repository of one platform and of no other."""
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


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Return the course that the package brings; its files are parsed once."""
    return Course(find(), ParsedCache(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder where `learn` uses the course that the package brings."""
    (tmp_path / "here").mkdir()
    monkeypatch.delenv("LEARN_COURSE", raising=False)
    return Workplace(tmp_path / "here", monkeypatch, capsys, course=None)


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- what is in it ------------------------------------------------------------------------------


@every_recipe
@pytest.mark.slow
def test_a_starter_holds_stubs_a_readme_settings_and_what_the_platform_wants(course: Course, recipe: str) -> None:
    files = starter_files(recipe, assignment(course))
    stubs = [f"exercises/{each}.py" for each in course.exercise_ids]
    assert sorted(files) == sorted([*COMMON, *stubs, *OURS[recipe]])
    for name in stubs:
        assert files[name] == (COURSE_FOLDER / name).read_bytes()


@every_recipe
@pytest.mark.slow
def test_the_same_starter_has_the_same_bytes_and_no_placeholder(course: Course, recipe: str) -> None:
    files = starter_files(recipe, assignment(course, *TWO))
    assert files == starter_files(recipe, assignment(course, *TWO))
    for name, content in files.items():
        assert not re.search(rb"@[A-Z]+@", content), name


@every_recipe
@pytest.mark.slow
def test_the_version_is_pinned_exactly(course: Course, recipe: str) -> None:
    files = starter_files(recipe, assignment(course))
    assert files["requirements.txt"] == b"-c constraints.txt\ntoken-by-token==1.2.3\n"
    for name in OURS[recipe]:
        assert files[name].count(b"pip install -r requirements.txt") == 1


@every_recipe
@pytest.mark.slow
def test_the_readme_lists_what_is_there_and_speaks_to_learners_only(course: Course, recipe: str) -> None:
    text = starter_files(recipe, assignment(course, *TWO))["README.md"].decode()
    assert text.startswith("# Token by Token\n\nThe 2 files in `exercises/` hold functions for you to write")
    assert re.findall(r"^- \[.*\]\((.*)\): .+$", text, re.MULTILINE) == [
        "exercises/scores/softmax_by_hand.py",
        "exercises/picking/nucleus_membership.py",
    ]
    assert not re.search(r"teacher|template|grade of record|solution", text, re.IGNORECASE)
    assert max(map(len, text.splitlines())) <= 125


@pytest.mark.slow
def test_a_classroom_50_starter_never_brings_a_workflow(course: Course) -> None:
    assert [name for name in starter_files("classroom50", assignment(course)) if name.startswith(".github")] == []


@pytest.mark.parametrize(
    ("names", "line"),
    [
        ([], b"EXERCISES: tuple[str, ...] = ()\n"),
        (["entropy"], b'EXERCISES: tuple[str, ...] = ("entropy",)\n'),
        (TWO, b'EXERCISES: tuple[str, ...] = ("softmax_by_hand", "nucleus_membership")\n'),
    ],
)
def test_the_autograder_names_the_version_and_the_exercises(course: Course, names: list[str], line: bytes) -> None:
    files = autograder_files("classroom50", assignment(course, *names))
    assert sorted(files) == ["autograder.py", "constraints.txt", "requirements.txt"]
    assert files["requirements.txt"] == b"-c constraints.txt\ntoken-by-token==1.2.3\n"
    assert line in files["autograder.py"]


# --- the workflows ------------------------------------------------------------------------------


def workflow(files: Files, recipe: str) -> dict[Any, Any]:
    """Return a parsed workflow."""
    found: dict[Any, Any] = yaml.safe_load(files[WORKFLOWS[recipe]])
    return found


@pytest.mark.parametrize("recipe", WORKFLOWS)
def test_a_workflow_has_the_least_permissions_and_pins_every_action_by_its_commit(course: Course, recipe: str) -> None:
    files = starter_files(recipe, assignment(course))
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


@pytest.mark.parametrize("recipe", WORKFLOWS)
def test_nothing_is_pasted_into_a_script(course: Course, recipe: str) -> None:
    document = workflow(starter_files(recipe, assignment(course)), recipe)
    scripts = [step["run"] for job in document["jobs"].values() for step in job["steps"] if "run" in step]
    install = 'if [ "$SOURCE" ]; then pip install "$SOURCE"; else pip install -r requirements.txt; fi'
    assert scripts == [install, "learn check --all --format github"]


@pytest.mark.external
@pytest.mark.parametrize("recipe", ["github", "classroom", "gitlab"])
def test_the_published_schema_accepts_what_the_platform_reads(course: Course, recipe: str, tmp_path: Path) -> None:
    program = linter("check-jsonschema")
    placing.place({tmp_path / recipe: starter_files(recipe, assignment(course, *TWO))})
    kind = "gitlab-ci" if recipe == "gitlab" else "github-workflows"
    command = [program, "--builtin-schema", f"vendor.{kind}", str(tmp_path / recipe / OURS[recipe][0])]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stdout == "ok -- validation done\n"


@pytest.mark.external
@pytest.mark.parametrize("recipe", WORKFLOWS)
def test_zizmor_finds_nothing_in_a_workflow(course: Course, recipe: str, tmp_path: Path) -> None:
    placing.place({tmp_path / recipe: starter_files(recipe, assignment(course, *TWO))})
    command = [linter("zizmor"), "--offline", "--no-progress", str(tmp_path / recipe)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


# --- writing it ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_learn_init_makes_a_starter_and_says_what_next(place: Workplace) -> None:
    ran = place.learn("init", "--ci", "github", "my starter é", *FROM, "--exercise", "entropy", "--exercise", TWO[0])
    assert ran == (
        0,
        "2 stubs, a README for learners and what github wants, in my starter é\n\n"
        f"Next: make my starter é/README.md yours, and publish the folder: {project_url('Documentation')}\n",
        "",
    )
    files = tree(place.folder / "my starter é")
    assert files["requirements.txt"] == b"-c constraints.txt\ntoken-by-token==1.2.3\n"
    assert b"run: learn check softmax_by_hand entropy --format github\n" in files[WORKFLOWS["github"]]
    assert [name for name in files if name.endswith(".py")] == sorted(
        ["exercises/scores/entropy.py", "exercises/scores/softmax_by_hand.py"]
    )


@pytest.mark.slow
def test_the_autograder_lies_beside_the_starter(place: Workplace) -> None:
    ran = place.learn("init", "--ci", "classroom50", "first", *FROM, "--exercise", "entropy")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[:2] == [
        "1 stub, a README for learners and what classroom50 wants, in first",
        "What grades them is in first-autograder; it does not go to learners.",
    ]
    assert sorted(tree(place.folder / "first-autograder")) == ["autograder.py", "constraints.txt", "requirements.txt"]


@pytest.mark.slow
def test_the_autograder_for_gradescope_is_the_zip_file_to_upload(place: Workplace) -> None:
    ran = place.learn("init", "--ci", "gradescope", "first", *FROM, "--exercise", "entropy", "--autograder", "for me")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[1] == "What grades them is in for me; it does not go to learners."
    made = tree(place.folder / "for me")
    assert made == {"autograder.zip": build(PUBLISHED.files, exercises=["entropy"])}
    assert "## Hand in" in (place.folder / "first/README.md").read_text("utf-8")
    assert "Push" not in (place.folder / "first/README.md").read_text("utf-8")


@pytest.mark.slow
def test_a_starter_leaves_out_the_request_to_coding_assistants(place: Workplace) -> None:
    assert place.learn("init", "--ci", "gitlab", "first", "--no-agents", *FROM, "--exercise", "entropy").code == 0
    assert sorted(each.name for each in (place.folder / "first").glob("*.md")) == ["README.md"]


@pytest.mark.slow
def test_what_is_in_the_way_is_named_and_nothing_is_written(place: Workplace) -> None:
    place.write("starter/README.md", "mine")
    place.write("starter/exercises/scores/entropy.py", "mine")
    before = tree(place.folder)
    assert place.learn("init", "--ci", "gitlab", "starter", *FROM) == (
        2,
        "",
        "learn: starter/README.md, starter/exercises/scores/entropy.py are there already; give an empty folder, or move "
        "them away. Nothing was written (see `learn init --help`)\n",
    )
    assert tree(place.folder) == before


@pytest.mark.slow
def test_a_taken_autograder_keeps_the_starter_from_being_written(place: Workplace) -> None:
    place.write("first-autograder/autograder.py", "mine")
    ran = place.learn("init", "--ci", "classroom50", "first", *FROM)
    assert (ran.code, ran.out) == (2, "")
    assert list(tree(place.folder)) == ["first-autograder/autograder.py"]
    assert not (place.folder / "first").exists()


@pytest.mark.slow
def test_other_files_stay_beside_the_new_ones(place: Workplace) -> None:
    place.write("starter/LICENSE", "MIT")
    assert place.learn("init", "--ci", "github", "starter", *FROM, "--exercise", "entropy").code == 0
    assert tree(place.folder / "starter")["LICENSE"] == b"MIT"


USAGE = [
    (["--ci", "github", ".", "--exercise", "entropie"], "there is no exercise 'entropie'; did you mean entropy?"),
    (["--exercise", "entropy"], "--exercise is for --ci, which names a platform"),
    (["--autograder", "x"], "--autograder is for --ci, which names a platform"),
    (["--install-from", "x"], "--install-from is for --ci, which names a platform"),
    (["--ci", "github", "--autograder", "x"], "--autograder is for --ci classroom50 or gradescope; github grades with the repository's own "
     "files"),
    (["--ci", "classroom50", "a", "--autograder", "a/b", *FROM], "learners would get what lies there, too; give --autograder a folder "
     "outside of FOLDER"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"), first_row_always(USAGE), ids=[" ".join(each)[:40] for each, _ in USAGE]
)
@pytest.mark.slow
def test_wrong_usage_is_one_sentence_and_nothing_is_written(
    place: Workplace, arguments: list[str], message: str
) -> None:
    ran = place.learn("init", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.removesuffix(" (see `learn init --help`)\n").removesuffix("\n") == f"learn: {message}"
    assert list(place.folder.iterdir()) == []


@pytest.mark.slow
def test_a_file_where_a_folder_belongs_leaves_nothing_behind(place: Workplace) -> None:
    place.write("starter/exercises", "a file")
    ran = place.learn("init", "--ci", "github", "starter", *FROM, "--exercise", "entropy")
    assert (ran.code, ran.out) == (3, "")
    assert re.fullmatch(r"learn: .*exercises.* cannot be written: .*; nothing was left behind\n", ran.err)
    assert tree(place.folder) == {"starter/exercises": b"a file"}


class Interrupted(dict[str, bytes]):
    """Files of which the writing is interrupted after the first."""

    def items(self) -> Any:
        """Give the first file only."""
        yield next(iter(super().items()))
        raise KeyboardInterrupt


def test_an_interruption_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    plan: Mapping[Path, Mapping[str, bytes]] = {
        tmp_path / "there": {"a/b.txt": b"1"},
        tmp_path / "new" / "deep": Interrupted({"c.txt": b"2", "d.txt": b"3"}),
    }
    with pytest.raises(KeyboardInterrupt):
        placing.place(plan)
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]
