"""A cache of parsed and validated course files, so that a command need not import pydantic to print ten lines."""

import contextlib
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path

import grader
from grader.core.shapes import Json, JsonObject
from grader.course import MAX_BYTES
from grader.files.regular_file import UnreadableError, read_file
from grader.files.safe_write import whole

VALIDATING = ("core", "files", "checks", "course")
"""The rooms whose code decides which files are valid."""
MAX_ENTRY_BYTES = 16 << 20
"""The most bytes of what is made of a file."""
KEY_LENGTH = 32
KEPT_SECONDS = 30 * 86_400
"""Reading an entry does not make it newer: one that is still valid is made again once in that time, if any is written."""
PAIRS = "\0pairs"
"""Marks a dictionary stored as a list of pairs: JSON would turn its number keys into text."""


class ParsedCache:
    """A folder of JSON files, one for each parsed file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._has_written = False

    def get(self, name: str, files: Iterable[Path], load: Callable[[], JsonObject]) -> JsonObject:
        """Return the data that `load` returns, from the cache if no file has changed since it was loaded.

        `name` is the first part of the entry's name, `files` are all files of the course that the data depends on.
        `load` reads and validates them; its exceptions are not cached.
        """
        key = self._key(files)
        if not key:
            return load()
        known = self.read(name, key)
        if known:
            return known
        data = load()
        self.write(name, key, data)
        return data

    def read(self, name: str, key: str) -> JsonObject:
        """Return the data that was written under a name and a key; empty if there is none."""
        with contextlib.suppress(TypeError, ValueError, RecursionError):
            known = load_parsed(read_file(self._entry(name, key), MAX_ENTRY_BYTES))
            if isinstance(known, dict):
                return known
        return {}

    def write(self, name: str, key: str, data: JsonObject) -> None:
        """Write data, if the cache can be written; `key` is a hash of all that it depends on."""
        entry = self._entry(name, key)
        with contextlib.suppress(OSError):  # a cache that cannot be written is no cache
            entry.parent.mkdir(parents=True, exist_ok=True)
            with whole(entry, outlives_power_cuts=False) as file:
                file.write(dump_parsed(data))
            if not self._has_written:
                self._has_written = True
                self._drop_old()

    def _entry(self, name: str, key: str) -> Path:
        return self._folder / f"{name}-{key[:KEY_LENGTH]}.json"

    def _drop_old(self) -> None:
        """Remove old entries, of which most are of other versions of a file or of this package."""
        for path in self._folder.glob(f"*-{'[0-9a-f]' * KEY_LENGTH}.json"):
            if path.stat().st_mtime < time.time() - KEPT_SECONDS:
                path.unlink(missing_ok=True)

    def _key(self, files: Iterable[Path]) -> str:
        """Return a hash of the files' content and of our code, on which validation depends.

        Empty if one of them cannot be read: a course that nobody has named yet may be a stranger's.
        """
        digest = self._code.copy()
        for path in files:
            digest.update(f"{path.name}\0".encode())
            try:
                digest.update(hashlib.sha256(read_file(path, MAX_BYTES, may_be_link=True)).digest())
            except UnreadableError:
                if path.exists():
                    return ""
                digest.update(b"-")
        return digest.hexdigest()

    @cached_property
    def _code(self) -> "hashlib._Hash":
        """A hash of our version, Python's, and the time stamps of the code that validates."""
        digest = hashlib.sha256(f"{grader.__version__}\0{sys.version_info[:2]}\0".encode())
        package = Path(__file__).parent.parent
        for path in sorted(path for room in VALIDATING for path in (package / room).glob("*.py")):
            status = path.stat()
            digest.update(f"{path.name}\0{status.st_mtime_ns}\0{status.st_size}\0".encode())
        return digest


def dump_parsed(data: Json) -> bytes:
    """Return parsed data as JSON."""
    return json.dumps(_to_pairs(data)).encode()


def load_parsed(content: bytes) -> Json:
    """Return the data in the JSON of `dump_parsed`."""
    return json.loads(content, object_hook=_from_pairs)


def _to_pairs(data: Json) -> Json:
    if isinstance(data, dict):
        items = [(key, _to_pairs(value)) for key, value in data.items()]
        return dict(items) if all(isinstance(key, str) for key in data) else {PAIRS: items}
    return [_to_pairs(item) for item in data] if isinstance(data, list | tuple) else data


def _from_pairs(data: JsonObject) -> dict[Json, Json]:
    return dict(data[PAIRS]) if PAIRS in data else data


def default_cache() -> Path:
    """Return the folder for parsed course files, where the system keeps caches; platformdirs takes each command 15 ms."""
    usual = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    bases = (os.environ.get("XDG_CACHE_HOME", ""), os.environ.get("LOCALAPPDATA", ""), os.path.expanduser(usual))
    # A relative one is ignored, as the base directory specification says: a stranger's folder would bring the cache.
    return Path(next(filter(os.path.isabs, bases), os.devnull)) / "token-by-token"
