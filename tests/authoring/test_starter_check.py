"""`learn author check --starter`: answers are found by what they say, wherever they stand, and nothing else is."""

from __future__ import annotations

import ast
import builtins
import json
import re
import shutil
import subprocess
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from places import COURSE_FOLDER, DATA
from starters import assignment, git, needs_bash
from workplace import Workplace

from grader.authoring.starter import place as placing
from grader.authoring.starter.inspect_starter import inspect
from grader.authoring.starter.leaks import Answers, answers_of, findings
from grader.authoring.starter.recipe import RECIPES, autograder_files, starter_files
from grader.course.course import Course
from grader.course.location import find

SOLUTION = (COURSE_FOLDER / "solutions/picking/nucleus_membership.py").read_text("utf-8")
MISTAKES = (COURSE_FOLDER / "solutions/picking/nucleus_membership_mistakes.py").read_text("utf-8")
CHECKS = (COURSE_FOLDER / "solutions/picking/nucleus_membership_checks.py").read_text("utf-8")
YAML = (COURSE_FOLDER / "exercises/picking/nucleus_membership.yaml").read_text("utf-8")
STUB = (COURSE_FOLDER / "exercises/picking/nucleus_membership.py").read_text("utf-8")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Return the course that the package brings; its files are parsed once."""
    return Course(find(), tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def answers(course: Course) -> Answers:
    """Return the answers of that course."""
    return answers_of(course)


@pytest.fixture
def starter(course: Course, tmp_path: Path) -> Path:
    """Return a starter repository without history."""
    folder = tmp_path / "starter é"
    placing.place({folder: starter_files("github", assignment(course, "nucleus_membership", "entropy"))})
    return folder


def function(source: str, name: str) -> str:
    """Return the source of a function."""
    (node,) = [each for each in ast.parse(source).body if isinstance(each, ast.FunctionDef) and each.name == name]
    return ast.get_source_segment(source, node) or ""


class Renamed(ast.NodeTransformer):
    """Changes every name that a writer chose, and takes out docstrings and annotations."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def _new(self, name: str) -> str:
        return name if hasattr(builtins, name) else self._names.setdefault(name, f"my_{len(self._names)}")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Rename a function."""
        node.name, node.returns = self._new(node.name), None
        node.body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Rename a parameter."""
        return ast.arg(self._new(node.arg))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Rename a variable."""
        return ast.Name(self._new(node.id), node.ctx)


def renamed(source: str) -> str:
    """Return code that does the same under other names."""
    return ast.unparse(Renamed().visit(ast.parse(source)))


# --- nothing where nothing is -------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.parametrize("recipe", RECIPES)
def test_what_learn_init_writes_holds_no_answer(course: Course, answers: Answers, recipe: str, tmp_path: Path) -> None:
    files = {**starter_files(recipe, assignment(course)), **autograder_files(recipe, assignment(course))}
    placing.place({tmp_path / "starter": files})
    found = inspect(tmp_path / "starter", answers)
    assert (found.problems, found.unseen, found.files) == ([], [], len(files))


@pytest.mark.whole
def test_other_code_and_prose_holds_no_answer(answers: Answers) -> None:
    for module in (json, re, shutil, subprocess, textwrap, zipfile):
        text = Path(str(module.__file__)).read_text("utf-8")
        assert list(findings(answers, text.encode(), text)) == []


# --- what is planted is found -------------------------------------------------------------------

NUCLEUS = "the solution of picking/nucleus_membership"
WRITTEN = "`nucleus` is written, which picking/nucleus_membership asks learners for; leave it as the stub has it"
OWN = "def nucleus(p, top_p):\n    if top_p <= 0:\n        raise ValueError\n    return sorted(range(len(p)))\n"
BODY = "\n".join(function(SOLUTION, "nucleus").splitlines()[-12:])

PLANTED: dict[str, tuple[str, str, list[str]]] = {
    "a copy under another name": ("a/b/old.txt", SOLUTION, [f"a/b/old.txt:1: is a copy of {NUCLEUS}; remove the file"]),
    "the stub filled in by the teacher": ("exercises/picking/nucleus_membership.py", OWN,
        [f"exercises/picking/nucleus_membership.py:1: {WRITTEN}"]),
    "another name and other variables": ("tools.py", "import numpy\n\n\n" + renamed(function(SOLUTION, "nucleus")),
        [f"tools.py:4: `my_0` is in {NUCLEUS}, names aside; take it out"]),
    "in a README": ("README.md", f"# Hello\n\n```python\n{function(SOLUTION, 'nucleus')}\n```\n\nGood luck.\n",
        [f"README.md:4: {WRITTEN}"]),
    "in a notebook": ("demo.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": ["import numpy as np\n", "\n",
        *renamed(function(SOLUTION, "nucleus")).splitlines(keepends=True)]}]}, indent=1),
        [f"demo.ipynb:8: `my_0` is in {NUCLEUS}, names aside; take it out"]),
    "commented out below the stub": ("exercises/picking/nucleus_membership.py",
        STUB + "\n\n" + textwrap.indent(function(SOLUTION, "nucleus"), "# ", lambda line: True),
        [f"exercises/picking/nucleus_membership.py:{len(STUB.splitlines()) + 3}: {WRITTEN}"]),
    "in a patch": ("fix.patch", "--- a\n+++ b\n@@ -1 +1,30 @@\n" + textwrap.indent(function(SOLUTION, "nucleus"), "+",
        lambda line: True), [f"fix.patch:4: {WRITTEN}"]),
    "a mistake": ("tools.py", renamed(function(MISTAKES, "each_at_least_the_rest")),
        ["tools.py:1: `my_0` is in the mistakes of picking/nucleus_membership, names aside; take it out"]),
    "what a learner is told of a mistake": ("README.md", "Careful:\n\nKeeping tokens while the sum with them is at most "
        "top_p stops\none too early, and gives an empty list.\n",
        ["README.md:3: holds words of the mistakes of picking/nucleus_membership; take them out"]),
    "a law": ("tools.py", function(CHECKS, "follows_the_tokens"),
        ["tools.py:1: `follows_the_tokens` is in the checks of picking/nucleus_membership, names aside; take it out"]),
    "the exercise file": ("task.txt", YAML, ["task.txt:1: is a copy of the exercise file of picking/nucleus_membership; "
        "remove the file"]),
    "a hint": ("README.md", "So:\nWalk down from the likeliest token and **stop** when you\nhave enough. What now?\n",
        ["README.md:2: holds words of the exercise file of picking/nucleus_membership; take them out"]),
    "in UTF-16": ("a.txt", "\ufeff" + OWN, [f"a.txt:1: {WRITTEN}"]),
}  # fmt: skip


@pytest.mark.parametrize("case", PLANTED)
def test_an_answer_is_found(starter: Path, answers: Answers, case: str) -> None:
    name, text, problems = PLANTED[case]
    (starter / name).parent.mkdir(parents=True, exist_ok=True)
    (starter / name).write_bytes(text.encode("utf-16-le" if case == "in UTF-16" else "utf-8"))
    assert inspect(starter, answers).problems == problems


def test_a_part_of_a_body_is_found_by_its_words(starter: Path, answers: Answers) -> None:
    (starter / "notes.txt").write_text(f"some notes\n{BODY}\n", "utf-8")
    (problem,) = inspect(starter, answers).problems
    assert re.fullmatch(rf"notes\.txt:\d+: holds words of {NUCLEUS}; take them out", problem)


def test_numbers_of_a_check_are_found_however_they_are_written(starter: Path, answers: Answers) -> None:
    expected = re.findall(r"\d\.\d{5,}", (COURSE_FOLDER / "exercises/scores/softmax_stable.yaml").read_text("utf-8"))
    (starter / "table.csv").write_text(
        "\n".join(f"{place};{each.lstrip('0')}0;" for place, each in enumerate(expected))
    )
    problems = inspect(starter, answers).problems
    found = [re.fullmatch(r"table\.csv:\d+: holds numbers of (.*); take them out", each) for each in problems]
    assert "the exercise file of scores/softmax_stable" in [each[1] for each in found if each]


def test_an_archive_is_looked_into(starter: Path, answers: Answers) -> None:
    with zipfile.ZipFile(starter / "old.zip", "w") as archive:
        archive.writestr("deep/tools.py", OWN)
        archive.writestr("picture.png", b"\x89PNG\0")
    found = inspect(starter, answers)
    assert found.problems == [f"old.zip/deep/tools.py:1: {WRITTEN}"]
    assert found.unseen == ["old.zip/picture.png is no text"]


def test_a_copied_file_that_is_no_text_is_found(starter: Path, answers: Answers) -> None:
    shutil.copy(COURSE_FOLDER / "solutions/tiny_lm/draft.npz", starter / "model.bin")
    problems = inspect(starter, answers).problems
    assert problems[0] == "model.bin:1: is a copy of solutions/tiny_lm/draft.npz; remove the file"


def test_what_is_not_looked_into_is_named(starter: Path, answers: Answers) -> None:
    (starter / "picture.png").write_bytes(b"\x89PNG\0")
    (starter / "large.txt").write_bytes(b"a" * ((4 << 20) + 1))
    (starter / "link").symlink_to(COURSE_FOLDER / "solutions/picking/nucleus_membership.py")
    (starter / ".venv").mkdir()
    (starter / ".venv/pyvenv.cfg").touch()
    (starter / ".venv/leak.py").write_text(SOLUTION, "utf-8")
    found = inspect(starter, answers)
    assert found.problems == []
    assert found.unseen == [
        ".venv/ is a virtual environment, which is not to be published",
        "large.txt is larger than 4 MiB",
        "link is no regular file",
        "picture.png is no text",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\0",
        "(" * 5000,
        "def f(:\n" * 200,
        "[" * 100_000,
        '{"a": ' * 2000,
        "def nucleus(p):\n\traise\n  x",
        "\ud800" * 3,
    ],
    ids=["nul", "brackets", "broken", "lists", "objects", "indentation", "surrogates"],
)
def test_text_that_is_no_code_is_no_fault(starter: Path, answers: Answers, text: str) -> None:
    (starter / "odd.py").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert inspect(starter, answers).problems == []


# --- history ------------------------------------------------------------------------------------

ANEW = "publish a copy without .git, or write the history anew"


def commit(folder: Path, message: str) -> None:
    """Commit everything."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)


