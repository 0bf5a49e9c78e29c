"""The pages to read in a real browser: no barriers, no requests, answers that unfold, and nothing wider than the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chromium
import pytest
from chromium import SIDEWAYS, Opened
from places import COURSE

from grader.authoring.site.lesson_page import render
from grader.course.picture import CSS, open_picture, picture_names
from grader.files import html_page

pytestmark = [pytest.mark.external, chromium.NEEDED]

LOOKS: dict[str, dict[str, Any]] = {
    "narrow": {"color_scheme": "light", "viewport": {"width": 390, "height": 844}},
    "wide": {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}},
    "narrow and dark": {"color_scheme": "dark", "viewport": {"width": 320, "height": 640}},
    "forced colors": {"forced_colors": "active"},
}
IDS = ["opening", "picking", "cost", "settings", "closing"]
"""Pages with everything that a page can have."""
OVERLAPS = """() => [...document.querySelectorAll("svg.picture")].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].map((each) => [each.textContent, each.getBoundingClientRect()]);
  return texts.flatMap(([words, box], index) => [
    ...(box.left < frame.left - 1 || box.right > frame.right + 1 ? [`${words} is cut off`] : []),
    ...(box.height < 12 ? [`${words} is too small`] : []),
    ...texts.slice(index + 1).filter(([, other]) => box.left < other.right - 0.5 && other.left < box.right - 0.5
      && box.top < other.bottom - 3 && other.top < box.bottom - 3).map(([others]) => `${words} is on ${others}`),
  ]);
})"""
"""Finds texts in pictures that are on one another, outside of the picture, or too small to be read."""
UNFOLD = "document.querySelectorAll('details').forEach((each) => { each.open = true })"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write some pages."""
    path = tmp_path_factory.mktemp("Seiten für alle") / "pages.html"
    path.write_text(render(COURSE, IDS, "a4"), "utf-8")
    return path


def test_nothing_is_asked_for_and_answers_unfold(browser: Any, file: Path) -> None:
    opened = Opened(browser, file)
    with opened as page:
        answer = page.locator("#min_p details p")
        assert not answer.is_visible()
        page.locator("#min_p summary").click()
        assert answer.is_visible()
    assert ([url for url in opened.asked if not url.startswith("data:")], opened.said) == ([file.as_uri()], [])


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_no_barrier(browser: Any, file: Path, look: str) -> None:
    with Opened(browser, file, **LOOKS[look]) as page:
        page.evaluate(UNFOLD)
        assert chromium.barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert [each for each in page.evaluate(SIDEWAYS) if 'class="scrolls"' not in each] == []


@pytest.mark.parametrize("width", [390, 1280])
def test_texts_in_pictures_are_large_enough_and_not_on_one_another(browser: Any, tmp_path: Path, width: int) -> None:
    every = tmp_path / "every.html"
    drawings = "".join(f"<figure>{open_picture(COURSE, name).svg}</figure>" for name in picture_names(COURSE))
    style = html_page.font_css() + CSS + "figure { margin: 0 35px }"  # as far in as on the pages
    every.write_text(f'<!doctype html><meta charset="utf-8"><style>{style}</style>{drawings}', "utf-8")
    with Opened(browser, every, viewport={"width": width, "height": 844}) as page:
        page.evaluate("document.fonts.ready")
        assert page.locator("svg.picture").count() == len(picture_names(COURSE))
        assert page.evaluate(OVERLAPS) == []


def test_every_link_within_the_page_leads_somewhere(browser: Any, file: Path) -> None:
    dangling = """() => [...document.querySelectorAll('a[href^="#"]')].map((each) => each.hash.slice(1))
      .filter((id) => !document.getElementById(id))"""
    with Opened(browser, file) as page:
        assert page.evaluate(dangling) == []
        assert (
            page.evaluate("""[...document.querySelectorAll('a')].filter((each) => !each.hash
          && each.protocol !== 'https:').map((each) => each.href)""")
            == []
        )


def test_paper_has_no_answers_and_no_menu(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        text = " ".join(chromium.printed(page, format="A4"))
    assert "Picking a token" in text
    assert "The bar is" not in text
