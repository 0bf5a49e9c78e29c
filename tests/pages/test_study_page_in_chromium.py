"""The study page in a real browser: by click and by key, shuffled, chosen, printed, seen and heard by everybody."""

from __future__ import annotations

import re
from dataclasses import replace
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


def test_a_card_opens_by_click_and_closes_again(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        card = page.locator("#card-softmax")
        assert not card.locator(".back").is_visible()
        card.locator("summary").click()
        assert card.locator(".back").is_visible()
        assert "0.665" in card.locator(".back").inner_text()
        card.locator("summary").click()
        assert not card.locator(".back").is_visible()


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


def test_space_opens_the_card_on_a_fresh_page_and_after_a_click_on_next(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        page.keyboard.press("Space")
        assert page.locator("#card-softmax .back").is_visible()
        page.locator("#next").click()
        page.keyboard.press("Space")
        assert page.locator("#card-plain .back").is_visible()


def test_everything_is_reached_by_tab_and_the_focus_is_seen(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        seen = []
        for _ in range(7):
            page.keyboard.press("Tab")
            seen.append(page.evaluate(FOCUS))
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        assert seen == ["choice", "shuffle", "all", "print", "softmax", "previous", "next"]


def test_the_question_is_said_when_a_button_leads_to_it(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        page.locator("#next").focus()
        page.keyboard.press("Enter")
        assert page.evaluate(FOCUS) == "next"
        assert page.locator("[role=status]").text_content().endswith("0 opened.What ends an answer?")


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


def test_shuffling_closes_the_answers_and_begins_anew(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        open_answer(page, 1)
        page.locator("#next").click()
        page.locator("#shuffle").click()
        assert re.match(r"Card 1 of 6. Shuffled. Order \d+, kept in the address of this page. 0 opened.", status(page))
        assert page.locator("details[open]").count() == 0


def test_cards_are_chosen_by_tag(browser: Any, file: Path) -> None:
    with Opened(browser, file) as page:
        page.locator("#choice").select_option("tag-loop")
        assert status(page).startswith("Card 1 of 3.")
        page.locator("#all").click()
        assert page.evaluate(SHOWN) == ["plain", "five-steps", "long"]
        assert status(page) == "3 cards. 0 opened."
        assert page.evaluate("location.hash") == "#cards=tag-loop"
        page.locator("#choice").select_option("")
        assert page.evaluate(SHOWN) == IDS


def test_the_address_leads_back_to_choice_order_and_card(browser: Any, file: Path) -> None:
    order = [card for card in shuffled(IDS, 5) if card in ("plain", "five-steps", "long")]
    with Opened(browser, file, f"#order=5&cards=tag-loop&at={order[2]}") as page:
        assert page.evaluate(SHOWN) == order[2:]
        assert page.evaluate("location.hash") == f"#order=5&cards=tag-loop&at={order[2]}"
        assert status(page).startswith("Card 3 of 3.")
    with Opened(browser, file, "#card-wide") as page:
        assert page.evaluate(SHOWN) == ["wide"]


NONSENSE = ["#order=-1", "#order=x", "#order=1e99", "#cards=tag-none", "#cards=<b>", "#at=none", "#%E0%A4%A", "#&&=&"]


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


def test_what_is_printed_is_what_is_chosen_in_the_order_on_the_screen(browser: Any, file: Path) -> None:
    words = {"plain": "What ends an answer?", "five-steps": "Which five steps", "long": "What is to be said"}
    with Opened(browser, file, "#order=5&cards=tag-loop") as page:
        pages = printed(page, format="A4")
    order = [card for card in shuffled(IDS, 5) if card in words]
    assert [each.startswith(words[card]) for each, card in zip(pages, order, strict=True)] == [True] * 3


def test_it_prints_dark_on_white_and_the_button_asks_the_browser(browser: Any, file: Path) -> None:
    with Opened(browser, file, color_scheme="dark") as page:
        page.evaluate("window.print = () => { window.asked = true; }")
        page.locator("#print").click()
        assert page.evaluate("window.asked") is True
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(34, 38, 43)"


def test_where_closed_answers_cannot_be_printed_they_are_opened_for_it(browser: Any, file: Path) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.add_init_script("CSS.supports = () => false")
        page.goto(file.as_uri())
        open_answer(page, 1)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator("details[open]").count() == 6
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.locator("details[open]").count() == 1
        says(page, "1 opened.")


def test_without_javascript_all_cards_are_there_and_open(browser: Any, file: Path) -> None:
    with Opened(browser, file, java_script_enabled=False) as page:
        assert page.locator("#cards > li:visible").count() == 6
        assert page.locator("button:visible, select:visible").count() == 0
        page.locator("#card-plain summary").focus()
        page.keyboard.press("Enter")
        assert page.locator("#card-plain .back").is_visible()
        assert "With JavaScript, this page also shows one card at a time" in page.locator("footer").inner_text()


def test_nothing_is_asked_for_and_nothing_goes_wrong(browser: Any, file: Path) -> None:
    opened = Opened(browser, file)
    with opened as page:
        for button in ("shuffle", "next", "all", "sort"):
            page.locator(f"#{button}").click()
        assert (opened.asked, opened.said) == ([file.as_uri()], [])


def test_the_policy_is_in_force(browser: Any, file: Path) -> None:
    attempt = """() => {
      const script = document.createElement("script");
      try { script.textContent = "window.broken = true"; document.body.append(script); } catch (error) { return error.name; }
      return String(window.broken);
    }"""
    with Opened(browser, file) as page:
        assert page.evaluate(attempt) == "TypeError"
        assert page.evaluate("() => fetch('https://example.org/').catch((error) => error.name)") == "TypeError"


LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "narrow": {"viewport": {"width": 320, "height": 640}},
    "zoomed": {"viewport": {"width": 320, "height": 256}},
    "forced colors": {"forced_colors": "active"},
    "without JavaScript": {"java_script_enabled": False},
}


EVERY_CHANGE = {("light", "closed"), ("dark", "open")}
SEEN = [
    pytest.param(look, state, marks=() if (look, state) in EVERY_CHANGE else pytest.mark.external)
    for look in LOOKS
    if look != "without JavaScript"
    for state in ("closed", "open", "all", "shuffled")
]


@pytest.mark.parametrize(("look", "state"), SEEN)
def test_axe_finds_no_barrier(browser: Any, file: Path, look: str, state: str) -> None:
    with Opened(browser, file, reduced_motion="reduce", **LOOKS[look]) as page:
        if state == "shuffled":
            page.locator("#shuffle").click()
        if state == "all":
            page.locator("#all").click()
        if state != "closed":
            page.locator("summary:visible").first.click()
        assert chromium.barriers(page) == []


def test_axe_finds_the_barriers_of_a_broken_twin(browser: Any, file: Path, tmp_path: Path) -> None:
    broken = (
        file.read_text("utf-8").replace(' lang="en"', "").replace('<label for="choice">Cards</label>', "<b>Cards</b>")
    )
    broken = re.sub(r' aria-label="[^"]*"', "", broken).replace("--soft: #5a636e", "--soft: #c0c8d0")
    broken = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", broken)
    (tmp_path / "twin.html").write_text(broken, "utf-8")
    with Opened(browser, tmp_path / "twin.html") as page:
        found = {each.partition(":")[0] for each in chromium.barriers(page)}
    assert {"html-has-lang", "select-name", "svg-img-alt", "color-contrast"} <= found


@pytest.mark.parametrize("width", [320, 400, 768, 1280])
def test_nothing_has_to_be_scrolled_sideways(browser: Any, file: Path, width: int) -> None:
    with Opened(browser, file, viewport={"width": width, "height": 600}) as page:
        page.locator("#all").click()
        for summary in page.locator("summary").all():
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(SIDEWAYS) == []


def test_nothing_moves_for_those_who_want_nothing_to_move(browser: Any, file: Path) -> None:
    animated = "getComputedStyle(document.querySelector('.current')).animationName"
    for motion, name in (("reduce", "none"), ("no-preference", "turn")):
        with Opened(browser, file, reduced_motion=motion) as page:
            assert page.evaluate(animated) == name


def test_formulas_stand_on_the_line_and_take_the_color_of_the_text(browser: Any, tmp_path: Path) -> None:
    card = replace(small().cards[0], back="x $x$ $p_i$")
    path = tmp_path / "line.html"
    path.write_bytes(render([replace(small(), cards=(card,))]))
    bottoms = """() => {
      const back = document.querySelector(".back");
      const mark = document.createElement("span");
      mark.textContent = " "; back.append(mark);
      const line = document.createElement("img"); line.width = 0; line.height = 1; back.append(line);
      const base = line.getBoundingClientRect().bottom;
      return [...back.querySelectorAll("svg")].map((svg) => {
        const low = Number(svg.classList[1].slice(4)) / 20 * parseFloat(getComputedStyle(back).fontSize);
        return svg.getBoundingClientRect().bottom - low - base;
      });
    }"""
    with Opened(browser, path, color_scheme="dark") as page:
        page.locator("summary:visible").click()
        assert page.evaluate(bottoms) == pytest.approx([0, 0], abs=0.6)
        assert page.evaluate("getComputedStyle(document.querySelector('.back path')).fill") == "rgb(232, 230, 225)"


@pytest.mark.external
def test_ten_thousand_cards_are_shuffled_and_gone_through(browser: Any, tmp_path: Path) -> None:
    deck = small()
    many = tuple(replace(deck.cards[1], id=f"c{number}", front=f"Question {number}?") for number in range(10_000))
    path = tmp_path / "many.html"
    path.write_bytes(render([replace(deck, cards=many)]))
    with Opened(browser, path) as page:
        page.locator("#shuffle").click()
        page.keyboard.press("ArrowRight")
        assert status(page).startswith("Card 2 of 10000.")
        assert page.evaluate("document.querySelectorAll('#cards > li').length") == 10_000
