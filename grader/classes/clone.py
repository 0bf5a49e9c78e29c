"""Read objects of a clone without running or trusting anything that the clone configures.

git runs in an empty repository of ours that borrows the clone's objects. In the clone itself, its configuration could make
git run programs (core.fsmonitor, core.sshCommand, hooks, filters), and its references could put one object for another.
"""

import contextlib
import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE

from grader.files.regular_file import UnreadableError, read_below

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]  # a module elsewhere

ID = re.compile(r"[0-9a-f]{40}")
HEADER = re.compile(rb"[0-9a-f]{40} (commit|tree|blob|tag) (\d{1,12})\n")
MAX_BYTES = 1 << 20
"""The largest commit, tree and file of references that is read."""
MAX_ENTRIES = 100_000
MEMORY_BYTES, PROCESSOR_SECONDS = 1 << 30, 20
"""git maps packs and their tables into memory, and unpacks what a packed object builds on."""
OPTIONS = ("-c", "core.packedGitWindowSize=16m", "-c", "core.packedGitLimit=64m", "-c", "core.multiPackIndex=false")
FOREIGN = {
    "objects/info/alternates": "alternates, by which objects would be read elsewhere",
    "objects/info/http-alternates": "alternates, by which objects would be read elsewhere",
    "info/grafts": "grafts, which put other parents into its history",
    "refs/replace": "replace refs, which put one object for another",
}
AGAIN = "clone it again with git clone --no-local"


class Objects:
    """The objects of a clone, as one process of git reads them; each is checked against its id, which git does not do."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def read(self, object_id: str, kind: str, most: int = MAX_BYTES) -> bytes:
        """Return the content of an object of a kind.

        Raises:
            UnreadableError: There is none, it is damaged, or it is larger than `most`.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):  # of a process that has ended, the empty header says so
            self._process.stdin.write(f"{object_id}\n".encode())
            self._process.stdin.flush()
        header = HEADER.fullmatch(self._process.stdout.readline(200))
        if header is None:
            raise UnreadableError(f"git finds no {kind} {object_id[:12]}; the clone is damaged, shallow or partial")
        size = int(header[2])
        content = self._process.stdout.read(min(size, most))
        for passed in range(len(content), size, MAX_BYTES):  # in pieces: it may be larger than memory
            self._process.stdout.read(min(MAX_BYTES, size - passed))
        self._process.stdout.read(1)
        if size > most:
            raise UnreadableError(f"is larger than {most >> 10} KiB; hand in the code only")
        own = hashlib.sha1(b"%s %d\0" % (kind.encode(), len(content)) + content, usedforsecurity=False)
        if own.hexdigest() != object_id:
            raise UnreadableError(
                f"the {kind} {object_id[:12]} is not what its id says; the clone is damaged or forged"
            )
        return content


@contextlib.contextmanager
def opened(git: Path) -> Iterator[Objects]:
    """Start git on the objects in a folder `.git`.

    Raises:
        UnreadableError: git cannot be started.
    """
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
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_NO_LAZY_FETCH": "1",  # a partial clone would otherwise fetch from where it says
        }
        command = ["git", *OPTIONS, "cat-file", "--batch"]
        try:
            process = subprocess.Popen(command, env=environment, cwd=own, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        except OSError as error:
            raise UnreadableError(f"git cannot be started: {error}") from error
        try:
            _limit(process.pid)
            yield Objects(process)
        finally:
            process.kill()
            process.communicate()


def _limit(process_id: int) -> None:
    if hasattr(resource, "prlimit"):  # on Linux
        limits = ((resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_CPU, PROCESSOR_SECONDS))
        for limit, most in limits:
            with contextlib.suppress(OSError):  # it has ended
                resource.prlimit(process_id, limit, (most, most))


def head(git: Path) -> str | None:
    """Return the id of the commit that a clone has checked out."""
    text = _read(git, "HEAD")
    if text.startswith("ref: "):
        name = text.removeprefix("ref: ")
        # The name is the learner's: without this it could lead to any file of ours.
        if ".." in name or not name.startswith("refs/"):
            return None
        packed = (line.partition(" ") for line in _read(git, "packed-refs").splitlines())
        text = _read(git, name) or next((commit for commit, _, ref in packed if ref == name), "")
    return text if ID.fullmatch(text) else None


def _read(git: Path, name: str) -> str:
    """Return a file of references below `.git`; of one that is none, or is reached by a link, nothing."""
    with contextlib.suppress(UnreadableError):
        return (read_below(git, git / name, MAX_BYTES) or b"").decode("ascii", "replace").strip()
    return ""


def refuse_foreign(git: Path) -> None:
    """Refuse a clone whose objects would come from elsewhere, or stand for others.

    Raises:
        UnreadableError: it is one; the message says why.
    """
    for folder in (git, git / "objects"):
        if folder.is_symlink() or not folder.is_dir():
            raise UnreadableError(f"{folder.name} is no folder of its own; {AGAIN}")
    found = [what for name, what in FOREIGN.items() if os.path.lexists(git / name)]
    if " refs/replace/" in _read(git, "packed-refs"):
        found.append(FOREIGN["refs/replace"])
    found += [what for what in map(_strange, _entries(git / "objects")) if what]
    if found:
        raise UnreadableError(f"the clone has {found[0]}; {AGAIN}")


def _strange(entry: os.DirEntry[str]) -> str:
    if entry.name.endswith(".promisor"):
        return "promisor packs, whose missing objects would be fetched"
    is_plain = entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False)
    return "" if is_plain else "objects that are links or no regular files"


def _entries(objects: Path) -> Iterator[os.DirEntry[str]]:
    """Yield the entries of a folder of objects and of its folders, in which all objects are."""
    try:
        tops = list(os.scandir(objects))
        folders = [entry.path for entry in tops if entry.is_dir(follow_symlinks=False)]
        inner = [entry for folder in folders for entry in os.scandir(folder)]
    except OSError as error:
        raise UnreadableError(f"the clone's objects cannot be listed: {error.strerror}") from error
    if len(inner) > MAX_ENTRIES:
        raise UnreadableError(f"the clone has more than {MAX_ENTRIES} loose objects; {AGAIN}")
    yield from (*tops, *inner)
