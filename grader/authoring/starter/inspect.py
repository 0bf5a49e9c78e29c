"""Search a starter repository for answers: its files, and all that its history and those within it hold."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from grader.authoring.course_wheel import is_course_wheel
from grader.authoring.starter.git_history import HistoryError, is_repository, past_texts
from grader.authoring.starter.install import is_wheel
from grader.authoring.starter.leaks import Answers, leaks

MAX_BYTES = 4 << 20
"""The largest file to search; nobody writes more by hand."""
ANEW = "publish a copy without .git, or write the history anew"


@dataclass
class Inspection:
    """The problems, the files that were not searched and why, and the numbers of files that were."""

    problems: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    files: int = 0
    past: int = 0


def inspect(folder: Path, answers: Answers) -> Inspection:
    """Search a folder, and the history of each git repository in it."""
    inspection = Inspection()
    repositories: list[Path] = []
    for path, content in _files(folder, inspection, repositories):
        inspection.files += 1
        inspection.problems += (f"{path}:{leak.line}: {leak.words}" for leak in leaks(answers, path, content))
        if b"\0" in content:
            # a wheel is no leak: pip puts the same solutions on every learner's machine
            whose = "this package" if is_wheel(path.rpartition("/")[2], content) else ""
            whose = "the course" if is_course_wheel(path) else whose
            known = f"{whose}, which has the solutions in it wherever it is installed"
            inspection.unseen.append(f"{path} is {known if whose else 'no text'}")
    for repository in repositories:
        inner = repository.relative_to(folder).as_posix()
        _search_history(repository, "history" if inner == "." else f"history of {inner}/", answers, inspection)
    if folder not in repositories and any(os.path.lexists(parent / ".git") for parent in folder.resolve().parents):
        inspection.unseen.append("the history of the repository that this folder is in")
    return inspection


def _search_history(repository: Path, name: str, answers: Answers, inspection: Inspection) -> None:
    try:
        for place, path, content, is_file in past_texts(repository, MAX_BYTES):
            inspection.past += is_file
            if content is None:
                inspection.unseen.append(f"{name}: {place} is larger than {MAX_BYTES >> 20} MiB")
                continue
            leaked = leaks(answers, path, content)
            inspection.problems += (f"{name}: {place}:{leak.line}: {leak.words}; {ANEW}" for leak in leaked)
    except HistoryError as error:
        inspection.problems.append(f"{name}: {error}; {ANEW}")


def _files(folder: Path, inspection: Inspection, repositories: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder, without git's own and those of virtual environments; links are not followed.

    The git repositories among the folders are appended to `repositories`.
    """
    for where, folders, names in os.walk(folder):
        inner = Path(where).relative_to(folder)
        if is_repository(Path(where)):
            repositories.append(Path(where))
            if ".git" not in (*folders, *names):  # a bare one, whose files are all git's own
                folders.clear()
                continue
        for name in sorted(folders):
            path = Path(where, name)
            if path.is_symlink() or (path / "pyvenv.cfg").is_file():
                folders.remove(name)
                why = "is a link" if path.is_symlink() else "is a virtual environment, which is not to be published"
                inspection.unseen.append(f"{(inner / name).as_posix()}/ {why}")
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names):
            if name != ".git":
                yield from _file(Path(where, name), (inner / name).as_posix(), inspection)


def _file(path: Path, shown: str, inspection: Inspection) -> Iterator[tuple[str, bytes]]:
    try:
        if path.is_symlink() or not path.is_file():
            inspection.unseen.append(f"{shown} is no regular file")
        elif path.stat().st_size > MAX_BYTES:
            inspection.unseen.append(f"{shown} is larger than {MAX_BYTES >> 20} MiB")
        else:
            yield shown, path.read_bytes()
    except OSError as error:
        inspection.problems.append(f"{shown}: cannot be read ({error.strerror}); make it readable, or remove it")