@needs_bash
def test_a_file_that_was_deleted_is_found_in_the_history(starter: Path, answers: Answers) -> None:
    git(starter, "init", "-q")
    (starter / "draft.py").write_text(OWN, "utf-8")
    commit(starter, "draft")
    (starter / "draft.py").unlink()
    commit(starter, "clean")
    found = inspect(starter, answers)
    assert found.problems == [f"history: draft.py:1: {WRITTEN}; {ANEW}"]
    assert found.past == found.files + 1


@needs_bash
def test_other_branches_and_stashes_belong_to_the_history(starter: Path, answers: Answers) -> None:
    git(starter, "init", "-q")
    commit(starter, "starter")
    git(starter, "checkout", "-q", "-b", "mine")
    (starter / "mine.py").write_text(OWN, "utf-8")
    commit(starter, "mine")
    git(starter, "checkout", "-q", "-")
    (starter / "README.md").write_text(function(SOLUTION, "nucleus"), "utf-8")
    git(starter, "stash", "-q")
    assert sorted(inspect(starter, answers).problems) == [
        f"history: README.md:1: {WRITTEN}; {ANEW}",
        f"history: mine.py:1: {WRITTEN}; {ANEW}",
    ]


@needs_bash
def test_what_is_committed_is_told_for_the_file_and_for_the_history(starter: Path, answers: Answers) -> None:
    git(starter, "init", "-q")
    (starter / "tools.py").write_text(OWN, "utf-8")
    commit(starter, "starter")
    git(starter, "gc", "-q")
    assert inspect(starter, answers).problems == [f"tools.py:1: {WRITTEN}", f"history: tools.py:1: {WRITTEN}; {ANEW}"]


