"""The imports between rooms, held against the rules; and words that no file of ours contains."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
from places import COURSE_FOLDER, PACKAGE, ROOT

FILES = sorted(path for path in PACKAGE.rglob("*.py") if "_shipped" not in path.parts)
ENGINE_CODE = sorted([*FILES, *(PACKAGE.parent / "flashcards").rglob("*.py")])
MAX_LINES = 400
MAX_OF_ONE_GRADE = 84

PURE = ["checks*", "core*"]
"""Modules whose functions only compute: the same arguments, the same result."""
OF_THE_SYSTEM = {"os", "subprocess", "socket", "multiprocessing", "threading", "signal", "tempfile", "shutil", "time"}

ONLY_IN = {
    "yaml": ["files.strict_yaml"],
    "pytest": ["pytest_plugin"],
    "click": ["cli*"],
    "rich": ["cli*"],
    "jinja2": ["files.html_page"],
    "markupsafe": ["*_page", "*.page", "learner.finish"],
    "pydantic": ["files.yaml_load", "authoring.schema"],
    "watchdog": ["learner.watch.file_changes"],
    "subprocess": [
        "cli.try",
        "cli.watch_terminal",
        "learner.after_unit",
        "sandbox.launcher",
        "sandbox.optional_walls",
        "notebook.cell_check",
        "classes.commit_time",
        "sandbox.worker",
        "authoring.starter.templates.*",
    ],
    "ctypes": ["child.fork_server", "child.confine*"],
    "weasyprint": [],
    "distributed": ["classes.cluster"],
    "dask": [],
    "pikepdf": [],
    "_pytest": [],
    "pickle": [],
    "marshal": [],
    "shelve": [],
    "dill": [],
    "jsonpickle": [],
}
"""Packages that few of our modules may import."""


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax of a file, read once."""
    return ast.parse(path.read_text("utf-8"))


def name_of(path: Path) -> str:
    """Return a module's name within the package."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path: Path) -> frozenset[str]:
    """Return the full names of all modules that a file imports, wherever in the file."""
    package = ["grader", *path.relative_to(PACKAGE).parts[:-1]]
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join([*package[: len(package) + 1 - node.level], *filter(None, [node.module])])
            base = base if node.level else str(node.module)
            submodules = {f"{base}.{alias.name}" for alias in node.names if is_ours(f"{base}.{alias.name}")}
            found |= submodules or {base}
    return frozenset(found)


@cache
def is_ours(module: str) -> bool:
    """Say whether there is a module of ours with that name."""
    path = PACKAGE.parent / module.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def within(module: str) -> str:
    """Return the name of a module of ours within the package."""
    return module.removeprefix("grader").removeprefix(".")


def is_one_of(name: str, patterns: list[str]) -> bool:
    """Say whether a module's name is among names and patterns."""
    return any(fnmatch(name, pattern) for pattern in patterns)


def nodes(path: Path) -> Iterator[ast.AST]:
    """Yield the syntax of a file."""
    return ast.walk(tree_of(path))


