"""A class as it really comes: clones and archives in which the exercise's file is misplaced, renamed, packed or absent."""

from __future__ import annotations

import io
import json
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from workplace import TINY

RIGHT = (TINY / "solutions/small/total.py").read_bytes()
STUB = (TINY / "exercises/small/total.py").read_bytes()
WRONG = b"def total(values):\n    return 0.5\n"
SCALED = b"def scale(logits, temperature):\n    return logits\n\n\n"
HELPED = b"from helper import right\n\n\ndef total(values):\n    return right(values)\n"
HELPER = RIGHT.replace(b"def total(", b"def right(")
POINTS = 2
NOTHING = "there is no file in it"
GRADED = (
    "total: not-attempted",
    "no file has the name of an exercise: README.md",
    NOTHING,
    "small/total.py is graded, but not old/total.py",
)
"""Sentences on work that gets 0 points: untouched, nothing but the starter's own files, nothing, wrong."""


class Messy(NamedTuple):
    """A student's submission: how it is made, its points, and what is said of it (empty if it needs no word)."""

    make: Callable[[Path], object]
    score: int = POINTS
    said: str = ""

    @property
    def has_number(self) -> bool:
        """Return whether it was graded, or nothing was handed in."""
        return self.score == POINTS or self.said in GRADED


def files(contents: dict[str, bytes]) -> Callable[[Path], object]:
    """Return the function that writes files into a clone."""

    def make(folder: Path) -> None:
        (folder / ".git").mkdir(parents=True)
        for name, content in contents.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)

    return make


def notebook(*sources: str) -> bytes:
    """Return a notebook with one text cell and a code cell for each source."""
    code = [{"cell_type": "code", "source": each.splitlines(keepends=True), "outputs": []} for each in sources]
    return json.dumps({"cells": [{"cell_type": "markdown", "source": "# Total"}, *code], "nbformat": 4}).encode()


def zipped(contents: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name) if name.endswith("/") else name, content)
    return file.getvalue()


def tarred(contents: dict[str, bytes], mode: str = "w:gz") -> bytes:
    """Return a tar file."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in contents.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return file.getvalue()


def archive(content: bytes) -> Callable[[Path], object]:
    """Return the function that writes an archive."""
    return lambda path: path.write_bytes(content)


def linked(target: Path) -> Callable[[Path], object]:
    """Return the function that makes a clone whose file is a link."""

    def make(folder: Path) -> None:
        folder.mkdir()
        (folder / "total.py").symlink_to(target)

    return make


def linked_folder(folder: Path) -> None:
    """Make a clone whose unit is a link."""
    (folder / "elsewhere").mkdir(parents=True)
    (folder / "elsewhere/total.py").write_bytes(RIGHT)
    (folder / "small").symlink_to("elsewhere")


def with_fifo(folder: Path) -> None:
    """Make a clone whose file is a FIFO, which blocks whoever opens it."""
    folder.mkdir()
    os.mkfifo(folder / "total.py")


def nested(folder: Path) -> None:
    """Make a clone of 300 folders in one another, without a file."""
    folder.mkdir()
    here = os.open(folder, os.O_RDONLY)
    for _ in range(300):
        os.mkdir("a", dir_fd=here)
        inner = os.open("a", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)


def linked_in_zip() -> bytes:
    """Return a zip file in which the file is a link."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        entry = zipfile.ZipInfo("total.py")
        entry.external_attr = 0o120777 << 16
        made.writestr(entry, "/etc/passwd")
    return file.getvalue()


def encrypted() -> bytes:
    """Return a zip file whose member says that it is encrypted."""
    data = bytearray(zipped({"total.py": RIGHT}))
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    return bytes(data)


def damaged() -> bytes:
    """Return a zip file whose member's data are damaged."""
    data = bytearray(zipped({"total.py": RIGHT}))
    data[60:70] = b"\xff" * 10
    return bytes(data)


def claiming(size: int) -> bytes:
    """Return a zip file whose member says that it is of this size."""
    data = bytearray(zipped({"total.py": RIGHT}))
    for place in (22, data.index(b"PK\1\2") + 24):
        data[place : place + 4] = size.to_bytes(4, "little")
    return bytes(data)


