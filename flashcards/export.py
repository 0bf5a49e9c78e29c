"""Decks for other programs, each as the text of one file: Anki's tab-separated text, CSV, and plain text."""

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
    """Return what Anki knows a note by, for ever: import again, and the same note is brought up to date."""
    return f"token-by-token/{deck.id}/{card.id}"


def deck_path(deck: Deck) -> str:
    """Return the deck's name in Anki, below one that all of ours share."""
    return f"Token by Token::{deck.title.replace('::', ':')}"


def anki_fields(card: Card) -> tuple[str, str]:
    """Return front and back as HTML in one line; formulas as MathJax, which Anki brings along and draws itself."""
    below = "".join(f'<p class="source">{line}</p>' for line in _sources(card))
    return _for_anki(card.front), _for_anki(card.back) + below


def anki_text(decks: Sequence[Deck]) -> str:
    """Write decks as text that Anki imports: notes are new, brought up to date, or left alone if nothing changed."""
    head = "#separator:tab\n#html:true\n#guid column:1\n#deck column:2\n#notetype:Basic\n#tags column:5\n"
    rows = (
        (guid(deck, card), deck_path(deck), *anki_fields(card), " ".join(card.tags))
        for deck in decks
        for card in deck.cards
    )
    return head + _table(rows, delimiter="\t", line_end="\n")


def csv_text(decks: Sequence[Deck]) -> str:
    """Write decks as CSV (RFC 4180) of plain text; cells that a spreadsheet would compute begin with `'`."""
    rows = (tuple(map(_cell, _cells(deck, card))) for deck in decks for card in deck.cards)
    return _table([COLUMNS, *rows], delimiter=",", line_end="\r\n")


def plain_text(decks: Sequence[Deck]) -> str:
    """Write decks for reading: question and answer, in lines of at most 80 signs."""
    return "\n".join(part for deck in decks for part in _plain_deck(deck))


def _plain_deck(deck: Deck) -> Iterator[str]:
    yield f"{deck.title}\n{'=' * len(deck.title)}\n"
    for number, card in enumerate(deck.cards, start=1):
        sign = f"{number}. "
        question = textwrap.fill(
            markdown.to_plain(card.front), _WIDTH, initial_indent=sign, subsequent_indent=" " * len(sign)
        )
        answer = "\n".join(_wrapped(line, " " * len(sign)) for line in markdown.to_plain(card.back).split("\n"))
        yield f"{question}\n\n{answer}\n"


def _wrapped(line: str, indent: str) -> str:
    """Wrap one line of an answer; what follows an item's sign stands below its text."""
    first, _, rest = line.lstrip().partition(" ")
    own = len(line) - len(line.lstrip())
    hanging = len(first) + 1 if rest and re.fullmatch(r"-|\d+\.", first) else 0
    later = indent + " " * (own + hanging)
    return textwrap.fill(line, _WIDTH, initial_indent=indent, subsequent_indent=later)


def _cell(text: str) -> str:
    """Make a text safe for a spreadsheet, which takes only the beginning of a cell for a formula; lines stay lines."""
    safe = "\n".join(map(escape.line, text.split("\n")))
    return f"'{safe}" if safe.lstrip().startswith(escape.FORMULA) else safe


def _cells(deck: Deck, card: Card) -> tuple[str, ...]:
    source = card.source
    return (
        deck.id,
        card.id,
        markdown.to_plain(card.front),
        markdown.to_plain(card.back),
        " ".join(card.tags),
        card.exercise or "",
        source.title if source else "",
        (source.url if source else "") or "",
    )


def _sources(card: Card) -> Iterator[str]:
    """Yield the lines below an answer in Anki."""
    if card.source:
        title = html.escape(card.source.title)
        url = html.escape(card.source.url or "")
        yield f'Source: <a href="{url}">{title}</a>' if url else f"Source: {title}"


def _for_anki(text: str) -> str:
    """Write text as HTML in one line, with formulas between the signs that Anki knows, and those signs harmless elsewhere."""
    written = markdown.to_html_with(text, _marked_formula)
    for sign in "([":
        written = written.replace(f"\\{sign}", f"\\<span>{sign}</span>")
    return " ".join(written.translate({ord(_BEGIN): "\\(", ord(_END): "\\)"}).split("\n"))


def _marked_formula(tex: str) -> str:
    """Return a formula between two signs that no card can contain."""
    return f"{_BEGIN}{html.escape(tex, quote=False)}{_END}"


def _table(rows: Iterable[Sequence[str]], *, delimiter: str, line_end: str) -> str:
    written = io.StringIO(newline="")
    csv.writer(written, delimiter=delimiter, lineterminator=line_end).writerows(rows)
    return written.getvalue()