def called(path: Path) -> set[str]:
    """Return the plain names of the functions that a file calls."""
    return {node.func.id for node in nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def tracked(*patterns: str) -> list[Path]:
    """Return the files that git tracks, or will once they are added; none outside a checkout."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z", *patterns]
    if shutil.which("git") is None:
        return []
    run = subprocess.run(command, capture_output=True, check=False)
    return [path for each in run.stdout.decode().split("\0") if each and (path := ROOT / each).is_file()]


def test_a_package_is_imported_only_where_it_belongs() -> None:
    found = [
        f"{name_of(path)} imports {module}"
        for path in FILES
        for module in imports_of(path)
        if not is_one_of(name_of(path), ONLY_IN.get(module.partition(".")[0], ["*"]))
    ]
    assert found == []


def test_what_runs_in_a_learners_process_imports_the_standard_library_numpy_and_its_own_room_only() -> None:
    files = [path for path in FILES if is_one_of(name_of(path), ["child", "child.*"])]
    assert {"child.boot", "child.codec", "child.confine.landlock"} < {name_of(path) for path in files}
    for path in files:
        foreign = {
            module
            for module in imports_of(path)
            if (top := module.partition(".")[0]) not in sys.stdlib_module_names and top != "numpy"
            if not is_one_of(module, ["grader.child", "grader.child.*"])
        }
        assert (name_of(path), foreign) == (name_of(path), set())


def test_a_pure_module_imports_nothing_of_the_system() -> None:
    files = [path for path in FILES if is_one_of(name_of(path), PURE)]
    assert {"checks.judgement", "core.call"} < {name_of(path) for path in files}
    for path in files:
        of_the_system = {module.partition(".")[0] for module in imports_of(path)} & OF_THE_SYSTEM
        assert (name_of(path), of_the_system | called(path) & {"open", "print", "input"}) == (name_of(path), set())


def test_at_the_top_of_the_package_are_rooms_and_the_pytest_plugin() -> None:
    files = {path.name for path in PACKAGE.iterdir() if path.suffix == ".py"}
    assert files == {"__init__.py", "__main__.py", "pytest_plugin.py"}


def test_the_architecture_page_names_every_room_and_only_files_that_exist() -> None:
    text = (ROOT / "docs/explanation/architecture.md").read_text("utf-8")
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert {name for name in rooms if f"| `grader/{name}/` |" not in text} == set()
    files = {path.name for path in ENGINE_CODE} | {"token_by_token.py"}
    assert {name for name in re.findall(r"`(?:[\w/]+/)?(\w+\.py)`", text)} - files == set()


def test_no_class_name_is_used_twice() -> None:
    classes = [(node.name, name_of(path)) for path in FILES for node in nodes(path) if isinstance(node, ast.ClassDef)]
    counts = Counter(name for name, _ in classes)
    assert [(name, module) for name, module in classes if counts[name] > 1] == []


def test_imports_stand_at_the_top_but_for_those_with_a_reason() -> None:
    found = [
        f"{name_of(path)}:{node.lineno}"
        for path in ENGINE_CODE
        if "cli" not in path.parts
        for node in local_imports(path)
        if not has_reason(path, node.lineno)
    ]
    assert found == []


def local_imports(path: Path) -> list[ast.stmt]:
    """Return the imports within functions of a file; the first one of each block."""
    functions = [node for node in nodes(path) if isinstance(node, ast.FunctionDef)]
    bodies = [
        body for each in functions for node in ast.walk(each) if isinstance(body := getattr(node, "body", 0), list)
    ]
    firsts = [next((node for node in body if isinstance(node, ast.Import | ast.ImportFrom)), None) for body in bodies]
    return list({node.lineno: node for node in firsts if node}.values())


def has_reason(path: Path, line: int) -> bool:
    """Say whether a comment on a line, or right above it, says why its import stands there."""
    above, at = ["", *path.read_text("utf-8").splitlines()][line - 1 : line + 1]
    return above.strip().startswith("#") or "  # " in at


def test_nobody_imports_the_command_line() -> None:
    users = {
        name_of(path)
        for path in FILES
        if any(within(module).partition(".")[0] == "cli" for module in imports_of(path) if module.startswith("grader"))
    }
    assert {name for name in users if not name.startswith("cli")} == {"__main__"}


def test_the_command_line_imports_next_to_nothing_before_it_knows_the_command() -> None:
    tree = ast.parse((PACKAGE / "cli/__init__.py").read_text("utf-8"))
    first = [alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
    assert (first, [node for node in tree.body if isinstance(node, ast.ImportFrom)]) == (["gc", "os", "sys"], [])


def test_text_is_executed_only_where_a_learners_file_is_loaded() -> None:
    users = {name_of(path) for path in FILES if called(path) & {"eval", "exec", "compile", "__import__"}}
    assert users == {"child.imports", "learner.call_console"}  # a file, and a line at a prompt


LIGHT = [
    "--help",
    "--version",
    "init .",
    "list",
    "status",
    "show total",
    "hint total",
    "solution total",
    "check --help",
]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace of the tiny course, whose files have been parsed before."""
    folder = tmp_path_factory.mktemp("workspace")
    for command in (["init", "."], ["list"]):
        learn(folder, *command)
    return folder


def learn(folder: Path, *arguments: str) -> str:
    """Run a command in an interpreter of its own; return which heavy packages it loaded."""
    code = "import sys; from grader.cli import main\ntry: main()\nexcept SystemExit: pass\n"
    code += "print('HEAVY', [name for name in ('numpy', 'pytest', 'pydantic', 'yaml', 'rich') if name in sys.modules])"
    environment = {
        **os.environ,
        "XDG_CACHE_HOME": str(folder / "cache"),
        "LEARN_COURSE": str(ROOT / "tests/data/course"),
    }
    command = [sys.executable, "-c", code, *arguments]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True, text=True)
    return run.stdout.rpartition("HEAVY ")[2].strip()


