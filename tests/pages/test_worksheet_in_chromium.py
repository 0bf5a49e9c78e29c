"""Worksheets and keys in a real browser: seen and read by everybody, printed with room for the pen, asking for nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import chromium
import pytest
from chromium import SIDEWAYS, Opened, printed
from places import COURSE

from grader.questions.worksheet import page as worksheet_page
from grader.questions.worksheet.sheet import draw, open_sheet

pytestmark = [pytest.mark.external, chromium.NEEDED]

OPENED = open_sheet(COURSE, "five_tokens")
LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "narrow": {"viewport": {"width": 320, "height": 640}},
    "narrow and dark": {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"},
    "zoomed": {"viewport": {"width": 320, "height": 256}},
    "forced colors": {"forced_colors": "active"},
}
PIXELS_PER_MM = 96 / 25.4


@pytest.fixture(scope="module", params=["sheet", "key"])
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of two students."""
    made = [draw(OPENED, "chromium", each, "Zoë O’Hara-Ångström") for each in ("ada", "x" * 60)]
    path = tmp_path_factory.mktemp("Blatt für alle") / f"{request.param}.html"
    path.write_text(worksheet_page.render(made, request.param, "a4"), "utf-8")
    return path


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_no_barrier(browser: Any, file: Path, look: str) -> None:
    with Opened(browser, file, **LOOKS[look]) as page_:
        assert chromium.barriers(page_) == []


def test_axe_finds_the_barriers_of_a_broken_twin(browser: Any, file: Path, tmp_path: Path) -> None:
    broken = file.read_text("utf-8").replace(' lang="en"', "").replace("--soft: #5a636e", "--soft: #c0c8d0")
    broken = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", broken)
    (tmp_path / "twin.html").write_text(broken, "utf-8")
    with Opened(browser, tmp_path / "twin.html") as page_:
        found = {each.partition(":")[0] for each in chromium.barriers(page_)}
    assert {"html-has-lang", "color-contrast"} <= found


@pytest.mark.parametrize("width", [320, 400, 768, 1280])
def test_nothing_has_to_be_scrolled_sideways_but_rows_of_numbers(browser: Any, file: Path, width: int) -> None:
    with Opened(browser, file, viewport={"width": width, "height": 600}) as page_:
        assert page_.evaluate("document.documentElement.scrollWidth") == width
        wide = [each for each in page_.evaluate(SIDEWAYS) if 'class="scrolls"' not in each]
        assert wide == []


def test_nothing_is_asked_for_and_nothing_goes_wrong(browser: Any, file: Path) -> None:
    opened = Opened(browser, file)
    with opened as page_:
        page_.locator("h1").first.wait_for()
        assert (opened.asked, opened.said) == ([file.as_uri()], [])


def test_the_room_for_working_is_as_high_as_the_worksheet_says(browser: Any, file: Path) -> None:
    if file.stem == "key":
        pytest.skip("a key has no room for working")
    with Opened(browser, file) as page_:
        page_.emulate_media(media="print")
        heights = page_.eval_on_selector_all(
            "article:first-of-type .room", "(all) => all.map((each) => each.getBoundingClientRect().height)"
        )
    assert [height / PIXELS_PER_MM for height in heights] == pytest.approx(
        [step.room_mm for step in OPENED.sheet.steps], abs=0.3
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_browser_prints_as_many_pages_as_the_pdf_has(browser: Any, paper: str, tmp_path: Path) -> None:
    made = [draw(OPENED, "chromium", str(number)) for number in range(2)]
    path = tmp_path / "sheets.html"
    path.write_text(worksheet_page.render(made, "sheet", paper), "utf-8")  # type: ignore[arg-type]
    with Opened(browser, path) as page_:
        texts = printed(page_, prefer_css_page_size=True)
    assert [each.id in text for each, text in zip(made, texts[::2], strict=True)] == [True, True]
    assert len(texts) == 4