def doubled() -> bytes:
    """Return a zip file with two different files of one name."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("total.py", RIGHT)
        made.writestr("xotal.py", WRONG)
    return file.getvalue().replace(b"xotal.py", b"total.py")


DEEP = "/".join("abcdefghijklm") + "/"
VENV = {f".venv/lib/python3.11/site-packages/p{number}/total.py": WRONG for number in range(1500)}
ENV = {"env/pyvenv.cfg": b"", **{f"env/lib/p{number}.py": WRONG for number in range(300)}}
PICTURE = os.urandom(3 << 20)
SEVEN = b"7z\xbc\xaf\x27\x1c" + bytes(100)
RAR = b"Rar!\x1a\x07\x01\x00" + bytes(100)
README = {"README.md": b"# Homework\n"}
BOTH = "total.py could be "
UNIT = {"small/total.py": RIGHT}

CLONES: dict[str, Messy] = {
    "stub-and-backup": Messy(files({"total.py": STUB, "total.py~": RIGHT}), 0, "total.py may be total.py~"),
    "stub-and-original": Messy(files({"total.py": STUB, "total.py.orig": RIGHT}), 0, "total.py may be total.py.orig"),
    "flat": Messy(files({"total.py": RIGHT})),
    "unit": Messy(files({**UNIT, **README})),
    "workspace": Messy(files({"exercises/small/total.py": RIGHT})),
    "week-below-readme": Messy(files({"homework/week3/exercises/small/total.py": RIGHT, **README})),
    "src": Messy(files({"src/exercises/small/total.py": RIGHT, **README})),
    "no-unit": Messy(files({"exercises/total.py": RIGHT, **README})),
    "capital": Messy(files({"exercises/small/Total.py": RIGHT})),
    "capitals": Messy(files({"TOTAL.PY": RIGHT})),
    "capital-folders": Messy(files({"Exercises/Small/total.py": RIGHT, **README})),
    "second-download": Messy(files({"total (1).py": RIGHT})),
    "third-download": Messy(files({"small/total(2).py": RIGHT})),
    "text": Messy(files({"total.py.txt": RIGHT})),
    "only-text": Messy(files({"total.txt": RIGHT})),
    "no-suffix": Messy(files({"total": RIGHT})),
    "copied": Messy(files({"total - Copy.py": RIGHT})),
    "kopiert": Messy(files({"total - Kopie (2).py": RIGHT})),
    "copy-of": Messy(files({"Copy of total.py": RIGHT})),
    "numbered": Messy(files({"total-1.py": RIGHT})),
    "notebook": Messy(files({"total.ipynb": notebook(RIGHT.decode())})),
    "notebook-with-magic": Messy(
        files({"hw/total.ipynb": notebook("%matplotlib inline\n!pip install x", "%%bash\nls", RIGHT.decode())})
    ),
    "notebook-and-file": Messy(files({"hw/total.ipynb": notebook("1/0"), "hw/total.py": RIGHT})),
    "damaged-notebook": Messy(files({"total.ipynb": b"{"}), 0, "is no notebook that can be read"),
    "zip-inside": Messy(files({"homework.zip": zipped({"exercises/small/total.py": RIGHT}), **README})),
    "zip-in-zip": Messy(files({"a.zip": zipped({"b/c.zip": zipped(UNIT)})})),
    "tar-inside": Messy(files({"total.tar.gz": tarred({"total.py": RIGHT})})),
    "damaged-zip-inside": Messy(files({"work.zip": zipped(UNIT)[:-30]}), 0, "work.zip cannot be opened"),
    "7z-inside": Messy(files({"work.7z": SEVEN}), 0, "work.7z is a 7z archive, which is not opened here"),
    "rar-inside": Messy(files({"work.zip": RAR, **README}), 0, "work.zip is a RAR archive"),
    "readme": Messy(files(README), 0, "no file has the name of an exercise: README.md"),
    "nothing": Messy(files({}), 0, "there is no file in it"),
    "pointer": Messy(files({"total.py": b"version https://git-lfs.github.com/spec/v1\n"}), 0, "is a pointer of Git LFS"),
    "web-page": Messy(files({"total.py": b"\n<!DOCTYPE html><html>" + RIGHT}), 0, "is a saved web page"),
    "rich-text": Messy(files({"total.py": b"{\\rtf1\\ansi " + RIGHT}), 0, "is a document of a word processor"),
    "named-anew": Messy(files({"total.py": zipped({"total.docx": b""})}), 0, "is an archive or a document"),
    "document": Messy(files({"Lösung.docx": b"PK"}), 0, "no file has the name of an exercise: Lösung.docx"),
    "own-name": Messy(files({"ada_total.py": RIGHT})),
    "final": Messy(files({"hw/total_final.py": RIGHT, **README})),
    "typo": Messy(files({"totl.py": RIGHT})),
    "everything": Messy(files({"solution.py": SCALED + RIGHT, **README})),
    "all-in-a-notebook": Messy(files({"Homework 3.ipynb": notebook(SCALED.decode(), RIGHT.decode())})),
    "everything-in-another": Messy(files({"scale.py": SCALED + RIGHT})),
    "everything-in-zip": Messy(files({"hw.zip": zipped({"homework.ipynb": notebook(RIGHT.decode())})})),
    "everything-twice": Messy(files({"solution.py": WRONG + RIGHT}), 0, "total.py could be one of several `total` in solution.py"),
    "everything-in-two": Messy(
        files({"solution.py": RIGHT, "new/solution.py": WRONG}), 0, "could be one of several `total` in solution.py or new/solution.py"
    ),
    "everything-and-7z": Messy(files({"solution.py": RIGHT, "new.7z": SEVEN}), 0, "new.7z is a 7z archive"),
    "everything-damaged": Messy(files({"homework.ipynb": b"{", **README}), 0, "homework.ipynb is no notebook"),
    "only-a-slip": Messy(files({"ada_total.py": b"def tottal(values):\n    return 2.0\n"}), 0, "total.py may be ada_total.py"),
    "no-function": Messy(files({"hw.py": b"print(1)\n"}), 0, "no file has the name of an exercise: hw.py"),
    "stub-and-7z": Messy(files({"total.py": STUB, "work.7z": SEVEN}), 0, "work.7z is a 7z archive"),
    "stub-and-document": Messy(files({"total.py": STUB, "answer.docx": b"PK"}), 0, "answer.docx is not graded"),
    "tar-xz-inside": Messy(files({"work.tar.xz": b"\xfd7zXZ\x00"}), 0, "work.tar.xz is an xz archive"),
    "test-only": Messy(files({"test_total.py": RIGHT}), 0, "no file has the name of an exercise: test_total.py"),
    "two-different": Messy(files({"a/total.py": RIGHT, "b/total.py": WRONG}), 0, f"{BOTH}a/total.py or b/total.py"),
    "two-equal": Messy(files({"a/total.py": RIGHT, "b/total.py": RIGHT})),
    "stub-and-solution": Messy(files({"exercises/small/total.py": STUB, "total.py": RIGHT, **README})),
    "stub-and-notebook": Messy(files({"exercises/small/total.py": STUB, "Total.ipynb": notebook(RIGHT.decode())})),
    "stubs-and-zip": Messy(files({"exercises/small/total.py": STUB, "hw.zip": zipped({"exercises/small/total.py": RIGHT})})),
    "large-zip-inside": Messy(files({"hw.zip": zipped({"total.py": RIGHT, **{f"{number}.png": PICTURE for number in range(6)}})})),
    "workspace-and-scratch": Messy(
        files({"hw/exercises/small/total.py": RIGHT, "hw/scratch/total.py": WRONG, **README})
    ),
    "stub-and-own-name": Messy(files({"small/total.py": STUB, "bo_total.py": RIGHT})),
    "stub": Messy(files({"exercises/small/total.py": STUB, **README}), 0, "total: not-attempted"),
    "wrong-here-right-there": Messy(
        files({"small/total.py": WRONG, "old/total.py": RIGHT}), 0, "small/total.py is graded, but not old/total.py"
    ),
    "right-and-backup": Messy(files({"total.py": RIGHT, "total copy.py": WRONG})),
    "environment": Messy(files({"hw/total.py": RIGHT, **VENV, **README})),
    "named-environment": Messy(files({"hw/total.py": RIGHT, **ENV, **README})),
    "node-modules": Messy(files({"hw/total.py": RIGHT, "node_modules/total/total.py": WRONG, **README})),
    "git-inside": Messy(files({"hw/total.py": RIGHT, "hw/.git/total.py": WRONG, **README})),
    "picture": Messy(files({"hw/total.py": RIGHT, "hw/screen.png": PICTURE})),
    "icon": Messy(files({"total.py": RIGHT, "Icon\r": b""})),
    "deep": Messy(files({f"{DEEP}total.py": RIGHT, **README})),
    "too-deep": Messy(nested, 0, "is nested too deeply to be looked into"),
    "clone-in-clone": Messy(files({"repo/.git/HEAD": b"", "repo/exercises/small/total.py": RIGHT, **README})),
    "imports-sibling": Messy(files({"hw/exercises/small/total.py": HELPED, "hw/exercises/small/helper.py": HELPER, **README})),
    "crlf": Messy(files({"hw/total.py": RIGHT.replace(b"\n", b"\r\n"), **README})),
    "spaces": Messy(files({"Meine Übung/Wöche 3/total.py": RIGHT, **README})),
    "nfd": Messy(files({"U\u0308bung/total.py": RIGHT, **README})),
    "large": Messy(files({"total.py": RIGHT + b"#" * (300 << 10)}), 0, "total.py is larger than 256 KiB"),
    "link": Messy(linked(Path("/etc/passwd")), 0, "total.py is a link; put the file itself there"),
    "linked-folder": Messy(linked_folder, 0, "small/total.py is in a folder that is a link"),
    "fifo": Messy(with_fifo, 0, "total.py is not a regular file"),
}  # fmt: skip

ARCHIVES: dict[str, Messy] = {
    "plain.zip": Messy(archive(zipped({"total.py": RIGHT}))),
    "folder.zip": Messy(archive(zipped({"homework/exercises/small/total.py": RIGHT}))),
    "mac.zip": Messy(
        archive(zipped({"hw/total.py": RIGHT, "__MACOSX/hw/._total.py": WRONG, "hw/.DS_Store": b"", "hw/Icon\r": b""}))
    ),
    "powershell.zip": Messy(archive(zipped({"hw\\exercises\\small\\total.py": RIGHT, "hw\\notes.txt": b""}))),
    "venv.zip": Messy(archive(zipped({"total.py": RIGHT, **VENV, **ENV}, zipfile.ZIP_STORED))),
    "git.zip": Messy(archive(zipped({"hw/total.py": RIGHT, "hw/.git/objects/pack/p.pack": PICTURE}))),
    "image.zip": Messy(archive(zipped({"total.py": RIGHT, "screen.png": PICTURE}))),
    "colon.zip": Messy(archive(zipped({"total.py": RIGHT, "notes: week 3.txt": b""}))),
    "cases.zip": Messy(archive(zipped({"total.py": RIGHT, "Notes.txt": b"1", "notes.txt": b"2"}))),
    "zeros.zip": Messy(archive(zipped({"total.py": RIGHT, "zeros.csv": bytes(8 << 20)}))),
    "many.zip": Messy(archive(zipped({"total.py": RIGHT, **{f"data/{number}.txt": b"" for number in range(5000)}}, zipfile.ZIP_STORED))),
    "out.zip": Messy(archive(zipped({"total.py": RIGHT, "../x.py": WRONG, "/y.py": WRONG, "C:\\z.py": WRONG}))),
    "zips.zip": Messy(archive(zipped({"week3/work.zip": zipped({"hw/total.py": RIGHT}), **README}))),
    "class.zip": Messy(
        archive(zipped({"ada.zip": zipped({"total.py": RIGHT}), "bo.zip": zipped({"total.py": WRONG})})), 0,
        f"{BOTH}ada.zip/total.py or bo.zip/total.py",
    ),
    "tar.tar.gz": Messy(archive(tarred({"./hw/total.py": RIGHT, "./hw/data.csv": bytes(9 << 20)}))),
    "tgz.tgz": Messy(archive(tarred({f"{'long-name-' * 20}/total.py": RIGHT}))),
    "tar-only.tar": Messy(archive(tarred({"total.py": RIGHT}, "w:"))),
    "seven.7z": Messy(archive(SEVEN), 0, "seven.7z is a 7z archive, which is not opened here; hand in a zip file"),
    "renamed.zip": Messy(archive(RAR), 0, "renamed.zip is a RAR archive, which is not opened here; hand in a zip file"),
    "truncated.zip": Messy(archive(zipped(UNIT)[:-25]), 0, "truncated.zip cannot be opened"),
    "empty.zip": Messy(archive(b""), 0, "empty.zip cannot be opened"),
    "bzip2.zip": Messy(archive(zipped({"total.py": RIGHT}, zipfile.ZIP_BZIP2)), 0, "total.py is compressed in another way"),
    "encrypted.zip": Messy(archive(encrypted()), 0, "total.py is encrypted"),
    "damaged.zip": Messy(archive(damaged()), 0, "total.py cannot be unpacked"),
    "liar.zip": Messy(archive(claiming(5)), 0, "total.py cannot be unpacked"),
    "double.zip": Messy(archive(doubled()), 0, f"{BOTH}total.py or total.py"),
    "linked.zip": Messy(archive(linked_in_zip()), 0, "total.py is not a regular file"),
    "nested.zip": Messy(
        archive(zipped({"a/" * depth + "__MACOSX/f": b"" for depth in range(300, 1501, 300)})), 0, "there is no file in it"
    ),
}  # fmt: skip
