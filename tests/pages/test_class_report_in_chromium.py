"""The class report in a browser: it can be read by everybody, on every screen and on paper, and asks for nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chromium
import pytest
from class_cases import CLASS, LATE, hostile_class, nucleus
from report_cases import check, result

from grader.core.result import CourseStamp, Result, Verdict
from grader.reports.class_report.render import render_page
from grader.reports.class_report.table import ClassTable, Person
from grader.reports.document import LeftOut, Stored

pytestmark = [pytest.mark.external, chromium.NEEDED]


def tabulate(each: dict[str, Result], *, is_anonymous: bool = False) -> ClassTable:
    """Add results to a table, with something of everything that is told apart from them."""
    found = ClassTable([Person("yan"), Person("W" * 200)], is_anonymous=is_anonymous)
    for student, one in each.items():
        found.add(Stored(student, one, student in LATE, LATE.get(student)))
    newer = CLASS["ada"]._replace(course=CourseStamp("course", 8, "1" * 64))
    found.add(Stored("zoe", newer, is_on_roster=False))
    found.add(LeftOut("W" * 300 + ".json", "it is not JSON"))
    return found


EVERY = {each.value: result(nucleus(check(each, "a check", points=2))) for each in Verdict}
PAGES = {
    "a class": tabulate(CLASS),
    "every verdict": tabulate(EVERY),
    "hostile": tabulate(hostile_class()),
    "anonymous": tabulate(CLASS, is_anonymous=True),
    "of a hundred": tabulate({f"student {number}": [*CLASS.values()][number % 6] for number in range(100)}),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Write the pages."""
    folder = tmp_path_factory.mktemp("Bericht für März")
    written = {name: folder / f"{name}.html" for name in PAGES}
    for name, path in written.items():
        path.write_text(render_page(PAGES[name]), "utf-8")
    return written


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("scheme", "width"), [("dark", 1280), ("light", 320)])
def test_nobody_is_kept_out_and_nothing_is_asked_for(
    browser: Any, files: dict[str, Path], name: str, scheme: str, width: int
) -> None:
    window = chromium.Opened(browser, files[name], color_scheme=scheme, viewport={"width": width, "height": 800})
    with window as page:
        assert chromium.barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(chromium.SIDEWAYS) == []
        assert (window.asked, window.said) == ([files[name].as_uri()], [])


def test_hostile_text_is_shown_and_nothing_of_it_is_run(browser: Any, files: dict[str, Path]) -> None:
    with chromium.Opened(browser, files["hostile"]) as page:
        assert page.locator("script, img, b, iframe").count() == 0
        assert "<b>x</b>" in page.locator("main").inner_text()


def test_bars_are_drawn_as_long_as_their_numbers(browser: Any, files: dict[str, Path]) -> None:
    lengths = "(bars) => bars.map((bar) => bar.getBoundingClientRect().width / bar.closest('svg').clientWidth)"
    with chromium.Opened(browser, files["a class"]) as page:
        numbers = [int(text) for text in page.locator(".scores td span").all_inner_texts()]
        drawn = page.locator(".scores td rect").evaluate_all(lengths)
    assert sum(numbers) == 7
    assert drawn == pytest.approx([number / max(numbers) for number in numbers], abs=0.01)


def test_an_exercise_is_reached_by_keyboard(browser: Any, files: dict[str, Path]) -> None:
    with chromium.Opened(browser, files["a class"], viewport={"width": 1280, "height": 500}) as page:
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.innerText") == "The nucleus"
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.keyboard.press("Enter")
        top = page.locator("article h3", has_text="The nucleus").bounding_box()["y"]
        assert 0 <= top < 500
