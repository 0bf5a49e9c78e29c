"""A site of a small course: it has all that is public, nothing else, and the same bytes each time."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import urlsplit

import pytest
from places import COURSE
from small_site import HIDDEN, SHOWN, files_of, write_marked_course
from workplace import TINY

from grader.authoring.site import page as site_page
from grader.authoring.site.build import SiteContent, build
from grader.cli.project import project_url
from grader.course import find
from grader.course.course import Course
from grader.files import html_page

ENGINE = "https://example.org/engine"


def built(course: Path, folder: Path) -> dict[str, bytes]:
    """Build the site of a course; return its files."""
    folder.mkdir()
    build(SiteContent(Course(find(course)), "a4", ENGINE, False), folder)
    return files_of(folder)


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    """Return the folder of the marked course."""
    return write_marked_course(tmp_path / "marked")


class Links(HTMLParser):
    """Collect the addresses and ids of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one element."""
        for name, value in attrs:
            if name in ("href", "src"):
                self.addresses.append(value or "")
            elif name == "id":
                self.ids.add(value or "")


def dangling(files: dict[str, bytes]) -> list[str]:
    """Return the links within a site that lead nowhere."""
    pages = {path: Links(data.decode()) for path, data in files.items() if path.endswith(".html")}
    found = []
    for path, page in pages.items():
        for address in page.addresses:
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
        "units/first/add_one.html",
        "units/first/index.html",
    ]


@pytest.mark.slow
def test_ways_to_begin_are_made_from_the_address_of_the_repository(marked: Path, tmp_path: Path) -> None:
    start = built(marked, tmp_path / "site")["index.html"].decode()
    assert 'href="https://codespaces.new/someone/marked"' in start
    clone, init = "git clone https://github.com/someone/marked course", "learn init my-course --course course"
    assert f"%pip install git+{ENGINE}\n!{clone}\n!{init}\n%cd my-course\n" in start
    assert f"\npip install git+{ENGINE}\n{clone}\n{init} &amp;&amp; cd my-course\nlearn</code>" in start
    table = marked / "exercises" / "course.yaml"
    table.write_text(table.read_text("utf-8").replace("github.com/someone", "example.org/git"), "utf-8")
    elsewhere = built(marked, tmp_path / "second")["index.html"].decode()
    assert "git clone https://example.org/git/marked course" in elsewhere
    assert "codespaces" not in elsewhere


@pytest.mark.slow
def test_the_course_of_this_package_needs_no_address_of_its_own(tmp_path: Path) -> None:
    start = site_page.start_page(COURSE, (), COURSE.repository)
    assert "\nlearn init my-course &amp;&amp; cd my-course\n" in start
    assert COURSE.repository == project_url("Repository")


@pytest.mark.slow
def test_a_course_without_a_repository_has_no_ways_to_begin(tmp_path: Path) -> None:
    start = built(TINY, tmp_path / "site")["index.html"].decode()
    assert re.findall("Codespaces|Colab|pip install", start) == []
    assert "units/small/index.html" in start


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


def test_fonts_are_one_file_of_the_site_and_each_page_may_have_its_own_style(marked: Path, tmp_path: Path) -> None:
    files = built(marked, tmp_path / "site")
    assert [path for path, data in files.items() if b"@font-face" in data] == ["fonts.css"]
    for path, page in ((path, data.decode()) for path, data in files.items() if path.endswith(".html")):
        assert f'href="{"../" * path.count("/")}fonts.css"' in page, path
        assert html_page.hash_of(re.findall("<style>(.*?)</style>", page, re.DOTALL)[0]) in page, path
        policy = re.findall(r'Security-Policy" content="([^"]*)"', page)[0].split("; ")
        assert len({rule.partition(" ")[0] for rule in policy}) == len(policy), path


def test_every_page_says_what_it_is_to_who_links_to_it(marked: Path, tmp_path: Path) -> None:
    front = marked / "docs" / "front"
    front.mkdir(parents=True, exist_ok=True)
    (front / "card.png").write_bytes(b"card")
    (tmp_path / "site").mkdir()
    course, address = Course(find(marked)), "https://someone.example/course/"
    build(SiteContent(course, "a4", ENGINE, False, address), tmp_path / "site")
    files = files_of(tmp_path / "site")
    assert files["card.png"] == b"card"
    for path, data in files.items():
        if path.endswith(".html"):
            page = data.decode()
            tags = dict(re.findall(r'<meta (?:name|property)="(description|og:\w+)" content="([^"]*)">', page))
            assert tags["description"] == tags["og:description"] != "", path
            assert tags["og:title"] == re.findall("<title>(.*?)</title>", page)[0], path
            assert (tags["og:url"], tags["og:image"]) == (f"{address}{path}", f"{address}card.png")
