"""Export decks as the text of one file: Anki's tab-separated format, CSV, or plain text."""

from __future__ import annotations

import csv
import html
import io
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from flashcards.deck import Card, Deck
from grader.core import escape
from grader.files import markdown

COLUMNS = ("deck", "id", "front", "back", "tags", "exercise", "source", "url")
"""The columns of the CSV file."""
_WIDTH = 80
_BEGIN, _END = "\ue000", "\ue001"


def guid(deck: Deck, card: Card) -> str:
    """Return the permanent id of an Anki note: a later import updates the note with the same id."""
    return f"token-by-token/{deck.id}/{card.id}"


def deck_path(deck: Deck) -> str:
    """Return the deck's name in Anki, below a common parent deck."""
    return f"Token by Token::{deck.title.replace('::', ':')}"


def anki_fields(card: Card) -> tuple[str, str]:
    """Return front and back, each as one line of HTML, with formulas as MathJax, which Anki includes."""
    below = ""
    if card.source:
        title, url = html.escape(card.source.title), html.escape(card.source.url or "")
        source = f'<a href="{url}">{title}</a>' if url else title
        below = f'<p class="source">Source: {source}</p>'
    return _for_anki(card.front), _for_anki(card.back) + below


def anki_text(decks: Sequence[Deck]) -> str:
    """Format decks as tab-separated text for Anki, which adds new notes, updates changed ones and skips the others."""
    head = "#separator:tab\n#html:true\n#guid column:1\n#deck column:2\n#notetype:Basic\n#tags column:5\n"
    cards = ((deck, card) for deck in decks for card in deck.cards)
    rows = ((guid(deck, card), deck_path(deck), *anki_fields(card), " ".join(card.tags)) for deck, card in cards)
    return head + _table(rows, delimiter="\t", line_end="\n")


def csv_text(decks: Sequence[Deck]) -> str:
    """Format decks as CSV (RFC 4180) of plain text; cells that a spreadsheet would evaluate begin with `'`."""
    rows = (tuple(map(_cell, _cells(deck, card))) for deck in decks for card in deck.cards)
    return _table([COLUMNS, *rows], delimiter=",", line_end="\r\n")


def plain_text(decks: Sequence[Deck]) -> str:
    """Format decks as plain text: questions and answers, in lines of at most 80 characters."""
    return "\n".join(part for deck in decks for part in _plain_deck(deck))


def _plain_deck(deck: Deck) -> Iterator[str]:
    yield f"{deck.title}\n{'=' * len(deck.title)}\n"
    for number, card in enumerate(deck.cards, start=1):
        sign = f"{number}. "
        indent = " " * len(sign)
        question = textwrap.fill(markdown.to_plain(card.front), _WIDTH, initial_indent=sign, subsequent_indent=indent)
        answer = "\n".join(_wrapped(line, indent) for line in markdown.to_plain(card.back).split("\n"))
        yield f"{question}\n\n{answer}\n"


def _wrapped(line: str, indent: str) -> str:
    """Wrap one line of an answer; the lines of a list item are indented to its text."""
    first, _, rest = line.lstrip().partition(" ")
    own = len(line) - len(line.lstrip())
    hanging = len(first) + 1 if rest and re.fullmatch(r"-|\d+\.", first) else 0
    later = indent + " " * (own + hanging)
    return textwrap.fill(line, _WIDTH, initial_indent=indent, subsequent_indent=later)


def _cell(text: str) -> str:
    """Escape a text for a spreadsheet, which evaluates a cell by its first character; keep its line breaks."""
    safe = "\n".join(map(escape.line, text.split("\n")))
    return f"'{safe}" if safe.lstrip().startswith(escape.FORMULA) else safe


def _cells(deck: Deck, card: Card) -> tuple[str, ...]:
    sides = markdown.to_plain(card.front), markdown.to_plain(card.back)
    source = (card.source.title, card.source.url or "") if card.source else ("", "")
    return deck.id, card.id, *sides, " ".join(card.tags), card.exercise or "", *source


def _for_anki(text: str) -> str:
    """Convert text to one line of HTML, with formulas in Anki's delimiters, and literal delimiters made harmless."""
    # A formula is between two private-use characters, which no card can contain, until the delimiters are inserted.
    written = markdown.to_html_with(text, lambda tex: f"{_BEGIN}{html.escape(tex, quote=False)}{_END}")
    for sign in "([":
        written = written.replace(f"\\{sign}", f"\\<span>{sign}</span>")
    return " ".join(written.translate({ord(_BEGIN): "\\(", ord(_END): "\\)"}).split("\n"))


def _table(rows: Iterable[Sequence[str]], *, delimiter: str, line_end: str) -> str:
    written = io.StringIO(newline="")
    csv.writer(written, delimiter=delimiter, lineterminator=line_end).writerows(rows)
    return written.getvalue()
