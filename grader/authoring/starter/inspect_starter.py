"""Search a starter repository for answers: its files, and every file in its history."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from grader.authoring.starter.install import is_wheel
from grader.authoring.starter.leaks import Answers, leaks

MAX_BYTES = 4 << 20
"""The largest file to search; nobody writes more by hand."""
ANEW = "publish a copy without .git, or write the history anew"
SECONDS = 120.0
"""The time limit for git to list the history."""


class HistoryError(Exception):
    """A history that was not read, or not completely; the message says why."""


@dataclass
class Inspection:
    """The problems, the files that were not searched and why, and the numbers of files that were."""

    problems: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    files: int = 0
    past: int = 0


def inspect(folder: Path, answers: Answers) -> Inspection:
    """Search a folder and, if it is a git repository, its history."""
    inspection = Inspection()
    for path, content in _files(folder, inspection):
        inspection.files += 1
        inspection.problems += (f"{path}:{leak.line}: {leak.words}" for leak in leaks(answers, path, content))
        if b"\0" in content:
            # a wheel is no leak: pip puts the same solutions on every learner's machine
            own = is_wheel(path.rpartition("/")[2], content)
            inspection.unseen.append(
                f"{path} is {'this package, which has the solutions in it wherever it is installed' if own else 'no text'}"
            )
    if os.path.lexists(folder / ".git"):
        try:
            for path, content in past_files(folder):
                inspection.past += 1
                found = leaks(answers, path, content)
                inspection.problems += (f"history: {path}:{leak.line}: {leak.words}; {ANEW}" for leak in found)
        except HistoryError as error:
            inspection.problems.append(f"history: {error}; {ANEW}")
    elif any(os.path.lexists(each / ".git") for each in folder.resolve().parents):
        inspection.unseen.append("the history of the repository that this folder is in")
    return inspection


def _files(folder: Path, inspection: Inspection) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder, without git's own and those of virtual environments; links are not followed."""
    for where, folders, names in os.walk(folder):
        inner = Path(where).relative_to(folder)
        if ".git" in (*folders, *names) and inner.parts:
            inspection.unseen.append(f"{inner.as_posix()}/ is a repository of its own, with a history of its own")
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


def past_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every version of every file up to MAX_BYTES, deleted ones as well, with one of its paths, the newest first.

    No hook or filter of the repository is run.

    Raises:
        HistoryError: git is not installed or cannot read the repository, or a part of the history is not here.
    """
    listed = _git(
        folder, "rev-list", "--objects", "--all", "--reflog", "--missing=print", f"--filter=blob:limit={MAX_BYTES}"
    )
    is_whole = _git(folder, "rev-parse", "--is-shallow-repository").strip() == b"false"
    with tempfile.TemporaryFile() as names:
        names.write(listed)
        names.seek(0)
        command = [*_command(folder), "cat-file", "--buffer", "--batch=%(objecttype) %(objectsize) %(rest)"]
        with subprocess.Popen(
            command, env=_environment(folder), stdin=names, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as git:
            assert git.stdout is not None
            while header := git.stdout.readline():
                kind, size, *path = header.rstrip(b"\n").split(b" ", 2)
                if size == b"missing":  # a partial clone: nothing is fetched
                    is_whole = False
                    continue
                content = git.stdout.read(int(size))
                git.stdout.read(1)  # the line end
                if kind == b"blob":
                    yield b"".join(path).decode("utf-8", "replace"), content
    if git.returncode:
        raise HistoryError("cannot be read by git to its end")
    if not is_whole:
        raise HistoryError("is not all here; fetch it whole")


def _command(folder: Path) -> list[str]:
    return ["git", "-c", f"safe.directory={folder.resolve()}", "-C", str(folder)]


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment in which git ignores settings outside the repository, hides nothing and fetches nothing."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CEILING_DIRECTORIES": str(folder.resolve().parent),
        "GIT_NO_REPLACE_OBJECTS": "1",  # a push publishes what `git replace` hides here
        "GIT_GRAFT_FILE": os.devnull,
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_OPTIONAL_LOCKS": "0",
        "LC_ALL": "C",
    }


def _git(folder: Path, *arguments: str) -> bytes:
    """Return the output of a git command that only reads."""
    try:
        return subprocess.run(
            [*_command(folder), *arguments], env=_environment(folder), capture_output=True, timeout=SECONDS, check=True
        ).stdout
    except FileNotFoundError as error:
        raise HistoryError("was not looked at, because git is not installed") from error
    except subprocess.CalledProcessError as error:
        words = error.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        raise HistoryError(f"cannot be read by git ({words[-1]})") from error
    except subprocess.SubprocessError as error:
        raise HistoryError(f"took git more than {SECONDS:g} seconds to list") from error
