"""Put a site in place of an earlier one, whole or not at all, and never in place of anything else."""

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

from grader.core.errors import UnwritableError

LISTING = ".learn-site"
"""The file that lists all others of a site, so that a later run knows which folder it may replace."""
NO_JEKYLL = ".nojekyll"
"""The empty file for which GitHub Pages publishes the others as they are."""


class ForeignFolderError(Exception):
    """The folder cannot be written to without losing files; the message says which."""


@contextlib.contextmanager
def new_site(folder: Path) -> Iterator[Path]:
    """Yield an empty folder to build in; if the block succeeds, it takes the place of `folder`.

    Raises:
        ForeignFolderError: the folder has files that `learn author site` did not write.
        UnwritableError: a file cannot be written.
    """
    place = Path(os.path.realpath(folder))
    check_folder(place)
    building = place.with_name(f".{place.name}.{secrets.token_hex(8)}.new")
    try:
        building.mkdir()
        yield building
        names = "".join(f"{name}\n" for name in sorted([*_files_in(building), NO_JEKYLL]))
        (building / NO_JEKYLL).touch()
        (building / LISTING).write_text(names, "utf-8")
        check_folder(place)
        if place.is_dir():
            shutil.rmtree(place)
        building.rename(place)
    except OSError as error:
        raise UnwritableError(f"{str(folder)!r} cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(building, ignore_errors=True)


def check_folder(place: Path) -> None:
    """Check that a site may be written to a folder: it is not there, is empty, or has only files of an earlier site.

    Raises:
        ForeignFolderError: it is something else; the message says what.
    """
    if not place.parent.is_dir():
        raise ForeignFolderError(f"there is no folder {str(place.parent)!r}; make it first")
    if not os.path.lexists(place):
        return
    if not place.is_dir():
        raise ForeignFolderError(f"{str(place)!r} is not a folder; give the name of one with --out")
    if Path.cwd().is_relative_to(place):
        what = f"{str(place)!r} is the folder that you are in, or holds it"
        raise ForeignFolderError(f"{what}; give another one with --out")
    listing = place / LISTING
    known = {LISTING, *(listing.read_text("utf-8").split("\n") if listing.is_file() else ())}
    foreign = sorted(set(_files_in(place)) - known)
    if foreign:
        what = f"{foreign[0]!r}" + (f" and {len(foreign) - 1} more" if len(foreign) > 1 else "")
        advice = "move what is yours, or give another folder with --out"
        raise ForeignFolderError(f"{str(place)!r} has files that `learn author site` did not write: {what}; {advice}")


def _files_in(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()]
