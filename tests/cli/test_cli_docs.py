"""`learn read docs`: every page is there, offline, and reads well in a terminal."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from places import DATA, ROOT
from workplace import Workplace

from grader.cli.documentation import CODE, pages
from grader.cli.init import PLATFORMS
from grader.cli.project import project_url


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Workplace:
    """Return an empty folder."""
    (tmp_path / "here").mkdir()
    return Workplace(tmp_path / "here", monkeypatch, capsys)


def test_every_page_of_the_repository_is_listed_with_its_title(place: Workplace) -> None:
    ran = place.learn("read", "docs")
    rows = dict(re.findall(r"^(\S+)  +(\S.*)$", ran.out.partition("\n\n")[0], re.MULTILINE))
    assert (ran.code, ran.err) == (0, "")
    assert rows["teaching"] == "The teacher's guide"
    assert "Next: learn read docs PAGE" in ran.out
    if (ROOT / "docs").is_dir():
        files = [path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in ROOT.glob("docs/**/*.md")]
        assert sorted(rows) == sorted(["readme", *(name.removesuffix("/README") for name in files)])


@pytest.mark.parametrize("name", pages())
@pytest.mark.whole
def test_a_page_without_a_terminal_is_markdown_without_links_into_the_repository(place: Workplace, name: str) -> None:
    ran = place.learn("read", "docs", name)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("# ")
    prose = CODE.sub("", ran.out)
    assert not re.search(r"<!--|!\[", re.sub("`[^`\n]+`", "", prose))
    assert [link for link in re.findall(r"\[[^\]\n]+\]\(([^)\n]*)\)", prose) if not link.startswith("http")] == []
    named = re.findall(r"`learn read docs ([\w/-]+)`", ran.out)
    assert set(named) <= {*pages(), "NAME"}  # of a help text


def test_a_link_to_a_page_is_the_command_that_shows_it(place: Workplace) -> None:
    assert "github.md (`learn read docs teaching/github`)" in place.learn("read", "docs", "teaching").out


def test_the_last_part_of_a_name_is_enough(place: Workplace) -> None:
    assert place.learn("read", "docs", "review") == place.learn("read", "docs", "learning/review")


def test_errata_are_a_command_of_their_own(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEARN_COURSE", "")
    assert place.learn("read", "errata") == place.learn("read", "docs", "reference/errata")
    assert place.learn("read", "errata").out.startswith("# What is often taught wrong\n")


def test_another_course_has_errata_of_its_own_or_none(place: Workplace) -> None:
    assert place.learn("read", "errata") == (3, "", "learn: the course “A tiny course” has no errata\n")
    shutil.copytree(DATA / "course", place.folder / "mine")
    place.write("mine/docs/more/errata.md", "# Errata\n\nThree is not four.\n")
    assert place.learn("read", "errata", "--course", "mine") == (0, "# Errata\n\nThree is not four.\n", "")


def test_every_platform_has_the_page_that_learn_init_names() -> None:
    assert {f"teaching/{platform}" for platform in PLATFORMS} <= set(pages())


def test_a_page_that_is_not_there(place: Workplace) -> None:
    ran = place.learn("read", "docs", "teaching/gitub")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(
        "learn: there is no page 'teaching/gitub'; did you mean `learn read docs teaching/github`?"
    )
    assert "`learn read docs` lists them" in place.learn("read", "docs", "../x").err


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there is no terminal to open here")
def test_in_a_terminal_a_page_is_drawn() -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "grader", "read", "docs", "review"]
    with subprocess.Popen(command, env={**os.environ, "TERM": "xterm", "NO_COLOR": ""}, stdout=theirs) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # Linux's way to say that the other end has closed
            while more := os.read(ours, 1 << 16):
                shown += more
    os.close(ours)
    assert process.returncode == 0
    assert b"\x1b[" in shown
    assert b"## " not in shown


@pytest.mark.skipif(not (ROOT / "exercises").is_dir(), reason="the setting is in the checkout only")
def test_the_address_of_the_project_is_set_in_one_place_and_in_its_course() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    address = urls["Repository"].removeprefix("https://")
    assert urls["Issues"] == f"{urls['Repository']}/issues"
    assert project_url("Repository") in (urls["Repository"], ""), "install again: pip install -e ."
    folders = ("grader", "flashcards", "docs", "solutions", "exercises", "examples", "benchmarks")
    files = [
        path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix != ".pyc" and path.is_file()
    ]
    files += [*ROOT.glob("*.md"), ROOT / "action.yml"]
    naming = {path for path in files if path.is_file() and address.encode() in path.read_bytes()}
    # A course has an address of its own, and a notebook that is opened alone installs from there.
    assert naming == {ROOT / "exercises/course.yaml", ROOT / "examples/softmax.ipynb"}
    assert f"\nrepository: {urls['Repository']}\n" in (ROOT / "exercises/course.yaml").read_text("utf-8")
