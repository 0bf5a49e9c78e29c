"""The study page as text: whole, self-contained, safe, and the same every time."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from places import SUPPORT
from small_deck import small

from flashcards import card_html
from flashcards.deck import Card, Deck
from flashcards.study import render
from grader.course.picture import ShownPicture

VOID = {"meta", "br", "path", "rect", "img", "input", "hr", "link"}


class Page(HTMLParser):
    """Reads a page: elements with their attributes, the text of each, and whether all are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that is opened."""
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that has nothing in it."""
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Note that the element opened last is closed."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note text, and what it stands in."""
        self.words.append((self.open[-1] if self.open else "", data))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of each element of a kind."""
        return [attributes for each, attributes in self.elements if each == tag]


@pytest.fixture(scope="module")
def text() -> str:
    """Return the small deck's page."""
    return render([small()]).decode()


def test_each_card_is_there_in_order_with_its_answer_after_its_question(text: str) -> None:
    parts = re.findall(
        r'<li id="card-([\w-]+)" data-in="(.*?)">.*?<summary>(.*?)</summary>(.*?)</details>', text, re.DOTALL
    )
    cards = small().cards
    assert [part[0] for part in parts] == [card.id for card in cards]
    assert [part[1].split() for part in parts] == [
        ["deck-small", *(f"tag-{tag}" for tag in card.tags)] for card in cards
    ]
    for (_, _, front, back), card in zip(parts, cards, strict=True):
        assert front == f'<span class="front">{card_html.marked_up(card.front)}</span>'
        assert f'<div class="back">{card_html.marked_up(card.back)}</div>' in back


def test_a_picture_of_a_question_does_not_tell_its_title() -> None:
    picture = ShownPicture("The answer", "Five bars.", "<svg><title>The answer</title></svg>")
    card = Card(id="a", front="What is it?", back="It is it.", picture="u/a", drawn=picture)
    text = render([Deck(id="d", title="D", cards=(card,))]).decode()
    assert '<span class="front">What is it?<svg><title>Picture</title></svg></span>' in text
    assert "The answer" not in text


def test_what_a_deck_says_is_text_and_nothing_else(text: str) -> None:
    read = Page(text)
    assert "<title>Small &amp; hostile: &lt;b&gt;six cards&lt;/b&gt; – flashcards</title>" in text
    assert (len(read.all("script")), read.all("img"), read.all("b")) == (1, [], [])
    assert not [name for _, each in read.elements for name in each if name.startswith("on") or name == "style"]


def test_the_policy_allows_this_style_and_this_script_and_nothing_else(text: str) -> None:
    read = Page(text)
    (policy,) = [each["content"] for each in read.all("meta") if each.get("http-equiv") == "Content-Security-Policy"]
    style, script = ("".join(words for inside, words in read.words if inside == tag) for tag in ("style", "script"))
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in (style, script)]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; font-src data:"
    )


def test_cards_can_be_chosen_by_tag_and_by_deck_where_there_are_several() -> None:
    one, two = small(), replace(small(), id="twin", title="Twin")
    options = r'<option value="(.*?)">(.*?)</option>'
    assert re.findall(options, render([one]).decode()) == [
        ("", "all 6"),
        ("tag-loop", "loop (3)"),
        ("tag-scores", "scores (2)"),
        ("tag-temperature", "temperature (2)"),
    ]
    both = render([one, two]).decode()
    assert re.findall(options, both)[1:3] == [
        ("deck-small", "Small &amp; hostile: &lt;b&gt;six cards&lt;/b&gt; (6)"),
        ("deck-twin", "Twin (6)"),
    ]
    assert "<h1>Flashcards</h1>" in both
    assert "12 cards from 2 decks." in both


@pytest.mark.slow
def test_the_page_is_the_same_in_every_process(tmp_path: Path) -> None:
    code = "import sys; from small_deck import small; from flashcards.study import render; sys.stdout.buffer.write(render([small()]))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(SUPPORT), "PYTHONHASHSEED": seed},
            cwd=folder,
            capture_output=True,
            check=True,
        ).stdout
        for seed, folder in (("1", tmp_path), ("2", SUPPORT))
    ]
    assert runs[0] == runs[1] == render([small()])
