"""Read the files in a git repository's whole history, deleted ones as well; no hook or filter of it is run."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

SECONDS = 120.0


class HistoryError(Exception):
    """A history that was not read, or not to its end; the message says why."""


def past_files(folder: Path, max_bytes: int) -> Iterator[tuple[str, bytes]]:
    """Yield every version of every file up to a size, with a path that it had, the newest first.

    Raises:
        HistoryError: git is not installed or cannot read the repository, or a part of the history is not here.
    """
    listed = _git(
        folder, "rev-list", "--objects", "--all", "--reflog", "--missing=print", f"--filter=blob:limit={max_bytes}"
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
    """Return an environment in which no setting outside the repository counts, and nothing is hidden or fetched."""
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
