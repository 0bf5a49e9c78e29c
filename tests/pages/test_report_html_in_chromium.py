"""The page for learners in a browser: it can be read by everybody, on every screen and on paper, and asks for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chromium
import pytest
from chromium import Opened
from report_cases import EMPTY, HOSTILE_RESULT, ONE, SEVERAL, check, exercise, result

from grader.core.result import Result, Verdict
from grader.reports import render

pytestmark = [pytest.mark.external, chromium.NEEDED]

LONG = "W" * 900
PAGES = {
    "one": ONE,
    "several": SEVERAL,
    "hostile": HOSTILE_RESULT,
    "empty": EMPTY,
    "every verdict": result(*[exercise(check(each, message="why"), title=each.value) for each in Verdict]),
    "long": result(
        exercise(
            check(Verdict.FAIL, LONG, message=LONG, call=LONG, got=LONG, expected=LONG, stdout=f"{LONG}\n" * 30),
            title=LONG,
        )
    )._replace(student=LONG),
}


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Give a function that opens the page of a result, and keeps what it asked for and complained about."""
    windows: list[Opened] = []

    def run(document: Result, **settings: Any) -> Any:
        file = tmp_path / "Bericht für Ada.html"
        file.write_bytes(render("html", document).encode())
        window = Opened(browser, file, **settings)
        windows.append(window)
        assert (window.asked, window.said) == ([file.as_uri()], [])
        return window.page

    yield run
    for window in windows:
        window.context.close()


LOOKS = [("light", 1280), ("dark", 1280), ("light", 320)]
SEEN = [pytest.param(name, *look) for number, name in enumerate(PAGES) for place, look in enumerate(LOOKS)]
"""Some pages in one look for every change, each in all of them every week."""


@pytest.mark.parametrize(("name", "scheme", "width"), SEEN)
def test_axe_finds_no_barrier(opened: Any, name: str, scheme: str, width: int) -> None:
    page = opened(PAGES[name], color_scheme=scheme, viewport={"width": width, "height": 800})
    assert chromium.barriers(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_nothing_has_to_be_scrolled_sideways(opened: Any, name: str) -> None:
    page = opened(PAGES[name])
    for width in (320, 400, 768, 1280):
        page.set_viewport_size({"width": width, "height": 600})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_hostile_text_is_shown_and_nothing_of_it_is_run(opened: Any) -> None:
    page = opened(HOSTILE_RESULT)
    assert page.locator("script, img, b, iframe").count() == 0
    assert "<script>alert(1)</script>" in page.locator("main").inner_text()
    assert page.locator("a").evaluate_all("links => links.map(each => each.getAttribute('href'))") == [
        "#exercise-1",
        "#exercise-2",
    ]


def test_the_policy_is_in_force(opened: Any) -> None:
    attempt = """() => {
      const script = document.createElement("script");
      let refused = false;
      try { script.textContent = "window.broken = true"; } catch { refused = true; }
      document.body.append(script);
      const text = document.createElement("p");
      text.setAttribute("style", "color: red"); document.body.append(text);
      return [refused, String(window.broken), getComputedStyle(text).color];
    }"""
    assert opened(ONE).evaluate(attempt) == [True, "undefined", "rgb(34, 38, 43)"]


def test_a_learner_finds_call_values_mistake_and_place(opened: Any) -> None:
    text = opened(SEVERAL).locator("section").inner_text()
    for words in (
        "nucleus(np.array([0.5, 0.3, 0.2]), 0.7)",
        "The token that crosses top_p is dropped. Look at the comparison.",
        "Look at nucleus.py:7.",
        "[0, 1]",
        "mass 0.5",
    ):
        assert words in text


def test_it_prints_on_white(opened: Any) -> None:
    page = opened(SEVERAL, color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(34, 38, 43)"
    assert page.pdf(format="A4").startswith(b"%PDF")
