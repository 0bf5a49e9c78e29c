"""The study page as text: whole, self-contained, safe, and the same every time."""

from __future__ import annotations

import base64
import hashlib
import html
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from places import SUPPORT
from small_deck import small

from flashcards import card_html
from flashcards.study import render


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


def test_what_a_deck_says_is_text_and_nothing_else(text: str) -> None:
    assert "<title>Small &amp; hostile: &lt;b&gt;six cards&lt;/b&gt; – flashcards</title>" in text
    assert re.findall(r"<(script|img|b|iframe)\b", text) == ["script"]
    assert re.findall(r"<[^>]*\s(?:on\w+|style)=", text) == []


def test_the_policy_allows_this_style_and_this_script_and_nothing_else(text: str) -> None:
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    style, script = (re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)[0] for tag in ("style", "script"))
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in (style, script)]
    assert html.unescape(policy) == (
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
