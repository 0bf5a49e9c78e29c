"""A site of a small course: it has all that is public, nothing else, and the same bytes each time."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import urlsplit

import pytest
from html_elements import Elements
from small_site import HIDDEN, SHOWN, files_of, write_marked_course
from workplace import TINY

from grader.authoring.site.build import SiteContent, build
from grader.course import find
from grader.course.course import Course

ENGINE = "https://example.org/engine"


def built(course: Path, folder: Path) -> dict[str, bytes]:
    """Build the site of a course; return its files."""
    folder.mkdir()
    build(SiteContent(Course(find(course)), ENGINE, False), folder)
    return files_of(folder)


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    return write_marked_course(tmp_path / "marked")


def dangling(files: dict[str, bytes]) -> list[str]:
    """Return the links within a site that lead nowhere."""
    pages = {path: Elements(data.decode()) for path, data in files.items() if path.endswith(".html")}
    found = []
    for path, page in pages.items():
        for address in page.links:
            parts = urlsplit(address)
            target = normpath(str(PurePosixPath(path).parent / parts.path)) if parts.path else path
            if parts.scheme == "https" or (target in files and not parts.fragment):
                continue
            if target not in pages or parts.fragment not in pages[target].ids:
                found.append(f"{path}: {address}")
    return found


def test_no_solution_mistake_check_or_explanation_is_in_any_file(marked: Path, tmp_path: Path) -> None:
    files = built(marked, tmp_path / "site")
    found = {f"{path}: {mark[0]}" for path, data in files.items() for mark in HIDDEN.finditer(data.decode())}
    assert found == set()
    assert b"Shown definition." in files["glossary.html"]


def test_task_hints_signature_sources_and_errata_are_on_the_pages(marked: Path, tmp_path: Path) -> None:
    files = built(marked, tmp_path / "site")
    pages = "\n".join(data.decode() for path, data in files.items() if path.endswith(".html"))
    pages = re.sub("</?span[^>]*>", "", pages.replace("</th><td>", " | "))
    assert [text for text in SHOWN if text not in pages] == []
    assert "<details>\n<summary>Hint 3 of 3</summary>" in files["units/first/add_one.html"].decode()
    assert "Shown correction, with a link to no page" in files["errata.html"].decode()
    assert sorted(path for path in files if path.endswith(".html")) == [
        "errata.html",
        "glossary.html",
        "index.html",
        "search.html",
        "units/first/add_one.html",
        "units/first/index.html",
    ]


@pytest.mark.slow
def test_ways_to_begin_are_made_from_the_address_of_the_repository(marked: Path, tmp_path: Path) -> None:
    start = built(marked, tmp_path / "site")["index.html"].decode()
    assert 'href="https://codespaces.new/someone/marked"' in start
    clone, init = "git clone https://github.com/someone/marked course", "learn init my-course --course course"
    tool = f"uvx --from git+{ENGINE} token-by-token"
    assert f"<code>{clone}\n{tool} {init.removeprefix('learn ')}\ncd my-course\n{tool} watch</code>" in start
    assert f"\npip install git+{ENGINE}\n{clone}\n{init}\ncd my-course\nlearn</code>" in start
    table = marked / "exercises" / "course.yaml"
    table.write_text(table.read_text("utf-8").replace("github.com/someone", "example.org/git"), "utf-8")
    elsewhere = built(marked, tmp_path / "second")["index.html"].decode()
    assert "git clone https://example.org/git/marked course" in elsewhere
    assert "codespaces" not in elsewhere


@pytest.mark.parametrize(
    "address", ["http://example.org/a", "https://example.org", "https://example.org/a;rm", "me/course"]
)
def test_what_is_no_address_of_a_repository_is_refused_at_its_line(marked: Path, address: str) -> None:
    table = marked / "exercises" / "course.yaml"
    table.write_text(table.read_text("utf-8").replace("https://github.com/someone/marked", address), "utf-8")
    with pytest.raises(
        Exception, match=r"course.yaml:5:13: `repository` is .*; write the address of a git repository"
    ) as refused:
        _ = Course(find(marked)).title
    assert type(refused.value).__name__ == "YamlError"


def test_every_link_within_the_site_leads_somewhere(marked: Path, tmp_path: Path) -> None:
    assert dangling(built(marked, tmp_path / "site")) == []
    assert dangling(built(TINY, tmp_path / "tiny")) == []


def test_the_same_course_gives_the_same_bytes(marked: Path, tmp_path: Path) -> None:
    assert built(marked, tmp_path / "site") == built(marked, tmp_path / "second")
