"""Find the exercises' files in what was handed in: in their places, or wherever else they lie, packed or renamed.

A file that is not in its place is graded if no other could be meant; otherwise the result says what lies there.
"""

import difflib
import os
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from grader.course.course import Course
from grader.files.regular_file import UnreadableError
from grader.submission.files import (
    ARCHIVES,
    MAX_FILES,
    ListedFile,
    file_of,
    is_by_hand,
    list_files,
    open_archives,
    places_of,
)

EXACT, OTHER_CASE, ALTERED, NOTEBOOK = range(4)
"""How close a file's name is to that of an exercise's file."""
KINDS = {".py": ".py", ".txt": ".py", "": ".py", ".ipynb": ".py", ".yaml": ".yaml", ".yml": ".yaml"}
"""For each suffix, that of the file which may be meant."""
COPIES = re.compile(r"^(?:copy of|kopie von) |(?:[ _-]*(?:\(\d{1,3}\)|copy|kopie)|[ _-]\d{1,2})+$")
"""Additions of browsers, platforms and file managers to the name of a second file."""
LIKENESS = 0.85
"""How much of a name has to be the same for a slip of the pen."""
# All solutions of the course together are 1 MB; more than this is no work of a learner's, and memory is limited.
MAX_TOTAL_BYTES = 32 << 20
MAX_NAMES = 3
MAX_COMPARED = 200


class Fit(NamedTuple):
    """A file that may be that of an exercise, and how close its name is."""

    closeness: int
    file: ListedFile


class Found(NamedTuple):
    """The finding for one exercise: a file to grade, or names of files that may be meant."""

    file: ListedFile | None = None
    is_misplaced: bool = False
    could_be: tuple[str, ...] = ()
    """Different files that have equal right to be graded, so that none is."""
    similar: tuple[str, ...] = ()
    """Files with a similar name, where there is none to grade, or only the untouched stub."""
    also: tuple[str, ...] = ()
    """Files that were passed over for the one to grade, and differ from it."""


