"""Files that others may have made are read in one way: bounded, and only if they are regular."""

from __future__ import annotations

import ast
import contextlib
import os
import re
import time
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
from places import PACKAGE, ROOT
from sizes import first_always

from grader.classes.store import CHANGES, LOCK, Store
from grader.cli.exports import write_class_exports
from grader.core.errors import ClassError, UserError
from grader.course.load import load_table
from grader.files import csv_table, strict_yaml
from grader.files.strict_yaml import MAX_PROBLEMS, YamlError

OPENS = {
    "open", "read_text", "read_bytes", "fdopen", "ZipFile", "TarFile", "FileIO", "copyfile", "memmap", "fromfile",
}  # fmt: skip
"""The names of functions that open a file by its path."""
A_CALL = re.compile(rf"\b({'|'.join(sorted(OPENS))})\(")
CODE = [
    *(path for path in PACKAGE.rglob("*.py") if "_shipped" not in path.parts),
    *(ROOT / "flashcards").rglob("*.py"),
    ROOT / "solutions/commands.py",
    *(ROOT / "solutions/lab").rglob("*.py"),
]
OUR_OWN = re.compile(r"\(?[A-Z_]{3,} / |os\.open\(os\.devnull")
"""A file of this package, in a folder that a constant names; or nothing."""
TRUSTED = {
    "grader/files/regular_file.py": ["os.open", "os.fdopen"],
    "grader/files/safe_write.py": ["os.open", "open"],
    "grader/files/state_file.py": ["os.open"],
    "grader/files/archive.py": ["zipfile.ZipFile", "archive.open"],
    "grader/grading/submission/files.py": ["archive.open()"],  # which is regular_file's open_file
    # Files that are written: results, and where GitHub's runner says.
    "grader/classes/store.py": ["os.open"],
    "grader/classes/task.py": ["process.open"],
    "flashcards/export.py": ["zipfile.ZipFile(package", "zipfile.ZipFile(written"],
    "grader/cli/__init__.py": ["open(number"],
    "grader/cli/exports.py": ["open(os.environ*"],
    # Our own CSS and scripts, by a variable.
    "flashcards/cheat_sheet.py": ["own.read_text"],
    "grader/files/html_page.py": ["path.read_text"],
    "grader/questions/own_code/page.py": ["path.read_text"],
    # A PDF file that was just made.
    "flashcards/pdf.py": ["Pdf.open"],
    # A course whose code runs as well: the installed one, or one that the user has named.
    "grader/authoring/*": ["*"],
    "grader/course/course.py": ["path.read_bytes"],
    "grader/course/bundled_course.py": ["*.read_bytes"],
    "grader/course/dependencies.py": ["path.read_bytes"],
    "grader/course/effort.py": ["path.read_bytes"],
    "grader/course/errata.py": ["path.read_text"],
    "grader/course/fingerprint.py": ["*.read_bytes", "open(path, 'rb'*"],
    "grader/course/picture.py": ["path.read_text"],
    "grader/course/printed_solution.py": ["path.read_text"],
    "grader/tab/worker.py": ["self.course.stub*"],
    "grader/cli/read.py": ["course.content.errata.read_text"],
    "grader/grading/submission/find.py": ["path.read_bytes"],
    # The process of the learner's code, whose files the sandbox guards; pipes, and what the system tells in /proc.
    "grader/child/*": ["*"],
    "grader/sandbox/channel.py": ["open('/proc/*"],
    "grader/sandbox/worker.py": ["os.fdopen"],
    # Models that the user has installed, by their SHA-256.
    "solutions/lab/models/*": ["*"],
    "solutions/lab/playground/render.py": ["*"],
}
"""Where else a file is opened: the calls of a module, as patterns."""
COURSE_STUB = re.compile(r"course\.stub\(exercise_id\)\.read_(text|bytes)")


def opened_in(path: Path) -> Iterator[str]:
    """Yield the calls of a module that open a file."""
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)) if A_CALL.search(text) else ():
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if (
                name in OPENS
                and "BytesIO" not in ast.unparse(node)
                and not (name == "read_text" and isinstance(node.func, ast.Name))
            ):
                yield ast.unparse(node)


def test_there_is_one_way_to_open_a_file_of_others():
    found = [(path.relative_to(ROOT).as_posix(), call) for path in CODE for call in opened_in(path)]
    assert len(found) > 50
    others = [
        f"{name}: {call}"
        for name, call in found
        if not OUR_OWN.match(call) and not COURSE_STUB.match(call)
        if not any(
            fnmatch(name, module) and any(fnmatch(call, f"{pattern}*") for pattern in patterns)
            for module, patterns in TRUSTED.items()
        )
    ]
    assert not others, sorted(set(others))


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_folder(path: Path) -> None:
    path.mkdir()


def make_hole(path: Path) -> None:
    path.touch()
    os.truncate(path, 5 << 30)


READERS: dict[str, Callable[[Path], object]] = {
    "table": csv_table.open_table,
    "gradebook": lambda path: list(write_class_exports((), [], path, "a")),
    "yaml": strict_yaml.read,
}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no FIFOs")
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("make", [make_fifo, make_device, make_folder, make_hole])
def test_a_file_that_is_none_is_refused_with_a_sentence(
    tmp_path: Path, make: Callable[[Path], None], reader: str
) -> None:
    make(tmp_path / "given")
    with pytest.raises(UserError, match=r"given:.*(not a regular file|is larger than)") as caught:
        READERS[reader](tmp_path / "given")
    assert str(caught.value).count("\n") == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no FIFOs")
@pytest.mark.parametrize("make", [make_fifo, make_device, make_folder])
def test_files_of_a_run_that_are_none_stop_nothing_for_ever(tmp_path: Path, make: Callable[[Path], None]) -> None:
    store = Store(tmp_path)
    store.make()
    make(tmp_path / CHANGES)
    with pytest.raises(ClassError, match="cannot be written to"):
        store.note_change("ada", "1/2", "2/2")
    make(tmp_path / "run.json")
    assert store.settings() == {}
    make(tmp_path / LOCK)
    with contextlib.suppress(ClassError), store.locked():
        pass


UNITS = "id: x\ntitle: x\nversion: 1\nunits:\n"
MANY = {
    "unknown keys": "".join(f"k{number}: 1\n" for number in range(8_000)),
    "numbers as keys": "".join(f"{number}: 1\n" for number in range(8_000)),
    "unknown extra exercises": f"{UNITS}- {{id: a, title: x, exercises: [{','.join(map(str, range(9_000)))}], "
    f"extra: [{'z' * 80_000}1, {', '.join(f'z{number}' for number in range(9_000))}]}}",
    "units": UNITS + "- {id: ../.., title: x, exercises: []}\n" * 4_000,
    "long keys": "".join(f"{'k' * 9000}{number}: 1\n" for number in range(100)),
}


@pytest.mark.parametrize("name", first_always(MANY))
def test_a_file_of_many_problems_tells_the_first_ones_soon(tmp_path: Path, name: str) -> None:
    path = tmp_path / "course.yaml"
    path.write_text(MANY[name], "utf-8")
    start = time.process_time()
    with pytest.raises(YamlError) as caught:
        load_table(path)
    assert 0 < len(caught.value.problems) <= MAX_PROBLEMS
    assert time.process_time() - start < 8  # two seconds at most; 18 for each of them that took the square of its size
