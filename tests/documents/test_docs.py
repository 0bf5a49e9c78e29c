"""The documentation is real: the commands of each page, typed in order from its top, do what the page shows.

Markers stand in comments above a block:

- `<!-- typed by FILE -->`: not here, but by that script or test, with its variables; there is no block that nothing types.
- `<!-- goes on after: WORDS -->`: the block runs in the background, from when it has printed these words to the end of the page.
- `<!-- exit code N -->`: the last command of the block ends with that.
- `<!-- file: NAME -->`: the block is a file, which is written before anything is typed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from places import ROOT
from systems import linux_only

from grader.cli.main import learn
from grader.sandbox.confinement import ConfinementMode, prepare

FENCE = re.compile(r"^((?: *<!-- [^\n]* -->\n)*)( *)```(\w*)\n(.*?)^\2```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n", re.MULTILINE)
CHANGING = re.compile(r"\b(course \S+ \d+ \()[0-9a-f]+\)|\b\d+(\.\d+)? (ms|s|seconds)\b")
"""The fingerprint of the course, and durations."""
WORK = "work with spaces é"
"""The folder that the commands of a page are typed in."""
END = "\x1e"
"""Printed after each command, to tell outputs apart."""
GUIDE = "docs/teaching/README.md"
AUTHORS = "docs/authoring/course.md"
"""Begins in an empty folder."""
NAMES = ("README.md", "CONTRIBUTING.md", "examples/README.md", "benchmarks/README.md")
PAGES = [name for name in NAMES if (ROOT / name).is_file()]
PAGES += sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
CHEAP = [page for page in ("README.md", "docs/learning/generate.md") if page in PAGES]
"""Pages that take less than two seconds in the environment of the tests, what installs left out."""
LANGUAGES = "sh console text yaml json csv markdown css dockerfile bash mermaid python xml".split()
TIME = "2026-11-20T18:30:00+01:00"

pytestmark = [
    pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the documentation is in the checkout only"),
    linux_only("the pages grade under confinement"),
    pytest.mark.skipif(not shutil.which("bash"), reason="the commands are typed into bash"),
]


class Block(NamedTuple):
    """A block of a page: the language, the comments above it, and the text."""

    language: str
    marks: str
    text: str

    @property
    def sessions(self) -> list[tuple[str, str]]:
        """Return commands with their output; a block of `sh` is one command of unknown output."""
        parts = COMMAND.split(self.text)
        return list(zip(parts[1::2], parts[2::2], strict=True)) if self.language == "console" else [(self.text, "")]

    def mark(self, words: str) -> str | None:
        """Return what a marker says after these words; None without that marker."""
        found = re.search(rf"<!-- {words}(.*?) -->", self.marks)
        return found[1] if found else None


def blocks(page: str) -> list[Block]:
    """Return all blocks of a page."""
    text = (ROOT / page).read_text("utf-8")
    return [Block(found[3], found[1], textwrap.dedent(found[4])) for found in FENCE.finditer(text)]


def typed(page: str) -> list[Block]:
    """Return the blocks of a page to type, in order."""
    return [
        each
        for each in blocks(page)
        if each.language in ("sh", "console") and each.mark("typed by ") is None and each.mark("not typed: ") is None
    ]


# --- where they are typed -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with everything that is installed here but this package: what stands for the package index."""
    folder = tmp_path_factory.mktemp("libraries")
    for entry in Path(pytest.__file__).parents[1].iterdir():
        if not re.match(r"_*token_by_token|grader|flashcards|pip\b", entry.name):
            (folder / entry.name).symlink_to(entry)
    return folder


