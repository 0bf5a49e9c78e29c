"""Export decks as an Anki package (`.apkg`), with genanki from the extra `anki`."""

from __future__ import annotations

import hashlib
import io
import sqlite3
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.util import find_spec

from flashcards.deck import Deck
from flashcards.export import anki_fields, deck_path, guid
from grader.core.errors import MissingExtraError

CSS = """.card { font: 20px/1.5 system-ui, sans-serif; max-width: 40em; margin: 0 auto; padding: 1em; }
.source { margin-top: 1.5em; font-size: 14px; opacity: .75; }
code { font: .9em ui-monospace, Menlo, Consolas, monospace; }
"""
NOTE_TYPE_CHANGED_AT = 1_795_132_800
"""When fields, templates or `CSS` last changed, in seconds: 2026-11-20. Anki updates them from a later date only."""
MAX_BYTES = 1 << 28
"""Size limit for the database of an earlier package."""
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)
_COLLECTION = "collection.anki2"
_Note = tuple[str, str, str]
"""The id, fields and tags of a note; if all are equal, the note is unchanged."""


def anki_package(decks: Sequence[Deck], *, changed_at: int, earlier: bytes = b"") -> bytes:
    """Build a package of some decks; the same arguments give the same bytes.

    Args:
        decks: The decks to export.
        changed_at: The modification time of new and changed notes, in seconds; Anki imports changes only if it is later
            than its own.
        earlier: The previous package; notes unchanged since keep their time, so that Anki does not overwrite edits by
            the learner.

    Raises:
        MissingExtraError: genanki is not installed.
    """
    if find_spec("genanki") is None:
        raise MissingExtraError('an .apkg file needs one more package; `pip install "token-by-token[anki]"` brings it')
    import genanki  # type: ignore[import-untyped]  # from the extra `anki`, which may be missing

    model = genanki.Model(
        _number("note type"),
        "Token by Token",
        fields=[{"name": "Front"}, {"name": "Back"}],
        templates=[{"name": "Card 1", "qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer>{{Back}}"}],
        css=CSS,
    )
    made = []
    for deck in decks:
        made.append(genanki.Deck(_number(deck.id), deck_path(deck)))
        for card in deck.cards:
            fields, tags = list(anki_fields(card)), list(card.tags)
            made[-1].add_note(genanki.Note(model=model, fields=fields, tags=tags, guid=guid(deck, card)))
    written = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # genanki mistakes an escaped `a < b` for a tag
        genanki.Package(made).write_to_file(written, timestamp=NOTE_TYPE_CHANGED_AT)
    return _dated(written, changed_at, _known(earlier))


def _number(name: str) -> int:
    """Return Anki's id for a name, between 2^30 and 2^31."""
    return 2**30 + int.from_bytes(hashlib.sha256(f"token-by-token/{name}".encode()).digest()[:4], "big") % 2**30


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
    """Open a database in memory."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(data)
        yield connection
