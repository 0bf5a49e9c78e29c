"""The decks: enough, short enough for a card, computed and not typed, and nothing that is known to be wrong."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from places import COURSE, ROOT

from flashcards import catalogue
from flashcards.deck import Card, Deck, open_decks
from grader.course import find
from grader.course.course import Solutions
from grader.files import markdown, strict_yaml
from grader.files.html_page import missing_in_fonts

SOLUTIONS = Solutions(find())
DOCUMENT = ROOT / "docs" / "learning" / "cards.md"

MOST_WORDS = {"front": 32, "back": 60}
MOST_SIGNS = {"front": 160, "back": 300}
"""The text that fits on the smallest card, 63.5 × 88.9 mm, in letters that can be read."""

TYPED = {
    "misprint-of-the-example": [".866", ".866", ".117", ".016", ".002", ".001"],
    "vocabulary-sizes": ["32 000", "50 257", "128 256", "200 000", "256 000"],
    "all-texts": ["50 257"],
    "bias-as-odds": [".001"],
    "what-to-shorten": ["100 000"],
    "input-never-free": ["10 000"],
}
"""Numbers with many digits that are no results: as others printed them, facts about models, and what a task gives."""


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    """Open all decks, which checks their form."""
    return open_decks()


@pytest.fixture(scope="module")
def cards(decks: list[Deck]) -> dict[str, Card]:
    """Return all cards by id, figures filled in."""
    return {card.id: card for deck in decks for card in deck.cards}


def written() -> dict[str, dict[str, str]]:
    """Return the cards as they stand in the files, with places for figures."""
    files = [strict_yaml.read(catalogue.DECKS / f"{name}.yaml").data for name in catalogue.deck_names()]
    return {card["id"]: {**card, "deck": file["id"]} for file in files for card in file["cards"]}


def both_sides(card: Card) -> str:
    """Return what a card says, without marks."""
    return f"{markdown.to_plain(card.front)}\n{markdown.to_plain(card.back)}"


@pytest.mark.slow
def test_there_are_enough_cards_and_a_dozen_to_begin_with(decks: list[Deck], cards: dict[str, Card]) -> None:
    assert decks[0].id == catalogue.FIRST
    assert len(decks[0].cards) == 12
    assert len(cards) == sum(len(deck.cards) for deck in decks) >= 130


@pytest.mark.skipif(not DOCUMENT.is_file(), reason="the documentation is in the checkout only")
@pytest.mark.slow
def test_the_documentation_lists_the_decks(decks: list[Deck]) -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| .* \| (\d+) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    counts = {deck.id: str(len(deck.cards)) for deck in decks}
    assert rows == [(name, counts[name]) for name in (catalogue.FIRST, *(unit.id for unit in COURSE.units))]


@pytest.mark.slow
def test_every_unit_has_a_deck_with_its_title(decks: list[Deck]) -> None:
    assert {deck.id: deck.title for deck in decks[1:]} == {unit.id: unit.title for unit in COURSE.units}


def test_every_card_belongs_to_an_exercise_and_has_tags(cards: dict[str, Card]) -> None:
    assert [card.id for card in cards.values() if card.exercise is None or not card.tags] == []


@pytest.mark.slow
def test_every_exercise_names_cards_that_are_about_it(cards: dict[str, Card]) -> None:
    named = {exercise.id: exercise.cards for exercise in COURSE.exercises()}
    assert [name for name, ids in named.items() if not 1 <= len(ids) <= 2] == []
    assert [(name, each) for name, ids in named.items() for each in ids if cards[each].exercise != name] == []


def test_a_tag_is_used_more_than_once(cards: dict[str, Card]) -> None:
    counts = Counter(tag for card in cards.values() for tag in card.tags)
    assert [tag for tag, count in counts.items() if count < 2] == []


@pytest.mark.parametrize("side", ["front", "back"])
def test_a_side_fits_on_a_small_card(cards: dict[str, Card], side: str) -> None:
    texts = {card.id: markdown.to_plain(getattr(card, side)) for card in cards.values()}
    long = {name: text for name, text in texts.items() if len(text) > MOST_SIGNS[side]}
    assert long == {}
    assert {name: len(text.split()) for name, text in texts.items() if len(text.split()) > MOST_WORDS[side]} == {}


def test_a_question_ends_as_one_and_an_answer_is_made_of_sentences(cards: dict[str, Card]) -> None:
    fronts = {card.id: markdown.to_plain(card.front) for card in cards.values()}
    backs = {card.id: markdown.to_plain(card.back) for card in cards.values()}
    assert [name for name, text in fronts.items() if not text.endswith("?")] == ["input-never-free"]
    assert [name for name, text in backs.items() if not text.endswith((".", "?"))] == []


@pytest.mark.slow
def test_every_sign_is_in_the_fonts_that_are_printed_with(cards: dict[str, Card]) -> None:
    pytest.importorskip("fontTools", reason='fontTools is not installed: pip install "token-by-token[pdf]"')
    assert missing_in_fonts(both_sides(card) for card in cards.values()) == ""


def test_every_formula_is_drawn_with_a_name_to_read_aloud(cards: dict[str, Card]) -> None:
    formulas = [each for card in cards.values() for each in re.findall(r"\$[^$]+\$", f"{card.front} {card.back}")]
    assert len(formulas) > 25
    drawn = [markdown.to_html(each) for each in formulas]
    assert [each for each in drawn if "<svg" not in each or 'aria-label="' not in each] == []


# --- figures ----------------------------------------------------------------------------------


def test_a_number_with_many_digits_is_computed_and_not_typed() -> None:
    many = re.compile(r"(?<![\w.])(?:\d*\.\d{3,}|\d{1,3}(?:[ \u00a0]\d{3})+|\d{5,})(?![\w.]*\d)")
    found = {}
    for name, card in written().items():
        text = re.sub(r"`[^`]*`|\$[^$]*\$|\{\{.*?\}\}", "", f"{card['front']} {card['back']}")
        if numbers := many.findall(" ".join(text.split())):
            found[name] = numbers
    assert found == TYPED


def test_what_the_tiny_model_is_said_to_write_is_what_it_writes(cards: dict[str, Card]) -> None:
    generate = SOLUTIONS.reference("structure/complete_generate").generate
    tiny = SOLUTIONS.reference("generator").tiny_models(has_draft=False)

    def text(prompt: str, penalty: float) -> tuple[str, str]:
        (chunk,) = generate(
            tiny.model, tiny.tokenizer, prompt, max_tokens=40, temperature=0, stream=False, repetition_penalty=penalty
        )
        return chunk["text"], chunk["finish_reason"]

    assert "A repetition penalty of 1.3 ends it, and so does the prompt “I think that Mia”." in cards[
        "two-cures"
    ].back.replace("\n", " ")
    loop, reason = text("I think that", 1)
    assert (loop.count("I think that") > 5, reason) == (True, "length")
    assert [text("I think that", 1.3)[1], text("I think that Mia", 1)[1]] == ["stop", "stop"]


def test_what_the_mask_is_said_to_let_through_is_what_it_does(cards: dict[str, Card]) -> None:
    card = cards["token-as-steps"]
    prefix, *tokens = re.findall("`([^`]+)`", card.front)
    allowed = SOLUTIONS.reference("structure/json_mask").json_mask(prefix, [*tokens, "<end>"], 2)
    assert (tokens, allowed.tolist()) == (["}", "}}"], [True, False, False])
