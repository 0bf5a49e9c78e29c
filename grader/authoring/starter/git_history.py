"""Read all that a git repository holds: every version of every file, and the messages of commits and tags."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SECONDS = 120.0
"""The time limit for git to list the history."""


class HistoryError(Exception):
    """A history that was not read, or not completely; the message says why."""


class PastText(NamedTuple):
    """A version of a file, or the message of a commit or tag; `path` is one of the file's, `content` None if too large."""

    place: str
    path: str
    content: bytes | None
    is_file: bool


def is_repository(folder: Path) -> bool:
    """Return whether a folder is a git repository, with a working tree or bare."""
    is_bare = (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()
    return is_bare or os.path.lexists(folder / ".git")


def past_texts(folder: Path, max_bytes: int) -> Iterator[PastText]:
    """Yield what a repository holds, the newest first, and then what no commit, reflog or index refers to.

    No hook or filter of the repository is run.

    Raises:
        HistoryError: git is not installed or cannot read the repository, or a part of the history is not here.
    """
    referred = ("--objects", "--all", "--reflog", "--indexed-objects", "--missing=print")
    listed = [line.split(b" ", 1) for line in _git(folder, "rev-list", *referred).splitlines()]
    is_whole = _git(folder, "rev-parse", "--is-shallow-repository").strip() == b"false"
    paths = {name: b"".join(path) for name, *path in listed if not name.startswith(b"?")}  # a partial clone: missing
    check = "--batch-check=%(objectname) %(objecttype) %(objectsize)"
    held = [line.split() for line in _git(folder, "cat-file", "--batch-all-objects", "--unordered", check).splitlines()]
    kinds = {fields[0]: (fields[1], int(fields[2])) for fields in held if len(fields) == 3}  # a damaged one has no size
    wanted = []
    for name in (*paths, *(kinds.keys() - paths.keys())):
        kind, size = kinds.get(name, (b"blob", 0))
        if kind == b"tree":
            continue
        if size > max_bytes:
            yield PastText(_place(kind, name, paths.get(name)), "", None, is_file=kind == b"blob")
        else:
            wanted.append(name)
    read = 0
    for name, kind, content in _contents(folder, wanted):
        read += 1
        if kind != b"tree":
            path = paths.get(name)
            text = content if kind == b"blob" else content.partition(b"\n\n")[2]  # after the headers
            yield PastText(_place(kind, name, path), (path or b"").decode("utf-8", "replace"), text, kind == b"blob")
    if not is_whole or len(paths) < len(listed) or read < len(wanted):
        raise HistoryError("is not all here; fetch it whole")


def _place(kind: bytes, name: bytes, path: bytes | None) -> str:
    """Return where in the history an object is, for the user."""
    short = name[:10].decode()
    if kind != b"blob":
        return f"message of {kind.decode()} {short}"
    return path.decode("utf-8", "replace") if path else f"object {short}, which is in no commit"


def _contents(folder: Path, names: list[bytes]) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield the name, kind and content of objects, without those that git finds to be damaged.

    Raises:
        HistoryError: git stops reading.
    """
    with tempfile.TemporaryFile() as names_file:
        names_file.write(b"".join(name + b"\n" for name in names))
        names_file.seek(0)
        command = [*_command(folder), "cat-file", "--buffer", "--batch"]
        with subprocess.Popen(
            command, env=_environment(folder), stdin=names_file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as git:
            assert git.stdout is not None
            while header := git.stdout.readline():
                name, kind, *size = header.split()
                if not size:  # "missing"
                    continue
                content = git.stdout.read(int(size[0]))
                git.stdout.read(1)  # the line end
                yield name, kind, content
    if git.returncode:
        raise HistoryError("cannot be read by git to its end")


def _command(folder: Path) -> list[str]:
    # Without the monitor of the file system, which would be a program that the repository names.
    options = ["--no-replace-objects", "-c", f"safe.directory={folder.resolve()}", "-c", "core.fsmonitor=false"]
    return ["git", *options, "-C", str(folder)]


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment in which git ignores settings outside the repository, hides nothing and fetches nothing."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CEILING_DIRECTORIES": str(folder.resolve().parent),
        "GIT_GRAFT_FILE": os.devnull,  # as with replaced objects: a push publishes what they hide here
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_OPTIONAL_LOCKS": "0",
        "LC_ALL": "C",
    }


def _git(folder: Path, *arguments: str) -> bytes:
    """Return the output of a git command that only reads; raise HistoryError if git is not installed, or fails."""
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
