"""The cheat sheet in a real browser: one page on paper, and readable on any screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import chromium
import pytest
from chromium import SIDEWAYS, Opened, until
from places import COURSE

from flashcards.cheat_sheet import open_sheet, render
from grader.files.html_page import PAPER_SIZES, Paper

pytestmark = [pytest.mark.external, chromium.NEEDED]

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "narrow": {"color_scheme": "light", "viewport": {"width": 320, "height": 640}},
    "narrow and dark": {"color_scheme": "dark", "viewport": {"width": 320, "height": 640}},
    "forced colors": {"forced_colors": "active"},
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[Paper, Path]:
    """Write the sheet for each paper."""
    folder = tmp_path_factory.mktemp("Spickzettel für alle")
    sheet = open_sheet(COURSE)
    papers: tuple[Paper, ...] = ("a4", "letter")
    for paper in papers:
        (folder / f"{paper}.html").write_text(render(sheet, paper), "utf-8")
    return {paper: folder / f"{paper}.html" for paper in papers}


def test_the_table_of_papers_is_complete(files: dict[Paper, Path]) -> None:
    assert set(files) == set(PAPER_SIZES)


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_it_prints_on_one_page(browser: Any, files: dict[Paper, Path], tmp_path: Path, paper: Paper, size: Any) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
    with Opened(browser, files[paper]) as page:
        page.pdf(path=tmp_path / "sheet.pdf", prefer_css_page_size=True)
    (printed,) = pypdf.PdfReader(tmp_path / "sheet.pdf").pages
    assert [float(each) / 72 * 25.4 for each in printed.mediabox[2:]] == pytest.approx(size, abs=0.5)
    assert "What does a JSON mask guarantee" in " ".join(printed.extract_text().split())


def test_nothing_is_asked_for_and_nothing_complained_about(browser: Any, files: dict[Paper, Path]) -> None:
    opened = Opened(browser, files["a4"])
    with opened as page:
        page.evaluate("document.fonts.ready.then(() => true)")
        assert page.evaluate("[...document.fonts].some((font) => font.status === 'loaded')")
    assert ([url for url in opened.asked if not url.startswith("data:")], opened.said) == ([files["a4"].as_uri()], [])


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_no_barrier(browser: Any, files: dict[Paper, Path], look: str) -> None:
    with Opened(browser, files["a4"], **LOOKS[look]) as page:
        assert chromium.barriers(page) == []


def test_axe_finds_the_barriers_of_a_broken_twin(browser: Any, files: dict[Paper, Path], tmp_path: Path) -> None:
    broken = files["a4"].read_text("utf-8").replace(' lang="en"', "").replace("--soft: #5a636e", "--soft: #c0c8d0")
    broken = re.sub(r' (?:aria-label="[^"]*"|tabindex="0")', "", broken)
    broken = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", broken)
    (tmp_path / "twin.html").write_text(broken, "utf-8")
    with Opened(browser, tmp_path / "twin.html", viewport={"width": 320, "height": 640}) as page:
        found = {each.partition(":")[0] for each in chromium.barriers(page)}
    assert {"html-has-lang", "svg-img-alt", "color-contrast", "scrollable-region-focusable"} <= found


@pytest.mark.parametrize("width", [320, 400, 768, 1280])
def test_nothing_but_wide_tables_has_to_be_scrolled_sideways(
    browser: Any, files: dict[Paper, Path], width: int
) -> None:
    with Opened(browser, files["a4"], viewport={"width": width, "height": 600}) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert [each for each in page.evaluate(SIDEWAYS) if not each.startswith('<div class="scrolls"')] == []


def test_a_wide_table_scrolls_by_key(browser: Any, files: dict[Paper, Path]) -> None:
    with Opened(browser, files["a4"], viewport={"width": 320, "height": 600}) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Settings")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.keyboard.press("ArrowRight")
        until(page, "document.activeElement.scrollLeft > 0")
