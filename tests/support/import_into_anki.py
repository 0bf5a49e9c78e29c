"""Import files into a new collection of the real Anki, one after the other, and print what it says, as JSON.

Anki has a licence of its own (AGPL) and is no part of ours: this runs in an interpreter that has it, given by
LEARN_ANKI_PYTHON, and nothing of ours imports it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest, ImportCsvRequest

KINDS = ("new", "updated", "duplicate", "conflicting", "first_field_match", "missing_notetype", "missing_deck")


def imported(collection: Any, path: str) -> dict[str, int]:
    """Import a file as the program's own menu does, and return how many notes met which fate."""
    if path.endswith(".apkg"):
        request = ImportAnkiPackageRequest(package_path=path, options=ImportAnkiPackageOptions())
        log = collection.import_anki_package(request).log
    else:
        metadata = collection.get_csv_metadata(path=path, delimiter=None)
        log = collection.import_csv(ImportCsvRequest(path=path, metadata=metadata)).log
    return {kind: len(getattr(log, kind)) for kind in KINDS if getattr(log, kind)}


def main() -> None:
    """Import the files named after the folder of the collection."""
    collection = Collection(str(Path(sys.argv[1]) / "collection.anki2"))
    logs = [imported(collection, path) for path in sys.argv[2:]]
    notes = [collection.get_note(each) for each in collection.find_notes("")]
    found = {
        "logs": logs,
        "decks": sorted(deck.name for deck in collection.decks.all_names_and_ids()),
        "notes": {note.guid: [*note.fields, " ".join(note.tags)] for note in notes},
        "questions": [note.cards()[0].question() for note in notes],
        "is_whole": collection.fix_integrity()[1],
    }
    collection.close()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
