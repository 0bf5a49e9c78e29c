"""Look through a starter repository for answers: its files, and every file that its history holds."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from grader.authoring.starter.git_history import HistoryError, past_files
from grader.authoring.starter.leaks import Answers, Finding, findings

MAX_BYTES = 4 << 20
"""Of a file; more is not written by hand."""
MAX_MEMBERS = 1000
MAX_UNPACKED = 64 << 20
ANEW = "publish a copy without .git, or write the history anew"


class Item(NamedTuple):
    """Content to look at, and how messages call it."""

    shown: str
    content: bytes


@dataclass
class Inspection:
    """What was found, what was not looked into and why, and how much was looked at."""

    problems: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    files: int = 0
    past: int = 0


def inspect(folder: Path, answers: Answers) -> Inspection:
    """Look through a folder and, if it is a git repository, through its history."""
    inspection = Inspection()
    for item in _files(folder, inspection):
        inspection.files += 1
        inspection.problems += _problems(item, answers, inspection, "")
    if os.path.lexists(folder / ".git"):
        try:
            for path, content in past_files(folder, MAX_BYTES):
                inspection.past += 1
                item = Item(f"history: {path}", content)
                inspection.problems += _problems(item, answers, inspection, f"; {ANEW}")
        except HistoryError as error:
            inspection.problems.append(f"history: {error}; {ANEW}")
    elif any(os.path.lexists(each / ".git") for each in folder.resolve().parents):
        inspection.unseen.append("the history of the repository that this folder is in")
    inspection.unseen = list(dict.fromkeys(inspection.unseen))
    return inspection


def _problems(item: Item, answers: Answers, inspection: Inspection, advice: str) -> Iterator[str]:
    """Yield what is wrong with a file, and with the files that are packed in it."""
    text = _text(item.content)
    for finding in findings(answers, item.content, text):
        yield _problem(item, finding, advice)
    for each in _members(item, inspection) if text is None else ():
        for finding in findings(answers, each.content, _text(each.content)):
            yield _problem(each, finding, advice)


def _problem(item: Item, finding: Finding, advice: str) -> str:
    return f"{item.shown}:{finding.line}: {finding.words}{advice}"


def _text(content: bytes) -> str | None:
    """Return a file's text; None if it is not text."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    return None if b"\0" in content else content.decode("utf-8-sig", "replace")


def _files(folder: Path, inspection: Inspection) -> Iterator[Item]:
    """Yield the files of a folder, without git's own and those of virtual environments; links are not followed."""
    for where, folders, names in os.walk(folder):
        for name in sorted(folders):
            path = Path(where, name)
            if path.is_symlink() or (path / "pyvenv.cfg").is_file():
                folders.remove(name)
                why = "is a link" if path.is_symlink() else "is a virtual environment, which is not to be published"
                inspection.unseen.append(f"{path.relative_to(folder).as_posix()}/ {why}")
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names):
            if name != ".git":
                yield from _file(Path(where, name), folder, inspection)


def _file(path: Path, folder: Path, inspection: Inspection) -> Iterator[Item]:
    shown = path.relative_to(folder).as_posix()
    try:
        if path.is_symlink() or not path.is_file():
            inspection.unseen.append(f"{shown} is no regular file")
        elif path.stat().st_size > MAX_BYTES:
            inspection.unseen.append(f"{shown} is larger than {MAX_BYTES >> 20} MiB")
        else:
            yield Item(shown, path.read_bytes())
    except OSError as error:
        inspection.problems.append(f"{shown}: cannot be read ({error.strerror}); make it readable, or remove it")


def _members(item: Item, inspection: Inspection) -> Iterator[Item]:
    """Yield the files in a zip file; what cannot be unpacked, and every other file that is no text, is noted."""
    try:
        with zipfile.ZipFile(io.BytesIO(item.content)) as archive:
            members = [each for each in archive.infolist() if not each.is_dir()]
            if len(members) > MAX_MEMBERS or sum(each.file_size for each in members) > MAX_UNPACKED:
                inspection.unseen.append(f"{item.shown} is a large archive")
                return
            for each in members:
                with archive.open(each) as file:
                    content = file.read(MAX_BYTES + 1)
                if len(content) > MAX_BYTES or _text(content) is None:
                    inspection.unseen.append(f"{item.shown}/{each.filename} is no text")
                yield Item(f"{item.shown}/{each.filename}", content)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError, ValueError):
        inspection.unseen.append(f"{item.shown} is no text")