def variables(home: Path, libraries: Path | None) -> dict[str, str]:
    """Return variables with which git, pip and learn depend on nothing of this machine but what is installed.

    For git, the folder `github/` that a page makes is an organization on GitHub.
    """
    found = {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "FAILED": str(home / "failed"),
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{home / WORK / 'github'}/.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/my-org/",
        **{f"GIT_{who}_{what}": "someone" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        "GIT_AUTHOR_DATE": TIME,
        "GIT_COMMITTER_DATE": TIME,
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
    }
    if libraries:
        (home / "bin").mkdir()
        for name in ("python", "python3"):
            (home / "bin" / name).symlink_to(Path(sys.base_exec_prefix, f"bin/python3.{sys.version_info.minor}"))
        (home / "bin/dask").write_text('#!/bin/sh\nexec python -m dask "$@"\n')  # pip installs it with the library
        (home / "bin/dask").chmod(0o755)
        others = [each for each in os.environ["PATH"].split(os.pathsep) if not Path(each, "learn").exists()]
        found["PATH"] = os.pathsep.join((str(home / "bin"), *others))
        found |= {"PYTHONPATH": str(libraries), "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    return found


def clone(folder: Path) -> Path:
    """Copy the checkout, without what git ignores."""
    ignored = shutil.ignore_patterns(".git", ".venv", ".learn", ".*_cache", ".hypothesis", "__pycache__", "dist")
    return Path(shutil.copytree(ROOT, folder, ignore=lambda path, names: {*ignored(path, names), *_tests(path)}))


def _tests(path: str) -> list[str]:
    """Return the tests of the checkout, not those of the template of a course."""
    return ["tests"] if Path(path) == ROOT else []


def start(page: str, folder: Path) -> Path:
    """Return the folder that a page begins in: a clone, for teachers one with a clone and its examples, or an empty one."""
    work = folder / WORK
    if page == AUTHORS:
        work.mkdir()
        return work
    if not page.startswith("docs/teaching/"):
        return clone(work)
    clone(work / "token-by-token")
    if page != GUIDE:
        shutil.copytree(ROOT / "examples", work / "examples")
    return work


def run(page: str, todo: list[Block], folder: Path, environment: dict[str, str]) -> list[list[str]]:
    """Type the commands of a page into one shell; return what each printed, block by block."""
    for block in blocks(page):
        if name := block.mark("file: "):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(block.text, "utf-8")
    lines = ['exec 3> "$FAILED"', "trap 'echo \"exit code $?: $BASH_COMMAND\" >&3' ERR"]
    lines.append("trap 'trap \"\" TERM; kill 0; wait' EXIT")  # what goes on in the background
    for block in todo:
        lines.append("printf '\\x1e' >&3")
        words = block.mark("goes on after: ")
        for command, _ in block.sessions:
            lines += [command if words is None else background(command, words), f"printf '{END}'"]
    ran = subprocess.run(
        ["bash", "-c", "\n".join(lines)],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=300,
        check=False,
        start_new_session=True,
    )
    printed = ran.stdout.decode().replace("\r\n", "\n").split(END)
    assert len(printed) == 1 + sum(len(block.sessions) for block in todo), printed[-1]
    failed = Path(environment["FAILED"]).read_text("utf-8").split(END)[1:]
    outputs = iter(printed)
    result = [[next(outputs) for _ in block.sessions] for block in todo]
    for block, failures, output in zip(todo, failed, result, strict=True):
        if block.language == "sh":
            code = block.mark("exit code ")
            found = [line for line in failures.splitlines() if not code or not line.startswith(f"exit code {code}: ")]
            assert (found, bool(failures)) == ([], bool(code)), "".join(output)
    return result


def background(command: str, words: str) -> str:
    """Return a command that goes on beside the next ones as soon as it has printed some words; fail if it ends before."""
    wait = f'while ! grep -qs {shlex.quote(words)} "$FAILED.said"; do kill -0 $! && sleep 0.1 || break; done'
    return f'{{ {command.rstrip()}\n}} > "$FAILED.said" 2>&1 &\n{wait}\nkill -0 $! || {{ cat "$FAILED.said"; false; }}'


def masked(text: str) -> str:
    """Hide what changes from run to run, or with each edit of the course."""
    return CHANGING.sub(lambda found: f"{found[1]}…)" if found[1] else "… s", text)


def compare(page: str, todo: list[Block], printed: list[list[str]], *, update: bool) -> None:
    """Hold what was printed against the page, or write it there."""
    text = (ROOT / page).read_text("utf-8")
    for block, outputs in zip(todo, printed, strict=True):
        if block.language == "console":
            new = "".join(
                f"$ {command}\n{output}" for (command, _), output in zip(block.sessions, outputs, strict=True)
            )
            if update and masked(new) != masked(block.text):
                text = text.replace(block.text, new, 1)
            assert update or masked(new) == masked(block.text)
    if update:
        (ROOT / page).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> Path:
    """Return an environment in which a wheel of the checkout is installed, as the teacher's guide does it."""
    home = tmp_path_factory.mktemp("installed")
    clone(home / "token-by-token")
    commands = "python3 -m venv .venv && . .venv/bin/activate && pip wheel -q --no-deps ./token-by-token && pip install -q *.whl"
    subprocess.run(["bash", "-c", commands], cwd=home, env=variables(home, libraries), check=True)
    return home / ".venv"


@pytest.fixture(scope="module")
def confinement() -> None:
    """Skip where `learn grade` has to refuse."""
    prepared = prepare(ConfinementMode.AUTO, may_wrap=False)
    if prepared is None or not {"landlock", "seccomp"} <= set(prepared.layers):
        pytest.skip("this machine has no Landlock or no seccomp, and the sessions grade under strict confinement")


# --- the tests ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("confinement")
@pytest.mark.parametrize("page", CHEAP)
def test_a_quick_page_does_what_it_shows(page: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    todo = [block for block in typed(page) if ".venv" not in block.text]
    printed = run(page, todo, start(page, tmp_path), variables(tmp_path, None))
    compare(page, todo, printed, update=request.config.getoption("--update-golden"))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("confinement")
@pytest.mark.skipif(not (ROOT / "grader").is_dir(), reason="there are no sources here to install from")
@pytest.mark.parametrize(
    "page",
    # README's installs are what .ci/run begins with.
    [pytest.param(page, marks=pytest.mark.slow if page == "README.md" else ()) for page in PAGES if typed(page)],
)
def test_a_page_does_what_it_shows_on_a_new_machine(
    page: str, tmp_path: Path, libraries: Path, request: pytest.FixtureRequest
) -> None:
    todo = typed(page)
    environment = variables(tmp_path, libraries)
    if not any("-m venv" in block.text for block in todo):  # the page is for whoever has it installed
        bin_folder = request.getfixturevalue("installed") / "bin"
        environment["PATH"] = os.pathsep.join((str(bin_folder), environment["PATH"]))
    printed = run(page, todo, start(page, tmp_path), environment)
    compare(page, todo, printed, update=request.config.getoption("--update-golden"))


@pytest.mark.skipif(not (ROOT / ".ci").is_dir(), reason="the scripts are in the checkout only")
def test_what_is_not_typed_here_is_typed_by_the_file_that_the_page_names() -> None:
    found = [(page, block, file) for page in PAGES for block in blocks(page) if (file := block.mark("typed by "))]
    assert found
    for page, block, file in found:
        (name,) = re.findall(r"<!-- (?!typed by )(.*) -->", block.marks) or [""]
        asked = f".ci/block {page} " + (f'"{name}"' if " " in name else name) if name else page
        assert asked in (ROOT / file).read_text("utf-8"), f"{file} does not type {asked}"


@pytest.mark.parametrize("page", PAGES)
def test_every_block_has_a_language_and_commands_stand_in_blocks_that_are_typed(page: str) -> None:
    assert "Traceback" not in (ROOT / page).read_text("utf-8")
    for block in blocks(page):
        assert block.language in LANGUAGES, block
        assert block.language == "console" or not COMMAND.search(block.text), block
        assert block.language != "console" or (block.text.startswith("$ ") and "learn: " not in block.text), block


def test_the_readme_shows_a_named_mistake_and_marks_two_commands_for_continuous_integration() -> None:
    picture, *_ = re.findall(r"\(docs/pictures/(session-\w+\.svg)\)", (ROOT / "README.md").read_text("utf-8"))
    assert "Mistake:" in (ROOT / "docs/pictures" / picture).read_text("utf-8").replace("&#160;", " ")
    for mark in ("<!-- first -->", "<!-- tests -->"):
        assert re.search(rf"{mark}\n```sh\n[^\n]+\n```", (ROOT / "README.md").read_text("utf-8")), mark


def test_every_command_of_learn_is_on_the_page_of_learners_or_of_teachers_or_authors() -> None:
    pages = ("docs/learning/README.md", GUIDE, "docs/teaching/worksheets.md", "CONTRIBUTING.md")
    text = "".join((ROOT / page).read_text("utf-8") for page in pages)
    assert [name for name in learn.list_commands(click.Context(learn)) if f"learn {name}" not in text] == []
