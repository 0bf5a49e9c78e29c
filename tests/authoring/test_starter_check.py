"""`learn author check --starter`: copies, names and filled-in stubs are found, now and in the history; nothing else is."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import textwrap
import zipfile
from pathlib import Path

import pytest
from places import COURSE_FOLDER, DATA
from starters import assignment, git, needs_bash
from workplace import Workplace

from grader.authoring.starter import place as placing
from grader.authoring.starter.inspect import inspect
from grader.authoring.starter.leaks import LIMITS, Answers, answers_of, leaks
from grader.authoring.starter.recipe import autograder_files, starter_files
from grader.cli.init import PLATFORMS
from grader.course import find
from grader.course.course import Course
from grader.course.parsed_cache import ParsedCache

SOLUTION = (COURSE_FOLDER / "solutions/picking/nucleus_membership.py").read_text("utf-8")
MISTAKES = (COURSE_FOLDER / "solutions/picking/nucleus_membership_mistakes.py").read_text("utf-8")
CHECKS = (COURSE_FOLDER / "solutions/picking/nucleus_membership_checks.py").read_text("utf-8")
YAML = (COURSE_FOLDER / "exercises/picking/nucleus_membership.yaml").read_text("utf-8")
STUB = (COURSE_FOLDER / "exercises/picking/nucleus_membership.py").read_text("utf-8")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Return the course that the package brings; its files are parsed once."""
    return Course(find(), ParsedCache(tmp_path_factory.mktemp("cache")))


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


# --- nothing where nothing is -------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("recipe", PLATFORMS)
def test_what_learn_init_writes_holds_no_answer(course: Course, answers: Answers, recipe: str, tmp_path: Path) -> None:
    files = {**starter_files(recipe, assignment(course)), **autograder_files(recipe, assignment(course))}
    placing.place({tmp_path / "starter": files})
    found = inspect(tmp_path / "starter", answers)
    archives = [f"{name} is no text" for name in files if name.endswith(".zip")]
    assert (found.problems, found.unseen, found.files) == ([], archives, len(files))


@pytest.mark.slow
def test_other_code_and_prose_holds_no_answer(answers: Answers) -> None:
    for module in (json, re, shutil, subprocess, textwrap, zipfile):
        text = Path(str(module.__file__)).read_text("utf-8")
        assert list(leaks(answers, "tools.py", text.encode())) == []


# --- what is planted is found -------------------------------------------------------------------

NUCLEUS = "the solution of picking/nucleus_membership"
WRITTEN = "`nucleus` is written, which picking/nucleus_membership asks learners for; leave it as the stub has it"
OWN = "def nucleus(p, top_p):\n    if top_p <= 0:\n        raise ValueError\n    return sorted(range(len(p)))\n"
HELPER = "\n\ndef helper():\n    return 1\n"