@needs_bash
def test_a_repository_without_commits_and_one_that_is_broken(starter: Path, answers: Answers) -> None:
    git(starter, "init", "-q")
    assert inspect(starter, answers).problems == []
    (starter / ".git/HEAD").unlink()
    (problem,) = inspect(starter, answers).problems
    assert re.fullmatch(rf"history: cannot be read by git \(.+\); {re.escape(ANEW)}", problem)


@needs_bash
def test_the_history_around_a_folder_is_not_its_own(starter: Path, answers: Answers) -> None:
    git(starter.parent, "init", "-q")
    found = inspect(starter, answers)
    assert (found.problems, found.past) == ([], 0)
    assert found.unseen == ["the history of the repository that this folder is in"]


@needs_bash
@pytest.mark.exhaustive
def test_a_history_that_is_too_long_is_no_clean_one(starter: Path, answers: Answers) -> None:
    git(starter, "init", "-q")
    rows = ["commit refs/heads/main", "committer A <a@b> 0 +0000", "data 0"]
    for number in range(20_001):
        rows += [f"M 100644 inline {number}.txt", f"data {len(str(number))}", str(number)]
    stream = "\n".join(rows) + "\n"
    subprocess.run(["git", "fast-import", "--quiet"], cwd=starter, input=stream.encode(), check=True)
    assert inspect(starter, answers).problems == [
        f"history: holds more than 20000 versions of files; only the newest were looked at; {ANEW}"
    ]


