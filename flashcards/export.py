"""Export decks as one file: an Anki package, with genanki from the extra `anki`, or text for Anki, CSV, plain text."""

import csv
import hashlib
import html
import io
import re
import sqlite3
import textwrap
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.util import find_spec
from typing import NamedTuple

from flashcards.deck import Card, Deck
from grader.core import escape
from grader.core.errors import MissingExtraError
from grader.files import extras, markdown

COLUMNS = ("deck", "id", "front", "back", "tags", "exercise", "source", "url")
"""The columns of the CSV file."""
ANKI_CSS = """.card { font: 20px/1.5 system-ui, sans-serif; max-width: 40em; margin: 0 auto; padding: 1em; }
.source { margin-top: 1.5em; font-size: 14px; opacity: .75; }
.picture { display: block; max-width: 100%; height: auto; margin: 1em auto 0; }
code { font: .9em ui-monospace, Menlo, Consolas, monospace; }
"""
NOTE_TYPE_CHANGED_AT = 1_795_392_000
"""When fields, templates or `ANKI_CSS` last changed, in seconds: 2026-11-23. Anki updates them from a later date only."""
MAX_BYTES = 1 << 28
"""Size limit for the database of an earlier package."""
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)
_COLLECTION = "collection.anki2"
_Note = tuple[str, str, str]
"""The id, fields and tags of a note; if all are equal, the note is unchanged."""
_WIDTH = 80
_BEGIN, _END = "\ue000", "\ue001"


class Owner(NamedTuple):
    """The course that decks belong to: in Anki, its title is their parent deck, and its id a part of theirs."""

    id: str
    title: str


BROUGHT = Owner("token-by-token", "Token by Token")


def guid(owner: Owner, deck: Deck, card: Card) -> str:
    """Return the permanent id of an Anki note: a later import updates the note with the same id."""
    return f"{owner.id}/{deck.id}/{card.id}"


def deck_path(owner: Owner, deck: Deck) -> str:
    return "::".join(title.replace("::", ":") for title in (owner.title, deck.title))


def anki_fields(card: Card) -> tuple[str, str]:
    """Return front and back, each as one line of HTML, with formulas as MathJax, which Anki includes.

    A picture is inline SVG, which Anki keeps in a note as it keeps other HTML, and shows in the color of its theme.
    """
    below = ""
    if card.source:
        title, url = html.escape(card.source.title), html.escape(card.source.url or "")
        source = f'<a href="{url}">{title}</a>' if url else title
        below = f'<p class="source">Source: {source}</p>'
    picture = card.drawn.unnamed if card.drawn else ""
    return _for_anki(card.front) + picture, _for_anki(card.back) + below


def anki_text(decks: Sequence[Deck], owner: Owner = BROUGHT) -> str:
    """Format decks as tab-separated text for Anki, which adds new notes, updates changed ones and skips the others."""
    head = "#separator:tab\n#html:true\n#guid column:1\n#deck column:2\n#notetype:Basic\n#tags column:5\n"
    cards = ((deck, card) for deck in decks for card in deck.cards)
    rows = (
        (guid(owner, deck, card), deck_path(owner, deck), *anki_fields(card), " ".join(card.tags))
        for deck, card in cards
    )
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
        question = textwrap.fill(markdown.to_plain(card.asked), _WIDTH, initial_indent=sign, subsequent_indent=indent)
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
    sides = markdown.to_plain(card.asked), markdown.to_plain(card.back)
    source = (card.source.title, card.source.url or "") if card.source else ("", "")
    return deck.id, card.id, *sides, " ".join(card.tags), card.exercise or "", *source


def _for_anki(text: str) -> str:
    """Convert text to one line of HTML, with formulas in Anki's delimiters, and literal delimiters made harmless."""
    # A formula is between two private-use characters, which no card can contain, until the delimiters are inserted.
    written = markdown.to_html(text, lambda tex: f"{_BEGIN}{html.escape(tex, quote=False)}{_END}")
    for sign in "([":
        written = written.replace(f"\\{sign}", f"\\<span>{sign}</span>")
    return " ".join(written.translate({ord(_BEGIN): "\\(", ord(_END): "\\)"}).split("\n"))


def _table(rows: Iterable[Sequence[str]], *, delimiter: str, line_end: str) -> str:
    written = io.StringIO(newline="")
    csv.writer(written, delimiter=delimiter, lineterminator=line_end).writerows(rows)
    return written.getvalue()


# --- the package for Anki ---------------------------------------------------------------------


def anki_package(decks: Sequence[Deck], *, changed_at: int, earlier: bytes = b"", owner: Owner = BROUGHT) -> bytes:
    """Build a package of some decks; the same arguments give the same bytes.

    New and changed notes have the time `changed_at`, in seconds; Anki imports changes only if it is later than its own.
    Notes as in the `earlier` package keep their time, so that Anki does not overwrite edits by the learner.

    Raises:
        MissingExtraError: genanki is not installed.
    """
    if find_spec("genanki") is None:
        raise MissingExtraError(extras.advice("an .apkg file needs", "anki"))
    import genanki  # from the extra `anki`, which may be missing

    model = genanki.Model(
        _number(f"{owner.id}/note type"),
        owner.title,
        fields=[{"name": "Front"}, {"name": "Back"}],
        templates=[{"name": "Card 1", "qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer>{{Back}}"}],
        css=ANKI_CSS,
    )
    anki_decks = []
    for deck in decks:
        anki_decks.append(genanki.Deck(_number(f"{owner.id}/{deck.id}"), deck_path(owner, deck)))
        for card in deck.cards:
            fields, tags = list(anki_fields(card)), list(card.tags)
            anki_decks[-1].add_note(genanki.Note(model=model, fields=fields, tags=tags, guid=guid(owner, deck, card)))
    written = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # genanki mistakes an escaped `a < b` for a tag
        genanki.Package(anki_decks).write_to_file(written, timestamp=NOTE_TYPE_CHANGED_AT)
    return _dated(written, changed_at, _known(earlier))


def _number(name: str) -> int:
    """Return Anki's id for a name, between 2^30 and 2^31."""
    return 2**30 + int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % 2**30


def _known(package: bytes) -> dict[_Note, int]:
    """Return the notes of a package with their modification times; none if the package cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as file:
            if file.getinfo(_COLLECTION).file_size > MAX_BYTES:
                return {}
            data = file.read(_COLLECTION)
        with _opened(data) as connection:
            return {row[:3]: int(row[3]) for row in connection.execute("SELECT guid, flds, tags, mod FROM notes")}
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, NotImplementedError, RuntimeError, sqlite3.Error):
        return {}


def _dated(package: io.BytesIO, changed_at: int, known: dict[_Note, int]) -> bytes:
    """Set the notes' modification times; zip again with a fixed date, since zip files store the time of packing."""
    written = io.BytesIO()
    with zipfile.ZipFile(package) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name == _COLLECTION:
                with _opened(data) as connection:
                    notes = connection.execute("SELECT guid, flds, tags FROM notes").fetchall()
                    dates = [(known.get(note, changed_at), note[0]) for note in notes]
                    connection.executemany("UPDATE notes SET mod = ? WHERE guid = ?", dates)
                    connection.commit()
                    data = connection.serialize()
            new.writestr(zipfile.ZipInfo(name, _FIRST_DATE), data, zipfile.ZIP_DEFLATED)
    return written.getvalue()


@contextmanager
def _opened(data: bytes) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(data)
        yield connection