PLANTED: dict[str, tuple[str, str, list[str]]] = {
    "a copy under another name": ("a/b/old.txt", SOLUTION, [f"a/b/old.txt:1: is a copy of {NUCLEUS}; remove the file"]),
    "a copy with other line ends": ("old.txt", SOLUTION.replace("\n", "\r\n"),
        [f"old.txt:1: is a copy of {NUCLEUS}; remove the file"]),
    "the stub filled in by the teacher": ("exercises/picking/nucleus_membership.py", OWN,
        [f"exercises/picking/nucleus_membership.py:1: {WRITTEN}"]),
    "the function in another file": ("tools.py", f"import numpy\n\n\n{OWN}", [f"tools.py:4: {WRITTEN}"]),
    "without the ending of a Python file": ("notes", OWN, [f"notes:1: {WRITTEN}"]),
    "an edited solution in its own place": ("old/solutions/picking/nucleus_membership.py", OWN, [
        f"old/solutions/picking/nucleus_membership.py:1: has the name of {NUCLEUS}; remove the file",
        f"old/solutions/picking/nucleus_membership.py:1: {WRITTEN}"]),
    "edited mistakes": ("nucleus_membership_mistakes.py", MISTAKES + HELPER, ["nucleus_membership_mistakes.py:1: "
        "has the name of the mistakes of picking/nucleus_membership; remove the file"]),
    "edited checks": ("deep/nucleus_membership_checks.py", CHECKS + HELPER, ["deep/nucleus_membership_checks.py:1: "
        "has the name of the checks of picking/nucleus_membership; remove the file"]),
    "the exercise file": ("task.txt", YAML, ["task.txt:1: is a copy of the exercise file of picking/nucleus_membership; "
        "remove the file"]),
    "an excerpt in Markdown": ("README.md", f"# Hello\n\n```python\n{OWN}```\n", [f"README.md:4: {WRITTEN}"]),
    "a file that is not valid Python": ("tools.py", f"({HELPER}{OWN}", [f"tools.py:5: {WRITTEN}"]),
    "a signature over several lines": ("a.md", "Look:\n" + OWN.replace("(p, top_p)", "(\n    p,\n    top_p,\n) -> list[int]") + "!",
        [f"a.md:2: {WRITTEN}"]),
    "an edited exercise file": ("exercises/picking/nucleus_membership.yaml", "title: mine\n",
        ["exercises/picking/nucleus_membership.yaml:1: has the name of the exercise file of picking/nucleus_membership; "
        "remove the file"]),
    "edited code of the tiny models": ("solutions/tiny_lm/model.py", HELPER,
        ["solutions/tiny_lm/model.py:1: has the name of solutions/tiny_lm/model.py; remove the file"]),
}  # fmt: skip


@pytest.mark.parametrize("case", PLANTED)
@pytest.mark.slow
def test_an_answer_is_found(starter: Path, answers: Answers, case: str) -> None:
    name, text, problems = PLANTED[case]
    (starter / name).parent.mkdir(parents=True, exist_ok=True)
    (starter / name).write_bytes(text.encode())
    assert inspect(starter, answers).problems == problems


FREE: dict[str, tuple[str, str]] = {
    "the stub": ("exercises/picking/nucleus_membership.py", STUB),
    "the stub in Markdown": ("README.md", f"Here:\n\n{STUB}\nThat is all."),
    "a helper within the stub": ("exercises/picking/nucleus_membership.py", STUB + HELPER),
    "a method of that name": ("tools.py", "class Nucleus:\n    def nucleus(self):\n        return 1\n"),
    "another file named as a helper of the solutions": ("model.py", HELPER),
    "an empty file": ("__init__.py", ""),
    "a stub that only raises": ("tools.py", 'def nucleus(p):\n    """Say."""\n    raise NotImplementedError\n'),
}


@pytest.mark.parametrize("case", FREE)
@pytest.mark.slow
def test_what_is_no_answer_is_not_reported(starter: Path, answers: Answers, case: str) -> None:
    name, text = FREE[case]
    (starter / name).write_text(text, "utf-8")
    assert inspect(starter, answers).problems == []


NOT_LOOKED_FOR: dict[str, tuple[str, str]] = {
    "single lines": ("README.md", "# Hello\n\nreturn sorted(range(len(p)))\n"),
    "renamed functions": ("tools.py", OWN.replace("nucleus", "mine")),
    "notebooks": (
        "demo.ipynb",
        json.dumps({"cells": [{"cell_type": "code", "source": OWN.splitlines(keepends=True)}]}),
    ),
    "patches": ("fix.patch", textwrap.indent(OWN, "+")),
    "comments": ("exercises/picking/nucleus_membership.py", STUB + textwrap.indent(OWN, "# ")),
    "encodings": ("notes.txt", base64.b64encode(OWN.encode()).decode()),
}


@pytest.mark.parametrize("case", NOT_LOOKED_FOR)
@pytest.mark.slow
def test_the_output_names_the_limits_of_the_search(starter: Path, answers: Answers, case: str) -> None:
    name, text = NOT_LOOKED_FOR[case]
    (starter / name).write_text(text, "utf-8")
    assert inspect(starter, answers).problems == []
    assert case in LIMITS


