"""Compare the names of files with those of the exercises' files."""

import difflib
import os
import re
import unicodedata
from collections.abc import Collection, Sequence

from grader.grading.submission.files import ARCHIVES, ListedFile, file_of

EXACT, OTHER_CASE, ALTERED, NOTEBOOK = range(4)
"""How close a file's name is to that of an exercise's file."""
KINDS = {".py": ".py", ".txt": ".py", "": ".py", ".ipynb": ".py"}
"""For each suffix, that of the file which may be meant."""
COPIES = re.compile(r"^(?:copy of|kopie von) |(?:[ _-]*(?:\(\d{1,3}\)|copy|kopie)|[ _-]\d{1,2})+$")
"""Additions of browsers, platforms and file managers to the name of a second file."""
LIKENESS = 0.85
"""How much of a name has to be the same for a slip of the pen."""
CODE = re.compile(r"\.(py|ipynb)(\.txt)?$", re.IGNORECASE)
DOCUMENT = re.compile(r"\.(docx?|odt|rtf|pages)$", re.IGNORECASE)
"""Names of files that may hold a solution beside others that are graded."""
NO_WORK = re.compile(
    r"(readme|agents|licen[cs]e|requirements|constraints|pyproject|makefile|icon)\b|.*\.(whl|toml|cfg|ini)$",
    re.IGNORECASE,
)
"""Names of files that a starter or a system has put there."""
BACKUP = re.compile(r"(~|\.(bak|old|orig|save))$", re.IGNORECASE)
"""Additions of editors and git to the name of an earlier or other version."""
MAX_COMPARED = 200


class Names:
    """The names of the exercises' files, to compare others with."""

    def __init__(self, exercise_ids: Collection[str]) -> None:
        self._bases = {exercise_id: file_of(exercise_id).rpartition("/")[2] for exercise_id in exercise_ids}
        self._by_stem: dict[tuple[str, str], list[str]] = {}
        for exercise_id, base in self._bases.items():
            stem, suffix = os.path.splitext(base)
            self._by_stem.setdefault((suffix, _plain(stem)), []).append(exercise_id)

    def is_relevant(self, name: str) -> bool:
        """Return whether a file of this name can be graded, imported, or hold such files."""
        base = name.rpartition("/")[2]
        return bool(CODE.search(base) or ARCHIVES.search(base) or self.fits(base))

    def fits(self, base: str) -> list[tuple[str, int]]:
        """Return the exercises whose file a file of this name may be, and how close the name is."""
        stem, kind, is_notebook = _parts(base)
        # A name that is one exercise's own is no copy of another's: `top_2.py` where there is `top.py`.
        found = self._by_stem.get((kind, _plain(stem)))
        found = found or self._by_stem.get((kind, _plain(COPIES.sub("", stem.lower()))))
        return [
            (exercise_id, NOTEBOOK if is_notebook else _closeness(base, self._bases[exercise_id]))
            for exercise_id in found or ()
        ]

    def similar(self, exercise_id: str, files: Sequence[ListedFile]) -> tuple[str, ...]:
        """Return files whose name has the exercise's name in it, or nearly is it."""
        stem, suffix = os.path.splitext(self._bases[exercise_id])
        wanted = _words(stem)
        names = {file: _parts(BACKUP.sub("", file.base)) for file in files[:MAX_COMPARED] if not self.fits(file.base)}
        words = {file: _words(stem) for file, (stem, kind, _) in names.items() if kind == suffix}
        near = difflib.get_close_matches(wanted, words.values(), n=MAX_COMPARED, cutoff=LIKENESS)
        return tuple(
            origin(file)
            for file, name in words.items()
            if not name.startswith("test_") and (name in near or f"_{wanted}_" in f"_{name}_")
        )


def _parts(base: str) -> tuple[str, str, bool]:
    """Return a name's stem, the suffix of the file that may be meant, and whether it is a notebook's name."""
    stem, suffix = os.path.splitext(unicodedata.normalize("NFC", base))
    if suffix.lower() == ".txt" and os.path.splitext(stem)[1].lower() in KINDS:  # Windows hides the last suffix
        stem, suffix = os.path.splitext(stem)[0], os.path.splitext(stem)[1] or suffix
    return stem, KINDS.get(suffix.lower(), suffix.lower()), suffix.lower() == ".ipynb"


def _closeness(base: str, wanted: str) -> int:
    if base == wanted:
        return EXACT
    return OTHER_CASE if base.lower() == wanted.lower() else ALTERED


def origin(file: ListedFile) -> str:
    """Return a file's name as its student knows it: the one that a platform gave to it, if it did."""
    return file.origin or file.name


def _plain(stem: str) -> str:
    """Return a name's letters and digits: `Softmax by-hand` and `softmax_by_hand` are equal."""
    return "".join(filter(str.isalnum, stem.casefold()))


def _words(stem: str) -> str:
    """Return a name in lower case, its words joined by underscores."""
    return re.sub(r"[\W_]+", "_", stem.casefold()).strip("_")
