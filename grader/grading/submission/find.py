"""Find the exercises' files in what was handed in: in their places, or wherever else they lie, packed or renamed.

A file that is not in its place is graded if no other could be meant; otherwise the result says what lies there.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from grader.course.course import Course
from grader.files.regular_file import UnreadableError
from grader.grading.submission.code import read_code
from grader.grading.submission.files import (
    ARCHIVES,
    COMPILED,
    MAX_FILES,
    ListedFile,
    Listing,
    SubmittedFiles,
    file_of,
    list_files,
    open_archives,
    places_of,
)
from grader.grading.submission.names import CODE, DOCUMENT, EXACT, NO_WORK, Names, origin

# All solutions of the course together are 1 MB; more than this is no work of a learner's, and memory is limited.
MAX_TOTAL_BYTES = 32 << 20
DEFINED = re.compile(rb"^(?:async def|def|class)[ \t]+(\w+)[ \t]*[(:]", re.MULTILINE | re.ASCII)
"""A definition outside of others. A pattern and no parser, which a file may have been made to overtax."""
MAX_NAMES = 3
SEVERAL_FILES = "could be one of several"


class Fit(NamedTuple):
    """A file that may be that of an exercise, and how close its name is."""

    closeness: int
    file: ListedFile


class Found(NamedTuple):
    """The finding for one exercise: a file to grade, or why none is."""

    file: ListedFile | None = None
    is_misplaced: bool = False
    doubt: str = ""
    """Which files have equal right to be graded, so that none is, in words after the name of the exercise's file."""
    similar: tuple[str, ...] = ()
    """Files with a similar name, where there is none to grade, or only the untouched stub."""
    obstacle: str = ""
    """Why nothing is graded although something lies there, in words as above: the doubt, or what else lies there."""
    also: tuple[str, ...] = ()
    """Files that were passed over for the one to grade, and differ from it."""