# --- how much is found --------------------------------------------------------------------------


def functions_of(course: Course, ending: str) -> list[str]:
    """Return the source of every function in the solutions or the mistakes of a course."""
    texts = [course.solutions.path(each, ending).read_text("utf-8") for each in course.exercise_ids]
    trees = [(text, node) for text in texts for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return [ast.get_source_segment(text, node) or "" for text, node in trees]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("ending", "least"), [("", 0.9), ("_mistakes", 0.99)])
@pytest.mark.parametrize("change", [str, renamed], ids=["copied", "renamed"])
def test_nearly_every_function_is_found_on_its_own(
    course: Course, answers: Answers, ending: str, least: float, change: Callable[[str], str]
) -> None:
    texts = [change(each) for each in functions_of(course, ending)]
    found = [text for text in texts if list(findings(answers, text.encode(), text))]
    assert len(found) / len(texts) >= (least if change is str else 0.85)


@pytest.mark.exhaustive
def test_every_hint_is_found_on_its_own(course: Course, answers: Answers) -> None:
    hints = [hint for each in course.exercise_ids for hint in course.words(each).hints]
    assert [hint for hint in hints if not list(findings(answers, hint.encode(), hint))] == []


# --- the command --------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder where `learn` uses the tiny course."""
    (tmp_path / "here").mkdir()
    return Workplace(tmp_path / "here", monkeypatch, capsys)


def test_the_command_says_that_nothing_was_found(place: Workplace) -> None:
    stub = DATA / "course/exercises/small/total.py"
    place.write("starter/exercises/small/total.py", stub.read_text("utf-8"))
    assert place.learn("author", "check", "--starter", "starter") == (0, "1 file: no problems\n", "")


def test_the_command_names_what_was_found_and_ends_with_1(place: Workplace) -> None:
    place.write("starter/total.py", "def total(values):\n    return 0\n")
    place.write("starter/a.bin", "\0")
    assert place.learn("author", "check", "--starter", "starter") == (
        1,
        "total.py:1: `total` is written, which small/total asks learners for; leave it as the stub has it\n"
        "not looked into: a.bin is no text\n"
        "2 files: 1 problem\n",
        "",
    )


def test_a_hostile_name_is_shown_safely(place: Workplace) -> None:
    place.write("starter/a\n::notice::b\x1b[2J.py", "def total(values):\n    return 0\n")
    out = place.learn("author", "check", "--starter", "starter").out.splitlines()
    assert out[0].startswith("a ::notice::b\\x1b[2J.py:1: `total` is written")
    assert len(out) == 2


def test_the_command_names_the_first_of_many_that_were_not_looked_into(place: Workplace) -> None:
    for number in range(13):
        place.write(f"starter/{number:02}.bin", "\0")
    out = place.learn("author", "check", "--starter", "starter").out.splitlines()
    assert out[-3:] == ["not looked into: 09.bin is no text", "not looked into: 3 more", "13 files: no problems"]


def test_a_starter_is_checked_for_the_answers_of_all_exercises(place: Workplace) -> None:
    (place.folder / "starter").mkdir()
    assert place.learn("author", "check", "total", "--starter", "starter") == (
        2,
        "",
        "learn: --starter looks for the answers of all exercises; leave the names out (see `learn author check --help`)\n",
    )
