"""Read the time of a clone's last commit without running or trusting anything that the clone configures.

The time comes from the committer's clock and can be set to anything; a table of times of pushes is better evidence.
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from subprocess import DEVNULL, PIPE

from grader.classes.discover import only_folder

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]  # a module elsewhere

SECONDS = 10.0
COMMITTER = re.compile(r"^committer .* (\d{1,12}) ([+-])(\d\d)(\d\d)$", re.MULTILINE)
ID = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
MAX_BYTES = 1 << 20
SIZE_OF_COMMIT = re.compile(rb"\d{1,7}\n")
MEMORY_BYTES = 1 << 30
"""git maps packs and their tables into memory, and unpacks what a packed commit builds on."""


def commit_time(folder: Path) -> datetime | None:
    """Return the time of the commit that a clone has checked out; None if it is no clone, or git is not installed.

    The clone may be the only folder in a folder.
    """
    git = only_folder(folder) / ".git"
    commit = _head(git)
    if commit is None or not (git / "objects").is_dir():
        return None
    # git runs in an empty repository of ours that borrows the clone's objects. In the clone itself, its configuration
    # could make git run programs (core.fsmonitor, core.sshCommand, hooks).
    with tempfile.TemporaryDirectory(prefix="learn-git-") as own:
        for name in ("objects", "refs"):
            (Path(own) / name).mkdir()
        (Path(own) / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "GIT_DIR": own,
            "GIT_OBJECT_DIRECTORY": str((git / "objects").resolve()),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_NO_LAZY_FETCH": "1",  # a partial clone would otherwise fetch from where it says
        }
        size = _git(["cat-file", "-s", commit], environment)
        # A commit of 2 MB can unpack to gigabytes, all of which git would hold in memory.
        if size is None or not SIZE_OF_COMMIT.fullmatch(size) or int(size) > MAX_BYTES:
            return None
        content = _git(["cat-file", "commit", commit], environment)
    return _committed(content.decode("utf-8", "replace")) if content is not None else None


def _git(words: Sequence[str], environment: Mapping[str, str]) -> bytes | None:
    """Return the output of git; None if it fails, takes long or needs much memory."""
    command = ["git", "-c", "core.packedGitWindowSize=16m", "-c", "core.packedGitLimit=64m", *words]
    own = environment["GIT_DIR"]
    try:
        with subprocess.Popen(command, env=environment, cwd=own, stdout=PIPE, stderr=DEVNULL) as process:
            try:
                if hasattr(resource, "prlimit"):  # on Linux
                    resource.prlimit(process.pid, resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
                output, _ = process.communicate(timeout=SECONDS)
            finally:
                process.kill()
            return output if process.returncode == 0 else None
    except (OSError, subprocess.SubprocessError):
        return None


def _head(git: Path) -> str | None:
    """Return the id of the commit that a clone has checked out."""
    text = _read(git / "HEAD")
    if text.startswith("ref: "):
        name = text.removeprefix("ref: ")
        # The name is the learner's: without this it could lead to any file of ours.
        if ".." in name or not name.startswith("refs/"):
            return None
        packed = (line.partition(" ") for line in _read(git / "packed-refs").splitlines())
        text = _read(git / name) or next((commit for commit, _, ref in packed if ref == name), "")
    return text if ID.fullmatch(text) else None


def _read(path: Path) -> str:
    try:
        is_small = path.is_file() and path.stat().st_size <= MAX_BYTES
        return path.read_text("ascii", "replace").strip() if is_small else ""
    except OSError:
        return ""


def _committed(commit: str) -> datetime | None:
    header = commit.partition("\n\n")[0]  # the message after it may hold a line like a committer's
    match = COMMITTER.search(header)
    if match is None:
        return None
    seconds, sign, hours, minutes = match.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    try:
        return datetime.fromtimestamp(int(seconds), timezone(offset))
    except (OverflowError, ValueError, OSError):
        return None
