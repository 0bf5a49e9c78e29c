"""Bring the results of several folders into one: those of the class, byte for byte as one run would have written them.

First everything is read and compared; only then is anything written.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from grader.classes.grade_one import Line, line_of
from grader.classes.shares import Share, read_share
from grader.classes.store import Store, file_name, write
from grader.core.errors import ClassError, ReportError
from grader.reports.document import RESULTS, SECONDS, read

SEEDS = ("seed", "seed_from")
COMMON = ("version of token-by-token", "course", "choice of exercises")
"""What all results of a class must have in common."""
FACTS = (*COMMON, "seed", "confinement", "time of submission", "deadline", "roster", "files handed in")


class Source(NamedTuple):
    """A folder of results, and what the run that made them has noted."""

    folder: Path
    seeds: tuple[object, object]
    share: Share | None
    worksheets: object
    students: tuple[str, ...]


class Kept(NamedTuple):
    """One result: where it is, hashes of it and of what all of a class must have in common, and what a table says of it."""

    path: Path
    sha256: bytes
    common: bytes
    confinement: str
    line: Line
    is_known: bool


class Merged(NamedTuple):
    """The class: its results by the student; which shares, and whose results of the shares given, are not there."""

    results: dict[str, Kept]
    missing_shares: tuple[Share, ...]
    without_result: tuple[tuple[str, Path], ...]

    @property
    def confinements(self) -> list[str]:
        """Return the ways in which learners' processes were confined; more than one, if machines were not alike."""
        return sorted({kept.confinement for kept in self.results.values()})


def merge(out: Path, folders: Sequence[Path]) -> Merged:
    """Write the results of all folders into `out`, where they replace older ones of the same students.

    Raises:
        ClassError: two results contradict each other, or there is something that is no result; nothing is written.
    """
    given = list({folder.resolve(): folder for folder in folders}.values())
    sources = [_source(folder) for folder in given]
    _check_sources(sources)
    results: dict[str, Kept] = {}
    for source in sources:
        for kept in _results(source.folder):
            _add(results, kept)
    _check_alike(results.values())
    store = Store(out)
    with store.locked():
        _check_place(out, store, sources[0], results)
        store.note_settings(dict(zip(SEEDS, sources[0].seeds, strict=True)))
        for student, kept in results.items():
            seconds = kept.path.parent.parent / SECONDS / kept.path.name
            if seconds.is_file():  # how long it took is kept beside it, and nothing depends on it
                write(out / SECONDS / kept.path.name, _bytes(seconds))
            write(store.path(student), _content(kept))
    return Merged(results, _missing_shares(sources), _without_result(sources, results))


def _source(folder: Path) -> Source:
    """Read what the run of a folder has noted."""
    noted = Store(folder).settings()
    if not set(SEEDS) <= set(noted):
        raise ClassError(f"{folder}: holds no results of `learn grade --out`; give the folders that it has written")
    share = read_share(str(noted["shard"])) if "shard" in noted else None
    students = noted.get("students", [])
    if ("shard" in noted and share is None) or not isinstance(students, list):
        raise ClassError(f"{folder / 'run.json'}: is damaged; grade this share again")
    return Source(
        folder, (noted["seed"], noted["seed_from"]), share, noted.get("worksheets"), tuple(map(str, students))
    )


def _check_sources(sources: Sequence[Source]) -> None:
    """Make sure that all folders are of one class, drawn from the same seed and divided into the same shares."""
    first = sources[0]
    for source in sources[1:]:
        if source.seeds != first.seeds:
            raise ClassError(
                f"{first.folder} was graded with {_option(first)}, and {source.folder} with {_option(source)}; "
                "grade one of them again, with the seed of the other"
            )
    shared = [source for source in sources if source.share]
    for source in shared:
        one, other = shared[0].share, source.share
        if one and other and one.of != other.of:
            raise ClassError(
                f"{shared[0].folder} is one of {one.of} shares, and {source.folder} one of {other.of}; "
                "give the shares of one division"
            )
        if source.worksheets != shared[0].worksheets:
            raise ClassError(
                f"{shared[0].folder} and {source.folder} were graded with different --worksheet-seed; grade one of "
                "them again"
            )


def _option(source: Source) -> str:
    number, text = source.seeds
    return f"--seed {number}" if text is None else f"--seed-from {text!r}"