class HandedIn(SubmittedFiles):
    """The files of a submission, each exercise's found by its place or by its name."""

    def __init__(
        self,
        sources: Sequence[tuple[Path, str]] | Listing,
        stubs: Mapping[str, bytes],
        functions: Mapping[str, str] = MappingProxyType({}),
        root: Path | None = None,
    ) -> None:
        """List the files and find each exercise's.

        Args:
            sources: Folders, archives and loose files, each with its name within the submission; or the files themselves.
            stubs: The exercises' ids, each with the file that learners start from; empty if there is none.
            functions: The ids of the course's exercises, each with the function to write, by which files of other names
                are found.
            root: As for `list_files`.

        Raises:
            UnreadableError: Nothing can be opened.
        """
        self._stubs = stubs
        self._names = Names(stubs)
        self._contents: dict[ListedFile, bytes | UnreadableError] = {}
        self._left = MAX_TOTAL_BYTES
        places = [place for exercise_id in stubs for place in places_of(exercise_id)]
        if isinstance(sources, Listing):
            listing = sources
        else:
            listing = list_files(sources, self._names.is_relevant, places, root)
        written = [file for file in listing.files if not file.base.endswith(COMPILED)]
        self._compiled = _listed([file.base for file in listing.files if file.base.endswith(COMPILED)])
        self._files = _without_common_folder(written, {place.partition("/")[0] for place in places})
        self.unopened = listing.unopened
        self._found = self._find(self._files)
        self._search_archives()
        if not self.unopened:  # what cannot be opened may hold another version
            self._found |= self._split(self._wanting(), functions)
        self._note_obstacles(functions)

    def _wanting(self) -> list[str]:
        return [exercise_id for exercise_id in self._stubs if self._is_wanting(exercise_id)]

    def _search_archives(self) -> None:
        """Open archives within, only where something is missing: what lies in its place is the work handed in."""
        wanting = self._wanting()
        if not wanting or not any(ARCHIVES.search(file.name) for file in self._files):
            return
        inner = open_archives(self._files, self._names.is_relevant)
        self._files = (*self._files, *inner.files)
        self.unopened += inner.unopened
        packed = self._find(inner.files)
        self._found |= {id_: packed[id_] for id_ in wanting if packed[id_].file or packed[id_].doubt}

    def _note_obstacles(self, functions: Mapping[str, str]) -> None:
        """Add to what was found the files of similar names, and what keeps a file from being graded."""
        others = self._others(_file_names(functions))
        for exercise_id in self._stubs:
            similar = self._names.similar(exercise_id, self._files) if self._is_wanting(exercise_id) else ()
            found = self._found[exercise_id]._replace(similar=similar)
            self._found[exercise_id] = found._replace(obstacle=self._obstacle(exercise_id, found, others))

    # --- what grading asks ------------------------------------------------------------------

    def read(self, exercise_id: str) -> bytes | None:
        """Return the bytes of an exercise's file, a notebook's as Python; None if there is none, or it is not certain.

        Raises:
            UnreadableError: It cannot be read, or something else lies there that may be meant and is not graded.
        """
        found = self._found[exercise_id]
        if found.obstacle:
            is_stub = not found.doubt and found.file
            missing = (
                "is as it was handed out, and something else was handed in"
                if is_stub
                else "is missing, and something else was handed in"
            )
            raise UnreadableError(found.obstacle, SEVERAL_FILES if found.doubt else missing)
        if found.file is None:
            return None
        content = self._content(found.file)
        if isinstance(content, UnreadableError):
            raise content
        return content

    def has(self, exercise_id: str) -> bool:
        return self._found[exercise_id].file is not None

    def shown(self, exercise_id: str) -> str:
        """Return the file's name as messages show it: from the top of the submission."""
        found = self._found[exercise_id].file
        return found.name if found else file_of(exercise_id).rpartition("/")[2]

    @cached_property
    def modules(self) -> dict[str, tuple[str, bytes]]:
        """Return the modules that the learner's files can import from one another: name → shown name and bytes."""
        modules: dict[str, tuple[str, bytes]] = {}
        listed = [(file.base.removesuffix(".py"), file) for file in self._module_files()]
        # The file of an exercise can be imported by the exercise's name, whatever it is called.
        graded = [(key.rpartition("/")[2], search.file) for key, search in self._found.items()]
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

    def unclear(self, incomplete: Collection[str]) -> tuple[str, ...]:
        """Return sentences on files that may be meant and are not graded.

        Args:
            incomplete: The ids of the exercises that do not earn all points; other files are named for them only.
        """
        return tuple(self._unclear(incomplete))

    def _unclear(self, incomplete: Collection[str]) -> Iterator[str]:
        for exercise_id, found in self._found.items():
            shown = self.shown(exercise_id)
            if found.doubt:
                yield f"{shown} {found.doubt.partition(';')[0]}"
            elif found.similar and exercise_id in incomplete:
                yield f"{shown} may be {_listed(found.similar, ' or ')}"
            elif (
                found.file and found.also and exercise_id in incomplete and isinstance(self._content(found.file), bytes)
            ):
                yield f"{shown} is graded, but not {_listed(found.also)}"
        if not any(search.file or search.doubt or search.similar for search in self._found.values()):
            names = [file.name for file in self._files if not ARCHIVES.search(file.name)]
            if unknown := self._list_unknown(names):
                yield unknown
            elif not self.unopened:
                yield "there is no file in it"
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
        rivals = [origin(file) for rank, file in others if rank == best]
        if rivals:
            return Found(doubt=f"could be {_listed((origin(first), *rivals), ' or ')}; keep one of them")
        return Found(first, is_misplaced=best >= len(places), also=tuple(origin(file) for _, file in others))

    def _split(self, wanting: Sequence[str], functions: Mapping[str, str]) -> dict[str, Found]:
        """Find exercises in files of other names, by functions that are defined in one place only."""
        own = _file_names(functions)
        chosen = {found.file for found in self._found.values()} | {file for file in self._files if file.base in own}
        places: dict[str, list[ListedFile]] = {}
        for file in self._code_files(chosen):
            content = self._content(file)
            for name in DEFINED.findall(content) if isinstance(content, bytes) else ():
                places.setdefault(name.decode(), []).append(file)
        found = {}
        for exercise_id in wanting:
            function = functions.get(exercise_id, "")
            askers = [other for other, asked in functions.items() if asked == function]
            defining = places.get(function, [])
            # A function in the file of another exercise is that one's own if both ask for one of this name.
            free = [file for file in defining if file not in chosen] or (defining if len(askers) == 1 else [])
            if len(free) == 1 and not set(askers).intersection(wanting).difference([exercise_id]):
                found[exercise_id] = Found(free[0], is_misplaced=True)
            elif free:
                names = _listed(list(dict.fromkeys(map(origin, free))), " or ")
                which = "one of several" if len(free) > 1 else "another exercise's, too:"
                found[exercise_id] = Found(
                    doubt=f"could be {which} `{function}` in {names}; hand in a file for it alone"
                )
        return found

    def _code_files(self, chosen: Collection[ListedFile | None]) -> Iterator[ListedFile]:
        """Yield the files that may hold functions, one of several with the same content, and no untouched stub."""
        seen: set[bytes | UnreadableError] = {_trimmed(stub) for stub in self._stubs.values()}
        for file in [file for file in self._files if CODE.search(file.base) and not file.base.startswith("test_")]:
            content = self._content(file)
            if isinstance(content, UnreadableError) and file not in chosen:
                self.unopened += (f"{file.name} {content}",)
            elif isinstance(content, bytes) and _trimmed(content) not in seen:
                seen.add(_trimmed(content))
                yield file

    def _others(self, own: Collection[str]) -> str:
        """Say what lies there that is not graded and may be work; `own` are the names of the course's files."""
        names = [file.name for file in self._files if file.base not in own and not NO_WORK.match(file.base)]
        documents = [name for name in names if DOCUMENT.search(name)]
        if any(found.file or found.doubt for found in self._found.values()):
            return f"{_listed(documents)} is not graded; hand in the exercises' own files" if documents else ""
        return self._list_unknown([name for name in names if not ARCHIVES.search(name)])

    def _list_unknown(self, names: Sequence[str]) -> str:
        """Say that none of these files is an exercise's, or that all are compiled; empty if there are none."""
        if names:
            return f"no file has the name of an exercise: {_listed(names)}"
        return f"all files are compiled: {self._compiled}; hand in the .py files" if self._compiled else ""

    def _obstacle(self, exercise_id: str, found: Found, others: str) -> str:
        """Return why nothing is graded for an exercise although something lies there; empty if nothing does."""
        if found.doubt or not self._is_wanting(exercise_id):
            return found.doubt
        similar = f"{_listed(found.similar, ' or ')} may be meant; rename it" if found.similar else ""
        reason = next(filter(None, [*self.unopened, similar, others]), "")
        return f"{'is as it was handed out' if found.file else 'is missing'}, and {reason}" if reason else ""

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
                self._contents[file] = read_code(file, content)
            except UnreadableError as error:
                self._contents[file] = error
        return self._contents[file]

    def _is_wanting(self, exercise_id: str) -> bool:
        """Return whether there is no file for an exercise, or one that nobody has touched."""
        found = self._found[exercise_id]
        return self._is_stub(exercise_id, found.file) if found.file else not found.doubt

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


def main_functions(course: Course, graded: Collection[str]) -> dict[str, str]:
    """Return the main function to write in each exercise of a course: for those not graded, the first of the stub."""
    found = {exercise_id: DEFINED.search(stub) for exercise_id, stub in stubs(course, course.exercise_ids).items()}
    first = {exercise_id: match[1].decode() if match else "" for exercise_id, match in found.items()}
    # Opening all exercises of a course takes a second.
    return first | {exercise_id: course.exercise(exercise_id).function for exercise_id in graded}


def _file_names(exercise_ids: Iterable[str]) -> set[str]:
    return {file_of(exercise_id).rpartition("/")[2] for exercise_id in exercise_ids}


def stubs(course: Course, exercise_ids: Sequence[str]) -> dict[str, bytes]:
    """Return the file that learners start from, for each exercise; empty if there is none."""
    paths = {exercise_id: course.stub(exercise_id) for exercise_id in exercise_ids}
    return {exercise_id: path.read_bytes() if path.is_file() else b"" for exercise_id, path in paths.items()}


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


def _listed(names: Sequence[str], joint: str = ", ") -> str:
    """Return the first names in one text, and the number of the others."""
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return joint.join(names[:MAX_NAMES]) + more


def _trimmed(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n").strip()