class HandedIn:
    """The files of a submission, each exercise's found by its place or by its name."""

    def __init__(self, sources: Sequence[tuple[Path, str]], stubs: Mapping[str, bytes]) -> None:
        """List the files and find each exercise's.

        Args:
            sources: Folders, archives and loose files, each with its name within the submission.
            stubs: The exercises' ids, each with the file that learners start from; empty if there is none.

        Raises:
            UnreadableError: Nothing can be opened.
        """
        self._stubs = stubs
        self._names = _Names(stubs)
        self._contents: dict[ListedFile, bytes | UnreadableError] = {}
        self._left = MAX_TOTAL_BYTES
        places = [place for exercise_id in stubs for place in places_of(exercise_id)]
        listing = list_files(sources, self._names.is_relevant, places)
        self._files = _without_common_folder(listing.files, {place.partition("/")[0] for place in places})
        self.unopened = listing.unopened
        self._found = self._find(self._files)
        # Archives within are opened only where something is missing: what lies in its place is the work handed in.
        wanting = [exercise_id for exercise_id in stubs if self._is_wanting(exercise_id)]
        if wanting and any(ARCHIVES.search(file.name) for file in self._files):
            inner = open_archives(self._files, self._names.is_relevant)
            self._files = (*self._files, *inner.files)
            self.unopened += inner.unopened
            packed = self._find(inner.files)
            self._found |= {id_: found for id_ in wanting if (found := packed[id_]).file or found.could_be}
        for exercise_id in filter(self._is_wanting, stubs):
            similar = self._names.similar(exercise_id, self._files)
            self._found[exercise_id] = self._found[exercise_id]._replace(similar=similar)

    # --- what grading asks ------------------------------------------------------------------

    def read(self, exercise_id: str) -> bytes | None:
        """Return the bytes of an exercise's file, a notebook's as Python; None if there is none, or it is not certain.

        Raises:
            UnreadableError: It cannot be read.
        """
        found = self._found[exercise_id]
        if found.file is None:
            return None
        content = self._content(found.file)
        if isinstance(content, UnreadableError):
            raise content
        return content

    def has(self, exercise_id: str) -> bool:
        """Return whether there is a file for an exercise, readable or not."""
        return self._found[exercise_id].file is not None

    def shown(self, exercise_id: str) -> str:
        """Return the file's name as messages show it: from the top of the submission."""
        found = self._found[exercise_id].file
        return found.name if found else file_of(exercise_id).rpartition("/")[2]

    def absence(self, exercise_id: str) -> str:
        """Return the sentence for an exercise without a file."""
        found, shown = self._found[exercise_id], self.shown(exercise_id)
        if found.could_be:
            return f"{shown} could be {_listed(found.could_be, ' or ')}; keep one of them"
        return f"there is no file {shown}" + (f"; {_listed(found.similar)} may be meant" if found.similar else "")

    @cached_property
    def modules(self) -> dict[str, tuple[str, bytes]]:
        """Return the modules that the learner's files can import from one another: name → shown name and bytes."""
        modules: dict[str, tuple[str, bytes]] = {}
        listed = [(file.base.removesuffix(".py"), file) for file in self._module_files()]
        # The file of an exercise can be imported by the exercise's name, whatever it is called.
        graded = [(key.rpartition("/")[2], search.file) for key, search in self._found.items() if not is_by_hand(key)]
        for name, file in [*listed, *graded]:
            content = self._content(file) if file else None
            if file and isinstance(content, bytes):
                modules.setdefault(name, (file.name, content))  # the first of a name counts, as on a search path
        return modules

    # --- what the teacher is told -------------------------------------------------------------

    @property
    def misplaced(self) -> tuple[str, ...]:
        """Return the names of the files that are graded although they are not where they should be."""
        return tuple(search.file.name for search in self._found.values() if search.file and search.is_misplaced)

    def unclear(self, without_points: Collection[str]) -> tuple[str, ...]:
        """Return sentences on files that may be meant and are not graded.

        Args:
            without_points: The ids of the exercises that earn no points; files passed over are named for them only.
        """
        return tuple(self._unclear(without_points))

    def _unclear(self, without_points: Collection[str]) -> Iterator[str]:
        for exercise_id, found in self._found.items():
            shown = self.shown(exercise_id)
            if found.could_be:
                yield f"{shown} could be {_listed(found.could_be, ' or ')}"
            elif found.similar and exercise_id in without_points:
                yield f"{shown} may be {_listed(found.similar, ' or ')}"
            elif found.also and exercise_id in without_points:
                yield f"{shown} is graded, but not {_listed(found.also)}"
        if not any(search.file or search.could_be or search.similar for search in self._found.values()):
            names = _listed([file.name for file in self._files if not ARCHIVES.search(file.name)])
            if names or not self.unopened:
                yield f"no file has the name of an exercise: {names}" if names else "there is no file in it"
        if not all(search.file for search in self._found.values()):
            yield from self.unopened

    # --- finding ------------------------------------------------------------------------------

    def _find(self, files: Sequence[ListedFile]) -> dict[str, Found]:
        fits: dict[str, list[Fit]] = {exercise_id: [] for exercise_id in self._stubs}
        for file in files:
            for exercise_id, closeness in self._names.fits(file.base):
                fits[exercise_id].append(Fit(closeness, file))
        return {exercise_id: self._chosen(exercise_id, found) for exercise_id, found in fits.items()}

    def _chosen(self, exercise_id: str, fits: Sequence[Fit]) -> Found:
        """Return the file to grade: the one in the best place with the closest name, if there is only one."""
        places = places_of(exercise_id)
        # Starters put a stub into its place, and the work may lie beside it: an untouched stub never wins over work.
        edited = [fit for fit in fits if not self._is_stub(exercise_id, fit.file)] or fits
        ranked = sorted(((_rank(fit, places), fit.file) for fit in edited), key=lambda row: row[0])
        if not ranked:
            return Found()
        best, first = ranked[0]
        # The same file handed in twice is no doubt about which is meant.
        others = [(rank, file) for rank, file in ranked[1:] if not self._is_same(first, file)]
        rivals = [_origin(file) for rank, file in others if rank == best]
        if rivals:
            return Found(could_be=(_origin(first), *rivals))
        return Found(first, is_misplaced=best >= len(places), also=tuple(_origin(file) for _, file in others))

    def _is_stub(self, exercise_id: str, file: ListedFile) -> bool:
        content = self._content(file)
        return isinstance(content, bytes) and _trimmed(content) == _trimmed(self._stubs[exercise_id])

    def _is_same(self, one: ListedFile, other: ListedFile) -> bool:
        contents = self._content(one), self._content(other)
        return isinstance(contents[0], bytes) and contents[0] == contents[1]

    def _content(self, file: ListedFile) -> bytes | UnreadableError:
        """Return a file's content, read once, so that the bytes graded are the bytes hashed."""
        if file not in self._contents:
            try:
                if self._left <= 0:
                    raise UnreadableError("is not read, since there is too much code; hand in the exercises only")
                content = file.read()
                self._left -= len(content)
                self._contents[file] = _code(file, content)
            except UnreadableError as error:
                self._contents[file] = error
        return self._contents[file]

    def _is_wanting(self, exercise_id: str) -> bool:
        """Return whether there is no file for an exercise, or one that nobody has touched."""
        found = self._found[exercise_id]
        return self._is_stub(exercise_id, found.file) if found.file else not found.could_be

    def _module_files(self) -> list[ListedFile]:
        """Return the Python files beside the exercises' files and in the units' folders, at most 200."""
        bases = dict.fromkeys(["", *(_base(key, search.file) for key, search in self._found.items() if search.file)])
        files = [file for file in self._files if file.base.endswith(".py")]
        found: dict[ListedFile, None] = {}
        for base in bases:
            inside = [(file, file.name[len(base) :].split("/")[:-1]) for file in files if file.name.startswith(base)]
            near = [(len(parts), file.name, file) for file, parts in inside if parts[:-1] in ([], ["exercises"])]
            found |= dict.fromkeys(file for _, _, file in sorted(near, key=lambda one: one[:2]))
        return list(found)[:MAX_FILES]