def _results(folder: Path) -> Iterable[Kept]:
    """Yield the results in a folder, in the order of their names."""
    for path in sorted((folder / RESULTS).glob("*.json")):
        yield _kept(path)


def _kept(path: Path) -> Kept:
    """Read one result.

    Raises:
        ClassError: it is none, or is not that of the student whom its name says.
    """
    try:
        content = _bytes(path)
        document = json.loads(content)
        result = read(document)
        line, facts = line_of(document), _facts(document)
        is_whole = (line.score, line.max_score) == (result.score, result.max_score)
        if not is_whole or f"{file_name(line.student)}.json" != path.name:
            raise ValueError
        is_known = bool(document["submission"]["on_roster"])
    except (ReportError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ClassError(f"{path}: is no whole result of `learn grade`; take it out and grade it again") from error
    common = hashlib.sha256(repr([facts[name] for name in COMMON]).encode("utf-8", "surrogateescape")).digest()
    confinement = sys.intern(", ".join(result.confinement))
    return Kept(path, hashlib.sha256(content).digest(), common, confinement, line, is_known)


def _bytes(path: Path) -> bytes:
    """Read a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ClassError(f"{path}: cannot be read: {error.strerror}; correct its permissions") from error


def _facts(document: Mapping[str, Any]) -> dict[str, object]:
    """Return what a result was made with, by the words for it."""
    about = document["submission"]
    return {
        "version of token-by-token": document["tool"]["version"],
        "course": sorted(document["course"].items()),
        "choice of exercises": [exercise["id"] for exercise in document["exercises"]],
        "seed": document["seed"],
        "confinement": document["confinement"],
        "time of submission": about["submitted"],
        "deadline": about["due"],
        "roster": about["on_roster"],
        "files handed in": about["sha256"],
    }


def _difference(one: Path, other: Path, names: Iterable[str]) -> str:
    """Name the first fact in which two results differ."""
    here, there = _facts(json.loads(one.read_bytes())), _facts(json.loads(other.read_bytes()))
    return next((name for name in names if here[name] != there[name]), "outcome, although they were made from the same")


def _add(results: dict[str, Kept], kept: Kept) -> None:
    """Put a result to the others, unless it is there already; of one student there cannot be two."""
    other = results.setdefault(kept.line.student, kept)
    if other.sha256 != kept.sha256:
        difference = _difference(other.path, kept.path, FACTS)
        raise ClassError(
            f"{other.path} and {kept.path} are both of the student {kept.line.student!r} and differ in the "
            f"{difference}; take one of them out"
        )


def _check_alike(results: Iterable[Kept]) -> None:
    """Make sure that results of different students were made with the same, so that they can stand side by side."""
    first: Kept | None = None
    for kept in results:
        first = first or kept
        if kept.common != first.common:
            difference = _difference(first.path, kept.path, COMMON)
            raise ClassError(f"{first.path} and {kept.path} differ in the {difference}; grade one of their runs again")


def _check_place(out: Path, store: Store, first: Source, results: Mapping[str, Kept]) -> None:
    """Make sure that what is in the folder already can stay beside what comes."""
    noted = store.settings()
    if not noted:
        return
    there = _source(out)
    if there.share:
        raise ClassError(f"{out}: holds the results of share {there.share}; give a folder of its own for the class")
    if there.seeds != first.seeds:
        raise ClassError(
            f"{out} was graded with {_option(there)}, and {first.folder} with {_option(first)}; give an empty folder"
        )
    staying = [kept for kept in _results(out) if kept.line.student not in results]
    _check_alike([*results.values(), *staying])


def _content(kept: Kept) -> bytes:
    """Read a result again, to write it."""
    content = _bytes(kept.path)
    if hashlib.sha256(content).digest() != kept.sha256:
        raise ClassError(f"{kept.path}: has been changed meanwhile; merge again when its run has ended")
    return content


def _missing_shares(sources: Sequence[Source]) -> tuple[Share, ...]:
    """Return the shares that are not among the folders."""
    there = {source.share for source in sources if source.share}
    of = max((share.of for share in there), default=0)
    return tuple(share for number in range(1, of + 1) if (share := Share(number, of)) not in there)


def _without_result(sources: Sequence[Source], results: Mapping[str, Kept]) -> tuple[tuple[str, Path], ...]:
    """Return the students of the shares given who have no result, each with the folder that lacks it."""
    return tuple(
        (student, source.folder) for source in sources for student in source.students if student not in results
    )
