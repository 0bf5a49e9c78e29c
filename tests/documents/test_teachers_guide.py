"""The teacher's guide is real: the commands of each page, run in order in an empty folder, print what stands there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from places import ROOT
from systems import linux_only

from grader.sandbox import confine
from grader.sandbox.confine import Wanted
from grader.sandbox.launcher import _child_folder, _numpy_folder

FOLDER = ROOT / "docs/teaching"
GUIDE = FOLDER / "README.md"
PAGES = ("README", "offline", "moodle", "canvas", "gradescope", "prairielearn")
"""Those whose sessions are run here."""
CHANGING = re.compile(r"\b(course \S+ \d+ \()[0-9a-f]+\)|\b\d+(\.\d+)? (ms|s|seconds)\b")
"""The fingerprint of the course, and durations."""

pytestmark = [
    pytest.mark.skipif(not GUIDE.is_file(), reason="the guide is in the checkout only"),
    linux_only("the guide's sessions grade under confinement"),
    pytest.mark.skipif(
        not (shutil.which("git") and shutil.which("bash")), reason="the guide's sessions need git and bash"
    ),
]


class Block(NamedTuple):
    """A session of the guide: commands, each with what it prints."""

    text: str
    commands: list[tuple[str, str]]


def blocks(text: str) -> Iterator[Block]:
    """Find the sessions of a page."""
    for found in re.finditer(r"```console\n(.*?)```", text, re.DOTALL):
        parts = re.split(r"^\$ ((?:.*\\\n)*.*)\n", found[1], flags=re.MULTILINE)
        yield Block(found[1], list(zip(parts[1::2], parts[2::2], strict=True)))


def environment(folder: Path) -> dict[str, str]:
    """Return variables with which git and learn depend on nothing of this machine."""
    time = "2026-11-20T18:30:00+01:00"
    return {
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "COLUMNS": "80",
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{who}_{what}": "someone" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        "GIT_AUTHOR_DATE": time,
        "GIT_COMMITTER_DATE": time,
    }


def masked(text: str) -> str:
    """Hide what changes from run to run or with each edit of the course."""
    return CHANGING.sub(lambda found: f"{found[1]}…)" if found[1] else "… s", text)


def run(command: str, folder: Path, private: Path) -> str:
    """Run a command as a teacher's shell does; return all that it prints, with the line ends that a page has."""
    options = {"cwd": folder, "env": environment(private), "stdin": subprocess.DEVNULL}
    ran = subprocess.run(
        ["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **options
    )  # type: ignore[call-overload]
    return str(ran.stdout.decode()).replace("\r\n", "\n")


def write_files(text: str, folder: Path) -> None:
    """Write the files that a page gives."""
    for name, content in re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", text, re.DOTALL):
        (folder / name).write_text(content, "utf-8")


@pytest.fixture(scope="module")
def confinement() -> None:
    """Skip where `learn grade` has to refuse."""
    lock = confine.prepare(Wanted.AUTO, _numpy_folder(), _child_folder(), may_box=False)
    if lock is None or not (lock.has_landlock and lock.program):
        pytest.skip("this machine has no Landlock or no libseccomp, and the sessions grade under strict confinement")


@pytest.mark.usefixtures("confinement")
@pytest.mark.whole
@pytest.mark.parametrize("page", PAGES)
def test_the_sessions_print_what_the_page_shows(page: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    work, private = tmp_path / "work", tmp_path / "private"
    work.mkdir()
    private.mkdir()
    (work / "examples").symlink_to(ROOT / "examples")
    path = FOLDER / f"{page}.md"
    text = path.read_text("utf-8")
    write_files(text, work)
    shown = list(blocks(text))
    assert shown
    ran = [[(command, run(command, work, private)) for command, _ in block.commands] for block in shown]
    if request.config.getoption("--update-golden"):
        for block, printed in zip(shown, ran, strict=True):
            new = "".join(f"$ {command}\n{output}" for command, output in printed)
            text = text if masked(new) == masked(block.text) else text.replace(block.text, new, 1)
        path.write_text(text, "utf-8")
        return
    for block, printed in zip(shown, ran, strict=True):
        assert [(command, masked(output)) for command, output in printed] == [
            (command, masked(output)) for command, output in block.commands
        ]


def test_the_session_runs_the_command_of_the_workflow() -> None:
    text = GUIDE.read_text("utf-8")
    (command,) = re.findall(r"^ *run: (learn .*)$", text, re.MULTILINE)
    assert f"(cd runner && {command};" in text


def test_the_guide_shows_a_named_mistake_a_late_and_a_missing_submission() -> None:
    text = GUIDE.read_text("utf-8")
    for words in ("::error ", "8 hours late", "nothing was handed in", "2 of them before"):
        assert words in text


@pytest.mark.parametrize("page", PAGES)
def test_no_session_ends_in_an_error_of_ours(page: str) -> None:
    text = (FOLDER / f"{page}.md").read_text("utf-8")
    assert "Traceback" not in text
    assert "learn: " not in "".join(block.text for block in blocks(text))


def test_every_command_for_teachers_is_in_the_guide() -> None:
    text = GUIDE.read_text("utf-8")
    for command in ("learn init --ci", "learn author check --starter", "learn grade", "learn report", "learn doctor"):
        assert command in text


def test_links_lead_to_files() -> None:
    for page in sorted(GUIDE.parent.glob("*.md")):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_figures_of_the_cost_are_computed_right() -> None:
    text = GUIDE.read_text("utf-8")
    rows = re.findall(r"(\d+) × (\d+) × (\d+) = ([\d,]+) \| \$(\d+)", text)
    assert len(rows) == 3
    for students, pushes, jobs, minutes, dollars in rows:
        total = int(students) * int(pushes) * int(jobs)
        assert f"{total:,}" == minutes
        assert round(max(0, total - 3000) * 0.006) == int(dollars)
