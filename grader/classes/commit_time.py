"""Read the time of a clone's last commit, without running or trusting anything that the clone configures.

git runs in an empty repository of ours that borrows the clone's objects. In the clone itself, its configuration could make
git run programs (core.fsmonitor, hooks, filters). The time is the committer's: the learner's computer can write anything.
"""

import contextlib
import os
import re
import subprocess
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path
from subprocess import DEVNULL, PIPE

from grader.classes.discover import only_folder
from grader.files.find_program import find_program
from grader.files.regular_file import UnreadableError, read_below

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]  # a module elsewhere

ID = re.compile(r"[0-9a-f]{40}")
COMMITTER = re.compile(r"^committer .* (\d{1,12}) ([+-])(\d\d)(\d\d)$", re.MULTILINE)
MAX_BYTES = 1 << 20
"""The largest commit and the largest file of references that is read."""
MEMORY_BYTES, PROCESSOR_SECONDS = 1 << 30, 20
"""git maps packs and their tables into memory, and unpacks what a packed object builds on."""
OPTIONS = ("-c", "core.packedGitWindowSize=16m", "-c", "core.packedGitLimit=64m", "-c", "core.multiPackIndex=false")


def commit_time(folder: Path, root: Path | None = None) -> str | None:
    """Return the time, in ISO 8601, of the commit that a clone has checked out; None if it is no clone, or git is missing.

    The clone may be the only folder in a folder. Its references are read through no link below `root`, or the folder.
    """
    git = only_folder(folder) / ".git"
    commit = _head(git, root or folder)
    if commit is None or not (git / "objects").is_dir():
        return None
    return _committed(_read_commit(git / "objects", commit))


def _head(git: Path, root: Path) -> str | None:
    """Return the id of the commit that a clone has checked out."""
    text = _read(git / "HEAD", root)
    if text.startswith("ref: "):
        name = text.removeprefix("ref: ")
        # The name is the learner's: without this it could lead to any file of ours.
        if ".." in name or not name.startswith("refs/"):
            return None
        packed = (line.partition(" ") for line in _read(git / "packed-refs", root).splitlines())
        text = _read(git / name, root) or next((commit for commit, _, ref in packed if ref == name), "")
    return text if ID.fullmatch(text) else None


def _read(path: Path, root: Path) -> str:
    """Return a file of references below `.git`; of one that is none, or is reached by a link, nothing."""
    try:
        return (read_below(root, path, MAX_BYTES) or b"").decode("ascii", "replace").strip()
    except UnreadableError:
        return ""


def _read_commit(objects: Path, commit: str) -> str:
    """Return the text of a commit; empty if git cannot read it."""
    with tempfile.TemporaryDirectory(prefix="learn-git-") as own:
        for name in ("objects", "refs"):
            (Path(own) / name).mkdir()
        (Path(own) / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "GIT_DIR": own,
            "GIT_OBJECT_DIRECTORY": str(objects.resolve()),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_NO_LAZY_FETCH": "1",  # a partial clone would otherwise fetch from where it says
        }
        git = find_program("git")
        if git is None:
            return ""
        command = [git, *OPTIONS, "cat-file", "commit", commit]
        try:
            process = subprocess.Popen(command, env=environment, cwd=own, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL)
        except OSError:
            return ""
        try:
            _limit(process.pid)
            assert process.stdout is not None
            return process.stdout.read(MAX_BYTES).decode("utf-8", "replace")  # the rest may be larger than memory
        finally:
            process.kill()
            process.communicate()


def _limit(process_id: int) -> None:
    if hasattr(resource, "prlimit"):  # on Linux
        for limit, most in ((resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_CPU, PROCESSOR_SECONDS)):
            with contextlib.suppress(OSError):  # it has ended
                resource.prlimit(process_id, limit, (most, most))


def _committed(commit: str) -> str | None:
    """Return the time of a commit by its committer's clock; None if it has none."""
    header = commit.partition("\n\n")[0]  # the message after it may hold a line like a committer's
    match = COMMITTER.search(header)
    if match is None:
        return None
    seconds, sign, hours, minutes = match.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    try:
        return datetime.fromtimestamp(int(seconds), timezone(offset)).isoformat()
    except (OverflowError, OSError, ValueError):
        return None
