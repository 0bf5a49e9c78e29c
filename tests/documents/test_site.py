"""The documentation site: it is built without a warning, can be used by everyone, and needs no network."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chromium
import click
import pytest
from places import ROOT

from grader.cli.main import learn

pytest.importorskip("myst_parser", reason="Sphinx is not installed: pip install -e '.[docs]'")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / "docs/conf.py").is_file(), reason="the site is built from the checkout"),
]
SCHEMAS = sorted(ROOT.glob("docs/schema/*.json"))
PAGES = ("index", "learning/generate", "teaching/README", "reference/commands", "reference/files", "reference/python")
DARK = ("learning/generate", "reference/python")
"""Two pages with everything that a page may have."""


def build(docs: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build a site as continuous integration does."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", docs, site]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the site; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    ran = build(ROOT / "docs", folder)
    assert (ran.returncode, ran.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from chromium.started()


def sections(page: Path) -> set[str]:
    """Return the names by which one can link to the sections and keys of a page."""
    return set(re.findall(r'\bid="([^"]+)"', page.read_text("utf-8")))


def test_every_command_is_in_the_reference(site: Path) -> None:
    author = learn.get_command(click.Context(learn), "author")
    assert isinstance(author, click.Group)
    inner = [f"author-{name}" for name in author.list_commands(click.Context(author))]
    names = {f"learn-{name}" for name in (*learn.list_commands(click.Context(learn)), *inner)}
    assert names - sections(site / "reference/commands.html") == set()


def test_every_schema_and_every_definition_of_one_has_a_section(site: Path) -> None:
    found = sections(site / "reference/files.html") | sections(site / "reference/documents.html")
    schemas = {path.name.partition(".")[0]: json.loads(path.read_text("utf-8")) for path in SCHEMAS}
    parts = {f"{name}-{part.lower()}" for name, schema in schemas.items() for part in schema.get("$defs", {})}
    assert len(parts) > 20
    assert (parts | {f"{name}-keys" for name in schemas}) - found == set()


@chromium.NEEDED
@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        pytest.param(page, scheme, marks=() if place % 10 == 0 else pytest.mark.slow)
        for place, (page, scheme) in enumerate(
            [*((page, "light") for page in PAGES), *((page, "dark") for page in DARK)]
        )
    ],
)
def test_a_page_can_be_used_by_everyone_on_a_phone_and_asks_no_other_host(
    site: Path, browser: Any, name: str, scheme: str
) -> None:
    window = {"width": 390, "height": 844}
    opened = chromium.Opened(browser, site / f"{name}.html", viewport=window, color_scheme=scheme)
    with opened as page:
        assert opened.said == []  # axe-core itself makes Chromium complain, of requests within files
        assert chromium.barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == window["width"]
    assert [each for each in opened.asked if not each.startswith(("file:", "data:"))] == []


def test_the_search_finds_a_page(site: Path, browser: Any) -> None:
    with chromium.Opened(browser, site / "search.html", "?q=landlock") as page:
        page.locator("ul.search > li").first.wait_for()
        assert "Security" in page.locator("ul.search").inner_text()


def test_what_another_host_has_to_send_fails_the_build(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT / 'docs')!r})\nextensions = ['finished']\n"
    )
    (docs / "index.rst").write_text(
        "Title\n=====\n\n.. raw:: html\n\n   <img src='https://example.org/x.png' alt=''>\n"
    )
    ran = build(docs, tmp_path / "site")
    assert ran.returncode != 0
    assert "index.html: https://example.org/x.png" in ran.stderr
