"""Links: those within the repository lead to files and headings, and the weekly check of other hosts reports the broken ones."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from places import ROOT

from grader.cli.project import project_url

DOCS = ROOT / "docs"
PAGES = [*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("benchmarks/*.md"), *ROOT.glob("examples/**/*.md")]
ANSWERS = {"/there": [200], "/gone": [404], "/moved": [302, 302], "/busy": [429, 429, 200], "/down": [500, 500, 200]}
"""Answers of a stand-in for other hosts to the first requests, and from then on to all: HEAD, then GET if that fails."""

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
    there = {path.relative_to(ROOT).as_posix() for path in ROOT.rglob("tests/**/*.py")}
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


# --- other hosts --------------------------------------------------------------------------------


class Host(BaseHTTPRequestHandler):
    """Stands for other hosts."""

    def do_GET(self) -> None:
        """Answer as ANSWERS says."""
        left = self.server.left[self.path]  # type: ignore[attr-defined]
        self.send_response(left.pop(0) if len(left) > 1 else left[0])
        self.send_header("Retry-After", "1")
        self.send_header("Location", "/there")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_HEAD = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".github").is_dir(), reason="the workflows are in the checkout only")
def test_the_weekly_command_reports_links_of_other_hosts_that_are_broken_and_no_others(tmp_path: Path) -> None:
    pytest.importorskip("myst_parser", reason="Sphinx is not installed: pip install -e '.[docs]'")
    (command,) = re.findall(
        r"run: (sphinx-build .*linkcheck [^}]*)", (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    )
    docs = Path(shutil.copytree(DOCS, tmp_path / "docs", ignore=shutil.ignore_patterns("*.md", "pictures", "schema")))
    with ThreadingHTTPServer(("127.0.0.1", 0), Host) as server:
        server.left = {path: [*answers] for path, answers in ANSWERS.items()}  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host = f"http://127.0.0.1:{server.server_port}"
        (docs / "index.md").write_text("# Links\n" + "".join(f"\n[x]({host}{path})\n" for path in ANSWERS), "utf-8")
        path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        environment = {**os.environ, "PATH": path, "no_proxy": "127.0.0.1"}
        ran = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        server.shutdown()
    broken = re.findall(rf"index\.md:(\d+): WARNING: broken link: {host}(/\w+) \((\d+)", ran.stderr)
    assert (ran.returncode, broken) == (1, [("5", "/gone", "404")]), ran.stderr


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