@pytest.mark.parametrize("command", LIGHT)
@pytest.mark.slow
def test_a_command_that_runs_no_learner_code_loads_nothing_heavy(workspace: Path, command: str) -> None:
    assert learn(workspace, *command.split()) == "[]"


GRADE_ONE = """
import sys
from contextlib import closing
from grader.classes.job import Job, PlannedSubmission
from grader.classes.serve_grader import Grader
from grader.course import find
from grader.course.course import Course
ids, folder = ("picking/greedy_pick",), sys.argv[1]
with closing(Grader(Job(ids, "auto", Course(find(None)).sha256))) as grader:
    line, _ = grader.grade(PlannedSubmission("", 0, folder))
print(line.status, *sys.modules)
"""
"""The program of the process that grades for `learn grade FOLDER`; the command itself imports half as much."""


@pytest.mark.slow
def test_grading_one_exercise_imports_few_modules_of_ours(tmp_path: Path) -> None:
    shutil.copy(
        COURSE_FOLDER / "solutions/picking/greedy_pick.py", tmp_path
    )  # five kinds of checks: no exercise has more
    environment = {**os.environ, "LEARN_COURSE": ""}
    command = [sys.executable, "-c", GRADE_ONE, str(tmp_path)]
    status, *modules = subprocess.check_output(command, text=True, env=environment).split()
    assert status == "pass"
    ours = [name for name in modules if name.partition(".")[0] in ("grader", "flashcards")]
    assert ("grader.checks.random" in ours, len(ours) <= MAX_OF_ONE_GRADE) == (True, True), ours


def test_a_file_has_a_docstring_and_at_most_400_lines() -> None:
    assert len(ENGINE_CODE) > 200
    assert [path for path in ENGINE_CODE if not ast.get_docstring(tree_of(path))] == []
    assert [path for path in ENGINE_CODE if len(path.read_text("utf-8").splitlines()) > MAX_LINES] == []


def test_a_module_keeps_no_state_and_does_nothing_when_it_is_imported() -> None:
    found = [
        f"{path.relative_to(PACKAGE.parent)}:{node.lineno}"
        for path in ENGINE_CODE
        for node in [*tree_of(path).body, *(each for each in nodes(path) if isinstance(each, ast.Global))]
        if isinstance(node, ast.For | ast.While | ast.With | ast.Global)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))
    ]
    assert found == []


def test_no_docstring_begins_with_a_clause_where_a_noun_would_do() -> None:
    ours = ("grader/", "flashcards/", "solutions/", "tests/", "benchmarks/")
    learners = ("tests/submissions", "tests/corpus", "tests/data", "tests/security/hostile")
    found = [
        f"{path}: {words}"
        for path in tracked("*.py")
        if (name := path.relative_to(PACKAGE.parent).as_posix()).startswith(ours)
        if not name.startswith(learners)
        for words in re.findall(r'^ *"""(?:What|Who|Whoever|That|Those) .*', path.read_text("utf-8"), re.MULTILINE)
    ]
    assert found == []


def test_no_file_speaks_of_what_is_not_in_the_repository() -> None:
    words = ("../" + "shared", "." + "library", "/work" + "/", "/tmp" + "/v/")
    found = [
        f"{path.relative_to(PACKAGE.parent)}: {word}"
        for path in tracked()
        for word in words
        if word.encode() in path.read_bytes()
    ]
    assert found == []