def test_an_archive_is_named_as_not_searched(starter: Path, answers: Answers) -> None:
    with zipfile.ZipFile(starter / "old.zip", "w") as archive:
        archive.writestr("deep/tools.py", OWN)
    found = inspect(starter, answers)
    assert (found.problems, found.unseen) == ([], ["old.zip is no text"])
    assert "archives" in LIMITS


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
@pytest.mark.slow
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
    (starter / "tools.py").write_text(OWN + HELPER, "utf-8")
    git(starter, "add", "tools.py")
    git(starter, "stash", "-q")
    assert sorted(inspect(starter, answers).problems) == [
        f"history: mine.py:1: {WRITTEN}; {ANEW}",
        f"history: tools.py:1: {WRITTEN}; {ANEW}",
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
@pytest.mark.parametrize("depth", ["1", "2"])
def test_a_shallow_clone_is_no_clean_one(starter: Path, answers: Answers, tmp_path: Path, depth: str) -> None:
    git(starter, "init", "-q")
    (starter / "draft.py").write_text(OWN, "utf-8")
    commit(starter, "draft")
    for number in range(3):
        (starter / "draft.py").write_text(f"number = {number}\n", "utf-8")
        commit(starter, "clean")
    git(tmp_path, "clone", "-q", "--depth", depth, starter.as_uri(), "shallow")
    assert inspect(tmp_path / "shallow", answers).problems == [f"history: is not all here; fetch it whole; {ANEW}"]


@needs_bash
def test_a_partial_clone_is_no_clean_one_and_nothing_is_fetched(
    starter: Path, answers: Answers, tmp_path: Path
) -> None:
    git(starter, "init", "-q")
    git(starter, "config", "uploadpack.allowFilter", "true")
    (starter / "draft.py").write_text(OWN, "utf-8")
    commit(starter, "draft")
    (starter / "draft.py").unlink()
    commit(starter, "clean")
    git(tmp_path, "clone", "-q", "--filter=blob:none", starter.as_uri(), "partial")
    assert inspect(tmp_path / "partial", answers).problems == [f"history: is not all here; fetch it whole; {ANEW}"]


@needs_bash
@pytest.mark.parametrize("how", ["replace", "grafts"])
def test_what_is_replaced_here_and_published_by_a_push_is_found(starter: Path, answers: Answers, how: str) -> None:
    git(starter, "init", "-q")
    (starter / "draft.py").write_text(OWN, "utf-8")
    commit(starter, "draft")
    (starter / "draft.py").unlink()
    commit(starter, "clean")
    head = (starter / ".git" / (starter / ".git/HEAD").read_text().split()[1]).read_text().strip()
    if how == "replace":
        git(starter, "replace", "--graft", head)
    else:
        (starter / ".git/info/grafts").write_text(f"{head}\n")
    assert inspect(starter, answers).problems == [f"history: draft.py:1: {WRITTEN}; {ANEW}"]


@needs_bash
def test_commits_that_only_the_reflog_has_belong_to_the_history(starter: Path, answers: Answers) -> None:
    git(starter, "init", "-q")
    commit(starter, "starter")
    (starter / "draft.py").write_text(OWN, "utf-8")
    commit(starter, "draft")
    git(starter, "reset", "-q", "--hard", "HEAD~1")
    assert inspect(starter, answers).problems == [f"history: draft.py:1: {WRITTEN}; {ANEW}"]


@needs_bash
def test_what_no_commit_refers_to_any_more_belongs_to_what_a_copy_publishes(starter: Path, answers: Answers) -> None:
    git(starter, "init", "-q")
    commit(starter, "starter")
    (starter / "draft.py").write_text(OWN, "utf-8")
    commit(starter, "draft")
    git(starter, "reset", "-q", "--hard", "HEAD~1")
    git(starter, "reflog", "expire", "--expire=all", "--all")
    (problem,) = inspect(starter, answers).problems
    place = r"history: object [0-9a-f]{10}, which is in no commit:1: "
    assert re.fullmatch(f"{place}{re.escape(f'{WRITTEN}; {ANEW}')}", problem)


@needs_bash
def test_what_is_only_staged_is_found_under_its_path(starter: Path, answers: Answers) -> None:
    git(starter, "init", "-q")
    (starter / "draft.py").write_text(OWN, "utf-8")
    git(starter, "add", "-A")
    (starter / "draft.py").write_text("", "utf-8")
    assert inspect(starter, answers).problems == [f"history: draft.py:1: {WRITTEN}; {ANEW}"]


@needs_bash
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.slow
def test_messages_of_commits_tags_and_notes_are_searched(starter: Path, answers: Answers, *, packed: bool) -> None:
    git(starter, "init", "-q")
    commit(starter, f"Think of\n\n{OWN}")
    git(starter, "tag", "-a", "-m", f"As it was:\n{OWN}", "v1")
    git(starter, "notes", "add", "-m", OWN)
    if packed:
        git(starter, "gc", "-q")
    found = inspect(starter, answers)
    places = [re.sub(r"[0-9a-f]{10,40}", "…", each).split(": `")[0] for each in found.problems]
    assert sorted(places) == ["history: message of commit …:3", "history: message of tag …:2", "history: …:1"]
    assert found.past == found.files + 1  # the note


@needs_bash
@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.slow
def test_repositories_within_have_their_history_searched(starter: Path, answers: Answers, *, bare: bool) -> None:
    git(starter, "init", "-q")
    commit(starter, "starter")
    inner = starter / "old ü"
    inner.mkdir()
    git(inner, "init", "-q")
    (inner / "draft.py").write_text(OWN, "utf-8")
    commit(inner, "draft")
    (inner / "draft.py").unlink()
    commit(inner, "clean")
    if bare:
        git(starter, "clone", "-q", "--bare", inner.as_posix(), "backup.git")
        shutil.rmtree(inner)
    found = inspect(starter, answers)
    name = "backup.git" if bare else "old ü"
    assert (found.problems, found.unseen) == ([f"history of {name}/: draft.py:1: {WRITTEN}; {ANEW}"], [])


@needs_bash
def test_the_repository_starts_no_program(starter: Path, answers: Answers, tmp_path: Path) -> None:
    git(starter, "init", "-q")
    commit(starter, "starter")
    for hook in ("core.fsmonitor", "core.pager", "filter.x.smudge", "diff.external"):
        git(starter, "config", hook, f"touch '{tmp_path}/started'; cat")
    assert inspect(starter, answers).problems == []
    assert not (tmp_path / "started").exists()


@needs_bash
@pytest.mark.slow
def test_odd_paths_and_large_files_of_the_history(starter: Path, answers: Answers) -> None:
    git(starter, "init", "-q")
    (starter / "a b  é.py").write_text(OWN, "utf-8")
    (starter / "large.py").write_text(OWN + "#" * (4 << 20), "utf-8")
    commit(starter, "draft")
    for name in ("a b  é.py", "large.py"):
        (starter / name).unlink()
    commit(starter, "clean")
    found = inspect(starter, answers)
    assert found.problems == [f"history: a b  é.py:1: {WRITTEN}; {ANEW}"]
    assert found.unseen == ["history: large.py is larger than 4 MiB"]


@needs_bash
@pytest.mark.parametrize("kind", ["blob", "tree"])
@pytest.mark.slow
def test_a_history_that_is_damaged_is_no_clean_one(starter: Path, answers: Answers, kind: str) -> None:
    git(starter, "init", "-q")
    (starter / "draft.py").write_text(OWN, "utf-8")
    commit(starter, "draft")
    (starter / "draft.py").unlink()
    commit(starter, "clean")
    name = "HEAD~1:draft.py" if kind == "blob" else "HEAD~1^{tree}"
    found = subprocess.run(["git", "rev-parse", name], cwd=starter, capture_output=True, text=True, check=True).stdout
    damaged = starter / ".git/objects" / found[:2] / found[2:].strip()
    damaged.chmod(0o644)
    damaged.write_bytes(b"no object")
    (problem,) = inspect(starter, answers).problems
    assert re.fullmatch(r"history: (cannot be read by git \(.+\)|is not all here; fetch it whole); (.+)", problem)


@needs_bash
@pytest.mark.slow
def test_a_long_history_is_searched_to_its_end(starter: Path, answers: Answers) -> None:
    git(starter, "init", "-q")
    rows = ["commit refs/heads/main", "committer A <a@b> 0 +0000", "data 0"]
    for number, text in enumerate([OWN, *map(str, range(20_001))]):
        rows += [f"M 100644 inline {number}.txt", f"data {len(text)}", text]
    stream = "\n".join(rows) + "\n"
    subprocess.run(["git", "fast-import", "--quiet"], cwd=starter, input=stream.encode(), check=True)
    found = inspect(starter, answers)
    assert found.problems == [f"history: 0.txt:1: {WRITTEN}; {ANEW}"]
    assert found.past == 20_002


# --- how much is found --------------------------------------------------------------------------


def test_every_file_of_the_course_with_answers_is_found_after_a_change(course: Course, answers: Answers) -> None:
    exercises, solutions = course.content
    for exercise_id in course.exercise_ids:
        name = exercise_id.rpartition("/")[2]
        solution = course.solutions.path(exercise_id).read_bytes() + HELPER.encode()
        assert list(leaks(answers, f"exercises/{exercise_id}.py", solution)), exercise_id
        for path in (exercises / f"{exercise_id}.yaml", solutions / f"{exercise_id}_mistakes.py"):
            content = path.read_bytes()
            assert list(leaks(answers, path.name, content + b"\n#")), name
            assert list(leaks(answers, "notes.txt", content)), name


# --- the command --------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder where `learn` uses the tiny course."""
    (tmp_path / "here").mkdir()
    return Workplace(tmp_path / "here", monkeypatch, capsys)


def test_the_command_says_that_nothing_was_found(place: Workplace) -> None:
    stub = DATA / "course/exercises/small/total.py"
    place.write("starter/exercises/small/total.py", stub.read_text("utf-8"))
    assert place.learn("author", "check", "--starter", "starter") == (0, f"{LIMITS}\n1 file: no problems\n", "")


def test_the_command_names_what_was_found_and_ends_with_1(place: Workplace) -> None:
    place.write("starter/total.py", "def total(values):\n    return 0\n")
    place.write("starter/a.bin", "\0")
    assert place.learn("author", "check", "--starter", "starter") == (
        1,
        "total.py:1: `total` is written, which small/total asks learners for; leave it as the stub has it\n"
        "not looked into: a.bin is no text\n"
        f"{LIMITS}\n"
        "2 files: 1 problem\n",
        "",
    )


def test_a_hostile_name_is_shown_safely(place: Workplace) -> None:
    place.write("starter/a\n::notice::b\x1b[2J.py", "def total(values):\n    return 0\n")
    out = place.learn("author", "check", "--starter", "starter").out.splitlines()
    assert out[0].startswith("a ::notice::b\\x1b[2J.py:1: `total` is written")
    assert len(out) == 4


def test_the_command_names_the_first_of_many_that_were_not_looked_into(place: Workplace) -> None:
    for number in range(13):
        place.write(f"starter/{number:02}.bin", "\0")
    out = place.learn("author", "check", "--starter", "starter").out.splitlines()
    assert out[-5:-3] == ["not looked into: 09.bin is no text", "not looked into: 3 more"]
    assert out[-3:] == [*LIMITS.splitlines(), "13 files: no problems"]


def test_a_starter_is_checked_for_the_answers_of_all_exercises(place: Workplace) -> None:
    (place.folder / "starter").mkdir()
    assert place.learn("author", "check", "total", "--starter", "starter") == (
        2,
        "",
        "learn: --starter looks for the answers of all exercises; leave the names out (see `learn author check --help`)\n",
    )
