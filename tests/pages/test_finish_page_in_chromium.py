"""The page of a finished course in a browser: for every screen, on one sheet of paper, without a request."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chromium
import pytest
from chromium import Opened
from places import COURSE

from grader.course.ending import CourseEnding, NextStep
from grader.learner.finish.keepsake import FinishedCourse, FinishedUnit, OwnText, Part, finish_page

pytestmark = [pytest.mark.external, chromium.NEEDED]

DATE = datetime.date(2026, 11, 22)
HOSTILE = "<b>x</b> </p><script>alert(1)</script> "
LONG = "W" * 900
FIGURES = [("repeated", 0.25), ("distinct", 0.5), ("perplexity", 12.34), ("JSON", 1.0)]
TRIALS = tuple((name, FIGURES) for name in ("yours", "greedy", "top-p", "min-p"))


def own(text: str) -> OwnText:
    """Return a text that was written with twenty parts of the learner's."""
    return OwnText("Once upon a time", text, 'learn generate "Once upon a time" --mine', ("softmax",) * 20, (), "")


def whole_course() -> FinishedCourse:
    """Return the course, finished, with the longest text that its settings allow."""
    units = tuple(
        FinishedUnit(
            unit.title,
            tuple(Part(each.title, each.place.does, each.points) for each in map(COURSE.exercise, unit.exercise_ids)),
        )
        for unit in COURSE.units
    )
    text = own("there was a hungry fox named Tom. " * 6)
    return FinishedCourse(COURSE.title, DATE, units, COURSE.ending, text, TRIALS)


def hostile_course() -> FinishedCourse:
    """Return a course with markup and endless words wherever there is text."""
    unit = FinishedUnit(HOSTILE, (Part(LONG, HOSTILE, 3), Part(HOSTILE, LONG, 4)))
    step = NextStep(title=HOSTILE, why=LONG, url="https://example.org/?a=1&b=2")
    ending = CourseEnding(built=LONG, prompt=HOSTILE, next=(step,))
    return FinishedCourse(HOSTILE, DATE, (unit,), ending, own(HOSTILE + LONG))


PAGES = {
    "whole": whole_course,
    "hostile": hostile_course,
    "bare": lambda: FinishedCourse("A course", DATE, (), CourseEnding(built=""), None),
}


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Give a function that opens a page, which asks for nothing and complains about nothing."""
    windows: list[Opened] = []

    def run(name: str, **settings: Any) -> Any:
        file = tmp_path / "Ende für Ada.html"
        file.write_text(finish_page(PAGES[name]()), "utf-8")
        windows.append(Opened(browser, file, **settings))
        asked = [each for each in windows[-1].asked if not each.startswith("data:font/")]
        assert (asked, windows[-1].said) == ([file.as_uri()], [])
        return windows[-1].page

    yield run
    for window in windows:
        window.context.close()


@pytest.mark.parametrize(("name", "scheme"), [("whole", "light"), ("whole", "dark"), ("hostile", "light")])
def test_axe_finds_no_barrier(opened: Any, name: str, scheme: str) -> None:
    assert chromium.barriers(opened(name, color_scheme=scheme, viewport={"width": 390, "height": 800})) == []


@pytest.mark.parametrize("name", PAGES)
def test_nothing_has_to_be_scrolled_sideways(opened: Any, name: str) -> None:
    page = opened(name)
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 600})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_markup_in_a_text_is_text(opened: Any) -> None:
    page = opened("hostile")
    assert page.locator("script, b").count() == 0
    assert "<script>alert(1)</script>" in page.locator("blockquote").inner_text()


def test_it_says_that_it_is_no_grade_and_prints_on_one_sheet(opened: Any) -> None:
    (sheet,) = chromium.printed(opened("whole"), prefer_css_page_size=True)
    points = sum(each.points for each in COURSE.exercises())
    assert f"{len(COURSE.exercise_ids)} exercises and {points} points, checked by the one who wrote them" in sheet
    assert "on 22 November 2026" in sheet
    assert "no grade" in sheet
    assert "https://karpathy.ai/zero-to-hero.html" in sheet
