"""The study page in a real browser: by click and by key, shuffled, chosen, printed, seen and heard by everybody."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import chromium
import pytest
from chromium import SIDEWAYS, Opened, printed, until
from small_deck import small

from flashcards.study import render

pytestmark = [pytest.mark.external, chromium.NEEDED]

IDS = [card.id for card in small().cards]
SHOWN = "() => [...document.querySelectorAll('#cards > li')].filter((card) => card.checkVisibility()).map((card) => card.id.slice(5))"
ORDER = "() => [...document.querySelectorAll('#cards > li')].map((card) => card.id.slice(5))"
FOCUS = "document.activeElement.closest('li')?.id.slice(5) ?? document.activeElement.id"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the small deck's page."""
    path = tmp_path_factory.mktemp("Karten für alle") / "small deck.html"
    path.write_bytes(render([small()]))
    return path


def status(page: Any) -> str:
    """Return what the page says aloud."""
    return " ".join(page.locator("[role=status]").inner_text().split())


def says(page: Any, text: str) -> None:
    """Wait until the page says a text aloud; of a card that opens it hears a moment later."""
    from playwright.sync_api import expect

    expect(page.locator("[role=status]")).to_contain_text(text)


def open_answer(page: Any, opened: int) -> None:
    """Open the answer that is closed, and wait until the page has heard of it: `opened` answers have been seen then."""
    page.locator("summary:visible").click()
    until(page, f"document.querySelector('#opened').value === {opened}")


def shuffled(cards: list[str], seed: int) -> list[str]:
    """Return the order that a seed stands for: Fisher and Yates with mulberry32, computed anew."""
    order, state = list(cards), seed
    for last in range(len(order) - 1, 0, -1):
        state = (state + 0x6D2B79F5) % 2**32
        mixed = (state ^ state >> 15) * (state | 1) % 2**32
        mixed ^= (mixed + (mixed ^ mixed >> 7) * (mixed | 61) % 2**32) % 2**32
        other = int((mixed ^ mixed >> 14) / 2**32 * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def test_one_card_at_a_time_and_progress_through_the_deck(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        assert page.evaluate(SHOWN) == ["softmax"]
        assert status(page).startswith("Card 1 of 6. 0 opened.")
        open_answer(page, 1)
        page.locator("#next").click()
        assert page.evaluate(SHOWN) == ["plain"]
        says(page, "Card 2 of 6. 1 opened.")
        assert page.locator("progress").evaluate("(bar) => [bar.value, bar.max]") == [1, 6]
        for opened in range(2, 7):
            open_answer(page, opened)
            page.locator("#next").press("Enter")  # on the last card, nobody can click it
        says(page, "Card 6 of 6. This is the last card. You have opened every answer.")
        page.locator("#previous").click()
        says(page, "Card 5 of 6. You have opened every answer.")


def test_the_whole_deck_is_studied_with_the_keyboard_alone(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        for number, card in enumerate(IDS, start=1):
            if number > 1:
                page.keyboard.press("ArrowRight")
            else:
                page.keyboard.press("ArrowLeft")  # there is none before it
                assert status(page).startswith("Card 1 of 6. This is the first card.")
                while page.evaluate(FOCUS) != card:
                    page.keyboard.press("Tab")
            assert page.evaluate(FOCUS) == card
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
            page.keyboard.press("Enter" if number % 2 else "Space")
            assert page.locator(f"#card-{card} .back").is_visible()
        says(page, "You have opened every answer.")
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(FOCUS) == IDS[-2]


def test_the_same_order_has_the_same_number_which_the_address_keeps(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        page.locator("#shuffle").click()
        seed = int(re.search(r"Order (\d+), kept in the address of this page\.", status(page))[1])  # type: ignore[index]
        assert page.evaluate(ORDER) == shuffled(IDS, seed)
        assert page.evaluate("location.hash") == f"#order={seed}"
        page.locator("#sort").click()
        assert (page.evaluate(ORDER), page.locator("#sort").is_visible()) == (IDS, False)
        assert page.evaluate(FOCUS) == "shuffle"
    for seed in (1, 7, 4711, 2**31 - 1):
        with Opened(browser, file, f"#order={seed}") as page:
            assert page.evaluate(ORDER) == shuffled(IDS, seed)
            assert page.evaluate(SHOWN) == shuffled(IDS, seed)[:1]


def test_the_address_leads_back_to_choice_order_and_card(browser: Any, file: Path) -> None:
    order = [card for card in shuffled(IDS, 5) if card in ("plain", "five-steps", "long")]
    with Opened(browser, file, f"#order=5&cards=tag-loop&at={order[2]}") as page:
        assert page.evaluate(SHOWN) == order[2:]
        assert page.evaluate("location.hash") == f"#order=5&cards=tag-loop&at={order[2]}"
        assert status(page).startswith("Card 3 of 3.")
    with Opened(browser, file, "#card-wide") as page:
        assert page.evaluate(SHOWN) == ["wide"]


NONSENSE = ["#order=1e99", "#cards=<b>", "#%E0%A4%A"]


@pytest.mark.parametrize("fragment", NONSENSE)
def test_an_address_that_makes_no_sense_is_the_deck_as_it_is(browser: Any, file: Path, fragment: str) -> None:
    opened = Opened(browser, file, fragment)
    with opened as page:
        assert (page.evaluate(ORDER), page.evaluate(SHOWN)) == (IDS, IDS[:1])
        assert opened.said == []


@pytest.mark.parametrize("has_script", [True, False], ids=["with JavaScript", "without"])
def test_each_card_is_printed_on_a_page_with_its_closed_answer(browser: Any, file: Path, *, has_script: bool) -> None:
    with Opened(browser, file, java_script_enabled=has_script) as page:
        pages = printed(page, format="A4")
    assert len(pages) == 6
    assert "What ends an answer? The end token, a stop string, or the cap on new tokens." in pages[1]
    assert "2. Take the last row." in pages[2]
    assert not [each for each in pages if "Show the answer" in each or "Shuffle" in each]


def test_without_javascript_all_cards_are_there_and_open(browser: Any, file: Path) -> None:
    with Opened(browser, file, java_script_enabled=False) as page:
        assert page.locator("#cards > li:visible").count() == 6
        assert page.locator("button:visible, select:visible").count() == 0
        page.locator("#card-plain summary").focus()
        page.keyboard.press("Enter")
        assert page.locator("#card-plain .back").is_visible()
        assert "With JavaScript, this page also shows one card at a time" in page.locator("footer").inner_text()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_nobody_is_kept_out_and_nothing_is_asked_for(browser: Any, file: Path, scheme: str, width: int) -> None:
    opened = Opened(browser, file, color_scheme=scheme, viewport={"width": width, "height": 640})
    with opened as page:
        page.locator("#shuffle").click()
        page.locator("#next").click()
        page.locator("#all").click()
        for summary in page.locator("summary").all():
            summary.click()
        assert (opened.asked, opened.said) == ([file.as_uri()], [])
        assert chromium.barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(SIDEWAYS) == []


def test_axe_finds_the_barriers_of_a_broken_twin(browser: Any, file: Path, tmp_path: Path) -> None:
    broken = (
        file.read_text("utf-8").replace(' lang="en"', "").replace('<label for="choice">Cards</label>', "<b>Cards</b>")
    )
    broken = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", broken)
    (tmp_path / "twin.html").write_text(broken, "utf-8")
    with Opened(browser, tmp_path / "twin.html") as page:
        found = {each.partition(":")[0] for each in chromium.barriers(page)}
    assert {"html-has-lang", "select-name"} <= found
