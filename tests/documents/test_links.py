"""Links within the repository lead to files and headings."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from places import ROOT

from grader.cli.project import project_url

DOCS = ROOT / "docs"
PAGES = [*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("benchmarks/*.md"), *ROOT.glob("examples/**/*.md")]

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documentation is in the checkout only")


def parsed(path: Path) -> list[Token]:
    """Return the tokens of a Markdown file."""
    return MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))


def links(path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files, with the headings, that the links and pictures of a page lead to within the repository."""
    inner = [each for token in parsed(path) for each in token.children or ()]
    for each in inner:
        target = str(each.attrs.get("href", each.attrs.get("src", "")))
        if target and not re.match(
            r"\w+:|\.\./\.\./security/", target
        ):  # the latter is GitHub's own page, from SECURITY.md
            name, _, heading = target.partition("#")
            yield (path.parent / name if name else path), heading


def headings(path: Path) -> set[str]:
    """Return the names that GitHub gives the headings of a page."""
    tokens = parsed(path)
    found: list[str] = []
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            text = "".join(each.content for each in token.children or ()).lower()
            name = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            found.append(name if name not in found else f"{name}-{found.count(name)}")
    return set(found)


def test_every_test_that_a_page_names_is_there() -> None:
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")}
    names = {path.rpartition("/")[2] for path in there}
    for page in PAGES:
        for named in re.findall(r"`((?:tests/[a-z/]+)?test_[a-z_0-9]+\.py)`", page.read_text("utf-8")):
            assert named in (there if "/" in named else names), (page, named)


@pytest.mark.parametrize("page", sorted(PAGES), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_within_the_repository_lead_to_files_and_headings(page: Path) -> None:
    for path, heading in links(page):
        assert path.exists(), path
        if heading and path.suffix == ".md":
            assert heading in headings(path), f"{path}#{heading}"


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