def sources(path: Path, files: Sequence[tuple[str, str]]) -> list[tuple[Path, str]]:
    """Return the sources of a submission: a path, or with `files` those files in a folder, by their names of before."""
    # The names are the student's, so only their last part counts.
    return [(path / stored, Path(name).name) for stored, name in files] or [(path, "")]


def stubs(course: Course, exercise_ids: Sequence[str]) -> dict[str, bytes]:
    """Return the file that learners start from, for each exercise; empty for worksheets."""
    paths = {exercise_id: course.stub(exercise_id) for exercise_id in exercise_ids}
    return {exercise_id: path.read_bytes() if path.is_file() else b"" for exercise_id, path in paths.items()}


class _Names:
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
        return base.lower().endswith(".py") or bool(ARCHIVES.search(base)) or bool(self.fits(base))

    def fits(self, base: str) -> list[tuple[str, int]]:
        """Return the exercises whose file a file of this name may be, and how close the name is."""
        stem, kind, is_notebook = _parts(base)
        # A name that is one exercise's own is no copy of another's: `top_2.py` where there is `top.py`.
        found = self._by_stem.get((kind, _plain(stem))) or self._by_stem.get(
            (kind, _plain(COPIES.sub("", stem.lower())))
        )
        return [
            (exercise_id, NOTEBOOK if is_notebook else _closeness(base, self._bases[exercise_id]))
            for exercise_id in found or ()
        ]

    def similar(self, exercise_id: str, files: Sequence[ListedFile]) -> tuple[str, ...]:
        """Return files whose name has the exercise's name in it, or nearly is it."""
        stem, suffix = os.path.splitext(self._bases[exercise_id])
        wanted = _words(stem)
        names = {file: _parts(file.base) for file in files[:MAX_COMPARED] if not self.fits(file.base)}
        words = {file: _words(stem) for file, (stem, kind, _) in names.items() if kind == suffix}
        near = difflib.get_close_matches(wanted, words.values(), n=MAX_COMPARED, cutoff=LIKENESS)
        return tuple(
            _origin(file)
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


def _rank(fit: Fit, places: Sequence[str]) -> int:
    """Return a number that is smaller the more certainly the file is meant; below len(places) it is in its place."""
    if fit.closeness == EXACT and fit.file.name in places:
        return places.index(fit.file.name)
    # The folders of a workspace somewhere below, as `hw/exercises/unit/`, count for more than any other.
    below = "".join(f"/{folder}" for folder in ("", *fit.file.folders)).casefold()
    folders = [place.rpartition("/")[0] for place in places]
    place = next(
        number for number, folder in enumerate(folders) if not folder or below.endswith(f"/{folder.casefold()}")
    )
    return len(places) * max(1, fit.closeness) + place


def _code(file: ListedFile, content: bytes) -> bytes:
    """Return a file's content as it is graded: of a notebook, the code cells."""
    if not file.base.lower().removesuffix(".txt").endswith(".ipynb"):
        return content
    from grader.files.notebook import NotebookError, code_cells  # most submissions hold none

    try:
        return code_cells(content)
    except NotebookError as error:
        raise UnreadableError(str(error)) from error


def _base(exercise_id: str, file: ListedFile) -> str:
    """Return the folder that is the workspace for a file, with a slash at its end; empty if it is the top."""
    folders = file.folders
    unit = exercise_id.rpartition("/")[0].casefold()
    *above, last = ["", *(folder.casefold() for folder in folders)]
    if last == unit:
        folders = folders[:-2] if above[-1:] == ["exercises"] else folders[:-1]
    return "".join(f"{folder}/" for folder in folders)


def _without_common_folder(files: Sequence[ListedFile], tops: Collection[str]) -> tuple[ListedFile, ...]:
    """Leave out the folders that hold everything, as archives often have, but not those that belong to a workspace."""
    first, last = ([], []) if not files else (min(file.folders for file in files), max(file.folders for file in files))
    count = 0
    while count < min(len(first), len(last)) and first[count] == last[count] and first[count] not in tops:
        count += 1
    start = sum(len(folder) + 1 for folder in first[:count])
    return tuple(file._replace(name=file.name[start:]) for file in files)


def _origin(file: ListedFile) -> str:
    return file.origin or file.name


def _listed(names: Sequence[str], joint: str = ", ") -> str:
    """Return the first names in one text, and the number of the others."""
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return joint.join(names[:MAX_NAMES]) + more


def _plain(stem: str) -> str:
    """Return a name's letters and digits: `Softmax by-hand` and `softmax_by_hand` are equal."""
    return "".join(filter(str.isalnum, stem.casefold()))


def _words(stem: str) -> str:
    """Return a name in lower case, its words joined by underscores."""
    return re.sub(r"[\W_]+", "_", stem.casefold()).strip("_")


def _trimmed(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n").strip()
