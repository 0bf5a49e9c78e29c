"""The files that a git repository holds in its whole history, deleted ones as well; no hook or filter of it is run."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

MAX_FILES = 20_000
"""Versions of files; a repository that is to be copied has a few hundred."""
BATCH_BYTES = 32 << 20
"""How much is read at once."""
SECONDS = 120.0


class HistoryError(Exception):
    """A history that was not looked at, or not to its end; the message says why."""


def past_files(folder: Path, max_bytes: int) -> Iterator[tuple[str, bytes]]:
    """Yield every version of every file up to a size, with a path that it had, the newest first.

    Raises:
        HistoryError: git is not there or cannot read the repository, or there are too many files.
    """
    listed = _git(folder, ["rev-list", "--objects", "--all"], "").decode("utf-8", "replace").split("\n")
    paths = {line.partition(" ")[0]: line.partition(" ")[2] for line in listed if " " in line}
    about = _git(folder, ["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)"], "\n".join(paths))
    rows = [line.split() for line in about.decode("ascii", "replace").splitlines()]
    sizes = {row[0]: int(row[2]) for row in rows if row[1] == "blob" and int(row[2]) <= max_bytes}
    for batch in _batches(dict(list(sizes.items())[:MAX_FILES])):
        yield from ((paths[each], content) for each, content in _contents(folder, batch))
    if len(sizes) > MAX_FILES:
        raise HistoryError(f"holds more than {MAX_FILES} versions of files; only the newest were looked at")
    if any(row[1] == "missing" for row in rows):
        raise HistoryError("is not all here; fetch it whole")


def _batches(sizes: dict[str, int]) -> Iterator[dict[str, int]]:
    """Divide objects into batches that are not too large to hold."""
    batch: dict[str, int] = {}
    for object_id, size in sizes.items():
        batch[object_id] = size
        if sum(batch.values()) > BATCH_BYTES or len(batch) >= 500:
            yield batch
            batch = {}
    if batch:
        yield batch


def _contents(folder: Path, sizes: dict[str, int]) -> Iterator[tuple[str, bytes]]:
    """Read objects, whose sizes are known."""
    data = _git(folder, ["cat-file", "--batch"], "\n".join(sizes))
    start = 0
    for object_id, size in sizes.items():
        start = data.index(b"\n", start) + 1  # what comes before is the header
        yield object_id, data[start : start + size]
        start += size + 1


def _git(folder: Path, arguments: list[str], given: str) -> bytes:
    """Run a command of git that only reads; no setting outside the repository counts, nothing is fetched."""
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CEILING_DIRECTORIES": str(folder.resolve().parent),
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "LC_ALL": "C",
    }
    command = ["git", "-c", f"safe.directory={folder.resolve()}", "-C", str(folder), *arguments]
    try:
        run = subprocess.run(
            command, input=given.encode(), env=environment, capture_output=True, timeout=SECONDS, check=True
        )
    except FileNotFoundError as error:
        raise HistoryError("was not looked at, because git is not installed") from error
    except subprocess.CalledProcessError as error:
        words = error.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        raise HistoryError(f"cannot be read by git ({words[-1]})") from error
    except subprocess.SubprocessError as error:
        raise HistoryError(f"took git more than {SECONDS:g} seconds to list") from error
    return run.stdout
