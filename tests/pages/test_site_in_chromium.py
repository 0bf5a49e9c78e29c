"""The site in a real browser: no barriers, nothing from elsewhere, and nothing wider than the window."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import chromium
import pytest
from chromium import SIDEWAYS, Opened
from places import COURSE
from small_site import files_of

from grader.authoring.site.build import SiteContent, build
from grader.files import html_page

pytestmark = [pytest.mark.external, chromium.NEEDED]

PHONE, LARGE = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
LOOKS: dict[str, dict[str, Any]] = {
    "index.html": {"color_scheme": "light", "viewport": PHONE},
    "units/picking/index.html": {"color_scheme": "dark", "viewport": PHONE},
    "units/picking/nucleus_membership.html": {"color_scheme": "light", "viewport": {"width": 320, "height": 640}},
    "errata.html": {"color_scheme": "light", "viewport": LARGE},
    "cards/course.html": {"color_scheme": "light", "viewport": PHONE},
    "quizzes/overview.html": {"color_scheme": "dark", "viewport": LARGE},
    "playground.html": {"color_scheme": "dark", "viewport": PHONE},
    "print/five_tokens.html": {"color_scheme": "light", "viewport": PHONE},
}
"""Pages of every kind, each in one look."""
MOST_BYTES = 300_000
UNFOLD = "document.querySelectorAll('details').forEach((each) => { each.open = true })"
NAVIGATION = """() => [...document.querySelectorAll(".site-nav a")].map((link) => {
  const { x, y, height } = link.getBoundingClientRect();
  return [x, y, height];
})"""
SIZES = """() => [...document.querySelectorAll("main *")].filter((each) => each.getClientRects().length && !each.closest("svg, code, pre, kbd, sup, .unseen")
  && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())).map((each) => parseFloat(getComputedStyle(each).fontSize) / 16)"""
KINDS = (
    *LOOKS, "cards/index.html", "cards/picking.html", "quizzes/index.html", "glossary.html",
    "print/index.html", "print/cards-picking.html", "print/cheat-sheet.html",
)  # fmt: skip
SHEETS = "print/c"
"""Begins the names of sheets that look on the screen as on paper, with the sizes of paper."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site of the shipped course."""
    folder = tmp_path_factory.mktemp("Seite für alle")
    build(SiteContent(COURSE, "https://example.org/engine", False), folder)
    return folder


def check_frame(browser: Any, site: Path) -> None:
    """Measure that navigation and title are at one place and in one size, and all other text in the sizes of the scale."""
    scale = re.findall(r"--(?:micro|tiny|small|text|large|second): ([\d.]+)rem", html_page.tokens())
    places, titles, sizes = set(), set(), set()
    for path in KINDS:
        with Opened(browser, site / path, viewport=LARGE) as page:
            chromium.until(page, "document.fonts.status === 'loaded'")
            places.add(str(page.evaluate(NAVIGATION)))
            if not path.startswith(SHEETS):
                titles.add(page.evaluate("getComputedStyle(document.querySelector('h1')).fontSize"))
                sizes.update(page.evaluate(SIZES))
            has_current = not path.startswith(("print/", "errata"))
            assert page.locator(".site-nav [aria-current]").count() == has_current, path
    assert (len(places), titles) == (1, {"32px"})
    assert {round(size, 3) for size in sizes} <= {*map(float, scale), 2.0}


@pytest.mark.external
def test_pages_have_no_barrier_ask_no_other_host_fit_the_window_and_share_a_frame(browser: Any, site: Path) -> None:
    for path, look in LOOKS.items():
        opened = Opened(browser, site / path, **look)
        with opened as page:
            page.evaluate(UNFOLD)
            asked = [url for url in opened.asked if not url.startswith(("data:", f"{site.as_uri()}/"))]
            assert (asked, opened.said) == ([], []), path  # before axe, which asks for the style sheets again
            assert chromium.barriers(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            assert [each for each in page.evaluate(SIDEWAYS) if "scrolls" not in each] == [], path
    check_frame(browser, site)


def test_the_first_page_is_small(site: Path) -> None:
    files = files_of(site)
    first = [files[name] for name in ("index.html", "style.css", "icon.svg")]
    assert len(b"".join(map(gzip.compress, first))) < sum(map(len, first)) < MOST_BYTES


def test_a_learner_comes_from_the_start_to_a_hint_without_javascript_and_prints_the_task(
    browser: Any, site: Path
) -> None:
    words, unit = (
        COURSE.words("picking/nucleus_membership"),
        next(each for each in COURSE.units if each.id == "picking"),
    )
    first_words = words.hints[0].partition("`")[0].strip()
    with Opened(browser, site / "index.html", java_script_enabled=False, viewport=PHONE) as page:
        page.get_by_role("link", name=unit.title).click()
        page.get_by_role("link", name=words.title).first.click()
        hint = page.get_by_text(first_words)
        assert not hint.is_visible()
        page.get_by_text("Hint 1 of 3").click()
        assert hint.is_visible()
        page.get_by_role("link", name="Glossary").click()
        assert page.get_by_role("heading", name="Glossary").is_visible()
        page.go_back()
        text = " ".join(chromium.printed(page, format="A4"))
    assert words.title in text
    assert [each for each in ("Quizzes", "Playground", first_words) if each in text] == []


def test_the_search_finds_pages_headings_and_terms_from_any_page_by_keyboard(browser: Any, site: Path) -> None:
    assert len((site / "search.js").read_bytes()) < 60_000
    opened = Opened(browser, site / "units/picking/min_p.html")
    with opened as page:
        page.locator(".site-search input").fill("kv cache")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search.html?q=kv+cache")
        assert page.locator("#found a").first.inner_text() == "KV cache"
        page.locator("#main input").fill("renormal")
        assert page.locator("#said").inner_text().endswith("found.")
        page.locator("#main input").fill("perplexity")
        page.locator("#found a").first.click()
        assert page.locator("dt:target").inner_text() == "perplexity"
        assert opened.said == []


def test_every_page_of_the_course_leads_to_the_next(browser: Any, site: Path) -> None:
    with Opened(browser, site / "pages/opening.html") as page:
        titles = []
        while page.locator(".around [rel=next]").count():
            titles.append(page.locator("h1").inner_text())
            page.locator(".around [rel=next]").click()
    assert len(titles) > len(COURSE.exercise_ids) + len(COURSE.units)


def test_commands_are_copied(browser: Any, site: Path) -> None:
    with Opened(browser, site / "index.html", permissions=["clipboard-read", "clipboard-write"]) as page:
        page.get_by_role("button", name="Copy").first.click()
        page.get_by_role("button", name="Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()").endswith("token-by-token watch")
