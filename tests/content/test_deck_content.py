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


def test_a_deck_has_cards_for_every_exercise_of_its_unit(decks: list[Deck]) -> None:
    missing = set(COURSE.exercise_ids) - {card.exercise for deck in decks[1:] for card in deck.cards}
    assert missing == set()


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


# --- what is known to be wrong ------------------------------------------------------------------

BANNED = {
    "1": (
        r"(?:every|each) (?:new )?token (?:costs|takes) (?:the same|constant)",
        "Every new token takes constant time.",
    ),
    "2": (r"quadratic because (?:of )?attention", "It is quadratic because attention is."),
    "3": (r"quadratic (?:in)?to linear", "A cache turns quadratic into linear."),
    "4": (r"a (?:large )?constant factor", "It saves a large constant factor."),
    "7": (r"input (?:is free|costs nothing)|never depends? on the input", "The cost never depends on the input."),
    "8": (r"shorter (?:answer|output) (?:is always|always|saves most)", "A shorter answer saves most."),
    "9": (r"three to five times|3 (?:to|–|-) ?5 times", "Output costs 3 to 5 times as much."),
    "11": (r"model (?:has no|does not) plan|knows only the next", "The model has no plan."),
    "12": (r"greedy[^.?]* always|T = 0[^.?]* always", "Greedy decoding always gives the same output."),
    "13": (
        r"(?:T = 0|greedy)[^.?]* the (?:most probable|likeliest) (?:text|continuation)",
        "T = 0 gives the most probable text.",
    ),
    "14": (r"(?:mass|sum|probabilities) exceeds? p", "A nucleus is complete when its mass exceeds p."),
    "15": (r"most (?:APIs|interfaces|programs)", "Most interfaces use top-p."),
    "16": (r"\b(?:2048|4096)\b", "The usual cap is 2048."),
    "17": (r"(?:exactly|only) three (?:things|ends|stops)", "Exactly three things stop the loop."),
    "18": (r"(?:a|the) vocabulary (?:has|holds) (?:about )?\d", "A vocabulary has 50 000 tokens."),
    "19": (r"temperature cannot", "Temperature cannot be applied to probabilities."),
    "23": (r"creativ", "A high temperature is creativity."),
    "24": (r"beats? greedy", "A low temperature with top-p beats greedy decoding."),
    "25": (r"cap (?:that )?is too high", "Rambling means that the cap is too high."),
    "26": (r"(?:two|2) ?(?:to|–|-) ?(?:three|3) times", "Speculation is two to three times faster."),
    "27": (r"kept if (?:it|the draft) (?:was|is) right", "A draft is kept if it was right."),
    "28": (r"(?:past|earlier|old)[^.?]* never change", "Keys and values of the past never change."),
    "30": (r"guarantees valid JSON", "A mask guarantees valid JSON."),
    "a": (r"\.86[67]\b", "At T = .5 “the” gets .866."),
    "b": (r"“the” (?:has|gets) \.666", "After top-3 “the” has .666."),
}
"""False statements that lessons repeat, by their number in docs/reference/errata.md, with a sentence that makes each."""
CORRECTED = {"a": {"misprint-of-the-example"}}
"""Cards that quote what is wrong in order to correct it. `.867` is what three tokens alone give."""


@pytest.mark.parametrize("number", BANNED)
def test_no_answer_repeats_what_is_wrong(cards: dict[str, Card], number: str) -> None:
    pattern, example = BANNED[number]
    assert re.search(pattern, example, re.IGNORECASE)
    answers = {name: markdown.to_plain(card.back) for name, card in cards.items()}
    found = {name for name, answer in answers.items() if re.search(pattern, answer, re.IGNORECASE)}
    assert found == CORRECTED.get(number, set())


TAUGHT = {
    "1": ("constant-and-linear", "a part that grows with every position"),
    "2": ("why-quadratic", "even if attention were free"),
    "3": ("token-or-total", "Per token linearly, in total quadratically"),
    "4": ("growing-factor", "the factor grows with the output"),
    "5": ("length-of-the-cache", "the prompt, and all new tokens but the newest"),
    "6": ("slow-first-token", "per token it is the cheapest"),
    "7": ("input-never-free", "every later token attends to all of it"),
    "8": ("what-to-shorten", "Only while output is the larger part of the bill"),
    "9": ("dear-output", "differs between providers"),
    "10": ("passes-with-eos", "Speculative decoding would need fewer passes of the large model"),
    "11": ("no-finished-answer", "The loop commits to one token at a time"),
    "12": ("zero-on-every-server", "Only while the logits are the same"),
    "13": ("greedy-is-not-best", "only the most probable token of each step"),
    "14": ("reaches-or-exceeds", "When it reaches p"),
    "15": ("no-common-default", "There is no common default"),
    "17": ("three-ends", "Services have further reasons"),
    "18": ("vocabulary-sizes", "There is no usual size"),
    "19": ("divided-probabilities", "the common factor cancels"),
    "20": ("which-row", "Row t predicts token t + 1"),
    "22": ("first-or-last", "it changes the nucleus"),
    "23": ("hotter-is-not-better", "only more random"),
    "24": ("greedy-strong-and-weak", "Whether it harms long reasoning is contested"),
    "25": ("rambling", "it only cuts the same text earlier"),
    "26": ("slower-than-none", "slower than none"),
    "27": ("right-drafts", "When sampling, a random number decides"),
    "28": ("sliding-window", "Computing the shorter text afresh gives other logits"),
    "29": ("two-cures", "Either can."),
    "30": ("what-a-mask-promises", "It does not guarantee that EOS comes before the limit"),
    "a": ("misprint-of-the-example", ".864. The printed row"),
    "d": ("rounded-sum", "Check a sum before you round"),
}
"""By the number in docs/reference/errata.md: the card that teaches what is true, and its words."""


@pytest.mark.parametrize("number", TAUGHT)
def test_a_card_teaches_what_is_true(cards: dict[str, Card], number: str) -> None:
    name, words = TAUGHT[number]
    assert words in markdown.to_plain(cards[name].back)


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
